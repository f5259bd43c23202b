import path from "node:path";
import { CallLoops } from "#simulator";
import { WrongBehaviours } from "#judge/diagnosis.ts";
import { ExpectedTables } from "#judge/expected-tables.ts";
import { firstCase, isJudgedIn, pointsIn, type Case, type Check, type Exercise } from "#judge/exercise.ts";
import { hiddenCases } from "#judge/hidden-cases.ts";
import { judgeRuns } from "#judge/judge.ts";
import type { GradeJob } from "#judge/grade.ts";
import type { CheckResult, GradeResult } from "#judge/result.ts";
import { runCase, type CaseRun } from "#judge/run-case.ts";
import { answerLoader, type Answer } from "#sandbox/answer/load-answer.ts";
import { wrongSources, type ExerciseFolder } from "../folder.ts";
import { exerciseModule } from "../installation.ts";
import { CONTRACT_SEEDS } from "./exercise-problems.ts";

/** Grades an answer: the sandbox, or the judge itself if the answers are known to be harmless. */
export type GradeAnswer = (job: GradeJob) => Promise<GradeResult>;

/**
 * Grades one source text as an answer to the exercise of a folder.
 *
 * @param hiddenSeeds seeds of the hidden cases that it is judged on as well
 */
function gradeIn(
  { exercise, version, files }: ExerciseFolder,
  source: string,
  grade: GradeAnswer,
  hiddenSeeds: readonly number[] = [],
): Promise<GradeResult> {
  return grade({ exercise: exercise.id, exerciseVersion: version, source, wrongSources: wrongSources(files), hiddenSeeds });
}

/** Problems of a folder's answers: the solutions, the starter and the wrong ones. */
export async function answerProblems(folder: ExerciseFolder, grade: GradeAnswer): Promise<string[]> {
  const problems: string[] = [];
  for (const [file, source] of folder.files) {
    if (file === "solution.ts" || file.startsWith("also/")) {
      problems.push(...solutionProblems(file, await gradeIn(folder, source, grade, CONTRACT_SEEDS)));
    }
  }
  const starter = await gradeIn(folder, folder.files.get("starter.ts") ?? "", grade);
  problems.push(...starterProblems(folder, starter));
  const wrong = new Map<string, GradeResult>();
  for (const [name, source] of Object.entries(wrongSources(folder.files))) wrong.set(name, await gradeIn(folder, source, grade));
  for (const [name, result] of wrong) problems.push(...wrongAnswerProblems(name, folder, result));
  return problems.length > 0 ? problems : creditProblems(starter, wrong);
}

/** At most this share of a count of the starter's makes an answer so much cheaper that it is to earn something. */
const MUCH_CHEAPER = 0.55;

/**
 * Problems of the points of wrong answers, ranked by how wrong they are: none earns everything; one that has a wrong element or leaves its
 * array earns no more than any that is right; and one that is right earns something, unless it is no better than the starter.
 */
export function creditProblems(starter: GradeResult, wrong: ReadonlyMap<string, GradeResult>): string[] {
  const judged = [...wrong].flatMap(([name, result]) => (result.status === "fail" ? [{ name, result, isRight: isRight(result) }] : []));
  const right = judged.filter(({ isRight }) => isRight);
  const [least] = right.toSorted((a, b) => a.result.score - b.result.score);
  return [
    ...judged
      .filter(({ result }) => result.score === result.maxScore)
      .map(({ name }) => `wrong/${name}.ts earns all points though it fails: let what it fails be worth some`),
    ...judged
      .filter(({ result, isRight }) => least && !isRight && result.score > least.result.score)
      .map(
        ({ name }) => `wrong/${name}.ts isn't right and earns more than wrong/${least?.name}.ts, which is: weigh the checks differently`,
      ),
    ...right
      .filter(({ result }) => result.score === 0 && isBetter(result, starter))
      .map(({ name }) => `wrong/${name}.ts is right and better than the starter, and earns nothing: let a \`step\` pay for half the way`),
  ];
}

/** A verdict on an answer that ran to its end. */
type FailedResult = Extract<GradeResult, { status: "pass" | "fail" }>;

function isRight({ checks }: FailedResult): boolean {
  return checks.every(({ kind, verdict }) => kind !== "correctness" || verdict === "pass");
}

/** Whether an answer that is right is better than the starter: the starter isn't right, or one of its counts is about halved and none raised. */
function isBetter({ metrics }: FailedResult, starter: GradeResult): boolean {
  if (starter.status !== "fail" || !isRight(starter)) return true;
  const before = new Map(starter.metrics.map(({ case: id, access, name, value }) => [`${id} ${access} ${name}`, value]));
  const ratios = metrics
    .filter(({ name }) => name === "requests" || name === "sectors" || name === "bankConflicts")
    .map(({ case: id, access, name, value }) => [value, before.get(`${id} ${access} ${name}`) ?? 0] as const);
  return ratios.every(([now, then]) => now <= then) && ratios.some(([now, then]) => now <= MUCH_CHEAPER * then && then > 0);
}

function solutionProblems(file: string, result: GradeResult): string[] {
  if (result.status === "pass") return [];
  return [`${file} must pass everything: fix it, or the checks. ${found(result)}`];
}

function starterProblems({ exercise }: ExerciseFolder, result: GradeResult): string[] {
  switch (result.status) {
    case "fail":
      return starterPassesProblems(exercise, result.checks);
    case "pass":
      return ["starter.ts passes already: take out what the learner is to find"];
    case "error":
    case "fault":
      return [`starter.ts must run and fail: make it a complete file that gives indexes. ${found(result)}`];
  }
}

/** Checks that the starter passes must be named, so that they earn nothing. */
function starterPassesProblems({ starterPasses = [] }: Exercise, results: readonly CheckResult[]): string[] {
  const passed = passedBy(results);
  if (passed.toSorted().join() === starterPasses.toSorted().join()) return [];
  return [`say in exercise.ts what starter.ts passes, so that it earns nothing: starterPasses: ${JSON.stringify(passed)}`];
}

/** The checks that an untouched starter passes, as `Exercise.starterPasses` names them. A check that was not judged counts neither way. */
function passedBy(results: readonly CheckResult[]): string[] {
  return [...Map.groupBy(results, ({ id }) => id)].flatMap(([id, ofCheck]) => {
    const judged = ofCheck.filter(({ verdict }) => verdict !== "skipped");
    const passed = judged.filter(({ verdict }) => verdict === "pass");
    return passed.length > 0 && passed.length === judged.length ? [id] : passed.map((check) => `${id} in ${check.case}`);
  });
}

function wrongAnswerProblems(name: string, { exercise }: ExerciseFolder, result: GradeResult): string[] {
  const named = [...(exercise.wrong[name]?.fails ?? [])].sort();
  switch (result.status) {
    case "pass":
      return [`wrong/${name}.ts passes: add the check or the case that tells it from a right answer, or drop it`];
    case "error":
    case "fault":
      return [`wrong/${name}.ts must run to its end and fail checks. ${found(result)}`];
    case "fail": {
      const failed = failedChecks(result);
      if (failed.join() !== named.join()) {
        return [
          `wrong/${name}.ts fails ${failed.join(", ")}, but exercise.ts says ${named.join(", ")}: correct its "fails", or the answer`,
        ];
      }
      if (result.diagnosis?.id === name) return [];
      return [
        `wrong/${name}.ts is not diagnosed as itself but as ${result.diagnosis?.id ?? "nothing"}: let it behave unlike every other wrong answer`,
      ];
    }
  }
}

/** Ids of the checks that failed in some case, sorted. */
function failedChecks({ checks }: Extract<GradeResult, { status: "pass" | "fail" }>): string[] {
  return [...new Set(checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id))].sort();
}

/** The grader's findings, in a few words. */
function found(result: GradeResult): string {
  switch (result.status) {
    case "pass":
      return "It passes.";
    case "fail":
      return result.checks
        .filter(({ verdict }) => verdict === "fail")
        .map((check) => `${check.id} (${check.case}): ${check.message}`)
        .join("\n");
    case "error":
      return `It ends with ${result.error.kind}: ${result.error.message}`;
    case "fault":
      return `The grader failed: ${result.message}`;
  }
}

/**
 * Problems of an exercise's targets: one that is higher than the solution needs, or one that no wrong answer misses. The solution is the
 * author's own, so it runs here, outside the sandbox.
 */
export async function targetProblems({ exercise }: ExerciseFolder, root: string): Promise<string[]> {
  const solution = (await import(exerciseModule(root, exercise.id, "solution"))) as Answer;
  const runs = exercise.cases.map((testCase) => runCase(exercise, testCase, solution, () => undefined));
  const costs = exercise.checks.filter((check) => check.kind === "cost");
  return costs.flatMap((check) => [...looseProblems(check, runs, solution), ...unmissedProblems(check, exercise)]);
}

function looseProblems(check: Check, runs: readonly CaseRun[], answer: Answer): string[] {
  const { tightened } = check;
  if (tightened === undefined || check.looseBecause !== undefined) return [];
  const judged = runs.filter((run) => isJudgedIn(tightened, run.case));
  const loose = judged.filter((run) => tightened.judge({ ...run, answer }).verdict === "pass").map((run) => run.case.id);
  if (loose.length === 0) return [];
  return [
    `the target of "${check.id}" is loose in ${loose.join(", ")}: lower it to what the solution reaches, or say why in looseBecause and in the prompt`,
  ];
}

function unmissedProblems(check: Check, exercise: Exercise): string[] {
  if (Object.values(exercise.wrong).some(({ fails }) => fails.includes(check.id))) return [];
  return [`no wrong answer misses the target of "${check.id}": add the mistake that it is there for, or drop the check`];
}

/** How many drawn cases an answer that has memorized the others is tried on. */
const DRAWN = 24;

/** In more drawn cases than that share, no answer that is too dear may be as cheap as a solution: about half of them, as the draw falls. */
const MOST_FOR_DEAR = 0.6;

/**
 * Problems with an answer that has memorized the shown cases: it behaves like the solution in these, and like the starter or a wrong answer
 * in any other. It earns the points of the shown cases, and of drawn ones only where that other answer is no worse than the solution: the
 * starter nowhere, an answer that is right and dear in about half of them at most, any other not in all. Drawn cases give points.
 */
export function memorizedProblems({ exercise, files }: ExerciseFolder): string[] {
  const drawn = hiddenCases(exercise, spreadSeeds(DRAWN));
  const countsNothing = drawn.every((own) =>
    exercise.checks.every((check) => !isJudgedIn(check, own) || pointsIn(exercise, check, own) === 0),
  );
  if (countsNothing) return ["drawn cases are worth no points: let a check count in them that the starter fails"];
  const solution = answerLoader(files.get("solution.ts") ?? "", exercise.exports)();
  const shown = exercise.cases.filter(({ fullSize }) => !fullSize);
  const tables = new ExpectedTables();
  const known = new Map(shown.map((own) => [own, runCase(exercise, own, solution, noProgress)]));
  const scoreOf = (cases: readonly Case[], other: Answer, loops = new CallLoops()): number => {
    const tried = { ...exercise, cases };
    const run = (own: Case): CaseRun => known.get(own) ?? runCase(tried, own, other, noProgress, { tables, loops });
    return judgeRuns(tried, { run, wrong: new WrongBehaviours(tried, {}), progress: noProgress }).score;
  };
  const shownScore = scoreOf(shown, solution);
  return Object.entries({ "starter.ts": files.get("starter.ts") ?? "", ...namedFiles(wrongSources(files)) }).flatMap(([file, source]) => {
    const other = answerLoader(source, exercise.exports)();
    if (!canSeeTheCase(exercise, solution, other)) return [];
    const fewestLost = DRAWN - Math.floor(mostGained(file, exercise) * DRAWN);
    const loops = new CallLoops();
    let lost = 0;
    for (const own of drawn) {
      if (scoreOf([...shown, own], other, loops) > shownScore) continue;
      lost++;
      // No problem, whatever the other cases say.
      if (lost === fewestLost) return [];
    }
    const gained = (DRAWN - lost) / DRAWN;
    return [
      `an answer that knows the shown cases by heart, and is ${file} in others, earns the points of ${Math.round(gained * 100)} % of drawn cases: set targets there that it misses, or let hidden(draw) draw others`,
    ];
  });
}

const namedFiles = (wrong: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(wrong).map(([name, source]) => [`wrong/${name}.ts`, source]));

/** The largest share of drawn cases that an answer which is a file of the folder in them may earn the points of. */
function mostGained(file: string, { checks, wrong }: Exercise): number {
  if (file === "starter.ts") return 0;
  const { fails = [] } = wrong[path.basename(file, ".ts")] ?? {};
  const isDear = fails.every((id) => checks.some((check) => check.id === id && check.kind === "cost"));
  return isDear ? MOST_FOR_DEAR : 1 - 1 / DRAWN;
}

/** Seeds that are far from each other. */
function spreadSeeds(count: number): number[] {
  return Array.from({ length: count }, (_, place) => Math.imul(place + 1, 2_654_435_769) >>> 0);
}

/**
 * Whether an answer can be one thing in some cases and another in others: its numbers are the same in all of them, and a function has to be
 * given the thread or the size to tell one from another.
 */
function canSeeTheCase(exercise: Exercise, one: Answer, other: Answer): boolean {
  if (exercise.exports.some(({ name, kind }) => kind === "number" && one[name] !== other[name])) return false;
  let hasSeen = false;
  const watched = Object.fromEntries(
    Object.entries(other).map(([name, exported]) => [
      name,
      typeof exported === "number"
        ? exported
        : (...args: unknown[]) => {
            hasSeen = args.some((given) => typeof given === "object" && given !== null);
            // Nothing else is asked of this run.
            if (hasSeen) throw new Error("told the case");
            return exported(...args);
          },
    ]),
  );
  try {
    runCase(exercise, firstCase(exercise), watched, noProgress);
  } catch (error) {
    if (!hasSeen) throw error;
  }
  return hasSeen;
}

const noProgress = (): void => undefined;
