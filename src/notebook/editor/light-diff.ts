import { unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { DiffOptions, OpenDiff } from "./comparison.ts";
import { diffLabels } from "./diff-labels.ts";
import { lightLook } from "./light-theme.ts";

/**
 * Both versions in one column: what only the original has stands, marked as deleted, above what took its place.
 *
 * @param look colours the texts; default: as TypeScript
 */
export function openLightDiff(
  host: HTMLElement,
  { original, modified, originalLabel, modifiedLabel }: DiffOptions,
  look: Extension = lightLook,
): OpenDiff {
  const view = new EditorView({
    doc: modified,
    extensions: [
      look,
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      unifiedMergeView({ original, mergeControls: false, gutter: true }),
      EditorView.contentAttributes.of({ "aria-label": `${modifiedLabel}, with what differs from ${originalLabel}`, tabindex: "0" }),
    ],
  });
  const legend = diffLabels({ originalLabel, modifiedLabel }, "inline");
  host.replaceChildren(legend, view.dom);
  return {
    dispose() {
      view.destroy();
      legend.remove();
    },
  };
}
