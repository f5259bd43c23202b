import { readdirSync } from "node:fs";
import { readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Assignment } from "#classroom/assignment/assignment.ts";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import type { ClassGrades } from "#classroom/grading/class-grades.ts";
import { studentFolders } from "#classroom/reports/student-folder.ts";
import { LIMITS } from "#sandbox/host/limits.ts";
import { hardCodedAnswers } from "./answers.ts";
import { copyCourse } from "./course-copy.ts";
import { guideSteps } from "./guide-steps.ts";
import { JudgedHere, expectedRow, type ExpectedRow, type ShareOf } from "./expected.ts";
import { copyName, handInName, isTwice, writeClass } from "./hand-ins.ts";
import { ResultsFolder } from "./results-folder.ts";
import { generateClass, type GeneratedClass } from "./students.ts";
import { SlurmCluster, canStartSlurm } from "../slurm.ts";
import { Workplace, type CommandResult } from "../workplace.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** The part of the class that is graded again and again: see `gradeSettled`. */
const OF_CLASS = "--assignment week-1.yaml settled-submissions/";
const AS_OF = "--as-of 2026-10-16T09:00";

let place: Workplace;
let assignment: Assignment;
let exercises: string[];
let handedIn: GeneratedClass;
let here: JudgedHere;
let steps: CommandResult[];
let results: ResultsFolder;
/** The grades in them: tens of megabytes, read once for all tests. */
let grades: ClassGrades;
/** The results after the last step of the guide: each file with the hash of its bytes. */
let written: ReadonlyMap<string, string>;
/** The part of the class that is graded again and again, with its results and the bytes of these. */
let settled: {
  readonly students: GeneratedClass["students"];
  readonly results: ResultsFolder;
  readonly written: ReadonlyMap<string, string>;
};

/** Follows the guide. At the step where students hand in, the generated class hands in. */
beforeAll(async () => {
  place = await Workplace.open();
  results = resultsIn("results");
  steps = [];
  for (const step of await guideSteps()) {
    if (step.kind === "commands") steps.push(await place.shell(step.script));
    else if (step.kind === "submissions") await handInClass();
  }
  written = place.bytesOf("results");
  grades = await results.grades();
  settled = await gradeSettled();
});
afterAll(() => place.close());

async function handInClass(): Promise<void> {
  const course = await readAssignedCourse(await readFile(place.path("week-1.yaml"), "utf8"), "week-1.yaml");
  assignment = course.assignment;
  exercises = assignment.exercises.map(({ id }) => id);
  const { folders } = course;
  handedIn = generateClass(assignment, folders);
  here = new JudgedHere(folders, assignment);
  await writeClass(handedIn, assignment, place.path("submissions"));
}

/**
 * Grades a part of the class by the verdicts that the guide led to: everybody about whom something is special, unless it is that their
 * answer does not end, and of the others whoever gave an answer that nobody else gave. All answers are there, and each kind of student.
 */
async function gradeSettled(): Promise<typeof settled> {
  const known = new Set<string>();
  const students = handedIn.students.filter(({ isEndless, isOrdinary, handIns }) => {
    if (isEndless) return false;
    const sources = handIns.flatMap(({ answers }) => answers.map(({ exercise, source }) => `${exercise} ${source}`));
    const isNew = sources.some((source) => !known.has(source));
    for (const source of sources) known.add(source);
    return isNew || !isOrdinary;
  });
  await writeClass(handedIn, assignment, place.path("settled-submissions"), (student) => students.includes(student));
  const ids = new Set(students.map(({ id }) => id.trim()));
  const keys = (await results.tasks()).filter((task) => task.students.some((id) => ids.has(id))).map(({ key }) => key);
  resultsIn("settled").takeVerdicts(keys, results);
  const { stdout } = await coalesce(`grade ${OF_CLASS} --out settled ${AS_OF}`);
  expect(stdout).toContain(`${students.length} students; 0 answers judged, ${keys.length} were judged already`);
  return { students, results: resultsIn("settled"), written: place.bytesOf("settled") };
}

const resultsIn = (folder: string): ResultsFolder => new ResultsFolder(place.path(folder));
const coalesce = (args: string, options: Parameters<Workplace["coalesce"]>[1] = {}): Promise<CommandResult> =>
  place.coalesce(args.split(" "), options);
const sorted = <T>(values: Iterable<T>): T[] => [...values].sort();

function expectedRows(given: Assignment, shareOf: ShareOf, students = handedIn.students): Map<string, ExpectedRow> {
  return new Map(students.map((student) => [student.id, expectedRow(student, given, shareOf)]));
}

/** The keys of the answers that at least one honest student gave: hostile answers may run out of memory at varying points, and are slow. */
async function honestKeys(): Promise<string[]> {
  const hostile = new Set(handedIn.students.filter(({ isHostile }) => isHostile).map(({ id }) => id));
  return (await settled.results.tasks()).filter(({ students }) => !students.every((id) => hostile.has(id))).map(({ key }) => key);
}

const PARTS = [0, 1, 2, 3];

/**
 * Gives each of four parts of the class its verdicts, but for those on a few honest answers, which are left to be judged.
 *
 * @param name what the parts' folders are called, before the number of the part
 * @returns how many verdicts each part has
 */
async function startParts(name: string, left: number): Promise<number[]> {
  const keys = (await settled.results.tasks()).map(({ key }) => key);
  const honest = new Set(await honestKeys());
  return PARTS.map((part) => {
    const own = keys.filter((_, place) => place % PARTS.length === part);
    const open = own.filter((key) => honest.has(key)).slice(0, left);
    const given = own.filter((key) => !open.includes(key));
    resultsIn(`${name}${part}`).takeVerdicts(given, settled.results);
    return given.length;
  });
}

/** Compares files. A failure shows the names of those that differ, not their bytes. */
function expectSame(actual: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): void {
  expect(sorted(actual.keys())).toEqual(sorted(expected.keys()));
  expect([...expected].filter(([name, hash]) => actual.get(name) !== hash).map(([name]) => name)).toEqual([]);
}

describe("the instructor's guide, followed with 300 students", () => {
  it("runs as written", () => {
    expect(steps.length).toBeGreaterThanOrEqual(4);
    for (const { code, stderr } of steps) expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    expect(exercises).toHaveLength(6);
    expect(handedIn.students.length + handedIn.unreadable.filter(({ isStudents }) => isStudents).length).toBe(300);
  });

  it("gives every student the expected row of the gradebook", async () => {
    const rows = await results.gradebook(exercises);
    const expected = expectedRows(assignment, here.shareOf);
    expect(sorted(rows.keys())).toEqual(sorted(expected.keys()));
    for (const [id, row] of expected) expect(rows.get(id)).toEqual(row);
  });

  it("grades every student, and judges no answer twice but what ran out of time", async () => {
    const { students } = grades;
    expect(students.filter(({ score }) => score === null)).toEqual([]);
    const outOfTime = students
      .flatMap(({ exercises }) => exercises)
      .filter(({ result }) => result?.status === "error" && result.error.kind === "out-of-time");
    const { size } = new Set(outOfTime.map(({ exercise, source }) => `${exercise} ${source}`));
    expect(steps.at(-1)?.stdout).toContain(`${students.length} students; ${size} answer${size === 1 ? "" : "s"} judged`);
  });

  it("gives each answer the same verdict as when it is judged alone, byte for byte", async () => {
    const own = [...handedIn.pools.values()].flatMap(({ right, wrong, starter }) => [...right, ...wrong, starter]);
    const plain = new Set(own.map(({ plain }) => plain));
    const compared = new Set<string>();
    for (const { exercise, source, result } of grades.students.flatMap(({ exercises }) => exercises)) {
      if (source === undefined || !plain.has(source)) continue;
      expect(JSON.stringify(result)).toBe(JSON.stringify(here.resultOf(exercise, source)));
      compared.add(`${exercise}\0${source}`);
    }
    expect(compared.size).toBeGreaterThan(30);
  });

  it("reports every unreadable, misspelt, outdated, repeated and empty hand-in", async () => {
    const { students, problems } = grades;
    const named = [...problems, ...students.flatMap(({ problems }) => problems)];
    const expectNamed = (origins: string[], says: RegExp): void =>
      expect([says, origins, named.some(({ origin, message }) => origins.includes(origin) && says.test(message))]).toEqual([
        says,
        origins,
        true,
      ]);
    for (const { path, says } of handedIn.unreadable) expectNamed([path], says);
    for (const [i, student] of handedIn.students.entries()) {
      const own = [handInName(i, 0)];
      const [{ oddity, answers }] = student.handIns;
      if (isTwice(student, i)) expectNamed([...own, copyName(i)], /is the same file as .*, and counts once/);
      if (oddity === "misspelt-exercise") expectNamed(own, /is not assigned; did you mean straight-copy\?/);
      if (oddity === "older-version") expectNamed(own, /another version/);
      if (answers.length === 0) expectNamed(own, /holds no answer/);
    }
    const summary = await results.text("summary.html");
    for (const { path } of handedIn.unreadable) expect(summary).toContain(path);
    expect(Buffer.byteLength(summary)).toBeLessThan(1_000_000);
  });

  it("gives no points for a verdict that the hand-in file claims", async () => {
    const { students } = grades;
    const claims = students.flatMap(({ exercises }) => exercises.filter(({ pageVerdict }) => pageVerdict?.score === 1000));
    expect(claims.filter(({ points, maxPoints }) => (points ?? 0) < maxPoints).length).toBeGreaterThan(50);
    expect(await results.text("summary.html")).toContain("Where a page said something else");
  });

  it("fails on hidden cases an answer that is right only in the visible ones", async () => {
    const all = grades.students.flatMap(({ exercises }) => exercises);
    const hardCoded = all.filter(({ exercise, source }) => source !== undefined && hardCodedAnswers.get(exercise) === source);
    expect(new Set(hardCoded.map(({ exercise }) => exercise)).size).toBe(2);
    for (const { points, maxPoints, result } of hardCoded) {
      const failed = result?.status === "fail" ? result.checks.filter(({ verdict }) => verdict === "fail") : [];
      expect(new Set(failed.map(({ visibility }) => visibility))).toEqual(new Set(["hidden"]));
      expect(points).toBeLessThan(maxPoints);
    }
  });

  it("stops an endless loop with the sentence that the page shows", async () => {
    const looping = grades.students.find(({ student }) => student.id === "hostile0");
    expect(looping?.exercises.find(({ exercise }) => exercise === "straight-copy")?.result).toMatchObject({
      status: "error",
      error: { kind: "out-of-time", message: expect.stringContaining(`${LIMITS.silenceMs / 1000} seconds`) },
    });
  });
});

describe("the results are the same, byte for byte,", () => {
  it("after a run that was killed half-way and started again", async () => {
    const resumed = resultsIn("resumed");
    const keys = (await settled.results.tasks()).map(({ key }) => key);
    const left = new Set((await honestKeys()).filter((_, i) => i % 6 === 0));
    resumed.takeVerdicts(
      keys.filter((key) => !left.has(key)),
      settled.results,
    );
    const half = keys.length - left.size / 2;
    const grade = `grade ${OF_CLASS} --workers 2 --out resumed`;
    const killed = await coalesce(grade, { killWhen: () => resumed.verdicts() >= half });
    expect([killed.signal, resumed.verdicts() < keys.length]).toEqual(["SIGKILL", true]);
    expect((await coalesce(`${grade} ${AS_OF}`)).code).toBe(0);
    expectSame(place.bytesOf("resumed"), settled.written);
  });

  it("after four shards, one of which was killed and run again", async () => {
    await startParts("shard", 3);
    const grade = (shard: number): string => `grade ${OF_CLASS} --workers 1 --out shard${shard} --shard ${shard}/4`;
    const lost = resultsIn("shard2");
    const before = lost.verdicts();
    const killWhen = (): boolean => lost.verdicts() > before;
    const ends = await Promise.all(PARTS.map((shard) => coalesce(grade(shard), shard === 2 ? { killWhen } : {})));
    expect(ends.map(({ code, signal }) => signal ?? code)).toEqual([0, 0, "SIGKILL", 0]);
    const merge = `merge ${OF_CLASS} ${PARTS.map((shard) => `--from shard${shard}`).join(" ")} --out merged ${AS_OF}`;
    const incomplete = await coalesce(merge);
    expect([incomplete.code, incomplete.stderr]).toEqual([1, expect.stringMatching(/^Shard 2 of 4 lacks the verdicts on \d answers?\./)]);
    expect((await coalesce(grade(2))).code).toBe(0);
    expect((await coalesce(merge)).code).toBe(0);
    expectSame(place.bytesOf("merged"), settled.written);
  });

  it.skipIf(!canStartSlurm)("after four tasks of an array job on a cluster with Slurm, one of which was killed and requeued", async () => {
    const cluster = await SlurmCluster.start();
    onTestFinished(() => cluster.stop());
    const files = ["class.sh", "grade.sbatch", "merge.sbatch", "options.sh", "submit.sh"];
    const folder = new URL("../../classroom/cluster/slurm/", import.meta.url);
    for (const file of files) await writeFile(place.path(file), await readFile(new URL(file, folder), "utf8"));
    const described = (await readFile(place.path("class.sh"), "utf8"))
      .replace("SUBMISSIONS=submissions/", "SUBMISSIONS=settled-submissions/")
      .replace("RESULTS=results", "RESULTS=slurm");
    await writeFile(place.path("class.sh"), `${described}AS_OF=${AS_OF.split(" ")[1]}\n`);
    const given = await startParts("slurm-part-", 8);
    const lost = resultsIn("slurm-part-2");
    const submitted = await place.shell(`export SLURM_CONF=${cluster.env["SLURM_CONF"]}; sh submit.sh`);
    const [, job] = /^parts: job (\d+); merge: job \d+;/.exec(submitted.stdout) ?? [];
    expect([submitted.code, submitted.stderr, job]).toEqual([0, "", expect.any(String)]);
    await expect.poll(() => lost.verdicts() > given[2]! + 2, { timeout: 300_000, interval: 10 }).toBe(true);
    expect(cluster.command("scontrol", ["requeue", `${job}_2`]).code).toBe(0);
    await cluster.idle();
    const logs = await place.shell("cat coalesce-grade-*.log coalesce-merge.log");
    const judged = [...logs.stdout.matchAll(/Shard (\d) of 4: (\d+) answers? judged, (\d+) were judged already/g)];
    expect(judged.map(([, part, , before]) => [part, Number(before) > given[Number(part)]!])).toEqual(
      ["0", "1", "2", "3"].map((part) => [part, part === "2"]),
    );
    expectSame(place.bytesOf("slurm"), settled.written);
  });

  it("for every other student when the hostile students hand in nothing", async () => {
    const peaceful = settled.students.filter(({ isHostile }) => !isHostile);
    await writeClass(handedIn, assignment, place.path("peaceful-submissions"), (student) => peaceful.includes(student));
    const honest = await honestKeys();
    resultsIn("peaceful").takeVerdicts(
      honest.filter((_, i) => i % 12 !== 1),
      results,
    );
    const { stdout } = await coalesce(`grade --assignment week-1.yaml peaceful-submissions/ --workers 2 --out peaceful ${AS_OF}`);
    expect(stdout).toContain(`${peaceful.length} students; ${honest.filter((_, i) => i % 12 === 1).length} answers judged`);
    const others = place.bytesOf("peaceful");
    const folderOf = studentFolders(handedIn.students.map(({ id }) => id));
    for (const { id } of peaceful) {
      const prefix = path.join("students", folderOf.get(id) ?? "") + path.sep;
      const own = (files: ReadonlyMap<string, string>) => new Map([...files].filter(([name]) => name.startsWith(prefix)));
      expect(own(written).size).toBeGreaterThan(0);
      expectSame(own(others), own(written));
    }
  });
});

describe("a regrade", () => {
  type Scores = Map<string, readonly [from: number, to: number]>;

  function changesBetween(before: Map<string, ExpectedRow>, after: Map<string, ExpectedRow>): Scores {
    const scores = [...before].map(([id, { score }]) => [id, [score, after.get(id)?.score ?? NaN]] as const);
    return new Map(scores.filter(([, [from, to]]) => from !== to).sort());
  }

  it("with a later opening and fewer attempts lists exactly the students who lose points, even if all files were touched since", async () => {
    const corrected = { ...assignment, opens: "2026-10-01T00:00", attempts: 2 };
    const yaml = await readFile(place.path("week-1.yaml"), "utf8");
    await writeFile(place.path("corrected.yaml"), `${yaml}\nopens: ${corrected.opens}\nattempts: ${corrected.attempts}\n`);
    for (const name of readdirSync(place.path("settled-submissions"), { recursive: true, encoding: "utf8" })) {
      await utimes(place.path("settled-submissions", name), new Date(), new Date());
    }
    const expected = changesBetween(
      expectedRows(assignment, here.shareOf, settled.students),
      expectedRows(corrected, here.shareOf, settled.students),
    );
    expect(expected.size).toBeGreaterThan(4);
    const regrade = "regrade --assignment corrected.yaml settled-submissions/ --previous settled --workers 2 --out regraded";
    const { code, stdout } = await coalesce(regrade);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        `${expected.size} students get another score. ${settled.students.length - expected.size} students keep theirs.`,
      ),
    ]);
    expect(readdirSync(place.path("regraded"))).toEqual(["answers"]);
    expect((await coalesce(`${regrade} --write`)).code).toBe(0);
    const lines = await resultsIn("regraded").table("regrade.csv");
    const reported = lines.map((row) => [row.student_id, [Number(row.previous_score), Number(row.score)]] as const);
    expect(new Map(sorted(reported))).toEqual(expected);
    expect(await resultsIn("regraded").gradebook(exercises)).toEqual(expectedRows(corrected, here.shareOf, settled.students));
    expectSame(place.bytesOf("settled"), settled.written);
  });

  it("with a newer course and a corrected target lists exactly the students who gain points", async () => {
    const changed = "column-sum";
    const course = await copyCourse(exercises, changed, (exercise) =>
      exercise.replace(
        'access: "read", atMost: aligned',
        'access: "read", atMost: Object.fromEntries(Object.keys(aligned).map((id) => [id, 32]))',
      ),
    );
    try {
      const yaml = await readFile(place.path("week-1.yaml"), "utf8");
      const { folders } = await readAssignedCourse(yaml, "week-1.yaml", course.exercisesRoot);
      const there = new JudgedHere(folders, assignment);
      const shareOf: ShareOf = (answer) => (answer.exercise === changed ? there : here).shareOf(answer);
      const expected = changesBetween(
        expectedRows(assignment, here.shareOf, settled.students),
        expectedRows(assignment, shareOf, settled.students),
      );
      expect(expected.size).toBeGreaterThan(10);
      const regrade = "regrade --assignment week-1.yaml settled-submissions/ --previous settled --workers 2 --out newer";
      const { code, stdout } = await coalesce(regrade, { program: course.program });
      expect(code).toBe(0);
      const table = stdout.split("\n").filter((line) => / → /.test(line));
      expect(table).toHaveLength(expected.size);
      for (const [id, [from, to]] of expected) {
        // Unusual ids are escaped in Markdown; they are covered by the number of lines.
        if (!/^[a-z0-9]+$/.test(id)) continue;
        const reason = `${changed} \\S+ → \\S+: the exercise changed, \\w{16} → \\w{16}`;
        const row = new RegExp(`^\\| (.*\\()?${id}\\)? \\| ${from} → ${to} \\| ${reason} \\|$`);
        expect(table.filter((line) => row.test(line))).toHaveLength(1);
      }
    } finally {
      await rm(course.home, { recursive: true });
    }
  });
});
