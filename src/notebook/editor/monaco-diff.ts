import type { DiffOptions, OpenDiff } from "./comparison.ts";
import { editorLook, monaco } from "./monaco.ts";
import "monaco-editor/features/diffEditor/register";

/** Both versions side by side, as high as the longer one. */
export function openMonacoDiff(host: HTMLElement, { original, modified, originalLabel, modifiedLabel }: DiffOptions): OpenDiff {
  const models = {
    original: monaco.editor.createModel(original, "typescript"),
    modified: monaco.editor.createModel(modified, "typescript"),
  };
  const labels = document.createElement("p");
  labels.className = "diff-labels";
  labels.append(label(originalLabel), label(modifiedLabel));
  const frame = document.createElement("div");
  frame.className = "diff-frame";
  host.replaceChildren(labels, frame);
  const diff = monaco.editor.createDiffEditor(frame, {
    ...editorLook(host),
    readOnly: true,
    domReadOnly: true,
    originalAriaLabel: originalLabel,
    modifiedAriaLabel: modifiedLabel,
    renderOverviewRuler: false,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    useInlineViewWhenSpaceIsLimited: true,
    diffWordWrap: "on",
  });
  diff.setModel(models);
  const editors = [diff.getOriginalEditor(), diff.getModifiedEditor()];
  const fit = (): void => {
    frame.style.height = `${Math.max(...editors.map((editor) => editor.getContentHeight()))}px`;
  };
  fit();
  for (const editor of editors) editor.onDidContentSizeChange(fit);
  return {
    dispose() {
      diff.dispose();
      models.original.dispose();
      models.modified.dispose();
      host.replaceChildren();
    },
  };
}

function label(text: string): HTMLElement {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}
