import { shikiToMonaco } from "@shikijs/monaco";
import c from "@shikijs/langs/c";
import typescript from "@shikijs/langs/typescript";
import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";
import * as monaco from "monaco-editor/editor";
import EditorWorker from "monaco-editor/editor/editor.worker.js?worker";
import "monaco-editor/editor/contrib/suggest/browser/suggestController.js";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/codeAction/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/gotoError/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/parameterHints/register";
import "monaco-editor/features/wordOperations/register";
import "monaco-editor/languages/definitions/typescript/register";
import * as ts from "monaco-editor/languages/features/typescript/register";
import TypeScriptWorker from "monaco-editor/languages/features/typescript/ts.worker.js?worker";
import { createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import ambient from "#sandbox/answer/ambient.d.ts?raw";
import { compilerOptions } from "#sandbox/answer/compiler-options.ts";
import { plainText } from "#pictures/inline-code.ts";
import { codeThemes } from "../code-themes.ts";
import { labelWithWayOut, type CodeEditor, type EditorOptions, type Mistake, type QuickFix } from "./code-editor.ts";

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === "typescript" || label === "javascript" ? new TypeScriptWorker() : new EditorWorker()),
};

ts.typescriptDefaults.setCompilerOptions({
  ...compilerOptions,
  lib: [...compilerOptions.lib],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  allowNonTsExtensions: true,
});
ts.typescriptDefaults.setDiagnosticsOptions({ noSuggestionDiagnostics: true });
// What src/build/vite-monaco.ts leaves of TypeScript.
ts.typescriptDefaults.setModeConfiguration({ completionItems: true, diagnostics: true, hovers: true, signatureHelp: true });
ts.typescriptDefaults.addExtraLib(ambient, "file:///ambient.d.ts");

/** A transparent background, so that nothing flashes when the editor replaces the static code. */
const background = { "editor.background": "#00000000", "editorGutter.background": "#00000000" };
const highlighter = await createHighlighterCore({
  themes: [
    { ...light, colors: { ...light.colors, ...background } },
    { ...dark, colors: { ...dark.colors, ...background } },
  ],
  // The grammar of C knows all that kernels use, at a seventh of the size of that of C++.
  langs: [typescript, c],
  engine: createJavaScriptRegexEngine(),
});
monaco.languages.register({ id: "c" });
monaco.languages.setLanguageConfiguration("c", {
  comments: { lineComment: "//", blockComment: ["/*", "*/"] },
  brackets: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
  ],
  autoClosingPairs: ["{}", "[]", "()", '""'].map(([open = "", close = ""]) => ({ open, close })),
});
shikiToMonaco(highlighter, monaco as unknown as Parameters<typeof shikiToMonaco>[1]);

/** The editor follows the page between light and dark. */
function followPage(): void {
  monaco.editor.setTheme(document.documentElement.dataset["theme"] === "light" ? codeThemes.light : codeThemes.dark);
}
followPage();
new MutationObserver(followPage).observe(document.documentElement, { attributeFilter: ["data-theme"] });

export { monaco };

const MARKER_OWNER = "Coalesce";

/** How Monaco looks in the course, edited or only read: in the sizes of the static code, which must not shift as it gives way. */
export function editorLook(host: HTMLElement): monaco.editor.IEditorOptions {
  const { fontFamily, fontSize, lineHeight } = getComputedStyle(host);
  return {
    fontFamily,
    fontSize: Number.parseFloat(fontSize),
    lineHeight: Number.parseFloat(lineHeight),
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
    // A dimmed number is too faint to be read.
    renderFinalNewline: "on",
    renderLineHighlight: "none",
    scrollBeyondLastLine: false,
    // As high as its text: there is nothing to scroll. Lines wrap before the scrollbar's place, where those of the static code do.
    scrollbar: { alwaysConsumeMouseWheel: false, vertical: "hidden", horizontal: "hidden", verticalScrollbarSize: 12 },
    showUnused: false,
    stickyScroll: { enabled: false },
    wordWrap: "on",
    wrappingIndent: "indent",
    // As the browser breaks the lines of the static code.
    wrappingStrategy: "advanced",
  };
}

/** Monaco, as high as its text. */
export function openMonaco({ host, exercise, label, text, language, onChange, onLine }: EditorOptions): CodeEditor {
  const [id, ending] = language === "cuda" ? ["c", "cu"] : ["typescript", "ts"];
  const model = monaco.editor.createModel(text, id, monaco.Uri.parse(`file:///${exercise}.${ending}`));
  const look = editorLook(host);
  // Colours every line up to this one now. Left to itself, Monaco would come in black and colour one line after the other.
  void monaco.editor.colorizeModelLine(model, model.getLineCount());
  host.replaceChildren();
  const editor = monaco.editor.create(host, { ...look, model, ariaLabel: labelWithWayOut(label), tabSize: 2, wordBasedSuggestions: "off" });
  // Shiki colours the static code, and does not colour pairs of brackets. An editor sets its model's options anew, so this comes after it.
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  followPage();
  const fit = (): void => {
    host.style.height = `${editor.getContentHeight() + host.offsetHeight - host.clientHeight}px`;
  };
  fit();
  // At once: its own watch of its size would show a frame with a single line.
  editor.layout();
  editor.onDidContentSizeChange(fit);
  editor.onDidBlurEditorWidget(() => editor.updateOptions({ tabFocusMode: false }));
  /** The marks as they were set; undefined once the text has changed since. */
  let marked: string | undefined;
  model.onDidChangeContent(() => {
    marked = undefined;
    onChange(model.getValue());
  });
  editor.onDidChangeCursorPosition(({ position }) => onLine?.(position.lineNumber));
  const shown = editor.createDecorationsCollection();
  const markAll = (mistakes: readonly Mistake[]): void => {
    const fix = mistakes[0]?.fix;
    if (fix === undefined) fixes.delete(model);
    else fixes.set(model, fix);
    const markers = mistakes.map((one) => markerOf(model, one));
    // Setting them anew would close the list of fixes that one has just opened.
    const asSet = JSON.stringify(markers);
    if (asSet === marked) return;
    marked = asSet;
    monaco.editor.setModelMarkers(model, MARKER_OWNER, markers);
  };
  return {
    kind: "monaco",
    get text() {
      return model.getValue();
    },
    set text(value) {
      // An edit, not a new value: Ctrl+Z restores the previous text.
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
    },
    focus: () => focusInPlace(editor),
    select(start, end) {
      const from = model.getPositionAt(start);
      const to = model.getPositionAt(end);
      editor.setSelection(monaco.Selection.fromPositions(from, to));
    },
    mark: (mistake) => markAll(mistake === undefined ? [] : [mistake]),
    markAll,
    showLine: (line, to = line) => shown.set(line === undefined || line > model.getLineCount() ? [] : [shownLines(line, to)]),
    lineTop: (line) => (line > model.getLineCount() ? undefined : editor.getTopForLineNumber(line)),
    releaseTab: () => editor.updateOptions({ tabFocusMode: true }),
    dispose() {
      editor.dispose();
      model.dispose();
    },
  };
}

/** Gives an editor the keyboard. By itself it scrolls the page until as much of it as possible is in view. */
function focusInPlace(editor: monaco.editor.ICodeEditor): void {
  const field = editor.getDomNode()?.querySelector<HTMLElement>(".native-edit-context, textarea.inputarea");
  if (field) field.focus({ preventScroll: true });
  else editor.focus();
}

/** The fix that each text's mark offers. */
const fixes = new WeakMap<monaco.editor.ITextModel, QuickFix>();

monaco.languages.registerCodeActionProvider("typescript", {
  provideCodeActions(model, _range, { markers }) {
    const fix = fixes.get(model);
    const diagnostics = markers.filter(({ source }) => source === MARKER_OWNER);
    if (fix === undefined || diagnostics.length === 0) return { actions: [], dispose: () => undefined };
    const edits = fix.edits.map(({ start, end, text }) => {
      const from = model.getPositionAt(start);
      const to = model.getPositionAt(end);
      const place = monaco.Range.fromPositions(from, to);
      return { resource: model.uri, versionId: model.getVersionId(), textEdit: { range: place, text } };
    });
    return {
      actions: [{ title: fix.title, kind: "quickfix", isPreferred: true, diagnostics, edit: { edits } }],
      dispose: () => undefined,
    };
  },
});

function shownLines(line: number, to = line): monaco.editor.IModelDeltaDecoration {
  return { range: new monaco.Range(line, 1, to, 1), options: { isWholeLine: true, className: "shown-line" } };
}

function markerOf(model: monaco.editor.ITextModel, { line, column, message }: Mistake): monaco.editor.IMarkerData {
  const lineNumber = Math.min(line, model.getLineCount());
  const word = column === undefined ? null : model.getWordAtPosition({ lineNumber, column });
  return {
    severity: monaco.MarkerSeverity.Error,
    source: MARKER_OWNER,
    // Monaco shows it as plain text.
    message: plainText(message),
    startLineNumber: lineNumber,
    startColumn: column ?? model.getLineFirstNonWhitespaceColumn(lineNumber),
    endLineNumber: lineNumber,
    endColumn: word?.endColumn ?? model.getLineMaxColumn(lineNumber),
  };
}
