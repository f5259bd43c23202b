import katex from "katex";
import { defineMdastPlugin } from "satteri";

/** A Markdown plugin that renders formulas as MathML with KaTeX at build time: pages need no script and no style sheet for them. */
export function katexPlugin() {
  return defineMdastPlugin({
    name: "katex",
    math(node, context) {
      context.replaceNode(node, { raw: mathML(node.value, true), mdxExpressions: false });
    },
    inlineMath(node, context) {
      context.replaceNode(node, { raw: mathML(node.value, false), mdxExpressions: false });
    },
  });
}

/** A formula in TeX, as the page has it. */
export function mathML(tex: string, displayMode: boolean): string {
  const formula = katex.renderToString(tex, { displayMode, throwOnError: true, output: "mathml" });
  // Browsers would replace a single letter by one of a mathematical alphabet, which the text's face lacks: the style sheet slants it.
  // It lacks the dot operator, too, but not the middle dot.
  return formula.replaceAll(/<mi>([A-Za-z])<\/mi>/g, '<mi class="variable">$1</mi>').replaceAll("\u22c5", "·");
}
