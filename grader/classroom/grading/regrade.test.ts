import { describe, expect, it } from "vitest";
import type { Submission } from "../submission/submission.ts";
import { handIn } from "#testing/example-class.ts";
import { handInRecordOf } from "./manifest.ts";
import { keepTimes } from "./regrade.ts";

const EXERCISES = ["copy", "walk"];
const NOBODY: ReadonlySet<string> = new Set();

/** The times that a regrade gives to hand-ins, by the hand-ins of the previous results. */
function regraded(now: readonly Submission[], before: readonly Submission[], { exercises = EXERCISES, received = NOBODY } = {}) {
  const records = before.map(handInRecordOf);
  const { collected, unknown, gone } = keepTimes({ submissions: now, problems: [] }, records, { exercises, received });
  return {
    times: collected.submissions.map(({ origin, handedInAt }) => [origin, hoursLate(handedInAt ?? 0)]),
    unknown: unknown.map(({ origin }) => origin),
    gone: gone.map(({ origin }) => origin),
  };
}

const DUE = handIn("", {}).handedInAt ?? 0;
const hoursLate = (instant: number): number => (instant - DUE) / 3_600_000;
const from = (origin: string, submission: Submission): Submission => ({ ...submission, origin });

const ada = handIn("ada", { copy: "first", walk: "first" }, -10);

describe("the time of a hand-in", () => {
  it.each<[string, Submission]>([
    ["the file's date changed", handIn("ada", { copy: "first", walk: "first" }, 500)],
    ["the file was moved", from("late/ada.json", handIn("ada", { copy: "first", walk: "first" }, 500))],
    ["the answers are in another order", handIn("ada", { walk: "first", copy: "first" }, 500)],
  ])("stays when %s", (_, now) => {
    expect(regraded([now], [ada])).toEqual({ times: [[now.origin, -10]], unknown: [], gone: [] });
  });

  it("stays when an exercise is no longer assigned, so that its answer is not read", () => {
    expect(regraded([handIn("ada", { copy: "first" }, 500)], [ada], { exercises: ["copy"] }).times).toEqual([["ada.json", -10]]);
  });

  it.each<[string, Submission]>([
    ["another answer", handIn("ada", { copy: "second", walk: "first" }, 500)],
    ["a missing answer", handIn("ada", { copy: "first" }, 500)],
    ["the same answers of another student", handIn("bob", { copy: "first", walk: "first" }, 500)],
  ])("is the one that it claims for %s, which is reported as unknown", (_, now) => {
    expect(regraded([now], [ada])).toEqual({ times: [[now.origin, 500]], unknown: [now.origin], gone: ["ada.json"] });
  });

  it("is the one that the instructor gives, if they give one", () => {
    const now = handIn("ada", { copy: "first", walk: "first" }, 7);
    expect(regraded([now], [ada], { received: new Set(["ada"]) })).toEqual({ times: [["ada.json", 7]], unknown: [], gone: [] });
  });

  it("is matched by the file name if the same answers were handed in twice", () => {
    const early = from("a.json", ada);
    const late = from("b.json", handIn("ada", { copy: "first", walk: "first" }, 30));
    const movedLate = from("b.json", { ...late, handedInAt: DUE });
    const moved = [movedLate, from("a.json", { ...early, handedInAt: DUE })];
    expect(regraded(moved, [early, late]).times).toEqual([
      ["a.json", -10],
      ["b.json", 30],
    ]);
    expect(regraded([...moved, from("c.json", late)], [early, late])).toMatchObject({ unknown: ["c.json"], gone: [] });
    expect(regraded([movedLate], [early, late])).toMatchObject({ times: [["b.json", 30]], gone: ["a.json"] });
  });

  it("leaves hand-ins of the same time in their order", () => {
    const first = from("z.json", handIn("ada", { copy: "1" }));
    const second = from("y.json", handIn("ada", { copy: "2" }));
    const readNow = [second, first, from("x.json", handIn("ada", { copy: "3" }))];
    expect(regraded(readNow, [first, second]).times.map(([origin]) => origin)).toEqual(["z.json", "y.json", "x.json"]);
  });
});
