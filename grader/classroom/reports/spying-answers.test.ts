import { describe, expect, test } from "vitest";
import wholeCopy from "#exercises/straight-copy/exercise.ts";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import type { AssignedFolder } from "#classroom/assignment/assigned-course.ts";
import { gradeClass } from "#classroom/grading/class-grades.ts";
import { planClass } from "#classroom/grading/plan.ts";
import type { SettledResult } from "#classroom/grading/verdict-schema.ts";
import { grade } from "#judge/grade.ts";
import { handIn } from "#testing/example-class.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";
import { studentFiles } from "./student-files.ts";

/** Two visible cases are enough to tell them from hidden ones, and make a hundred and sixty gradings fast. */
const copy = withoutFullSize(wholeCopy);

const folder = (assigned: AssignedFolder["assigned"]): AssignedFolder => ({ assigned, version: "v", exercise: copy, files: new Map() });

/** Everything that a student receives for an answer in an assignment with this secret. */
async function received(source: string, secret: string, more = ""): Promise<ReadonlyMap<string, string>> {
  const assignment = readAssignment(
    `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
secret: ${secret}
hiddenCases: 3
${more}
exercises: [{ id: straight-copy, points: 10 }]
`,
    "week-1.yaml",
  );
  const plan = planClass(assignment, assignment.exercises.map(folder), {
    submissions: [handIn("ada", { "straight-copy": source })],
    problems: [],
  });
  const grades = await gradeClass(plan, ({ job }) => Promise.resolve(grade(job, copy, () => undefined) as SettledResult));
  const [ada] = grades.students;
  return studentFiles(ada!, grades, new Map());
}

/** The facts that an answer knows when it is called, as expressions. */
const KNOWN: Readonly<Record<string, string>> = {
  "the size": "s.n",
  "the threads of a block": "t.blockDim.x",
  "the blocks of the grid": "t.gridDim.x",
  "the cases before": "seen.join()",
};

/**
 * Ways to leak them: the behaviour of `read` in a hidden case, or in the visible one that used to come last. `what` is the fact to leak.
 */
const TELLING: Readonly<Record<string, string>> = {
  "throws it as a message": "if (isHidden) throw new Error(String(what));",
  "throws it as a name": 'if (isHidden) throw { name: String(what), message: "m" };',
  "throws it as a line": 'if (isHidden) throw { name: "E", message: "", stack: "answer.ts:" + what + ":1" };',
  "throws it as a line that there is":
    'if (isHidden) throw { name: "E", message: "", stack: "answer.ts:" + (1 + (Number(what) % 9 || 0)) + ":1" };',
  "returns it as a string": "if (isHidden) return String(what);",
  "returns it as a fraction": "if (isHidden) return Number(what) + 0.5;",
  "returns it as an element": "if (isHidden) return Number(what) || 0;",
  "leaves out as many elements": "if (isHidden && i >= (Number(what) || 0) % 7) return null;",
  "reads that far outside": "if (isHidden) return s.n + (Number(what) || 0);",
  "prints it": "console.log(what); if (isHidden) throw 1;",
  "throws it in the last visible case": "if (isLast && seen.length > 2) throw new Error(String(told));",
  "leaves out as many elements in the last visible case": "if (isLast && told !== undefined && i < (Number(told) || 0)) return null;",
  "keeps it on the global object": "(globalThis as any).told = what; if (isLast) throw new Error(String((globalThis as any).told));",
  "ends in different ways": 'if (isHidden) { if (Number(what) % 2) throw 1; return "no"; }',
  "takes as many turns": "if (isHidden) for (let turn = 0; turn < (Number(what) || 0); turn++) calls++;",
  "prints as many lines": "if (isHidden && i === 0) for (let line = 0; line < (Number(what) || 0) % 90; line++) console.log(line);",
  "breaks as many checks": "if (isHidden && Number(what) > i) return (Number(what) || 0) % 3 === 0 ? i * 8 : -1;",
  "throws what tells it when it is printed": "if (isHidden) throw { toString: () => String(what), get message() { return what; } };",
  "throws as deep":
    "if (isHidden) { const fall = (n: number): never => { if (n > 0) fall(n - 1); throw new Error(); }; fall(Number(what) % 50 || 0); }",
  "remembers in hidden cases": "if (isHidden) return calls++ % (1 + (Number(what) % 5 || 0));",
};

const spy = (known: string, telling: string): string => `
const visible = [64, 1000];
const seen: number[] = [];
let told: unknown;
let calls = 0;
const index = (t: any, s: any) => {
  const i = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
  return i < s.n ? i : null;
};
export const write = index;
export function read(t: any, s: any): any {
  const i = index(t, s);
  if (i === null) return null;
  if (!seen.includes(s.n)) seen.push(s.n);
  const isHidden = !visible.includes(s.n);
  const isLast = s.n === 1000;
  const what: any = ${known};
  if (isHidden) told = what;
  try { ${telling.startsWith("(globalThis") ? telling : ""} } catch (error) { if (isLast) throw error; }
  ${telling.startsWith("(globalThis") ? "" : telling}
  return i;
}
`;

const spies = Object.entries(KNOWN).flatMap(([what, known]) =>
  Object.entries(TELLING).map(([how, telling]) => [what, how, spy(known, telling)] as const),
);

describe("a student learns nothing of hidden cases from an answer that", () => {
  test("is one of at least forty", () => expect(spies.length).toBeGreaterThanOrEqual(40));

  test.each(spies)("tells %s: it %s", async (_what, _how, source) => {
    const one = await received(source, "one secret of some length");
    const other = await received(source, "quite another secret");
    expect([...one.keys()]).toEqual([...other.keys()]);
    for (const [file, text] of one) expect(`${file}: ${text}`).toBe(`${file}: ${other.get(file)}`);
  });

  test("is right: there are hidden cases, and they hold", async () => {
    const files = await received(spy("0", ""), "one secret of some length");
    expect(files.get("feedback.md")).toContain("Hidden case 3");
    expect(files.get("straight-copy.json")).toContain('"status": "pass"');
  });
});

test("a student sees the failures in a case of their own", async () => {
  const files = await received(
    "export const read = (t: Thread, s: { n: number }) => (t.threadIdx.x < s.n && s.n < 1001 ? t.blockIdx.x * t.blockDim.x + t.threadIdx.x : null);\nexport const write = read;",
    "one secret of some length",
    "personalCases: 1",
  );
  const { checks } = JSON.parse(files.get("straight-copy.json") ?? "") as { checks: { case: string; id: string; message: string }[] };
  const own = checks.filter((check) => check.case === "personal-1");
  expect(own.map(({ id }) => id)).toContain("every-element");
  expect(own.map(({ message }) => message).join(" ")).toMatch(/Element \d+ of `out` is never written/);
});
