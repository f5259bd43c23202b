import { CUDA_PREFIX, textKey } from "../cell/answer-language.ts";
import type { CaseRecord } from "../storage/case-files.ts";
import { isLater, type Draft } from "../storage/draft.ts";
import { mergedHistory } from "../storage/history.ts";
import type { Kept } from "../storage/kept-store.ts";
import type { Note } from "../storage/notes.ts";
import type { Prediction } from "../storage/predictions.ts";
import type { SelfTestAnswer } from "../storage/self-tests.ts";
import { formerVersions } from "../storage/results.ts";
import { EMBEDDED_PREFIX } from "../try/embedded-key.ts";
import type { WorkFile } from "./work-file.ts";

/** The course as "My work" lists it: its lessons in order, then its case files. */
export interface CourseOutline {
  readonly lessons: readonly OutlineLesson[];
  /** Titles of all exercises by id, capstones among them. */
  readonly exercises: Readonly<Record<string, string>>;
  /** Ids of those that are answered in CUDA C++, on pages of their own. */
  readonly capstones?: readonly string[];
}

export interface OutlineLesson {
  /** Path below the course's base: "lessons/1-coalescing/01-what-one-load-costs/". */
  readonly page: string;
  readonly title: string;
  /** Ids, in the lesson's order. */
  readonly exercises: readonly string[];
  /** Ids of its try cells, in its order. */
  readonly tries: readonly string[];
  /** Ids of its lab cells, in its order. */
  readonly labs: readonly string[];
  /** Id of the case file that the page is. */
  readonly caseFile?: string;
}

/** What a learner did in one lesson, or elsewhere in the course. */
export interface LessonWork {
  readonly title: string;
  /** Path below the course's base; absent for what belongs to no lesson. */
  readonly page?: string;
  readonly exercises: readonly ExerciseWork[];
  readonly cells: readonly CellWork[];
  readonly predictions: readonly Prediction[];
  readonly selfTests: readonly SelfTestAnswer[];
  readonly notes: readonly Note[];
  /** What cells asked for and the learner's code has done. */
  readonly goals: readonly ReachedGoals[];
  /** What was answered to a case file. */
  readonly caseRecord?: CaseRecord;
}

/** The goals of a cell that are reached. */
export interface ReachedGoals {
  /** What the cell's text is stored by: "try/every-second-element". */
  readonly key: string;
  /** The cell's name, for readers. */
  readonly title: string;
  /** Path of its page, with its fragment. */
  readonly page: string;
  /** The words of each goal, in the order in which they were reached. */
  readonly goals: readonly string[];
}

/** What a learner did with one exercise. */
export interface ExerciseWork {
  readonly id: string;
  readonly title: string;
  /** The text as it is now; absent where none was saved. */
  readonly draft?: Draft;
  /** The text in CUDA C++, likewise. */
  readonly inCuda?: Draft;
  /** When it was first passed, in milliseconds since 1970. */
  readonly passedAt?: number;
  readonly tries: number;
  readonly hints: number;
  /** Whether the course's solution was looked at, and when: before the exercise was passed or after. */
  readonly solution?: "before-passing" | "after-passing";
  /** How many texts are kept, besides the current one. */
  readonly kept: number;
  /** Set for a capstone; `why`: the learner's own two sentences on it. */
  readonly capstone?: { readonly why: string };
}

/** Code of a learner's own in a cell that is not graded. */
export interface CellWork {
  /**
   * Unique: "try/every-second-element" for a try cell, "lab/a-tile" for a lab cell of a lesson, "sketch/<id>" for a sketch of the
   * playground, "kernel/<id>" for a kernel of the lab.
   */
  readonly key: string;
  readonly title: string;
  /** Path of the page that it belongs to, with a fragment where there is one; absent where the course has no such cell any more. */
  readonly page?: string;
  /** Of a sketch or a kernel of the lab, the text is its JSON. */
  readonly draft: Draft;
}

const TRY_PREFIX = "try/";
const LAB_PREFIX = "lab/";
const KERNEL_PREFIX = "kernel/";
/** A learner's sentences on a capstone. */
const WHY_PREFIX = "why/";

/** Whether a cell has a CUDA kernel, which the lab runs: one of the lab itself, or of a lab cell. */
export function isCuda({ key }: Pick<CellWork, "key">): boolean {
  return key.startsWith(LAB_PREFIX) || key.startsWith(KERNEL_PREFIX);
}

/** A learner's work in the order of the course, then what belongs to no lesson. Lessons without work are left out. */
export function workByLesson(work: WorkFile, outline: CourseOutline): LessonWork[] {
  const drafts = currentDrafts(work);
  const exerciseIds = new Set(Object.keys(outline.exercises));
  const inLessons = new Set(outline.lessons.flatMap((lesson) => [...lesson.exercises, ...cellKeys(lesson)]));
  const touched = [
    ...new Set(
      [work.drafts, work.unsaved, work.history, work.passed, work.verdicts, work.activity].flatMap(Object.keys).map(exerciseOfKey),
    ),
  ].sort();
  const pages = new Set(outline.lessons.map(({ page }) => page));
  const onPage = <T extends { readonly page: string }>(items: readonly T[], isThere: (page: string) => boolean): T[] =>
    items.filter(({ page }) => isThere(page));
  const predictions = Object.values(work.predictions).flatMap((all) => all.slice(-1));
  const selfTests = Object.values(work.selfTests).flatMap((all) => all.filter(({ given }) => given.trim() !== "").slice(-1));
  const notes = Object.values(work.notes).filter(({ text, aside }) => text !== "" || aside.length > 0);
  const written = (isThere: (page: string) => boolean): Pick<LessonWork, "predictions" | "selfTests" | "notes"> => ({
    predictions: onPage(predictions, isThere),
    selfTests: onPage(selfTests, isThere),
    notes: onPage(notes, isThere),
  });
  const capstones = new Set(outline.capstones);
  const exercise = (id: string): ExerciseWork => {
    const inCuda = drafts[textKey(id, "cuda")];
    return {
      ...exerciseWork(work, id, outline.exercises[id] ?? id, drafts[id]),
      ...(inCuda !== undefined && { inCuda }),
      ...(capstones.has(id) && { capstone: { why: drafts[WHY_PREFIX + id]?.text ?? "" } }),
    };
  };
  const cell = (key: string, page?: string): CellWork[] => {
    const draft = Object.hasOwn(drafts, key) ? drafts[key] : undefined;
    return draft === undefined ? [] : [{ key, title: cellTitle(key), ...(page !== undefined && { page }), draft }];
  };
  const lessons = outline.lessons.map((lesson): LessonWork => ({
    title: lesson.title,
    page: lesson.page,
    exercises: lesson.exercises.filter((id) => touched.includes(id)).map(exercise),
    cells: cellKeys(lesson).flatMap((key) => cell(key, cellPage(lesson, key))),
    goals: reachedGoals(work, lesson),
    ...written((page) => page === lesson.page),
    ...caseOf(work, lesson),
  }));
  const isOfCapstone = (key: string): boolean => key.startsWith(WHY_PREFIX) && capstones.has(key.slice(WHY_PREFIX.length));
  const others = touched.filter((key) => !inLessons.has(key) && !isOfCapstone(key));
  const elsewhere: LessonWork = {
    title: "Elsewhere in the course",
    exercises: others.filter((key) => exerciseIds.has(key)).map(exercise),
    cells: [...others.filter((key) => !exerciseIds.has(key)).flatMap((key) => cell(key)), ...keptSketches(work), ...keptKernels(work)],
    goals: [],
    ...written((page) => !pages.has(page)),
  };
  return [...lessons, elsewhere].filter(hasWork);
}

/** The exercise that a text is about, whichever its language; any other key is as it was. */
function exerciseOfKey(key: string): string {
  return key.startsWith(CUDA_PREFIX) ? key.slice(CUDA_PREFIX.length) : key;
}

/** Keys of a lesson's cells that are not graded. */
function cellKeys({ tries, labs }: OutlineLesson): string[] {
  return [...tries.map((id) => TRY_PREFIX + id), ...labs.map((id) => LAB_PREFIX + id)];
}

function cellPage({ page }: OutlineLesson, key: string): string {
  return `${page}#${key.replace("/", "-")}`;
}

function caseOf({ cases }: WorkFile, { caseFile = "" }: OutlineLesson): Pick<LessonWork, "caseRecord"> {
  const caseRecord = Object.hasOwn(cases, caseFile) ? cases[caseFile] : undefined;
  return caseRecord === undefined ? {} : { caseRecord };
}

/** Goals are kept with the ticks of checklists. */
function reachedGoals({ checklists }: WorkFile, lesson: OutlineLesson): ReachedGoals[] {
  return cellKeys(lesson).flatMap((key) => {
    const goals = Object.hasOwn(checklists, key) ? (checklists[key] ?? []) : [];
    return goals.length === 0 ? [] : [{ key, title: cellTitle(key), page: cellPage(lesson, key), goals }];
  });
}

/** How much there is, for the sentence at the top of the page. */
export function countWork(lessons: readonly LessonWork[]): {
  readonly exercises: number;
  readonly passed: number;
  readonly predictions: number;
  readonly notes: number;
  readonly cells: number;
  /** Goals of cells that are reached. */
  readonly goals: number;
  /** Of the lab. */
  readonly kernels: number;
} {
  const sum = (count: (lesson: LessonWork) => number): number => lessons.reduce((total, lesson) => total + count(lesson), 0);
  return {
    exercises: sum(({ exercises }) => exercises.length),
    passed: sum(({ exercises }) => exercises.filter(({ passedAt }) => passedAt !== undefined).length),
    cells: sum(({ cells }) => cells.filter(({ key }) => !key.startsWith(KERNEL_PREFIX)).length),
    kernels: sum(({ cells }) => cells.filter(({ key }) => key.startsWith(KERNEL_PREFIX)).length),
    goals: sum(({ goals }) => goals.reduce((total, cell) => total + cell.goals.length, 0)),
    predictions: sum(({ predictions }) => predictions.length),
    notes: sum(({ notes }) => notes.length),
  };
}

/** The texts as a visit to their pages would show them: one that its page could not save before it closed may be later than the saved one. */
function currentDrafts(work: WorkFile): Readonly<Record<string, Draft>> {
  const saved = Object.fromEntries(Object.entries(work.drafts).map(([key, { current }]) => [key, current]));
  const unsaved = Object.entries(work.unsaved).filter(([key, draft]) => saved[key] === undefined || isLater(draft, saved[key]));
  return { ...saved, ...Object.fromEntries(unsaved) };
}

/** The sketches of the playground. */
function keptSketches({ sketches }: WorkFile): CellWork[] {
  return keptCells(sketches).map(({ id, ...cell }) => ({ key: `sketch/${id}`, page: "playground/", ...cell }));
}

/** The kernels of the lab. */
function keptKernels({ kernels }: WorkFile): CellWork[] {
  return keptCells(kernels).map(({ id, ...cell }) => ({ key: KERNEL_PREFIX + id, page: "lab/", ...cell }));
}

/** The works that are not deleted, the one saved last first. */
function keptCells<T extends { readonly title: string }>(works: Readonly<Record<string, Kept<T>>>) {
  return Object.entries(works)
    .filter(([, { deletedAt }]) => deletedAt === undefined)
    .toSorted(([, a], [, b]) => b.savedAt - a.savedAt)
    .map(([id, { sketch, savedAt, revision }]) => ({
      id,
      title: sketch.title,
      draft: { text: JSON.stringify(sketch), savedAt, exerciseVersion: "", revision },
    }));
}

function exerciseWork(work: WorkFile, id: string, title: string, draft: Draft | undefined): ExerciseWork {
  const { tries = 0, hints = 0, solutionAt } = work.activity[id] ?? {};
  const passedAt = work.passed[id]?.at;
  const history = work.history[id] ?? [];
  const versions = mergedHistory(history, formerVersions(history, work.verdicts[id]));
  const texts = new Set([...versions, ...(work.drafts[id]?.aside ?? [])].map(({ text }) => text));
  if (draft !== undefined) texts.delete(draft.text);
  return {
    id,
    title,
    tries,
    hints,
    kept: texts.size,
    ...(draft !== undefined && { draft }),
    ...(passedAt !== undefined && { passedAt }),
    ...(solutionAt !== undefined && { solution: passedAt !== undefined && passedAt <= solutionAt ? "after-passing" : "before-passing" }),
  };
}

function cellTitle(key: string): string {
  if ([TRY_PREFIX, LAB_PREFIX].some((prefix) => key.startsWith(prefix + EMBEDDED_PREFIX))) return "A cell of another page";
  const name = key.slice(key.lastIndexOf("/") + 1).replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function hasWork({ exercises, cells, predictions, selfTests, notes, goals, caseRecord }: LessonWork): boolean {
  return caseRecord !== undefined || [exercises, cells, predictions, selfTests, notes, goals].some(({ length }) => length > 0);
}
