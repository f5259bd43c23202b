/** The facts about an answer that its file's name tells. */
export interface AnswerName {
  readonly exercise: string;
  /** The part before the exercise's name: `ada` in `ada_row-walk.ts`. */
  readonly before?: string;
  /** Which upload or download it is: 0 for `row-walk.ts`, 2 for `row-walk (2).ts` and `row-walk-2.ts`. */
  readonly copy: number;
  /** Whether the name is the exercise's, letter by letter. */
  readonly isExact: boolean;
}

/** Endings of programs in TypeScript, JavaScript and CUDA C++; some mail programs and systems add `.txt`. */
const PROGRAM = /\.(?:[cm]?[tj]s|[tj]sx|cu)(?:\.txt)?$/i;
const TEXT = /\.txt$/i;
/** Suffixes that browsers, Canvas and operating systems add to the name of a second copy. */
const COPY = /(?:\s*\((\d{1,3})\)|[-_ ](\d{1,3})|[-_ ]+(?:copy|kopie|copie|copia)(?:[-_ ]*\(?(\d{1,3})\)?)?)$/i;

/** Whether a program's name says that it is CUDA C++. */
export const isCuda = (name: string): boolean => /\.cu(?:\.txt)?$/i.test(name);

/** Whether the name is that of a program, whatever exercise it answers. */
export const isProgram = (name: string): boolean => PROGRAM.test(name);

/** The exercise that a file answers by its name; undefined if the name is that of none of `exercises`, or of several. */
export function answerName(name: string, exercises: readonly string[]): AnswerName | undefined {
  if (!PROGRAM.test(name) && !TEXT.test(name)) return undefined;
  const stem = name.normalize("NFC").replace(PROGRAM, "").replace(TEXT, "");
  return named(stem, exercises, 0) ?? withoutCopy(stem, exercises);
}

function withoutCopy(stem: string, exercises: readonly string[]): AnswerName | undefined {
  const mark = COPY.exec(stem);
  if (mark === null) return undefined;
  const copy = Number(mark[1] ?? mark[2] ?? mark[3] ?? 1);
  const found = named(stem.slice(0, mark.index), exercises, copy) ?? withoutCopy(stem.slice(0, mark.index), exercises);
  return found && { ...found, copy, isExact: false };
}

function named(stem: string, exercises: readonly string[], copy: number): AnswerName | undefined {
  const whole = exerciseCalled(stem, exercises);
  if (whole !== undefined) return { ...whole, copy };
  // Names of exercises have neither dots nor underscores, but a student may spell row-walk as row_walk: the shortest beginning is cut off.
  for (const { index } of stem.matchAll(/[._]/g)) {
    const rest = index === 0 ? undefined : exerciseCalled(stem.slice(index + 1), exercises);
    if (rest !== undefined) return { ...rest, before: stem.slice(0, index), copy };
  }
  return undefined;
}

function exerciseCalled(text: string, exercises: readonly string[]): Pick<AnswerName, "exercise" | "isExact"> | undefined {
  if (exercises.includes(text)) return { exercise: text, isExact: true };
  const [near, second] = exercises.filter((id) => letters(id) === letters(text));
  return near === undefined || second !== undefined ? undefined : { exercise: near, isExact: false };
}

/** The letters and digits of a name in lower case: `Row_Walk`, `rowWalk` and `row walk` are all `rowwalk`. */
const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
