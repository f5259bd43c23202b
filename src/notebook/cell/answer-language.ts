/** The language that a learner answers in: kept by the browser, for all exercises. */
export type AnswerLanguage = "typescript" | "cuda";

const KEY = "coalesce:answer-language";

/** The language of the last choice. A package for an LMS, whose hand-ins are in TypeScript, has no choice. */
export function keptLanguage(cell: HTMLElement): AnswerLanguage {
  if (cell.closest("[data-without-course]") !== null) return "typescript";
  try {
    return localStorage.getItem(KEY) === "cuda" ? "cuda" : "typescript";
  } catch {
    return "typescript";
  }
}

export function keepLanguage(language: AnswerLanguage): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // A browser that stores nothing begins anew each time.
  }
}

/** What the text of an exercise is stored by: each language has a text, a history and a verdict of its own. */
export function textKey(exercise: string, language: AnswerLanguage): string {
  return language === "cuda" ? CUDA_PREFIX + exercise : exercise;
}

export const CUDA_PREFIX = "cuda/";
