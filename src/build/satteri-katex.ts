import katex from "katex";
import { defineMdastPlugin } from "satteri";

/** Sets the mathematics of Markdown with KaTeX at build time: no script and no style sheet is needed to read it. */
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

function mathML(tex: string, displayMode: boolean): string {
  return katex.renderToString(tex, { displayMode, throwOnError: true, output: "mathml" });
}
