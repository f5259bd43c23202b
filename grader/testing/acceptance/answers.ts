import rowWalk from "#exercises/row-walk/exercise.ts";
import straightCopy from "#exercises/straight-copy/exercise.ts";
import type { AssignedFolder } from "#classroom/assignment/assigned-course.ts";
import { wrongSources } from "#kit/folder.ts";

/** An answer whose points are known before it is graded. */
export interface KnownAnswer {
  readonly exercise: string;
  readonly source: string;
  /** The points that it earns: all, none, or those that the judge gives to `plain`. */
  readonly worth: "all" | "nothing" | "judged";
  /** The source that this one is a variant of: it behaves the same. */
  readonly plain: string;
}

export function answer(exercise: string, worth: KnownAnswer["worth"], plain: string, source = plain): KnownAnswer {
  return { exercise, source, worth, plain };
}

/** Ways to write the same program differently: none changes what it does. */
const habits: readonly ((source: string) => string)[] = [
  (source) => source,
  (source) => `// My answer. It took me an afternoon.\n${source}`,
  renamed,
  (source) => `${renamed(source)}\n// Checked with the small case by hand.\n`,
  (source) => source.replaceAll(/\/\*\*[^]*?\*\/\n/g, "").replaceAll("\n\n", "\n"),
];

/** Up to `most` different sources that behave like the given one, which comes first. */
function variantsOf(source: string, most: number): string[] {
  return [...new Set(habits.map((habit) => habit(source)))].slice(0, most);
}

/** Renames constants, except those whose name is also used for something else. */
function renamed(source: string): string {
  const names = new Set([...source.matchAll(/\bconst ([a-z]\w*) =/g)].map(([, name = ""]) => name));
  let text = source;
  for (const name of names) {
    const isUsedElsewhere = new RegExp(`[.{,]\\s*${name}\\b|\\b${name}\\s*[:,}]|export const ${name}\\b|\`[^\`]*\\b${name}\\b`).test(
      source,
    );
    if (!isUsedElsewhere) text = text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `my${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  }
  return text;
}

/** Answers, by exercise, that are right in the visible cases only: they recognize these cases by their sizes. */
export const hardCodedAnswers: ReadonlyMap<string, string> = new Map([
  [
    straightCopy.id,
    `const seen = ${JSON.stringify(straightCopy.cases.map(({ size }) => size.n))};
function index(thread, size) {
  const i = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  return i < size.n && seen.includes(size.n) ? i : null;
}
export const read = index;
export const write = index;
`,
  ],
  [
    rowWalk.id,
    `const seen = ${JSON.stringify(rowWalk.cases.map(({ size }) => size))};
export function element({ threadIdx, blockIdx, blockDim }, { rows, columns }) {
  if (!seen.some((size) => size.rows === rows && size.columns === columns)) return null;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  return row < rows && column < columns ? row * columns + column : null;
}
`,
  ],
]);

/** The answers that students choose from for one exercise. Several students hand in the same source. */
export interface AnswerPool {
  readonly exercise: string;
  readonly version: string;
  readonly right: readonly KnownAnswer[];
  readonly wrong: readonly KnownAnswer[];
  readonly starter: KnownAnswer;
  /** Answers that cannot be run. */
  readonly broken: readonly KnownAnswer[];
}

const MOST_RIGHT_VARIANTS = 3;

/** @throws Error if the folder lacks the starter or the solution */
export function answerPool({ assigned: { id }, version, files }: AssignedFolder): AnswerPool {
  const named = (pattern: RegExp): string[] => [...files].filter(([name]) => pattern.test(name)).map(([, text]) => text);
  const [starter] = named(/^starter\.ts$/);
  const [solution] = named(/^solution\.ts$/);
  if (starter === undefined || solution === undefined) throw new Error(`${id} has no starter.ts or no solution.ts`);
  const right = [solution, ...named(/^also\//)].flatMap((source) =>
    variantsOf(source, MOST_RIGHT_VARIANTS).map((text) => answer(id, "all", source, text)),
  );
  return {
    exercise: id,
    version,
    right,
    wrong: Object.values(wrongSources(files)).map((source) => answer(id, "judged", source)),
    starter: answer(id, "judged", starter),
    broken: [
      answer(id, "nothing", `${solution}\n}}} // forgot to save before the bus came\n`),
      answer(id, "nothing", solution.replaceAll(/\bexport /g, "")),
    ],
  };
}
