import { h, type ComponentChild, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";

/** An XML element. */
export function xml(name: string, attributes: Readonly<Record<string, string>> = {}, ...children: readonly ComponentChild[]): VNode {
  return h(name, attributes, ...children) as VNode;
}

/** A document as text. Preact escapes names, attributes and texts, but for one thing that HTML allows. */
export function xmlDocument(root: VNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderToString(root).replaceAll("]]>", "]]&gt;")}\n`;
}
