import { describe, expect, it } from "vitest";
import type { Assignment } from "../assignment/assignment.ts";
import type { Submission } from "../submission/submission.ts";
import { assignedExercise, assignment, folders, handIn, verdictOf } from "#testing/example-class.ts";
import { gradedClass, type ClassHead, type StudentGrade } from "./class-grades.ts";
import { gradeChanges, type Cause } from "./grade-changes.ts";
import { graderVersion } from "./grader-version.ts";
import { planClass, type Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";

interface Graded {
  readonly head: ClassHead;
  readonly students: AsyncIterable<StudentGrade>;
}

interface Grading {
  readonly submissions?: readonly Submission[];
  readonly assignment?: Assignment;
  readonly version?: string;
  /** Sources that are judged like others. */
  readonly judgedAs?: Readonly<Record<string, string>>;
}

const CLASS = [
  handIn("ada", { copy: "pass", walk: "pass" }),
  handIn("bob", { copy: "fail", walk: "pass" }),
  handIn("cem", { copy: "fail", walk: "fail" }, 30),
  handIn("dan", { walk: "pass" }),
];

function graded({ submissions = CLASS, assignment: given = assignment, version, judgedAs = {} }: Grading = {}): Graded {
  const assigned = folders(version).map((folder, i) => ({ ...folder, assigned: given.exercises[i] ?? folder.assigned }));
  const plan = planClass(given, assigned.slice(0, given.exercises.length), { submissions, problems: [] });
  const { head, students } = gradedClass(plan, async ({ job }: Task) => {
    const result = verdictOf({ ...job, source: judgedAs[job.source] ?? job.source });
    return result.status === "fault" ? undefined : (result satisfies SettledResult);
  });
  return { head, students: students() };
}

/** The students whose score changes, with both scores, and the causes per exercise; "late" if lateness is one. */
async function changes(before: Grading, after: Grading) {
  const { changed, unchanged, joined, left } = await gradeChanges(graded(before), graded(after));
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
const copy = assignedExercise("copy");
const walk = assignedExercise("walk");
const withExercises = (...exercises: Assignment["exercises"]): Grading => ({ assignment: { ...assignment, exercises } });
const handIns = (...others: Submission[]): Grading => ({
  submissions: CLASS.map((handIn) => others.find(({ student }) => student.id === handIn.student.id) ?? handIn),
});

// bob has 4 of 10 for copy and 20 for walk; cem 4 and 10, a fifth of it lost by two days.
describe("students whose score changes", () => {
  it.each<[string, Grading, Grading, unknown[]]>([
    ["nobody, when nothing changed", {}, {}, []],
    [
      "those whom a corrected exercise helps",
      {},
      { version: "v2", judgedAs: { fail: "pass" } },
      [
        ["bob", 24, 30, "copy: exercise"],
        ["cem", 11.2, 24, "copy: exercise", "walk: exercise"],
      ],
    ],
    ["nobody, when a new version gives the same verdicts", {}, { version: "v2" }, []],
    [
      "those with points in an exercise that is worth more now",
      {},
      withExercises({ ...copy, points: 20 }, walk),
      [
        ["ada", 30, 40, "copy: points"],
        ["bob", 24, 28, "copy: points"],
        ["cem", 11.2, 14.4, "copy: points"],
      ],
    ],
    [
      "those whose checks have other weights",
      {},
      withExercises({ ...copy, checks: { cost: 1 } }, walk),
      [
        ["bob", 24, 20, "copy: weights"],
        ["cem", 11.2, 8, "copy: weights"],
      ],
    ],
    [
      "those who are affected by new points, a new exercise, or both",
      {},
      { ...withExercises({ ...copy, points: 20 }, walk), version: "v2", judgedAs: { fail: "pass" } },
      [
        ["ada", 30, 40, "copy: points"],
        ["bob", 24, 40, "copy: points, exercise"],
        ["cem", 11.2, 32, "copy: points, exercise", "walk: exercise"],
      ],
    ],
    [
      "those who were late, by a more lenient policy",
      {},
      { assignment: { ...assignment, late: { policy: "none" } } },
      [["cem", 11.2, 14, "late"]],
    ],
    [
      "those who fail other hidden cases",
      {},
      { assignment: { ...assignment, secret: "another secret, as long" }, judgedAs: { pass: "fail" } },
      [
        ["ada", 30, 14, "copy: hidden-cases", "walk: hidden-cases"],
        ["bob", 24, 14, "walk: hidden-cases"],
        ["dan", 20, 10, "walk: hidden-cases"],
      ],
    ],
    [
      "those who fail a case of their own",
      {},
      { assignment: { ...assignment, personalCases: 1 }, judgedAs: { pass: "fail" } },
      [
        ["ada", 30, 14, "copy: personal-cases", "walk: personal-cases"],
        ["bob", 24, 14, "walk: personal-cases"],
        ["dan", 20, 10, "walk: personal-cases"],
      ],
    ],
    [
      "those for whom another hand-in counts",
      {},
      handIns(handIn("bob", { copy: "pass", walk: "pass" }, 1)),
      [["bob", 24, 27, "copy: another-answer", "late"]],
    ],
    ["those who have an answer now", {}, handIns(handIn("dan", { copy: "fail", walk: "pass" })), [["dan", 20, 24, "copy: another-answer"]]],
    [
      "those whose answers the grader no longer fails at",
      { judgedAs: { fail: "fault" } },
      {},
      [
        ["bob", null, 24, "copy: fault-resolved"],
        ["cem", null, 11.2, "copy: fault-resolved", "walk: fault-resolved"],
      ],
    ],
    [
      "those whose answers the grader fails at now",
      {},
      { judgedAs: { fail: "fault" } },
      [
        ["bob", 24, null, "copy: fault"],
        ["cem", 11.2, null, "copy: fault", "walk: fault"],
      ],
    ],
    [
      "those with points in an exercise that is no longer assigned",
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
      "those whom the same grader judges differently, which should not happen",
      {},
      { judgedAs: { fail: "pass" } },
      [
        ["bob", 24, 30, "copy: unexplained"],
        ["cem", 11.2, 24, "copy: unexplained", "walk: unexplained"],
      ],
    ],
  ])("are %s", async (_, before, after, expected) => {
    const { changed, unchanged } = await changes(before, after);
    expect(changed).toEqual(expected);
    expect(unchanged).toBe(CLASS.length - expected.length);
  });

  it("have the version of the grader as a cause when it changed", async () => {
    const { head, students } = graded();
    const former = { head: { ...head, graderVersion: "older" }, students };
    const { changed } = await gradeChanges(former, graded({ judgedAs: { fail: "threw" } }));
    expect(changed[0]?.exercises[0]?.causes).toEqual([{ kind: "grader", from: "older", to: graderVersion() }]);
  });

  it("do not include those who join or leave", async () => {
    const eve = handIn("eve", { copy: "pass" });
    const now: Grading = { submissions: [...CLASS.slice(1), eve] };
    expect(await changes({}, now)).toEqual({ changed: [], unchanged: 3, joined: ["eve"], left: ["ada"] });
  });

  it("come with the maximum score when it changes, even if no score does", async () => {
    const nothing = { submissions: [handIn("ada", {})] };
    const { changed, maxScore } = await gradeChanges(
      graded(nothing),
      graded({ ...nothing, ...withExercises({ ...copy, points: 20 }, walk) }),
    );
    expect({ changed, maxScore }).toEqual({ changed: [], maxScore: { from: 30, to: 40 } });
  });
});
