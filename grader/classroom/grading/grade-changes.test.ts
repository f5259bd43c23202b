import { describe, expect, it } from "vitest";
import type { Assignment } from "../assignment/assignment.ts";
import type { Submission } from "../submission/submission.ts";
import { assignment, folders, handIn, verdictOf } from "#testing/example-class.ts";
import type { ClassGrades } from "./class-grades.ts";
import { gradeChanges, type Cause } from "./grade-changes.ts";
import { gradeClass } from "./grade-class.ts";
import { graderVersion } from "./grader-version.ts";
import { planClass, type Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";

interface Grading {
  readonly submissions?: readonly Submission[];
  readonly assignment?: Assignment;
  readonly version?: string;
  /** Sources that are judged as others are. */
  readonly judgedAs?: Readonly<Record<string, string>>;
}

const CLASS = [
  handIn("ada", { copy: "pass", walk: "pass" }),
  handIn("bob", { copy: "fail", walk: "pass" }),
  handIn("cem", { copy: "fail", walk: "fail" }, 30),
  handIn("dan", { walk: "pass" }),
];

function graded({ submissions = CLASS, assignment: given = assignment, version, judgedAs = {} }: Grading = {}): Promise<ClassGrades> {
  const assigned = folders(version).map((folder, i) => ({ ...folder, assigned: given.exercises[i] ?? folder.assigned }));
  const plan = planClass(given, assigned.slice(0, given.exercises.length), { submissions, problems: [] });
  return gradeClass(plan, async ({ job }: Task) => {
    const result = verdictOf({ ...job, source: judgedAs[job.source] ?? job.source });
    return result.status === "fault" ? undefined : (result satisfies SettledResult);
  });
}

/** Who changes, from what to what, and by which causes an exercise; "late" where lateness is one. */
async function changes(before: Grading, after: Grading) {
  const { changed, unchanged, joined, left } = gradeChanges(await graded(before), await graded(after));
  return {
    changed: changed.map(({ student, score, exercises, lateness }) => [
      student.id,
      score.from,
      score.to,
      ...exercises.map(({ exercise, causes }) => `${exercise}: ${causes.map(kindOf).join(", ")}`),
      ...(lateness ? ["late"] : []),
    ]),
    unchanged,
    joined: joined.map(({ student }) => student.id),
    left: left.map(({ student }) => student.id),
  };
}

const kindOf = ({ kind }: Cause): string => kind;
const [copy, walk] = assignment.exercises;
const withExercises = (...exercises: Assignment["exercises"]): Grading => ({ assignment: { ...assignment, exercises } });
const handIns = (...others: Submission[]): Grading => ({
  submissions: CLASS.map((handIn) => others.find(({ student }) => student.id === handIn.student.id) ?? handIn),
});

// bob has 4 of 10 for copy and 20 for walk; cem 4 and 10, a fifth of it lost by two days.
describe("the students whose score changes", () => {
  it.each<[string, Grading, Grading, unknown[]]>([
    ["nobody, where nothing changed", {}, {}, []],
    [
      "those whom a corrected exercise helps",
      {},
      { version: "v2", judgedAs: { fail: "pass" } },
      [
        ["bob", 24, 30, "copy: exercise"],
        ["cem", 11.2, 24, "copy: exercise", "walk: exercise"],
      ],
    ],
    ["nobody, where a new version judges all alike", {}, { version: "v2" }, []],
    [
      "those with points in what is worth more",
      {},
      withExercises({ ...copy, points: 20 }, walk),
      [
        ["ada", 30, 40, "copy: points"],
        ["bob", 24, 28, "copy: points"],
        ["cem", 11.2, 14.4, "copy: points"],
      ],
    ],
    [
      "those whose checks weigh otherwise",
      {},
      withExercises({ ...copy, checks: { cost: 1 } }, walk),
      [
        ["bob", 24, 20, "copy: weights"],
        ["cem", 11.2, 8, "copy: weights"],
      ],
    ],
    [
      "by points and by the exercise at once",
      {},
      { ...withExercises({ ...copy, points: 20 }, walk), version: "v2", judgedAs: { fail: "pass" } },
      [
        ["ada", 30, 40, "copy: points"],
        ["bob", 24, 40, "copy: points, exercise"],
        ["cem", 11.2, 32, "copy: points, exercise", "walk: exercise"],
      ],
    ],
    [
      "those who were late, by a kinder policy",
      {},
      { assignment: { ...assignment, late: { policy: "none" } } },
      [["cem", 11.2, 14, "late"]],
    ],
    [
      "those whom other hidden cases catch",
      {},
      { assignment: { ...assignment, secret: "another secret, as long" }, judgedAs: { pass: "fail" } },
      [
        ["ada", 30, 14, "copy: hidden-cases", "walk: hidden-cases"],
        ["bob", 24, 14, "walk: hidden-cases"],
        ["dan", 20, 10, "walk: hidden-cases"],
      ],
    ],
    [
      "those of whom another hand-in counts",
      {},
      handIns(handIn("bob", { copy: "pass", walk: "pass" }, 1)),
      [["bob", 24, 27, "copy: another-answer", "late"]],
    ],
    [
      "those whose answer came to be there",
      {},
      handIns(handIn("dan", { copy: "fail", walk: "pass" })),
      [["dan", 20, 24, "copy: another-answer"]],
    ],
    [
      "those whose fault was mended",
      { judgedAs: { fail: "fault" } },
      {},
      [
        ["bob", null, 24, "copy: fault-mended"],
        ["cem", null, 11.2, "copy: fault-mended", "walk: fault-mended"],
      ],
    ],
    [
      "those at whom the grader fails now",
      {},
      { judgedAs: { fail: "fault" } },
      [
        ["bob", 24, null, "copy: fault"],
        ["cem", 11.2, null, "copy: fault", "walk: fault"],
      ],
    ],
    [
      "those with points in what is no longer assigned",
      {},
      withExercises(copy),
      [
        ["ada", 30, 10, "walk: no-longer-assigned"],
        ["bob", 24, 4, "walk: no-longer-assigned"],
        ["cem", 11.2, 3.2, "walk: no-longer-assigned"],
        ["dan", 20, 0, "walk: no-longer-assigned"],
      ],
    ],
    [
      "those whom the same grader judges otherwise, which is odd",
      {},
      { judgedAs: { fail: "pass" } },
      [
        ["bob", 24, 30, "copy: judged-anew"],
        ["cem", 11.2, 24, "copy: judged-anew", "walk: judged-anew"],
      ],
    ],
  ])("are %s", async (_, before, after, expected) => {
    const { changed, unchanged } = await changes(before, after);
    expect(changed).toEqual(expected);
    expect(unchanged).toBe(CLASS.length - expected.length);
  });

  it("are named with the version of the grader where that changed", async () => {
    const former = { ...(await graded()), graderVersion: "older" };
    const { changed } = gradeChanges(former, await graded({ judgedAs: { fail: "threw" } }));
    expect(changed[0].exercises[0].causes).toEqual([{ kind: "grader", from: "older", to: graderVersion() }]);
  });

  it("are apart from those who join and those who leave", async () => {
    const eve = handIn("eve", { copy: "pass" });
    const now: Grading = { submissions: [...CLASS.slice(1), eve] };
    expect(await changes({}, now)).toEqual({ changed: [], unchanged: 3, joined: ["eve"], left: ["ada"] });
  });

  it("are told what could be had when that changes, even where nobody's score does", async () => {
    const nothing = { submissions: [handIn("ada", {})] };
    const { changed, maxScore } = gradeChanges(
      await graded(nothing),
      await graded({ ...nothing, ...withExercises({ ...copy, points: 20 }, walk) }),
    );
    expect({ changed, maxScore }).toEqual({ changed: [], maxScore: { from: 30, to: 40 } });
  });
});
