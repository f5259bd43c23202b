import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { RangeSet, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  GutterMarker,
  drawSelection,
  gutterLineClass,
  keymap,
  showPanel,
  type DecorationSet,
  type Panel,
} from "@codemirror/view";
import { labelWithWayOut, type CodeEditor, type EditorOptions, type Mistake, type QuickFix } from "./code-editor.ts";
import { lightLook } from "./light-theme.ts";

/**
 * CodeMirror, as high as its text: small to load, and made for fingers too.
 *
 * @param look with the colours of the text's language
 */
export function openLightEditor({ host, label, text, onChange, onLine }: EditorOptions, look: Extension = lightLook): CodeEditor {
  // Of a long text, CodeMirror lays out what is in sight, and guesses the height of wrapped lines: until it has seen all, the host is as high
  // as the static code was, and a line more or less changes that by a line.
  const { height: heightBefore, lines: linesBefore } = { height: host.offsetHeight, lines: text.split("\n").length };
  const keepHeight = ({ state, viewport }: EditorView): void => {
    const isSeen = viewport.from === 0 && viewport.to === state.doc.length;
    const pixels = heightBefore + (state.doc.lines - linesBefore) * Number.parseFloat(getComputedStyle(host).lineHeight);
    host.style.minHeight = isSeen ? "" : `${pixels}px`;
  };
  const isStatic = host.querySelector(":scope > pre") !== null;
  const markAll = (mistakes: readonly Mistake[]): void => {
    const diagnostics = mistakes.map((one) => diagnosticOf(view.state.doc, one)).sort((a, b) => a.from - b.from);
    const places = diagnostics.map(({ from }) => view.state.doc.lineAt(from).from);
    view.dispatch(setDiagnostics(view.state, diagnostics), {
      effects: [offerFix.of(mistakes[0]?.fix), markNumbers.of([...new Set(places)])],
    });
  };
  const view = new EditorView({
    doc: text,
    extensions: [
      look,
      history(),
      drawSelection(),
      bracketMatching(),
      indentOnInput(),
      offeredFix,
      markedNumbers,
      shownLines,
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({
        "aria-label": labelWithWayOut(label),
        autocapitalize: "off",
        autocorrect: "off",
        autocomplete: "off",
        spellcheck: "false",
        enterkeyhint: "enter",
        inputmode: "text",
      }),
      EditorView.domEventHandlers({ blur: (_, view) => view.setTabFocusMode(false) }),
      EditorView.updateListener.of(({ docChanged, viewportChanged, selectionSet, state, view }) => {
        if (isStatic && (docChanged || viewportChanged)) keepHeight(view);
        if (docChanged) onChange(state.doc.toString());
        if (docChanged || selectionSet) onLine?.(state.doc.lineAt(state.selection.main.head).number);
      }),
    ],
  });
  host.replaceChildren(view.dom);
  // Before it is first painted: until it has measured them, CodeMirror guesses how high wrapped lines are.
  view.lineBlockAtHeight(0);
  if (isStatic) keepHeight(view);
  return {
    kind: "light",
    get text() {
      return view.state.doc.toString();
    },
    set text(value) {
      // An edit, not a new document: undo restores the previous text.
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    },
    focus: () => view.focus(),
    select(start, end) {
      const { length } = view.state.doc;
      view.dispatch({ selection: { anchor: Math.min(start, length), head: Math.min(end, length) } });
    },
    mark: (mistake) => markAll(mistake === undefined ? [] : [mistake]),
    markAll,
    showLine: (line, to = line) => view.dispatch({ effects: showLines.of(line === undefined ? undefined : { line, to: to ?? line }) }),
    lineTop(line) {
      if (line > view.state.doc.lines) return undefined;
      return view.lineBlockAt(view.state.doc.line(line).from).top + view.documentTop - host.getBoundingClientRect().top;
    },
    releaseTab: () => view.setTabFocusMode(true),
    dispose: () => view.destroy(),
  };
}

function diagnosticOf(document: Text, { line, column, message, fix }: Mistake): Diagnostic {
  const { from, to, text } = document.line(Math.min(line, document.lines));
  const start = column === undefined ? from + (text.length - text.trimStart().length) : Math.min(from + column - 1, to);
  return {
    from: start,
    to,
    severity: "error",
    message,
    ...(fix && { actions: [{ name: fix.title, apply: (view: EditorView) => applyFix(view, fix) }] }),
  };
}

function applyFix(view: EditorView, { edits }: QuickFix): void {
  view.dispatch({ changes: edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text })), userEvent: "input.fix" });
  view.focus();
}

const offerFix = StateEffect.define<QuickFix | undefined>();

const showLines = StateEffect.define<{ readonly line: number; readonly to: number } | undefined>();

/** Where lines begin whose numbers are marked. */
const markNumbers = StateEffect.define<readonly number[]>();

const markedNumber = new (class extends GutterMarker {
  override elementClass = "marked-number";
})();

/** The numbers of lines with a mistake: a gutter of its own would take room from the code. */
const markedNumbers = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marked, { effects, changes }) {
    const effect = effects.find((one) => one.is(markNumbers));
    if (effect === undefined) return marked.map(changes);
    return RangeSet.of((effect.value as readonly number[]).map((from) => markedNumber.range(from)));
  },
  provide: (field) => gutterLineClass.from(field),
});

/** The lines that something else on the page is about. */
const shownLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, newDoc, changes }) {
    const effect = effects.find((one) => one.is(showLines));
    if (effect === undefined) return shown.map(changes);
    const lines = effect.value;
    if (lines === undefined || lines.line > newDoc.lines) return Decoration.none;
    const decorated = Array.from({ length: Math.min(lines.to, newDoc.lines) - lines.line + 1 }, (_, i) => newDoc.line(lines.line + i).from);
    return Decoration.set(decorated.map((from) => Decoration.line({ class: "shown-line" }).range(from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The fix that is offered below the code, until the text changes: a finger cannot hover over the mark to find it. */
const offeredFix = StateField.define<QuickFix | undefined>({
  create: () => undefined,
  // Grading offers what the preview has offered: the button stays the same under the finger.
  compare: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  update(fix, { docChanged, effects }) {
    const offer = effects.find((effect) => effect.is(offerFix));
    if (offer !== undefined) return offer.value as QuickFix | undefined;
    return docChanged ? undefined : fix;
  },
  provide: (field) => showPanel.from(field, (fix) => (fix === undefined ? null : (view) => fixPanel(view, fix))),
});

function fixPanel(view: EditorView, fix: QuickFix): Panel {
  const dom = document.createElement("div");
  dom.className = "quick-fix";
  dom.setAttribute("role", "group");
  dom.setAttribute("aria-label", "Quick fix");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = fix.title;
  button.addEventListener("click", () => applyFix(view, fix));
  dom.append(button);
  return { dom };
}
