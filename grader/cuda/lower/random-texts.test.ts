import { describe, expect, it } from "vitest";
import { randomProgram } from "#testing/cuda/texts/random-program.ts";
import recorded from "#testing/cuda/texts/recorded.json" with { type: "json" };
import { hashOf, runText } from "#testing/cuda/texts/run-text.ts";

describe("random kernels leave the bytes that the same text leaves as compiled by g++", () => {
  it("are the texts that were compiled", () => {
    for (const { seed, text } of recorded) {
      const own = hashOf(new TextEncoder().encode(randomProgram(seed)));
      expect(own, `seed ${seed}: run record.ts after a change of the generator`).toBe(text);
    }
  });

  it("give the same results", () => {
    const different = recorded
      .filter(({ seed, results }) => hashOf(runText(randomProgram(seed), seed)) !== results)
      .map(({ seed }) => seed);
    expect(different).toEqual([]);
  });
});
