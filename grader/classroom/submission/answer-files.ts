import { closestMatch } from "#sandbox/answer/closest-match.ts";
import { answerName, isCuda, isProgram, type AnswerName } from "./answer-name.ts";
import { PackedAnswer } from "./packed-answer.ts";
import { readTextFile } from "./read-text.ts";
import type { HandedAnswer } from "./submission.ts";
import type { HandedFile } from "./submitted-files.ts";
import type { TextPack } from "./text-pack.ts";

/** A file of one hand-in, with the name that its student gave it. */
export interface NamedFile {
  readonly file: HandedFile;
  readonly name: string;
  /** How many folders below the student's own it lies. */
  readonly depth: number;
}

/** A problem of a file, and the work that stays open because of it. */
export interface AnswerProblem {
  readonly origin: string;
  readonly message: string;
  /** Set for work that could not be read: the exercise that it answers, if that is known. */
  readonly unread?: { readonly exercise?: string; readonly isStray: boolean };
}

/** The answers of one hand-in, with the time of the newest of its files. */
interface ReadAnswers {
  readonly answers: readonly HandedAnswer[];
  /** Milliseconds since 1970; null if there is no answer. */
  readonly changedAt: number | null;
  readonly problems: readonly AnswerProblem[];
}

interface Candidate extends NamedFile {
  readonly means: AnswerName;
}

/** Reads files of one answer each that make up one hand-in. Other files among them are reported. */
export async function readAnswers(files: readonly NamedFile[], exercises: readonly string[], pack: TextPack): Promise<ReadAnswers> {
  const problems: AnswerProblem[] = [];
  const candidates: Candidate[] = [];
  for (const named of files) {
    const means = answerName(named.name, exercises);
    if (means) candidates.push({ ...named, means });
    else problems.push(...otherFile(named, exercises));
  }
  const answers: HandedAnswer[] = [];
  let newest: number | null = null;
  for (const [exercise, ofExercise] of Map.groupBy(candidates, ({ means }) => means.exercise)) {
    const chosen = chooseOne(exercise, ofExercise, problems);
    if (chosen === undefined) continue;
    const { origin, changedAt } = chosen.file;
    const read = await readTextFile(chosen.file);
    if (read.status === "refused") {
      problems.push({ origin, message: read.message, unread: { exercise, isStray: false } });
      continue;
    }
    if (!chosen.means.isExact) problems.push({ origin, message: `was taken for the answer to ${exercise} because of its name` });
    if (read.encoding !== undefined) problems.push({ origin, message: `is ${read.encoding} text, and was read as such` });
    const language = isCuda(chosen.name) ? ({ language: "cuda" } as const) : {};
    answers.push(new PackedAnswer(pack, { exercise, source: read.text, ...language }));
    newest = Math.max(newest ?? 0, changedAt);
  }
  return { answers, changedAt: newest, problems };
}

/** Chooses among several answers to one exercise: the one in the outermost folder, and of those in one folder the latest copy. */
function chooseOne(exercise: string, candidates: readonly Candidate[], problems: AnswerProblem[]): Candidate | undefined {
  const least = Math.min(...candidates.map(({ depth }) => depth));
  const shallow = candidates.filter(({ depth }) => depth === least).sort(latestFirst);
  const folders = new Set(shallow.map(({ file }) => file.folders.join("/")));
  const [chosen] = shallow;
  if (chosen === undefined) return undefined;
  if (folders.size > 1) {
    const both = [...folders].slice(0, 2).join(" and ");
    const message = `answers ${exercise}, as another file does: ${both} both have one. If these are folders of students, say --layout sections; if not, leave one`;
    for (const { file } of shallow) problems.push({ origin: file.origin, message, unread: { exercise, isStray: false } });
    return undefined;
  }
  for (const { file, depth } of candidates.filter((candidate) => candidate !== chosen)) {
    const why =
      depth > least ? `lies deeper than ${chosen.file.origin}` : `answers ${exercise} like ${chosen.file.origin}, which is the later copy`;
    problems.push({ origin: file.origin, message: `${why}, and was not graded` });
  }
  return chosen;
}

function latestFirst(a: Candidate, b: Candidate): number {
  const byCopy = b.means.copy - a.means.copy;
  const byName = Number(b.means.isExact && b.means.before === undefined) - Number(a.means.isExact && a.means.before === undefined);
  return byCopy || b.file.changedAt - a.file.changedAt || byName;
}

/** Archives of kinds that are not opened, and documents that are no text. */
const OPAQUE = /\.(?:rar|7z|tar|tgz|gz|bz2|xz|docx?|odt|pdf|pages|rtf|ipynb|png|jpe?g|heic)$/i;
/** Files that every project has. They are no answers, and are not reported. */
const PROJECT_FILE =
  /^(?:readme|license|licence|makefile|changelog|timestamp\.txt|(?:package|package-lock|tsconfig|jsconfig)\.json|[^.]*\.d\.ts)(?:\.\w+)?$/i;

export const isProjectFile = (name: string): boolean => PROJECT_FILE.test(name);

function otherFile({ file: { origin }, name }: NamedFile, exercises: readonly string[]): AnswerProblem[] {
  if (PROJECT_FILE.test(name)) return [];
  const stray = { isStray: true };
  if (isProgram(name)) {
    const called = name.replace(/\.[^.]*$/, "");
    const meant = closestMatch(called, exercises);
    return [{ origin, message: `answers ${called}, which is not assigned${meant ? `; did you mean ${meant}?` : ""}`, unread: stray }];
  }
  if (OPAQUE.test(name)) {
    const message = "is of a kind that is not opened, and was not graded: answers are .ts or .cu files, a hand-in file or a .zip of them";
    return [{ origin, message, unread: { isStray: false } }];
  }
  return [{ origin, message: "is neither a hand-in (.json) nor an answer (.ts, .cu), and was not graded", unread: stray }];
}
