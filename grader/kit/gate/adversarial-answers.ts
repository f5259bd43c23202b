import type { ExportSpec } from "#sandbox/answer/load-answer.ts";
import type { ExerciseFolder } from "../folder.ts";
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

/** What is wrong when adversarial answers are graded: one passes, or the grader fails. */
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
