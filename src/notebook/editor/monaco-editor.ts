import type { CodeEditor, EditorOptions } from "./code-editor.ts";
import { followPage, monaco } from "./monaco-setup.ts";

const OWNER = "coalesce";

/** Same sizes as the static code: style.css sets them, and the editor is told. */
function metrics(host: HTMLElement): { fontFamily: string; fontSize: number; lineHeight: number } {
  const style = getComputedStyle(host);
  return { fontFamily: style.fontFamily, fontSize: Number.parseFloat(style.fontSize), lineHeight: Number.parseFloat(style.lineHeight) };
}

/** Monaco, as high as its text. */
export function openMonaco({ host, exercise, label, text, onChange }: EditorOptions): CodeEditor {
  const model = monaco.editor.createModel(text, "typescript", monaco.Uri.parse(`file:///${exercise}.ts`));
  // Shiki colours the static code, and knows no pairs.
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  const { fontFamily, fontSize, lineHeight } = metrics(host);
  host.replaceChildren();
  const editor = monaco.editor.create(host, {
    model,
    ariaLabel: label,
    fontFamily,
    fontSize,
    lineHeight,
    automaticLayout: true,
    fixedOverflowWidgets: true,
    folding: false,
    glyphMargin: false,
    guides: { indentation: false },
    lineDecorationsWidth: 18,
    lineNumbersMinChars: 3,
    minimap: { enabled: false },
    occurrencesHighlight: "off",
    overviewRulerBorder: false,
    overviewRulerLanes: 0,
    padding: { top: 12, bottom: 12 },
    renderLineHighlight: "none",
    scrollBeyondLastLine: false,
    // As high as its text: there is nothing to scroll.
    scrollbar: { alwaysConsumeMouseWheel: false, vertical: "hidden", horizontal: "hidden", verticalScrollbarSize: 0 },
    showUnused: false,
    stickyScroll: { enabled: false },
    tabSize: 2,
    wordWrap: "on",
    wrappingIndent: "none",
  });
  followPage();
  const fit = (): void => {
    host.style.height = `${editor.getContentHeight()}px`;
  };
  fit();
  editor.onDidContentSizeChange(fit);
  editor.onDidBlurEditorWidget(() => editor.updateOptions({ tabFocusMode: false }));
  model.onDidChangeContent(() => onChange(model.getValue()));
  return {
    kind: "monaco",
    get text() {
      return model.getValue();
    },
    set text(value) {
      // An edit, not a new value: Ctrl+Z brings the former text back.
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
    },
    focus: () => editor.focus(),
    mark(mistake) {
      const markers = mistake === undefined ? [] : [markerOf(model, mistake)];
      monaco.editor.setModelMarkers(model, OWNER, markers);
    },
    releaseTab: () => editor.updateOptions({ tabFocusMode: true }),
  };
}

function markerOf(
  model: monaco.editor.ITextModel,
  { line, column, message }: { line: number; column?: number; message: string },
): monaco.editor.IMarkerData {
  const lineNumber = Math.min(line, model.getLineCount());
  return {
    severity: monaco.MarkerSeverity.Error,
    message,
    startLineNumber: lineNumber,
    startColumn: column ?? model.getLineFirstNonWhitespaceColumn(lineNumber),
    endLineNumber: lineNumber,
    endColumn: model.getLineMaxColumn(lineNumber),
  };
}
