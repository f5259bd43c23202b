import { existsSync } from "node:fs";
import path from "node:path";
import Ajv from "ajv";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import type { StudentGrade } from "../grading/class-grades.ts";
import { resultJson } from "#judge/report/result-text.ts";
import { courseRoot } from "#kit/installation.ts";
import { studentFiles } from "./student-files.ts";
import { gradedClass } from "#testing/example-graded-class.ts";

const { grades, folders } = await gradedClass();
const sourcesNamed = (file: string) => new Map([...folders].map(([id, { files }]) => [id, files.get(file) ?? ""]));
const given = { starters: sourcesNamed("starter.ts"), solutions: sourcesNamed("solution.ts") };

function studentOf(id: string): StudentGrade {
  const student = grades.students.find(({ student }) => student.id === id);
  if (!student) throw new Error(`nobody is called ${id}`);
  return student;
}

const filesOf = (id: string, solutions: ReadonlyMap<string, string> = new Map()) => studentFiles(studentOf(id), grades, solutions);

function fileOf(id: string, file: string): string {
  const text = filesOf(id).get(file);
  if (text === undefined) throw new Error(`${id} has no ${file}`);
  return text;
}

const pageOf = (text: string) => parseHTML(text).document;
const everybody = grades.students.map(({ student }) => student.id);

const sentence = { type: "string", minLength: 1 };
/** exercism.org/docs/building/tooling/test-runners/interface, version 2. A message may be left out or null where it isn't needed. */
const EXERCISM_RESULTS = {
  type: "object",
  properties: {
    version: { const: 2 },
    status: { enum: ["pass", "fail", "error"] },
    message: { type: ["string", "null"], maxLength: 65_535 },
    tests: {
      type: "array",
      items: {
        type: "object",
        properties: { name: sentence, status: { enum: ["pass", "fail", "error"] }, message: { type: ["string", "null"] } },
        required: ["name", "status"],
        if: { properties: { status: { const: "pass" } } },
        else: { properties: { message: sentence }, required: ["message"] },
        additionalProperties: false,
      },
    },
  },
  required: ["version", "status"],
  if: { properties: { status: { const: "error" } } },
  then: { properties: { message: sentence }, required: ["message"] },
  else: { required: ["tests"] },
  additionalProperties: false,
};

describe("a student's files", () => {
  test.each(everybody)("%j: no scripts on the page, headings in order, no control characters in any file", (id) => {
    const files = filesOf(id, given.solutions);
    const page = pageOf(files.get("feedback.html") ?? "");
    expect(page.querySelectorAll("script, img, iframe, link")).toHaveLength(0);
    expect(page.querySelectorAll("h1")).toHaveLength(1);
    expect(page.querySelectorAll("h2").length).toBeGreaterThanOrEqual(3);
    const ids = Array.from(page.querySelectorAll("[id]")).map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const text of files.values()) expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
  });

  test("a name that looks like markup is shown as text", () => {
    const id = "../../etc/passwd";
    expect(pageOf(fileOf(id, "feedback.html")).querySelector(".who")?.textContent).toBe(`<script>alert("x")</script> (${id})`);
    expect(fileOf(id, "feedback.md")).toContain('\\<script\\>alert("x")\\</script\\>');
    expect(pageOf(fileOf(id, "feedback.html")).querySelector(".source .blamed, .source .line")?.textContent).toBeDefined();
  });

  test("the verdict is the grader's, byte for byte, if nothing is hidden", () => {
    const bare = {
      ...grades,
      assignment: { ...grades.assignment, exercises: grades.assignment.exercises.map((one) => ({ ...one, hideChecks: [] })) },
    };
    const ada = studentOf("ada");
    const exercises = ada.exercises.map((exercise) => {
      if (exercise.result?.status !== "pass") return exercise;
      return {
        ...exercise,
        result: { ...exercise.result, checks: exercise.result.checks.filter(({ visibility }) => visibility === "visible") },
      };
    });
    const files = studentFiles({ ...ada, exercises }, bare, new Map());
    for (const { exercise, result } of exercises) expect(result && resultJson(result)).toBe(files.get(`${exercise}.json`));
  });

  test("leads on to the exercise, its lesson and the glossary, where the assignment says at which address the course is read", () => {
    const linksAt = (course?: string) => {
      const head = { ...grades, assignment: { ...grades.assignment, ...(course !== undefined && { course }) } };
      const files = studentFiles(studentOf("eve"), head, new Map());
      const links = pageOf(files.get("feedback.html") ?? "").querySelectorAll<HTMLAnchorElement>(".course-links a");
      return { onPage: Array.from(links, (link) => link.getAttribute("href") ?? ""), inMarkdown: files.get("feedback.md") ?? "" };
    };
    const [first = ""] = grades.assignment.exercises.map(({ id }) => id);
    const { onPage, inMarkdown } = linksAt("https://school.example/coalesce");
    const below = (page: string) => `https://school.example/coalesce/${page}`;
    expect(onPage.slice(0, 2)).toEqual([below(`practice/${first}/`), expect.stringContaining(below("lessons/"))]);
    expect(onPage.slice(-2)).toEqual([below(`assignment/#${grades.assignment.id}`), below("glossary/")]);
    for (const href of onPage) expect(inMarkdown).toContain(`](<${href}>)`);
    // Every lesson that a link leads to is there.
    for (const [, page = ""] of onPage.join(" ").matchAll(/coalesce\/(lessons\/\S+)\//g))
      expect(existsSync(path.join(courseRoot, "content", page, "index.mdx")), page).toBe(true);
    expect(linksAt()).toMatchObject({ onPage: [], inMarkdown: expect.not.stringContaining("](<http") as string });
  });

  test("lateness and its cost are stated", () => {
    const page = pageOf(fileOf("carol", "feedback.html")).body.textContent;
    expect(page).toContain("30 October 2026, 12:00 (Europe/Berlin), 6 days late. Lateness costs 40% of the points.");
    expect(page).toContain("Before lateness: 10 points.");
  });

  test("the question of the diagnosis, and the picture of the witness, on the page and as a file", () => {
    const files = filesOf("eve");
    const page = pageOf(files.get("feedback.html") ?? "");
    expect(page.querySelector("#row-walk .question")?.textContent).toContain("Which of x and y changes from lane to lane");
    expect(page.querySelectorAll("#row-walk figure svg")).toHaveLength(2);
    const named = [...(files.get("feedback.md") ?? "").matchAll(/\]\((pictures\/[^)]+)\)/g)].map((match) => match[1]);
    expect(named).toEqual([...files.keys()].filter((file) => file.startsWith("pictures/")));
  });

  test("the page's verdict is mentioned only if it differs", () => {
    const note = (id: string) => pageOf(fileOf(id, "feedback.html")).querySelector("#row-walk > .note")?.textContent ?? "";
    expect(note("ada")).toBe("");
    expect(note("Ada")).toBe("");
    expect(note("dan")).toContain("with more cases");
    expect(note("eve")).toContain("Only what is judged on our side counts");
  });

  test("a fault of the grader counts as no score, not as 0", () => {
    const page = pageOf(fileOf("finn", "feedback.html")).body.textContent;
    expect(page).toContain("Not complete yet, of 60 points");
    expect(page).toContain("The grader failed on this answer, which is not your fault");
    expect(page).not.toContain("the sandbox is gone");
    const gradescope = JSON.parse(fileOf("finn", "results.json")) as { score?: number; tests: { score?: number }[] };
    expect([gradescope.score, ...gradescope.tests.map(({ score }) => score)].filter((score) => score !== undefined)).toEqual([]);
    expect([...filesOf("finn").keys()]).not.toContain("exercism/transpose-padded/results.json");
  });

  test("solutions are shown once they are released", () => {
    const solution = pageOf(filesOf("jo", given.solutions).get("feedback.html") ?? "").querySelectorAll(".source");
    expect(solution).toHaveLength(3);
    expect(pageOf(fileOf("jo", "feedback.html")).querySelectorAll(".source")).toHaveLength(0);
  });
});

describe("hidden cases and checks stay hidden", () => {
  /** Texts of the verdicts on hidden cases and hidden checks that occur nowhere else. */
  function secretsOf({ exercises }: StudentGrade): string[] {
    return exercises.flatMap(({ exercise, result }) => {
      if (result?.status === "error") return result.error.call?.case.startsWith("hidden-") ? [result.error.message, "leaked"] : [];
      if (result?.status !== "fail") return [];
      const isHidden = (check: (typeof result.checks)[number]) =>
        check.visibility === "hidden" || (exercise === "row-walk" && check.id === "written-once");
      const seen = new Set(result.checks.filter((check) => !isHidden(check)).map(({ message }) => message));
      return result.checks
        .filter((check) => isHidden(check) && check.verdict === "fail" && !seen.has(check.message))
        .map(({ message }) => message);
    });
  }

  const withSecrets = grades.students.filter((student) => secretsOf(student).length > 0);

  test("there is something to hide", () =>
    expect(withSecrets.map(({ student }) => student.id)).toEqual(expect.arrayContaining(["dan", "gita", "hugo"])));

  test.each(withSecrets.map((student) => [student.student.id, student] as const))("from %j", (id, student) => {
    // The source is the student's own.
    const texts = [...filesOf(id)].map(([file, text]) => (file.startsWith("feedback") ? withoutSources(text) : text));
    const shown = texts
      .join("\n")
      .replaceAll("`", "")
      .replace(/\\(.)/g, "$1")
      .replace(/<\/?code>/g, "");
    for (const secret of secretsOf(student)) expect(shown).not.toContain(secret.replaceAll("`", ""));
  });

  function withoutSources(text: string): string {
    return text.replace(/<pre[\s\S]*?<\/pre>/g, "").replace(/```[\s\S]*?```/g, "");
  }

  test("a hidden case shows whether it passed and what it is worth, and nothing else", () => {
    expect(pageOf(fileOf("dan", "feedback.html")).querySelector("#row-walk")?.textContent).toContain(
      "Hidden case 1: not passed, 0 of 4.29 points",
    );
    const { checks, metrics } = JSON.parse(fileOf("dan", "row-walk.json")) as {
      checks: { id: string; case: string }[];
      metrics: { case: string }[];
    };
    expect(checks.filter((check) => check.case === "hidden-1")).toMatchObject([
      { id: "hidden-case", verdict: "fail", message: "Does not hold." },
    ]);
    expect(checks.map(({ id }) => id)).not.toContain("written-once");
    expect(metrics.filter((metric) => metric.case.startsWith("hidden"))).toEqual([]);
  });

  test("a diagnosis that is based on hidden checks only is not shown", () => {
    expect(studentOf("hugo").exercises[1]?.result).toMatchObject({ diagnosis: { id: "guards-the-index-only" } });
    expect(JSON.parse(fileOf("hugo", "row-walk.json"))).not.toHaveProperty("diagnosis");
    expect(pageOf(fileOf("hugo", "feedback.html")).querySelector("#row-walk .question")).toBeNull();
  });
});

describe("other tools' formats", () => {
  test.each(everybody)("Gradescope: what the rows of %j can earn adds up to the whole", (id) => {
    const { tests } = JSON.parse(fileOf(id, "results.json")) as { tests: { name: string; max_score?: number }[] };
    const { score, maxScore, exercises } = studentOf(id);
    const hasWithheld = tests.some(({ name }) => name.endsWith("checks that stay hidden"));
    expect(tests.filter((row) => row.max_score === 0)).toEqual([]);
    if (score === null || hasWithheld || exercises.some(({ status }) => status === "excused")) return;
    expect(tests.reduce((cents, row) => cents + Math.round((row.max_score ?? 0) * 100), 0)).toBe(maxScore * 100);
  });

  test("Gradescope: points of the assignment, lateness in the score, hidden rows without a message", () => {
    const { score, tests } = JSON.parse(fileOf("dan", "results.json")) as {
      score: number;
      tests: { name: string; score?: number; max_score?: number; status?: string; output?: string; visibility: string }[];
    };
    expect(score).toBe(studentOf("dan").score);
    expect(tests).toContainEqual(
      expect.objectContaining({
        name: "row-walk: hidden case 1: not passed",
        score: 0,
        max_score: 4.29,
        status: "failed",
        visibility: "visible",
      }),
    );
    expect(tests.filter(({ name }) => name.includes("hidden")).every(({ output }) => output === undefined)).toBe(true);
    expect(tests.filter(({ visibility }) => visibility === "hidden")).toMatchObject([{ name: "row-walk: checks that stay hidden" }]);
  });

  test.each(everybody)("Exercism: the reports of %j keep its interface", (id) => {
    const reports = [...filesOf(id)].filter(([name]) => name.startsWith("exercism/"));
    const validate = new Ajv().compile(EXERCISM_RESULTS);
    for (const [name, text] of reports) expect(validate(JSON.parse(text)), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
  });

  test.each<[string, string, object]>([
    ["ada", "row-walk", { version: 2, status: "pass", message: null }],
    ["eve", "row-walk", { version: 2, status: "fail", message: null }],
    ["gita", "row-walk", { version: 2, status: "error", tests: [] }],
  ])("Exercism: %s in %s", (id, exercise, report) => {
    const read = JSON.parse(fileOf(id, `exercism/${exercise}/results.json`)) as {
      status: string;
      message: string | null;
      tests: { status: string }[];
    };
    expect(read).toMatchObject(report);
    expect(read.tests.every(({ status }) => status === "pass")).toBe(read.status !== "fail");
    expect(read.message === null).toBe(read.status !== "error");
  });
});
