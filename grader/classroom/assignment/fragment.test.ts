import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeFragment, encodeFragment } from "./fragment.ts";

const fragmentOf = (bytes: string | Uint8Array): string => deflateRawSync(bytes).toString("base64url");

it("gives back any JSON that was put in, in characters that a link keeps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 3 }), async (json) => {
      const value: unknown = JSON.parse(json);
      const text = await encodeFragment(value);
      expect(text).toMatch(/^[\w-]+$/);
      expect(JSON.stringify(await decodeFragment(text))).toBe(JSON.stringify(value));
    }),
    { numRuns: 50 },
  );
});

it("keeps every character of a text", async () => {
  const text = "x ^ y  // Größe – 𝛼 \u2028 \0";
  expect(await decodeFragment(await encodeFragment({ text }))).toEqual({ text });
});

it("is a fraction of the size of code", async () => {
  const code = "export function read({ threadIdx }: Thread) {\n  return threadIdx.x;\n}\n".repeat(20);
  expect((await encodeFragment({ code })).length).toBeLessThan(code.length / 5);
});

describe("a link is refused", () => {
  it.each([
    ["that is empty", ""],
    ["with characters of no link", "%%%"],
    ["that was cut", fragmentOf(JSON.stringify({ code: "return 2 * threadIdx.x;" })).slice(0, -6)],
    ["of data that is no JSON", fragmentOf("{code}")],
    ["of bytes that are no text", fragmentOf(Uint8Array.of(0x22, 0xff, 0x22))],
  ])("%s", async (_, text) => {
    await expect(decodeFragment(text)).rejects.toThrow(RangeError);
    await expect(decodeFragment(text)).rejects.toThrow("incomplete or was altered");
  });

  it("that unpacks to far more than it should", async () => {
    const hostile = fragmentOf(`"${"0".repeat(50_000_000)}"`);
    await expect(decodeFragment(hostile)).rejects.toThrow("more than one megabyte");
  });

  it("before it is made, if nobody could open it", async () => {
    await expect(encodeFragment("0".repeat(1_000_000))).rejects.toThrow("at most one megabyte");
    await expect(encodeFragment(undefined)).rejects.toThrow("only what JSON can hold");
  });
});
