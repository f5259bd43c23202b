import { describe, expect, test } from "vitest";
import { sectorMistakes, wavefrontMistakes, type Mistake } from "./counting-mistakes.ts";

const about = (mistakes: readonly Mistake[], given: number): string => mistakes.find((mistake) => mistake.given === given)?.says ?? "";

describe("sectors", () => {
  // Five sectors: a warp of floats that starts in the middle of one.
  const late = sectorMistakes({ offset: 4 });
  test.each([
    [2, "blocks of 128 bytes"],
    [8, "no lane wants a byte"],
    [32, "one per lane"],
    [4, "side by side"],
    [1, "One is the request"],
    [128, "bytes that the lanes want"],
    [6, "counts once"],
  ])("%i is answered by the thought behind it", (given, thought) => expect(about(late, given)).toContain(thought));

  test("the right number is no mistake, and no number has two thoughts", () => {
    for (const pattern of [{}, { stride: 2 }, { stride: 32 }, { offset: 4 }, { bytesPerElement: 16 as const }, { stride: 0 }]) {
      const given = sectorMistakes(pattern).map((mistake) => mistake.given);
      expect(new Set(given).size).toBe(given.length);
    }
    expect(about(late, 5)).toBe("");
  });
});

describe("wavefronts", () => {
  test.each([
    [34, 1, "a bank of its own"],
    [34, 32, "one per lane"],
    [34, 16, "banks are in use"],
    [8, 7, "too many"],
    [8, 4, "banks are in use"],
  ])("stride %i: %i is answered by the thought behind it", (stride, given, thought) =>
    expect(about(wavefrontMistakes({ stride }), given)).toContain(thought),
  );

  test("a lane of 16 bytes uses four banks", () => {
    const everySecond = wavefrontMistakes({ stride: 2, bytesPerLane: 16 });
    expect(about(everySecond, 16)).toContain("banks are in use");
    expect(about(everySecond, 4)).not.toContain("banks are in use");
  });
});
