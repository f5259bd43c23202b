import type { AssignedFolder } from "#classroom/grading/assigned-folder.ts";
import { wrongSources } from "#kit/folder.ts";
import { answer, type KnownAnswer } from "./known-answer.ts";
import { variantsOf } from "./variants.ts";

/** What students write for one exercise. Several write the same, so that a class has more answers than sources. */
export interface AnswerPool {
  readonly exercise: string;
  readonly version: string;
  readonly right: readonly KnownAnswer[];
  readonly wrong: readonly KnownAnswer[];
  readonly starter: KnownAnswer;
  /** Answers that nobody can run. */
  readonly broken: readonly KnownAnswer[];
}

const MOST_RIGHT_VARIANTS = 3;

/** @throws Error where the folder lacks what every exercise has */
export function answerPool({ assigned: { id }, version, files }: AssignedFolder): AnswerPool {
  const named = (pattern: RegExp): string[] => [...files].filter(([name]) => pattern.test(name)).map(([, text]) => text);
  const [starter] = named(/^starter\.ts$/);
  const [solution] = named(/^solution\.ts$/);
  if (starter === undefined || solution === undefined) throw new Error(`${id} has no starter.ts or no solution.ts`);
  const right = [solution, ...named(/^also\//)].flatMap((source) => variantsOf(source, MOST_RIGHT_VARIANTS).map((text) => [source, text] as const));
  return {
    exercise: id,
    version,
    right: right.map(([plain, source]) => answer(id, "all", plain, source)),
    wrong: Object.values(wrongSources(files)).map((source) => answer(id, "judged", source)),
    starter: answer(id, "judged", starter),
    broken: [
      answer(id, "nothing", `${solution}\n}}} // forgot to save before the bus came\n`),
      answer(id, "nothing", solution.replaceAll(/\bexport /g, "")),
    ],
  };
}
