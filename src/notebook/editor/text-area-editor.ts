import type { CodeEditor, EditorOptions } from "./code-editor.ts";

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
