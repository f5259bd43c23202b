import { csvFile } from "../reports/csv-text.ts";
import type { Room } from "./room.ts";

/** The saved counts of a room: without a name and without anything that was one browser's. */
interface RoomCounts {
  readonly schema: "coalesce/live-counts/v1";
  readonly assignment: string;
  /** The day, in the time zone of the machine: 2026-10-08. */
  readonly day: string;
  /** How many browsers joined. */
  readonly browsers: number;
  /** Questions that were answered. */
  readonly questions: readonly {
    readonly id: string;
    readonly lesson: string;
    readonly question: string;
    readonly unit: string;
    readonly right: number;
    readonly answers: readonly { readonly answer: number; readonly count: number }[];
  }[];
  /** Exercises that were tried. */
  readonly exercises: readonly {
    readonly id: string;
    readonly tried: number;
    readonly passed: number;
    readonly mistakes: readonly { readonly id: string; readonly made: number; readonly still: number }[];
    /** Answers that failed for a reason without a name, or did not run. */
    readonly unnamed: { readonly made: number; readonly still: number };
  }[];
}

export function countsOf(room: Room, assignment: string, day: string): RoomCounts {
  const { exercises } = room.projectorState();
  return {
    schema: "coalesce/live-counts/v1",
    assignment,
    day,
    browsers: room.browsers,
    questions: room.contents.questions.flatMap(({ id, lesson, text, unit, actual }) => {
      const answers = [...room.answersTo(id)].map(([answer, count]) => ({ answer, count }));
      return answers.length === 0 ? [] : [{ id, lesson, question: text, unit, right: actual, answers }];
    }),
    exercises: exercises
      .filter(({ tried }) => tried > 0)
      .map(({ id, tried, passed, mistakes, unnamed }) => ({
        id,
        tried,
        passed,
        mistakes: mistakes.map(({ id: mistake, made, still }) => ({ id: mistake, made, still })),
        unnamed,
      })),
  };
}

/** The counts as a table: a line for each answer to a question, and for each outcome of an exercise. */
export function countsCsv({ questions, exercises }: RoomCounts): string {
  const row = (about: string, what: string, count: number, right = ""): string[] => [about, what, String(count), right];
  return csvFile([
    ["about", "answer or outcome", "count", "right answer"],
    ...questions.flatMap(({ id, right, answers }) => answers.map(({ answer, count }) => row(id, String(answer), count, String(right)))),
    ...exercises.flatMap(({ id, tried, passed, mistakes, unnamed }) => [
      row(id, "tried", tried),
      row(id, "passed", passed),
      ...mistakes.map(({ id: mistake, made }) => row(id, `mistake: ${mistake}`, made)),
      row(id, "another mistake", unnamed.made),
    ]),
  ]);
}
