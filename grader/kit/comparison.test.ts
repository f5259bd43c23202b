import { describe, expect, it } from "vitest";
import type { Comparison } from "#judge/comparison.ts";
import { naiveAnswer } from "#judge/exercise.ts";
import { compare } from "#judge/grade.ts";
import { explainGlobal, h100, sharedCost } from "#simulator";
import { readExerciseFolder, wrongSources } from "./folder.ts";

/** The course's solution beside the naive version, or beside another file of the exercise. */
async function compared(id: string, other?: string): Promise<Comparison> {
  const { exercise, files } = await readExerciseFolder(id);
  const source = other === undefined ? wrongSources(files)[naiveAnswer(exercise)!]! : files.get(other)!;
  const outcome = compare({ exercise: id, source: files.get("solution.ts")!, other: source }, exercise, () => undefined);
  if (outcome.status !== "compared") throw new Error(`${id}: ${JSON.stringify(outcome)}`);
  return outcome;
}

describe("the access that changed is the one whose cost fell most", () => {
  it.each([
    // exercise, access, in what, factor, case that shows it best, sectors or wavefronts of the two requests
    ["straight-copy", "read", "moved", 8, "full-size", 32, 4],
    ["aos-to-soa", "x", "moved", 4, "small", 16, 4],
    ["column-read-padded", "fromTile", "moved", 32, "one-tile", 32, 1],
    ["column-read-swizzled", "column-load", "moved", 32, "one-tile", 32, 1],
    ["transpose-tiled", "write", "moved", 8, "wide", 32, 4],
    ["float4-copy", "read", "requests", 4, "whole", 4, 16],
  ])("%s: %s", async (id, access, changedIn, factor, shownCase, before, after) => {
    const { change } = await compared(id);
    expect(change).toMatchObject({ access, changedIn, case: shownCase });
    expect(change!.factor).toBeCloseTo(factor, 1);
    const cost = (request: NonNullable<Comparison["change"]>["own"]): number =>
      request.space === "global" ? explainGlobal(request, h100).sectors : sharedCost(request, h100).wavefronts;
    expect([cost(change!.other), cost(change!.own)]).toEqual([before, after]);
  });
});

it("beside an answer that is wrong, the first case is compared, and the access that goes elsewhere is shown", async () => {
  const { isOtherRight, cases, change } = await compared("straight-copy", "starter.ts");
  expect(isOtherRight).toBe(false);
  expect(cases.map(({ id }) => id)).toEqual(["one-warp-each"]);
  expect(change).toMatchObject({ changedIn: "place", factor: 1, blockIdx: { x: 1 } });
});

it("an answer beside itself has not changed", async () => {
  expect((await compared("straight-copy", "solution.ts")).change).toBeUndefined();
});
