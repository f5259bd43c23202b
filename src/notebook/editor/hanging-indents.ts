import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";
import { INDENT_PROPERTY, indentOf } from "../hanging-indent.ts";

/** Notes the indentation of each line that CodeMirror draws, as hanging-indent.ts does for static code. */
export const hangingIndents = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = indentsOf(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = indentsOf(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function indentsOf({ state, visibleRanges }: EditorView): DecorationSet {
  const indents = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      indents.add(line.from, line.from, Decoration.line({ attributes: { style: `${INDENT_PROPERTY}:${indentOf(line.text)}` } }));
      at = line.to + 1;
    }
  }
  return indents.finish();
}
