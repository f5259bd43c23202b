// Parts that exercises of several families share. `defineExercise` (../define-exercise.ts) puts an exercise together.

import type { Answer, ExportSpec } from "#sandbox/answer/load-answer.ts";
import type { Draw, Exercise } from "#judge/exercise.ts";
import type { Access, Step } from "#simulator";
import { barrier, exported, exportedNumber, load, move, repeat, store } from "../vocabulary.ts";

/** A function that an answer exports, from one sentence that begins with its call: `learnerFunction("read(thread, size) gives …")`. */
export function learnerFunction(description: string): ExportSpec {
  return { name: firstWord(description), kind: "function", description };
}

/** A number that an answer exports, from one sentence that begins with its name: `learnerNumber("pitch is …", [1, 1024])`. */
export function learnerNumber(description: string, range: readonly [from: number, to: number]): ExportSpec {
  return { name: firstWord(description), kind: "number", description, range };
}

function firstWord(sentence: string): string {
  const [name] = /^\w+/.exec(sentence) ?? [];
  if (name === undefined) throw new Error(`begin with the name of the export: "${sentence}"`);
  return name;
}

/** An export that many exercises ask for: where a thread reads. */
export const READS_ELEMENT = learnerFunction("read(thread, size) gives the element of `in` that the thread reads, or null.");
/** An export that many exercises ask for: where a thread writes. */
export const WRITES_ELEMENT = learnerFunction("write(thread, size) gives the element of `out` that the thread writes, or null.");
/** An export: the words from one row of a tile in shared memory to the next. */
export const TILE_PITCH = learnerNumber("pitch is the number of words from one row of the tile to the next.", [1, 1024]);
/** An export: how large a tile in shared memory is. */
export const TILE_WORDS = learnerNumber("words is the number of words in the tile.", [1, 4096]);

/** The size of an array in shared memory: a number of words, or what follows from a number that the answer exports. */
export type SharedSize =
  | { readonly words: number }
  /** The answer's number `words`. */
  | { readonly words: "learner" }
  /** The answer's number `pitch` for each row. */
  | { readonly pitch: "learner" };

/** Words of a tile with `rows` rows. */
export function wordsOf(size: SharedSize, rows: number, answer: Answer): number {
  if ("pitch" in size) return rows * exportedNumber(answer, "pitch");
  return size.words === "learner" ? exportedNumber(answer, "words") : size.words;
}

interface LearnerAccessOptions {
  /** Name of the exported function that gives the index. Default: the name of the access. */
  readonly function?: string;
  readonly elementsPerLane?: number;
  readonly register?: string;
}

/** register = array[name(thread, size)], with the function `name` that the answer exports. */
export function learnerLoad(answer: Answer, array: string, name: string, options: LearnerAccessOptions = {}): Access {
  const { function: exportName = name, ...lane } = options;
  return load(array, { name, index: exported(answer, exportName), ...lane });
}

/** array[name(thread, size)] = register, with the function `name` that the answer exports. */
export function learnerStore(answer: Answer, array: string, name: string, options: LearnerAccessOptions = {}): Access {
  const { function: exportName = name, ...lane } = options;
  return store(array, { name, index: exported(answer, exportName), ...lane });
}

/**
 * The steps of a kernel that goes through shared memory: every thread of the block fills it before any reads from it. With several
 * passes, all passes of the fill come before the barrier, all others after it.
 *
 *     steps: throughShared(move(read, toTile), move(fromTile, write), 4)
 */
export function throughShared(fill: Step, take: Step, passes = 1): Step[] {
  const all = (step: Step): Step => (passes === 1 ? step : repeat(passes, step));
  return [all(fill), barrier, all(take)];
}

/** The same with four functions of the learner: `read` and `toTile` from `in` to `tile`, `fromTile` and `write` from `tile` to `out`. */
export function learnerThroughTile(answer: Answer, passes = 1): Step[] {
  return throughShared(
    move(learnerLoad(answer, "in", "read"), learnerStore(answer, "tile", "toTile")),
    move(learnerLoad(answer, "tile", "fromTile"), learnerStore(answer, "out", "write")),
    passes,
  );
}

/** Every element of `out` holds the element of the input with the same index. */
export const sameElement: Exercise["expected"] = () => ({ out: (elementIndex) => elementIndex });

/** Two extents in random order. They should differ, so that swapping rows and columns cannot go unnoticed. */
export function eitherWayRound(draw: Draw, less: number, more: number): readonly [number, number] {
  return draw.oneOf([
    [less, more],
    [more, less],
  ] as const);
}
