/** Where a learner writes: Monaco, or a plain text area on a small or touch screen. */
export interface CodeEditor {
  readonly kind: "monaco" | "text-area";
  text: string;
  focus(): void;
  /** Marks a line of the text as the place of an error; undefined removes the mark. */
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

/** A plain text area that grows with its text. */
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
    focus: () => area.focus(),
    mark(mistake) {
      area.setAttribute("aria-invalid", String(mistake !== undefined));
    },
    releaseTab: () => undefined,
  };
}
