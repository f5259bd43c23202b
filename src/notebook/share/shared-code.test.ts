import { describe, expect, it } from "vitest";
import { encodeFragment } from "#classroom/assignment/fragment.ts";
import { LONGEST_SOURCE } from "#judge/sketch-limits.ts";
import { codeOfLink, linkWithCode } from "./shared-code.ts";

const shared = { exercise: "straight-copy", exerciseVersion: "v", code: "export const read = 1;\n" };
const practice = new URL("https://school.example/course/practice/");

it("a link leads to the exercise, below the course's base path, and brings the code", async () => {
  const link = new URL(await linkWithCode(shared, practice));
  expect(`${link.origin}${link.pathname}`).toBe("https://school.example/course/practice/straight-copy/");
  expect(await codeOfLink(link.hash, "straight-copy")).toEqual({ schema: "coalesce/shared-code/v1", ...shared });
});

it("a whole answer fits into a link that mail and chat keep", async () => {
  const code = "export function read({ threadIdx, blockIdx, blockDim }: Thread, { width }: Size) {\n  return threadIdx.x;\n}\n".repeat(8);
  expect((await linkWithCode({ ...shared, code }, practice)).length).toBeLessThan(500);
});

it("a link carries code up to the limit, and none is made or opened beyond it", async () => {
  const longest = { ...shared, code: " ".repeat(LONGEST_SOURCE) };
  const { hash } = new URL(await linkWithCode(longest, practice));
  expect((await codeOfLink(hash, "straight-copy")).code).toBe(longest.code);
  const longer = { ...shared, code: `${longest.code} ` };
  await expect(linkWithCode(longer, practice)).rejects.toThrow("at most 100,000 characters of code; this is 100,001");
  const hostile = `#code=${await encodeFragment({ schema: "coalesce/shared-code/v1", ...longer })}`;
  await expect(codeOfLink(hostile, "straight-copy")).rejects.toThrow("at most 100,000 characters of code; this is 100,001");
});

describe("a link is refused", () => {
  it("on the page of another exercise, which it names", async () => {
    const { hash } = new URL(await linkWithCode(shared, practice));
    await expect(codeOfLink(hash, "row-walk")).rejects.toThrow("another exercise: straight-copy");
  });

  it.each([
    ["a sketch", { schema: "coalesce/sketch/v1" }],
    ["code that is no text", { schema: "coalesce/shared-code/v1", exercise: "straight-copy", exerciseVersion: "v", code: 1 }],
    ["nothing", null],
  ])("with %s", async (_, value) => {
    await expect(codeOfLink(`#code=${await encodeFragment(value)}`, "straight-copy")).rejects.toThrow("carries no code");
  });
});
