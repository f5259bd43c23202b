import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { elementTexts } from "#cuda/launch/array-text.ts";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { galleryKernel } from "./gallery-texts.ts";
import { profileRun } from "./profile.ts";

const transpose = galleryKernel("transpose-tiled", "");

describe("the profile of a kernel", () => {
  const { outcome, after } = profileRun(transpose);
  if (outcome.kind === "error") throw new Error(outcome.error.message);

  test("has each access with its place, what is accessed, and its counts", () => {
    const seen = outcome.accesses.map(({ line, text, op, counts }) => [line, text, op, counts.space, counts.requests]);
    expect(seen).toEqual([
      [7, "tile[threadIdx.y][threadIdx.x]", "store", "shared", 8192],
      [7, "in[y * side + x]", "load", "global", 8192],
      [11, "out[y * side + x]", "store", "global", 8192],
      [11, "tile[threadIdx.x][threadIdx.y]", "load", "shared", 8192],
    ]);
    expect(outcome.accesses[3]?.counts).toMatchObject({ conflictDegree: 32 });
  });

  test("says how often each line ran", () => {
    expect(outcome.lines.find(({ line }) => line === 8)).toEqual({ line: 8, warps: 8192, lanes: 262_144 });
  });

  test("leaves the arrays to be looked at", () => {
    const [out] = after!.arrays;
    expect(elementTexts(out!, after!.memory, 0, 3)).toEqual(["0", "512", "1024"]);
    expect(elementTexts(out!, after!.memory, 262_143, 3)).toEqual(["262143"]);
  });

  test("is plain data", () => {
    expect(structuredClone(outcome)).toEqual(outcome);
  });
});

describe("what does not run is an error with its place", () => {
  const broken: readonly [string, string, { line?: number; message: RegExp }][] = [
    ["a name that is not there", transpose.source.replace("in[y", "im[y"), { line: 7, message: /im/ }],
    ["a text without kernels", "int f();", { message: /kernel/ }],
    ["a type that is not there", transpose.source.replace("int side", "Nothing side"), { message: /Nothing/ }],
  ];
  test.each(broken)("%s", (_, source, { line, message }) => {
    const { outcome } = profileRun({ ...transpose, source });
    expect(outcome.kind === "error" && outcome.error.message).toMatch(message);
    if (line !== undefined) expect(outcome).toMatchObject({ error: { line } });
  });
});

test.each(readdirSync(new URL("../../../content/kernels/", import.meta.url)))(
  "%s, from the gallery, has the launch of its file",
  (slug) => {
    const file = readFileSync(new URL(`../../../content/kernels/${slug}/launch.json`, import.meta.url), "utf8");
    expect(galleryKernel(slug, slug).launch).toEqual(parseLaunch(JSON.parse(file)));
  },
);
