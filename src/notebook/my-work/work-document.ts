import { capitalize, count, decimal, withUnit } from "#pictures/format.ts";
import { CASE_QUESTIONS, type CaseRecord } from "../storage/case-files.ts";
import { codeOf } from "./cell-sketch.ts";
import { dayText } from "../history/entries.ts";
import type { Picture } from "./still-picture.ts";
import type { CodeLanguage } from "../highlight.ts";
import { isCuda, type CellWork, type ExerciseWork, type LessonWork } from "./course-work.ts";

/** A piece of the document that a learner's work is exported as, in reading order. Markdown, HTML and notebooks are made of the same pieces. */
export type Block =
  /** Plain text, one line. */
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  /** Markdown that the course wrote. */
  | { readonly kind: "prose"; readonly markdown: string }
  /** Questions and what the learner answered. Plain text, one line each. */
  | { readonly kind: "list"; readonly title: string; readonly items: readonly string[] }
  /** What the learner wrote: Markdown, in which HTML is text. */
  | { readonly kind: "note"; readonly title: string; readonly text: string }
  | { readonly kind: "code"; readonly language: CodeLanguage; readonly code: string; readonly pictures: readonly Picture[] };

/** What a document shows besides the work itself. */
export interface Illustration {
  /** The exercise's task, as Markdown. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Pictures of what the code does, by exercise or key of the cell. */
  readonly pictures: Readonly<Record<string, readonly Picture[]>>;
  /** What the accesses of kernels of the lab cost, a line each, by key of the cell. */
  readonly counts: Readonly<Record<string, readonly string[]>>;
}

/** A learner's work as a document. */
export function documentOf(lessons: readonly LessonWork[], { prompts, pictures, counts }: Illustration): Block[] {
  return [
    heading(1, "My work in the course Coalesce"),
    ...lessons.flatMap((lesson): Block[] => [
      heading(2, lesson.title),
      ...lesson.notes.flatMap(noteBlocks),
      ...listOf(
        "Tasks done",
        lesson.goals.flatMap(({ title, goals }) => goals.map((words) => oneLine(`${title}: ${words}`))),
      ),
      ...listOf("Case file", lesson.caseRecord === undefined ? [] : caseItems(lesson.caseRecord)),
      ...listOf("Predictions", lesson.predictions.map(predictionLine)),
      ...listOf("Self-test", lesson.selfTests.map(selfTestLine)),
      ...lesson.exercises.flatMap((exercise) => exerciseBlocks(exercise, prompts[exercise.id], pictures[exercise.id] ?? [])),
      ...lesson.cells.flatMap((cell) => cellBlocks(cell, pictures[cell.key] ?? [], counts[cell.key] ?? [])),
    ]),
  ];
}

function exerciseBlocks(exercise: ExerciseWork, prompt: string | undefined, pictures: readonly Picture[]): Block[] {
  const { title, draft, inCuda, capstone } = exercise;
  const language = capstone ? "cuda" : "typescript";
  return [
    heading(3, `${capstone ? "Capstone" : "Exercise"}: ${title}`),
    ...(prompt === undefined ? [] : [{ kind: "prose", markdown: prompt } as const]),
    { kind: "prose", markdown: stateSentence(exercise) },
    ...(capstone && capstone.why.trim() !== "" ? [{ kind: "prose", markdown: capstone.why.trim() } as const] : []),
    ...(draft === undefined ? [] : [{ kind: "code", language, code: draft.text, pictures } as const]),
    ...(inCuda === undefined ? [] : [{ kind: "code", language: "cuda", code: inCuda.text, pictures: [] } as const]),
  ];
}

function cellBlocks(cell: CellWork, pictures: readonly Picture[], counts: readonly string[]): Block[] {
  const language = isCuda(cell) ? "cuda" : "typescript";
  return [
    heading(3, `Tried out: ${cell.title}`),
    { kind: "code", language, code: codeOf(cell), pictures },
    ...listOf("What a launch of it costs", counts.map(oneLine)),
  ];
}

function heading(level: 1 | 2 | 3, text: string): Block {
  return { kind: "heading", level, text: oneLine(text) };
}

/** A note, then what else was written at the same place in another tab or browser. */
function noteBlocks({ heading: about, text, aside }: LessonWork["notes"][number]): Block[] {
  const place = oneLine(about);
  const others = aside.map((other): Block => ({ kind: "note", title: `Another version of my note on “${place}”`, text: other.text }));
  return text === "" ? others : [{ kind: "note", title: `My note on “${place}”`, text }, ...others];
}

function listOf(title: string, items: readonly string[]): Block[] {
  return items.length === 0 ? [] : [{ kind: "list", title, items }];
}

function selfTestLine({ question, given, verdict, points }: LessonWork["selfTests"][number]): string {
  const judged = verdict === undefined ? "" : ` (${verdictNames[verdict]})`;
  const compared = points === undefined ? "" : ` ${oneLine(pointsInWords(points))}`;
  return `${oneLine(question)} My answer: ${oneLine(given)}${judged}${compared}`;
}

/** What an answer says of a model answer's points, and what it lacks. */
export function pointsInWords({ said, missing }: NonNullable<LessonWork["selfTests"][number]["points"]>): string {
  const all = said.length + missing.length;
  const lacking = missing.length === 0 ? "" : ` Missing: ${missing.join(" ")}`;
  return `(${said.length} of ${all} points.${lacking})`;
}

function predictionLine({ question, given, unit, answer, verdict, reason }: LessonWork["predictions"][number]): string {
  return oneLine(
    `${question} My prediction: ${amount(given, unit)}${becauseText(reason)}; the answer: ${amount(answer, unit)} (${verdictNames[verdict]}).`,
  );
}

/** The reason of a prediction: ", because the lanes are far apart (not the reason)". */
export function becauseText(reason: LessonWork["predictions"][number]["reason"]): string {
  return reason === undefined ? "" : `, because ${oneLine(reason.text)}${reason.isRight ? "" : " (not the reason)"}`;
}

/** A prediction or its answer, with its unit. Work files of other versions may hold text. */
export function amount(value: number | string, unit: string): string {
  return withUnit(typeof value !== "number" ? value : Number.isInteger(value) ? count(value) : decimal(value), unit);
}

/** What was answered to a case file, and what became of its kernel. */
export function caseItems({ answers, mending }: CaseRecord): string[] {
  const questions = CASE_QUESTIONS.flatMap((question) => {
    const answer = answers[question];
    if (answer === undefined) return [];
    const verdict = verdictNames[answer.isRight ? "right" : "not-yet"];
    return [`${CASE_TITLES[question]} ${capitalize(verdict)}, on ${dayText(answer.at)}.`];
  });
  if (mending === undefined) return questions;
  const { tries, mendedAt, remedyAt } = mending;
  const state = mendedAt === undefined ? "Not mended yet" : `Mended on ${dayText(mendedAt)}`;
  const looked = remedyAt === undefined ? "" : ` The course’s remedy was looked at on ${dayText(remedyAt)}.`;
  return [...questions, `${state}, after ${counted(tries, "try", "tries")}.${looked}`];
}

const CASE_TITLES = { line: "Which line is guilty?", cause: "Why?", counter: "What will the counter say?" } as const;

/** How near a prediction or an answer came, in words. */
export const verdictNames = { right: "right", close: "close", "not-yet": "not yet" } as const;

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** "Passed on 22 Nov 2026, after 3 tries and 1 hint." A look at the solution is told as what it is, not as a fault. */
export function stateSentence({ passedAt, tries, hints, solution }: Omit<ExerciseWork, "id" | "title" | "kept">): string {
  const help = [tries > 0 && counted(tries, "try", "tries"), hints > 0 && counted(hints, "hint", "hints")].filter(Boolean).join(" and ");
  const looked = {
    "before-passing":
      passedAt === undefined ? " You have seen the course's solution." : " You had a look at the course's solution on the way.",
    "after-passing": " Afterwards you compared it with the course's solution.",
  };
  const state =
    passedAt === undefined
      ? `Not passed yet${help === "" ? "" : `, ${help} so far`}.`
      : `Passed on ${dayText(passedAt)}${help === "" ? "" : `, with ${help}`}.`;
  return state + (solution === undefined ? "" : looked[solution]);
}

function counted(value: number, one: string, many: string): string {
  return `${value} ${value === 1 ? one : many}`;
}
