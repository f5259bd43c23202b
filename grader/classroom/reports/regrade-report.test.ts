import { describe, expect, it } from "vitest";
import { parse } from "csv-parse/sync";
import { folders, assignment, handIn, verdictOf } from "#testing/example-class.ts";
import { gradedClass } from "../grading/class-grades.ts";
import { gradeChanges, type Cause } from "../grading/grade-changes.ts";
import { handInRecordOf } from "../grading/manifest.ts";
import { planClass, type Task } from "../grading/plan.ts";
import type { RegradeReport } from "../grading/regrade.ts";
import type { SettledResult } from "../grading/verdict-schema.ts";
import type { Submission } from "../submission/submission.ts";
import { regradeCsv, regradeMarkdown } from "./regrade-report.ts";

const verdictOn = async ({ job }: Task): Promise<SettledResult> => verdictOf(job) as SettledResult;
const graded = (submissions: readonly Submission[], given = assignment) => {
  const { head, students } = gradedClass(planClass(given, folders(), { submissions, problems: [] }), verdictOn);
  return { head, students: students() };
};

const bob = handIn("bob", { copy: "fail" });
const formula = handIn('=1+1|"x"\n', { copy: "pass" }, 30);

/** The report on a more lenient policy, a new student, a student who is gone, and one who gives another answer. */
async function report(): Promise<RegradeReport> {
  const before = graded([bob, formula, handIn("zoe", { copy: "pass" })]);
  const better = handIn("bob", { copy: "pass" }, -1);
  const now = graded([better, formula, handIn("amy", { copy: "threw" })], { ...assignment, late: { policy: "none" } });
  return { changes: await gradeChanges(before, now), head: now.head, unknown: [better], gone: [handInRecordOf(bob)] };
}

describe("the report of a regrade", () => {
  it("names in Markdown the students whose score changes, why, and the others", async () => {
    expect(regradeMarkdown(await report())).toBe(`# Coalescing · regrade

2 students get another score. 0 students keep theirs.

| Student | Score | Why |
| --- | --- | --- |
| \\=1+1\\|"X" (=1+1\\|"x" ) | 8 → 10 | lateness: 2 days late, × 0.8 → 2 days late, × 1 |
| BOB (bob) | 4 → 10 | copy 4 → 10: another answer counts |

## Students who aren't in the previous results

- AMY (amy): 0

## Students in the previous results who handed in nothing this time

- ZOE (zoe): had 10

## Hand-ins that aren't in the previous results: the time that they claim now counts

- BOB (bob): bob.json, 24 October 2026, 22:59 (Europe/Berlin)

## Hand-ins in the previous results that are no longer here

- bob: bob.json, 24 October 2026, 23:59 (Europe/Berlin)
`);
  });

  it.each<[Cause, string]>([
    [{ kind: "hidden-cases", from: 3, to: 3 }, "other hidden cases were drawn"],
    [{ kind: "hidden-cases", from: undefined, to: 2 }, "other hidden cases were drawn"],
    [{ kind: "hidden-cases", from: 3, to: 2 }, "there are 2 hidden cases, and were 3"],
    [{ kind: "personal-cases", from: 0, to: 1 }, "each student has 1 case of their own, and had 0"],
  ])("says of cases whether there are others, or fewer: %j", async (cause, reason) => {
    const { changes, ...rest } = await report();
    const changed = changes.changed.map((student) => ({
      ...student,
      exercises: student.exercises.map((exercise) => ({ ...exercise, causes: [cause] })),
    }));
    expect(regradeMarkdown({ ...rest, changes: { ...changes, changed } })).toContain(`| copy 4 → 10: ${reason} |`);
  });

  it("has one CSV row per reason, and no formulas", async () => {
    const rows = parse(regradeCsv(await report()), { bom: true }) as string[][];
    expect(rows).toEqual([
      ["student_id", "name", "previous_score", "score", "exercise", "previous_points", "points", "why"],
      [`'=1+1|"x"\n`, `'=1+1|"X"\n`, "8", "10", "", "", "", "lateness: 2 days late, × 0.8 → 2 days late, × 1"],
      ["bob", "BOB", "4", "10", "copy", "4", "10", "another answer counts"],
      ["amy", "AMY", "none", "0", "", "", "", "not in the previous results"],
      ["zoe", "ZOE", "10", "none", "", "", "", "nothing of theirs is here now"],
    ]);
  });

  it("says that nothing changes if nothing does", async () => {
    const changes = await gradeChanges(graded([bob]), graded([bob]));
    const nothing = regradeMarkdown({ changes, head: graded([bob]).head, unknown: [], gone: [] });
    expect(nothing).toBe("# Coalescing · regrade\n\n0 students get another score. 1 student keeps theirs.\n");
  });
});
