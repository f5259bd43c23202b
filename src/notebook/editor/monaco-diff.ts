import type { DiffOptions, OpenDiff } from "./comparison.ts";
import { diffLabels } from "./diff-labels.ts";
import { editorLook, monaco } from "./monaco.ts";
import "monaco-editor/features/diffEditor/register";

/** From this width on, in CSS pixels, two columns of code have room beside each other. */
const SIDE_BY_SIDE_WIDTH = 1000;

/** Both versions, side by side where there is room and else in one column, as high as the longer one. */
export function openMonacoDiff(host: HTMLElement, { original, modified, originalLabel, modifiedLabel, language }: DiffOptions): OpenDiff {
  const id = language === "cuda" ? "c" : "typescript";
  const models = {
    original: monaco.editor.createModel(original, id),
    modified: monaco.editor.createModel(modified, id),
  };
  const frame = document.createElement("div");
  frame.className = "diff-frame";
  host.replaceChildren(frame);
  const diff = monaco.editor.createDiffEditor(frame, {
    ...editorLook(host),
    readOnly: true,
    domReadOnly: true,
    originalAriaLabel: originalLabel,
    modifiedAriaLabel: modifiedLabel,
    renderOverviewRuler: false,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    useInlineViewWhenSpaceIsLimited: false,
    diffWordWrap: "on",
  });
  diff.setModel(models);
  const editors = [diff.getOriginalEditor(), diff.getModifiedEditor()];
  // The original's lines wrap as the modified ones do.
  diff.getOriginalEditor().updateOptions({ wordWrapOverride2: "on" });
  const fit = (): void => {
    frame.style.height = `${Math.max(...editors.map((editor) => editor.getContentHeight()))}px`;
  };
  fit();
  for (const editor of editors) editor.onDidContentSizeChange(fit);
  const arrange = (): void => {
    const view = frame.clientWidth >= SIDE_BY_SIDE_WIDTH ? "side-by-side" : "inline";
    if (host.dataset["view"] === view) return;
    host.dataset["view"] = view;
    diff.updateOptions({ renderSideBySide: view === "side-by-side" });
    host.querySelector(":scope > :is(.diff-labels, .diff-legend)")?.remove();
    host.prepend(diffLabels({ originalLabel, modifiedLabel }, view));
  };
  arrange();
  const resizes = new ResizeObserver(arrange);
  resizes.observe(frame);
  return {
    dispose() {
      resizes.disconnect();
      delete host.dataset["view"];
      diff.dispose();
      models.original.dispose();
      models.modified.dispose();
      host.replaceChildren();
    },
  };
}
