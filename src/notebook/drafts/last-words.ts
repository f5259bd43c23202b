import type { Draft } from "./draft.ts";

/**
 * A text that was not saved yet when its page went away. Local storage, since only it can be written on the way out; the next
 * visit moves it to where the drafts are.
 */
const keyOf = (exercise: string): string => `coalesce-last-words/${exercise}`;

export function leaveLastWords(exercise: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(exercise), JSON.stringify(draft));
  } catch {
    // A full disk: the ordinary save has said so already, in sight of the learner.
  }
}

export function readLastWords(exercise: string): Draft | undefined {
  try {
    const text = localStorage.getItem(keyOf(exercise));
    return text === null ? undefined : (JSON.parse(text) as Draft);
  } catch {
    return undefined;
  }
}

export function clearLastWords(exercise: string): void {
  try {
    localStorage.removeItem(keyOf(exercise));
  } catch {
    // Storage that cannot be read holds nothing to clear.
  }
}
