import type { FunctionNode, TemplateParameter } from "../syntax/tree.ts";

export function hasPack(parameters: readonly (TemplateParameter | FunctionNode["parameters"][number])[]): boolean {
  return parameters.some(({ isPack }) => isPack);
}

/** By what was written out of them: functions and structs with packs, as the text has them. */
const originals = new WeakMap<object, object>();

export function noteOriginal(copy: object, node: object): void {
  originals.set(copy, originalOf(node));
}

/** As the text has it. */
export function originalOf<Node extends object>(node: Node): Node {
  return (originals.get(node) ?? node) as Node;
}
