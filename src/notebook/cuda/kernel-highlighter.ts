import c from "@shikijs/langs/c";
import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";
import { createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { FilledKernel } from "#kit/cuda/fill-kernel.ts";
import { kernelColours } from "./kernel-colours.ts";

const highlighter = await createHighlighterCore({ themes: [light, dark], langs: [c], engine: createJavaScriptRegexEngine() });

/** A kernel with syntax colours and marked holes, as HTML. */
export function kernelHtml(kernel: FilledKernel): string {
  return highlighter.codeToHtml(...kernelColours(kernel));
}
