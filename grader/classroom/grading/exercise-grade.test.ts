import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resultOf, type CheckResult } from "#judge/result.ts";
import { assignedExercise, verdictOf } from "#testing/example-class.ts";
import { exactShares, exerciseGrade, hundredths } from "./exercise-grade.ts";

const copy = assignedExercise("copy");
const walk = assignedExercise("walk");
const graded = (assigned: typeof copy, source: string) => {
  const job = { exercise: assigned.id, exerciseVersion: "v1", source, wrongSources: {} };
  return exerciseGrade(assigned, { exercise: assigned.id, source }, verdictOf(job));
};

describe("the points of an exercise", () => {
  it.each([
    // right in two cases for a point each, cost in one for three: 2 of 5.
    ["by the exercise's own weights", copy, { pass: 10, fail: 4, threw: 0, slow: 0, fault: null }],
    // right in two cases for a point each, cost in one for two: 2 of 4.
    ["by the assignment's weights", walk, { pass: 20, fail: 10, threw: 0, slow: 0, fault: null }],
    ["by one check alone", { ...walk, checks: { cost: 1 } }, { pass: 20, fail: 0, threw: 0, slow: 0, fault: null }],
    ["to hundredths", { ...copy, points: 10, checks: { right: 1, cost: 1 } }, { pass: 10, fail: 6.67, threw: 0, slow: 0, fault: null }],
  ] as const)("are shared %s", (_, assigned, expected) => {
    for (const [source, points] of Object.entries(expected)) expect([source, graded(assigned, source).points]).toEqual([source, points]);
  });

  it("are listed by check, including those that the assignment hides", () => {
    expect(graded(walk, "fail").checks).toEqual([
      { id: "right", case: "small", points: 5, maxPoints: 5, visibility: "visible" },
      { id: "right", case: "hidden-1", points: 5, maxPoints: 5, visibility: "hidden" },
      { id: "cost", case: "small", points: 0, maxPoints: 10, visibility: "hidden" },
    ]);
  });

  it("do not list checks without weight", () => {
    expect(graded({ ...walk, checks: { cost: 1, right: 0 } }, "pass").checks.map(({ id }) => id)).toEqual(["cost"]);
  });

  it.each([
    ["as a whole", undefined, 7.5],
    ["as a whole of what counts, where the assignment weighs no cost", { right: 1 }, 15],
    ["not at all without whole correctness", { once: 1 }, 7.5],
  ])("are those of a drawn case %s", (_, checks, points) => {
    const found = [
      ["right", "correctness", "pass"],
      ["once", "correctness", checks && "once" in checks ? "fail" : "pass"],
      ["cost", "cost", "fail"],
    ] as const;
    const inCase = (id: string): CheckResult[] =>
      found.map(([check, kind, verdict]) => {
        const isOfShown = id === "small";
        const held = isOfShown ? "pass" : verdict;
        const earned = held === "pass" && isOfShown ? 1 : 0;
        return { id: check, kind, title: check, case: id, verdict: held, points: earned, maxPoints: 1, message: "", visibility: "visible" };
      });
    const result = resultOf(
      { exercise: "copy", exerciseVersion: "v1" },
      { status: "fail", score: 0, maxScore: 0, checks: [...inCase("small"), ...inCase("hidden-1")], metrics: [] },
    );
    const assigned = { ...copy, points: 15, ...(checks && { checks }) };
    expect(exerciseGrade(assigned, { exercise: "copy", source: "" }, result).points).toBe(points);
  });

  it.each([
    [1.005, 1.01],
    [2.675, 2.68],
    [10 / 3, 3.33],
    [0, 0],
  ])("%d is rounded to %d", (exact, rounded) => expect(hundredths(exact)).toBe(rounded));
});

it("the shares of checks add up to the points exactly, and none is off by a hundredth", () => {
  expect(exactShares(10, [1, 1, 1])).toEqual([3.34, 3.33, 3.33]);
  const weights = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), weights, (cents, weights) => {
      const shares = exactShares(cents / 100, weights).map((share) => Math.round(share * 100));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (const [i, share] of shares.entries()) expect(Math.abs(share - (cents * weights[i]!) / total)).toBeLessThan(1 + 1e-9);
    }),
  );
});
