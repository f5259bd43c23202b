import type { ExportSpec } from "#sandbox/answer/load-answer.ts";
import type { ExerciseFolder } from "../folder.ts";
import type { Case, Exercise } from "#judge/exercise.ts";
import { WrongBehaviours } from "#judge/diagnosis.ts";
import { ExpectedTables } from "#judge/expected-tables.ts";
import { judgeRuns } from "#judge/judge.ts";
import { CallLoops } from "#simulator";
import { CaseRefused, runCase, type CaseRun, type RunCaseOptions } from "#judge/run-case.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import type { GradeAnswer } from "./answer-problems.ts";

/** A lazy or hostile answer: what every exported function does, and what runs first. */
interface AdversarialAnswer {
  /** Runs as the file is loaded. */
  readonly first?: string;
  /** The body of each exported function. */
  readonly body: string;
  /** The value of each exported number. Default "33". */
  readonly number?: string;
}

/** None of these may pass any exercise. Answers that never end fail alike in all exercises: sandbox.test.ts has those. */
const adversarialAnswers: Readonly<Record<string, AdversarialAnswer>> = {
  "always 0": { body: "return 0;" },
  "always 1": { body: "return 1;" },
  "always null": { body: "return null;" },
  "the thread's place in its block": { body: "return thread.threadIdx.x;" },
  "the block's place in the grid": { body: "return thread.blockIdx.x;" },
  "counts its own calls": { first: "let calls = 0;", body: "return calls++;" },
  "remembers what it was asked": { first: "const asked: unknown[] = [];", body: "return asked.push(thread) - 1;" },
  "not a number": { body: "return NaN;", number: "NaN" },
  "minus zero": { body: "return -0;", number: "-0" },
  "a fraction": { body: "return 0.5;", number: "0.5" },
  "far beyond any array": { body: "return 2 ** 53;", number: "2 ** 53" },
  "a negative index": { body: "return -1;", number: "-1" },
  "a numeric string": { body: 'return "3";', number: '"3"' },
  "a bigint": { body: "return 3n;", number: "3n" },
  "an object with valueOf": { body: "return { valueOf: () => 0 };" },
  "a proxy": { body: "return new Proxy({}, { get: () => () => 0 });" },
  "a promise": { body: "return Promise.resolve(0);" },
  "an async function's index": { body: "return (async () => 0)();" },
  "throws null": { body: "throw null;" },
  "throws at random": { body: 'if (Math.random() < 0.5) throw new Error("unlucky"); return 0;' },
  "moves the thread": { body: "(thread as any).threadIdx = { x: 0, y: 0, z: 0 }; return 0;" },
  "resizes the case": { body: "for (const key in size) (size as any)[key] = 0; return null;" },
  "patches the prototypes": {
    first:
      "for (const victim of [Array.prototype, Object.prototype, Number.prototype, Function.prototype] as any[])" +
      " for (const key of Object.getOwnPropertyNames(victim)) try { victim[key] = () => true; } catch {}\n" +
      "try { (Math as any).floor = () => 0; (Number as any).isInteger = () => true; } catch {}",
    body: "return 0;",
  },
  "forges a verdict": { first: 'try { (globalThis as any).postMessage({ type: "result", status: "pass" }); } catch {}', body: "return 0;" },
};

/** Problems of grading adversarial answers: one passes, or the grader fails. */
export async function adversarialAnswerProblems(
  { exercise, version }: ExerciseFolder,
  grade: GradeAnswer,
  sources = adversarialSources(exercise.exports),
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    // Without the wrong answers, which only a diagnosis needs: nobody reads the diagnosis of these.
    const result = await grade({ exercise: exercise.id, exerciseVersion: version, source, wrongSources: {} });
    if (result.status === "pass")
      problems.push(`an answer that knows nothing passes ("${name}"): add a check or a case that it fails\n${source}`);
    if (result.status === "fault") problems.push(`the grader failed on the answer "${name}": ${result.message}\n${source}`);
  }
  return problems;
}

/** The adversarial answers to an exercise, by what they do. */
export function adversarialSources(exports: readonly ExportSpec[]): Record<string, string> {
  return Object.fromEntries(Object.entries(adversarialAnswers).map(([name, answer]) => [name, sourceOf(answer, exports)]));
}

function sourceOf({ first, body, number = "33" }: AdversarialAnswer, exports: readonly ExportSpec[]): string {
  const exported = exports.map(({ name, kind }) =>
    kind === "number" ? `export const ${name}: any = ${number};` : `export function ${name}(thread: any, size: any): any { ${body} }`,
  );
  return [...(first ? [first] : []), ...exported, ""].join("\n");
}

type Lazy = (first: unknown) => number | null;

interface ThreadLike {
  readonly threadIdx: { readonly x: number };
  readonly blockIdx: { readonly x: number };
}

const isThread = (given: unknown): given is ThreadLike => typeof given === "object";

/** Functions that do next to nothing, by what they return. */
const lazyFunctions: Readonly<Record<string, Lazy>> = {
  null: () => null,
  "0": () => 0,
  "1": () => 1,
  "the thread's number": (first) => (isThread(first) ? first.threadIdx.x : 0),
  "the block's number": (first) => (isThread(first) ? first.blockIdx.x : 0),
  "0 for the first thread alone": (first) => {
    if (isThread(first)) return first.threadIdx.x === 0 && first.blockIdx.x === 0 ? 0 : null;
    return first === 0 ? 0 : null;
  },
};
/** Numbers that an answer may export without a thought: those of its range, and the ends of it. */
function lazyNumbers([from, to]: NonNullable<ExportSpec["range"]>): number[] {
  return [...new Set([from, 1, 7, 32, 33, to])].filter((number) => number >= from && number <= to);
}

const ANY_NUMBER = [0, 64] as const;

/** The largest share of an exercise's points that an answer may earn by doing next to nothing. */
const MOST_FOR_NOTHING = 0.1;

/** With more functions than that, mixes in which more than one differs from the others are not tried. */
const MOST_MIXED = 2;

/**
 * Problems of judging answers that do next to nothing: one earns more than a tenth. Functions are lazy each in its own way, in every mix of
 * the ways; with many functions, in mixes of two ways, in the first case. They are ours, and need no sandbox.
 */
export function lazyAnswerProblems(exercise: Exercise): string[] {
  const functions = exercise.exports.filter(({ kind }) => kind === "function").map(({ name }) => name);
  const numbers = exercise.exports.filter(({ kind }) => kind === "number");
  const choices = Math.max(1, ...numbers.map(({ range = ANY_NUMBER }) => lazyNumbers(range).length));
  const small = exercise.cases.filter(({ fullSize }) => !fullSize);
  const ways = Object.keys(lazyFunctions);
  const shared = { tables: new ExpectedTables(), loops: new CallLoops() };
  const uniform = ways.map((way) => functions.map(() => way));
  const isMixedFreely = functions.length <= MOST_MIXED;
  const mixed = isMixedFreely ? everyMix(functions.length, ways) : mixesOfTwo(functions.length, ways);
  const judged = [
    ...uniform.map((mix) => ({ mix, cases: small, choices })),
    ...mixed.map((mix) => (isMixedFreely ? { mix, cases: small, choices } : { mix, cases: small.slice(0, 1), choices: 1 })),
  ];
  for (const { mix, cases, choices } of judged) {
    for (let choice = 0; choice < choices; choice++) {
      const chosen = numbers.map(({ name, range = ANY_NUMBER }) => [name, lazyNumbers(range).at(choice) ?? range[0]] as const);
      const answer = Object.fromEntries([...functions.map((name, place) => [name, lazyFunctions[mix[place]!]]), ...chosen]) as Answer;
      const share = earnedBy(answer, { ...exercise, cases }, shared) / exercise.points;
      if (share <= MOST_FOR_NOTHING) continue;
      const what = [
        ...functions.map((name, place) => `${name} returns ${mix[place]}`),
        ...chosen.map(([name, number]) => `${name} is ${number}`),
      ];
      return [
        `an answer that does next to nothing earns ${Math.round(share * 100)} % of the points (${what.join(", ")}): let a check be essential that it fails`,
      ];
    }
  }
  return [];
}

const noProgress = (): void => undefined;

/** The points of an answer. No wrong element is followed to where it came from: that changes nothing about points. */
function earnedBy(answer: Answer, exercise: Exercise, shared: Pick<RunCaseOptions, "tables" | "loops">): number {
  try {
    const run = (testCase: Case): CaseRun => runCase(exercise, testCase, answer, noProgress, shared);
    return judgeRuns(exercise, { run, wrong: new WrongBehaviours(exercise, {}), progress: noProgress }).score;
  } catch (error) {
    if (error instanceof CaseRefused) return 0;
    throw error;
  }
}

function everyMix(functions: number, ways: readonly string[]): string[][] {
  if (functions === 0) return [[]];
  return everyMix(functions - 1, ways).flatMap((mix) => ways.map((way) => [...mix, way]));
}

/** One function differs from all others, which are lazy in the first way. */
function mixesOfTwo(functions: number, ways: readonly string[]): string[][] {
  const places = Array.from({ length: functions }, (_, place) => place);
  return ways
    .slice(0, 2)
    .flatMap((way) =>
      places.flatMap((place) => ways.filter((other) => other !== way).map((other) => places.map((each) => (each === place ? other : way)))),
    );
}
