import type { EditorLanguage } from "./code-editor.ts";

/** Two versions of a text, to be compared. */
export interface DiffOptions {
  readonly original: string;
  readonly modified: string;
  /** What the versions are called: "My answer", "The course's solution". */
  readonly originalLabel: string;
  readonly modifiedLabel: string;
  /** Default "typescript". */
  readonly language?: EditorLanguage;
}

/** An open comparison. */
export interface OpenDiff {
  /** Removes it from its host. */
  dispose(): void;
}
