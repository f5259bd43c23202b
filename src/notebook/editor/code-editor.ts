/** Where a learner writes: Monaco, or a plain text area where Monaco does not fit. */
export interface CodeEditor {
  readonly kind: "monaco" | "text-area";
  text: string;
  focus(): void;
  /** Marks a line of the text as the place of an error; undefined takes the mark away. */
  mark(mistake: Mistake | undefined): void;
  /** From the next Tab on, the keyboard leaves the editor. */
  releaseTab(): void;
}

export interface Mistake {
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

export interface EditorOptions {
  /** The element that the editor fills. */
  readonly host: HTMLElement;
  readonly exercise: string;
  /** What a screen reader calls the editor. */
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}
