import type { DecorationItem } from "shiki/core";
import type { FilledKernel } from "#kit/cuda/fill-kernel.ts";
import { codeThemes } from "../code-themes.ts";
import { hangingIndents } from "../hanging-indent.ts";

/** What Shiki needs to colour a kernel and to mark its holes. Its grammar of C knows all that kernels use, at a seventh of C++'s size. */
export function kernelColours({ text, marks }: FilledKernel) {
  const decorations = marks.map(({ kind, name, isFilled, start, end }): DecorationItem => {
    const properties =
      kind === "definitions"
        ? { class: "cuda-definitions" }
        : { class: "cuda-hole", "data-hole": name ?? "", ...(isFilled ? { "data-filled": "" } : {}) };
    return { start, end, properties, alwaysWrap: true };
  });
  const transformers = [hangingIndents];
  return [text.trimEnd(), { lang: "c", themes: codeThemes, defaultColor: false, decorations, transformers }] as const satisfies [
    string,
    unknown,
  ];
}
