import { mdxToMdast, type MdastNode } from "satteri";

/** An element of a lesson's MDX, `<Predict unit="sectors" global={{ stride: 2 }}>`; a value between braces is its source. */
export interface LessonElement {
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string | { readonly value: string } }[];
}

/** All nodes of a lesson's text, each before those in it. */
export function lessonNodes(body: string): MdastNode[] {
  return nodesOf(mdxToMdast(body, { features: { math: true } }));
}

/** A node and all nodes in it. */
export function nodesOf(node: Readonly<MdastNode>): MdastNode[] {
  return [node, ...("children" in node ? node.children.flatMap(nodesOf) : [])];
}

/** Those of the nodes that are elements of a name. */
export function elementsNamed(name: string, nodes: readonly MdastNode[]): (MdastNode & LessonElement)[] {
  return nodes.filter((node): node is MdastNode & LessonElement => "name" in node && node.name === name);
}
