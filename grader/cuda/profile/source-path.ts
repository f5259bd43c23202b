import type { Span } from "../source-error.ts";
import { tokenize } from "../text/token.ts";
import type { Block, Expression, FunctionNode, SourceFile, Statement, VariableNode, VariablesNode } from "../syntax/tree.ts";

/** A statement or an expression of a function's body. */
export type BodyNode = Statement | Expression;

/** The way to an access in the text: its function, and the statements and expressions around it, the outermost first. */
export interface SourcePath {
  readonly function: FunctionNode & { readonly body: Block };
  readonly nodes: readonly BodyNode[];
}

/** The way to what stands at a span; undefined outside of functions. The last node is the innermost that contains the span. */
export function pathTo(file: SourceFile, span: Span): SourcePath | undefined {
  for (const declared of file.declarations) {
    if (declared.kind !== "function" || declared.body === undefined || !contains(declared.body.span, span)) continue;
    const nodes: BodyNode[] = [];
    for (let node: BodyNode | undefined = declared.body; node; node = partsOf(node).find((part) => contains(part.span, span)))
      nodes.push(node);
    return { function: { ...declared, body: declared.body }, nodes };
  }
  return undefined;
}

/** The statements and expressions that a node consists of, in the order of the tree. */
export function partsOf(node: BodyNode): BodyNode[] {
  return nodesOf(node);
}

/** All statements and expressions within a node, each before those within it. */
export function descendants(node: BodyNode): BodyNode[] {
  const found: BodyNode[] = [];
  for (let left = partsOf(node).toReversed(), part = left.pop(); part; part = left.pop()) {
    found.push(part);
    left.push(...partsOf(part).toReversed());
  }
  return found;
}

/** All statements and expressions in a piece of the tree, such as a list of declarations or an initializer, itself among them. */
export function nodesWithin(piece: unknown): BodyNode[] {
  return nodesIn(piece).flatMap((node) => [node, ...descendants(node)]);
}

/** Children among the values in a node; types are not looked into. */
function nodesOf(values: object): BodyNode[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => (name === "type" ? [] : nodesIn(value)));
}

function nodesIn(value: unknown): BodyNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== "object" || value === null || isSpan(value)) return [];
  // Variables of a declaration, initializers, labels of a switch: what counts is what is in them.
  return "kind" in value && "span" in value ? [value as BodyNode] : nodesOf(value);
}

function isSpan(value: object): value is Span {
  return "from" in value && "to" in value;
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

export function isSameSpan(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to;
}

/** The declarations that an access is in the scope of, the innermost last: those before it in the blocks and loops around it. */
export function declarationsAround({ nodes }: SourcePath): VariablesNode[] {
  const access = nodes.at(-1)!;
  return nodes.flatMap((node) =>
    partsOf(node).filter((part): part is VariablesNode => part.kind === "variables" && part.span.from < access.span.to),
  );
}

/** The variable that a name means at an access; undefined if the function doesn't declare it there, but for its parameters. */
export function variableNamed(name: string, path: SourcePath): VariableNode | undefined {
  return declarationsAround(path)
    .flatMap(({ variables }) => variables)
    .findLast((variable) => variable.name === name);
}

/** An expression as written. */
export function writtenText(text: string, span: Span): string {
  const { from, to } = writtenSpan(text, span);
  return text.slice(from, to);
}

/** An expression's span with the parentheses around its first and its last operand, which its own span leaves out. */
export function writtenSpan(text: string, { from, to }: Span): Span {
  let depth = 0;
  let missing = 0;
  for (const character of text.slice(from, to)) {
    if (character === "(") depth++;
    else if (character === ")" && --depth < 0) {
      missing++;
      depth = 0;
    }
  }
  for (; missing > 0; missing--) from = text.lastIndexOf("(", from - 1);
  for (; depth > 0; depth--) to = text.indexOf(")", to) + 1;
  return { from, to };
}

/** An expression as written, as a factor of a product: in parentheses unless it is a name or a number. */
export function factorText(text: string, { kind, span }: Expression): string {
  const written = writtenText(text, span);
  return kind === "name" || kind === "number" ? written : `(${written})`;
}

/** A name that the text does not use. */
export function freshName(name: string, text: string): string {
  const used = new Set(tokenize(text).map((token) => token.text));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!used.has(candidate)) return candidate;
  }
}
