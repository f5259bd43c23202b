/** Where a learner writes: Monaco; the light editor on a small or touch screen; a plain text area where neither can be loaded. */
export interface CodeEditor {
  readonly kind: "monaco" | "light" | "text-area";
  text: string;
  focus(): void;
  /** Chooses a part of the text, or puts the cursor where both are the same: offsets in UTF-16 code units. Scrolls nothing. */
  select(start: number, end: number): void;
  /** Marks a place in the text as the place of an error, or several places; undefined removes all marks. */
  mark(mistake: Mistake | undefined): void;
  /** Marks several places in the place of those that were marked. */
  markAll?(mistakes: readonly Mistake[]): void;
  /** Highlights a line, or lines up to another one, as what something else on the page is about; they count from 1, undefined is none. */
  showLine?(line: number | undefined, to?: number): void;
  /** How far below the top of the host a line begins, in pixels; lines count from 1. Undefined where the editor does not know. */
  lineTop?(line: number): number | undefined;
  /** From the next Tab on, the keyboard leaves the editor. */
  releaseTab(): void;
  /** Removes the editor from its host. */
  dispose(): void;
}

/** An error in the text, as the editor shows it. */
export interface Mistake {
  /** From 1. A line after the last one stands for the last one. */
  readonly line: number;
  /** From 1; without it, the whole line is marked. */
  readonly column?: number;
  readonly message: string;
  /** The edit that corrects it, where there is an obvious one: the editor offers to make it. */
  readonly fix?: QuickFix;
}

/** An edit that the editor offers. */
export interface QuickFix {
  /** What it does, as a button says it: "Write { threadIdx }: Thread". */
  readonly title: string;
  /** In the order of the text, without overlaps. */
  readonly edits: readonly TextEdit[];
}

/** Replaces the characters from `start` up to, and without, `end`: offsets in the text, in UTF-16 code units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What the grader says of a place in the text, for the editor; undefined if it is about no place. */
export function mistakeAt(remark: { line?: number; column?: number; message: string; fix?: QuickFix } | undefined): Mistake | undefined {
  if (remark?.line === undefined) return undefined;
  const { line, column, message, fix } = remark;
  return { line, message, ...(column !== undefined && { column }), ...(fix && { fix }) };
}

/** The languages that editors colour. */
export type EditorLanguage = "typescript" | "cuda";

export interface EditorOptions {
  /** The element that the editor fills. */
  readonly host: HTMLElement;
  /** Names the text among all texts that are open in the page. */
  readonly exercise: string;
  /** What a screen reader calls the editor. */
  readonly label: string;
  readonly text: string;
  /** Default "typescript". */
  readonly language?: EditorLanguage;
  readonly onChange: (text: string) => void;
  /** Called with the line that the cursor has moved to, from 1. */
  readonly onLine?: (line: number) => void;
}

/** The label of an editor in which Tab indents, with the way out of it; a touch screen has no such keys. */
export function labelWithWayOut(label: string): string {
  return matchMedia("(pointer: coarse)").matches ? label : `${label}. Escape, then Tab, leaves the editor.`;
}

/** A plain text area that grows with its text: what is left when no editor can be loaded. */
export function openTextArea({ host, label, text, onChange }: EditorOptions): CodeEditor {
  const area = document.createElement("textarea");
  area.className = "code-area";
  area.setAttribute("aria-label", label);
  area.spellcheck = false;
  area.autocapitalize = "off";
  area.setAttribute("autocorrect", "off");
  area.wrap = "off";
  const fit = (): void => {
    area.rows = area.value.split("\n").length;
  };
  area.addEventListener("input", () => {
    fit();
    onChange(area.value);
  });
  area.value = text;
  fit();
  host.replaceChildren(area);
  return {
    kind: "text-area",
    get text() {
      return area.value;
    },
    set text(value) {
      area.value = value;
      fit();
      onChange(value);
    },
    focus: () => area.focus({ preventScroll: true }),
    select: (start, end) => area.setSelectionRange(start, end),
    mark(mistake) {
      area.setAttribute("aria-invalid", String(mistake !== undefined));
    },
    releaseTab: () => undefined,
    dispose: () => area.remove(),
  };
}
