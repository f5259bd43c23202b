import { Worker, parentPort, workerData } from "node:worker_threads";
import type { Exercise } from "#judge/exercise.ts";
import { answerSource, exerciseIds, readExerciseFolder, type ExerciseFolder } from "./folder.ts";
import { ownExercisesRoot, useOwnExercises } from "./own-exercises.ts";

/** An exercise that gives another one away: its page has an answer, its solution or one of its wrong answers, that passes the other. */
export interface Sibling {
  readonly id: string;
  readonly title: string;
  /** The texts of the answers that pass. */
  readonly answers: readonly string[];
}

/** Which exercises give others away, by the ids of the others. */
export type Siblings = Readonly<Record<string, readonly Sibling[]>>;

/** The data with which a thread is started, to tell it from others that load this module. */
interface Started {
  readonly what: typeof FIND;
  readonly ids: readonly string[];
  /** The folder of the instructor's own exercises. */
  readonly own: string | undefined;
}

const FIND = "find the siblings of exercises";

/**
 * The exercises that give each of these away, in the order of their ids. They are found in a thread of their own, because what runs answers
 * locks its global objects.
 *
 * @throws Error for an exercise that cannot be read
 */
export function siblingsOf(ids: readonly string[]): Promise<Siblings> {
  const started: Started = { what: FIND, ids, own: ownExercisesRoot() };
  const thread = new Worker(import.meta.filename, { workerData: started });
  return new Promise<Siblings>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  }).finally(() => thread.terminate());
}

/** The answers that an exercise's page gets. */
const ON_THE_PAGE = /^(?:solution|wrong\/[^/]+)\.ts$/;

async function findSiblings({ ids, own }: Started): Promise<Siblings> {
  if (own !== undefined) useOwnExercises(own);
  const { PlainJudge } = await import("#judge/plain-judge.ts");
  /**
   * Tells whether an answer passes an exercise in all of its cases. The course's own answers are no danger, and need no sandbox. What they
   * have in common is remembered.
   */
  const judgeOf = (exercise: Exercise): ((source: string) => boolean) => {
    const judge = new PlainJudge();
    const terms = { exercise: exercise.id, exerciseVersion: "", wrongSources: {} };
    return (source) => judge.grade({ ...terms, source }, exercise, () => undefined)?.status === "pass";
  };
  const all = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
  const siblings = ids.map((id): [string, Sibling[]] => {
    const exercise = all.find((folder) => folder.exercise.id === id)?.exercise;
    if (exercise === undefined) throw new Error(`there is no exercise ${id}`);
    // On the smallest case first: an answer that fails there takes no time. The one at full size would tell nothing more.
    const passesSmallest = judgeOf({ ...exercise, cases: exercise.cases.slice(0, 1) });
    const passesSmall = judgeOf({ ...exercise, cases: exercise.cases.filter(({ fullSize }) => !fullSize) });
    const found = all
      .filter((other) => mayAnswer(other, exercise))
      .map((other): Sibling => {
        const answers = answersOnPage(other).filter((text) => passesSmallest(text) && passesSmall(text));
        return { id: other.exercise.id, title: other.exercise.title, answers };
      });
    return [id, found.filter(({ answers }) => answers.length > 0)];
  });
  return Object.fromEntries(siblings);
}

/** An answer that anybody can read on the page of another exercise. */
export interface PublishedAnswer {
  /** The exercise whose page has it. */
  readonly exercise: string;
  readonly source: string;
}

/** The answers on the pages of other exercises that export what these exercises ask for, by the ids of these: whoever has one of them that passes can have copied it. */
export async function publishedAnswers(exercises: readonly Exercise[]): Promise<ReadonlyMap<string, readonly PublishedAnswer[]>> {
  const all = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
  return new Map(
    exercises.map((exercise) => [
      exercise.id,
      all
        .filter((other) => mayAnswer(other, exercise))
        .flatMap((other) => answersOnPage(other).map((source) => ({ exercise: other.exercise.id, source }))),
    ]),
  );
}

/** Whether answers to another exercise have all exports that this one asks for. */
function mayAnswer(other: ExerciseFolder, { id, exports, cuda }: Exercise): boolean {
  // A capstone asks for functions of its own.
  if (cuda !== undefined) return false;
  const theirs = other.exercise.exports;
  return other.exercise.id !== id && exports.every(({ name, kind }) => theirs.some((one) => one.name === name && one.kind === kind));
}

const answersOnPage = ({ files }: ExerciseFolder): string[] =>
  [...files.keys()].filter((name) => ON_THE_PAGE.test(name)).map((name) => answerSource(files, name));

const started = workerData as Started | null | undefined;
if (started?.what === FIND) parentPort?.postMessage(await findSiblings(started));
