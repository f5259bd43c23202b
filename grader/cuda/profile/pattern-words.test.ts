import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { SiteCounts } from "../machine/request-stream.ts";
import type { Pattern } from "./pattern.ts";
import { accessPatternWords, patternCases, patternWords } from "./pattern-words.ts";
import { profileSchema } from "./profile-schema.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("a pattern in words", () => {
  it.each(patternCases.map(({ pattern, place }) => [`${patternWords(pattern, place).name} of a ${place.op}`, pattern, place] as const))(
    "%s: a lesson and an exercise that are there",
    (_, pattern, place) => {
      const { advice, lesson, exercise } = patternWords(pattern, place);
      expect(advice).not.toBe("");
      expect(existsSync(`${root}content/lessons/${lesson}.mdx`)).toBe(true);
      expect(existsSync(`${root}exercises/${exercise}/exercise.ts`)).toBe(true);
    },
  );

  it("has an example of every kind that costs something", () => {
    const free = ["none", "broadcast"];
    const kinds: readonly string[] = profileSchema.shape.accesses.element.options[0].shape.pattern.shape.kind.options;
    expect(new Set(patternCases.map(({ pattern }) => pattern.kind))).toEqual(new Set(kinds.filter((kind) => !free.includes(kind))));
  });
});

it.each<[Pattern, string]>([
  [{ kind: "stride", elements: 1 }, "stride of 1 element"],
  [{ kind: "stride", elements: -32 }, "stride of −32 elements"],
  [{ kind: "column-walk", strideBytes: 16384, lanesPerRow: 1 }, "column walk, 16,384 bytes from lane to lane"],
  [{ kind: "column-walk", strideBytes: 1024, lanesPerRow: 4 }, "column walk, 4 lanes to a row and 1,024 bytes to the next"],
  [{ kind: "conflict", ways: 8, strideWords: 8 }, "8-way conflict, 8 words from lane to lane"],
  [{ kind: "divergent-tail", lanes: 1 }, "1 lane of 32 active"],
])("%o is called %s", (pattern, name) => {
  expect(patternWords(pattern, { op: "load", space: "global" }).name).toBe(name);
});

it.each([
  ["a single thread", 1, 31 / 32, ""],
  ["a halo", 640, 0.02, ""],
  ["the tail of a reduction", 640, 0.11, ""],
  ["one value per warp, many times", 640, 0.4, "Full warps would save 40 % of the launch’s requests. A whole request moves one value"],
])("idle lanes of %s, %i requests of which %d could be saved: %s", (_, requests, idleShare, advice) => {
  const counts = { space: "global", requests, activeLanes: requests } as SiteCounts;
  const words = accessPatternWords({ pattern: { kind: "divergent-tail", lanes: 1 }, op: "load", counts, idleShare });
  expect(words.advice.slice(0, advice.length || undefined)).toBe(advice);
});

it("is silent about accesses without excess", () => {
  for (const kind of ["none", "broadcast"] as const)
    expect(patternWords({ kind }, { op: "load", space: "global" })).toEqual({ name: kind, advice: "" });
});
