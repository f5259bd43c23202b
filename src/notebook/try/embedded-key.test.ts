import { expect, it } from "vitest";
import type { Sketch } from "#judge/sketch.ts";
import { presets } from "../playground/presets.ts";
import { embeddedId, fnv1a } from "./embedded-key.ts";

// Test vectors: Noll's test_fnv.c, which draft-eastlake-fnv refers to.
it.each([
  ["", "cbf29ce484222325"],
  ["a", "af63dc4c8601ec8c"],
  ["foobar", "85944171f73967e8"],
])("the hash of %j is that of FNV-1a", (text, hash) => expect(fnv1a(text)).toBe(hash));

it("an embedded cell has a short id of its own, the same each time", () => {
  const [sketch, other] = presets as [Sketch, Sketch];
  expect(embeddedId(sketch)).toMatch(/^embedded\/[0-9a-f]{16}$/);
  expect(embeddedId(structuredClone(sketch))).toBe(embeddedId(sketch));
  expect(embeddedId(other)).not.toBe(embeddedId(sketch));
});
