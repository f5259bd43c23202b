import { emptyFold, packLengths, packTooLong, packsTooLarge } from "../errors/template-errors.ts";
import type { Span } from "../source-error.ts";
import type {
  AliasNode, Expression, FunctionNode, ParameterNode, StructNode, TemplateArgument, TypeNode,
} from "../syntax/tree.ts"; // prettier-ignore
import { hasPack, noteOriginal } from "./pack-texts.ts";
import type { CudaType, GivenArgument } from "./types.ts";

/**
 * Templates with packs, written out for so many members of each: `template <typename... Ts> int sum(Ts... x) { return (x + ...); }` for two
 * is `template <typename Ts[0], typename Ts[1]> int sum(Ts[0] x[0], Ts[1] x[1]) { return x[0] + x[1]; }`. What comes of it has no packs.
 */

/** The number of members of each pack, by its name: packs of types, of values, and of a function's parameters. */
type Counts = ReadonlyMap<string, number>;

export type Template = AliasNode | StructNode | FunctionNode;

/** The numbers of members of a struct's packs, for its methods that have packs of their own. */
const countsAround = new WeakMap<object, Counts>();

/** A member of a pack. No name of a text has such brackets. */
function memberName(pack: string, index: number): string {
  return pack === "" ? "" : `${pack}[${index}]`;
}

/**
 * A function for a call with these arguments; undefined if they are too few.
 *
 * @param explicit how many arguments stand in `<…>`
 */
export function expandFunction(
  node: FunctionNode,
  explicit: number,
  operands: readonly { readonly type: CudaType }[],
): FunctionNode | undefined {
  const counts = new Map<string, number>(countsAround.get(node));
  const { parameters, templateParameters } = node;
  const at = parameters.findIndex(({ isPack }) => isPack);
  if (at >= 0) {
    const count = operands.length - (parameters.length - 1);
    if (count < 0) return undefined;
    const { name, type } = parameters[at]!;
    counts.set(name, count);
    for (const { isPack, name } of templateParameters) if (isPack && mentions(type, new Set([name]))) counts.set(name, count);
  }
  const packs = new Set(templateParameters.flatMap(({ isPack, name }) => (isPack && !counts.has(name) ? [name] : [])));
  for (const [i, { type, isPack }] of parameters.entries()) {
    const operand = operands[i];
    if (operand && !isPack) countIn(type, operand.type, packs, counts);
  }
  for (const [i, { isPack, name }] of templateParameters.entries())
    if (isPack && !counts.has(name)) counts.set(name, Math.max(0, explicit - i));
  return expanded(node, counts);
}

/** A lambda for a call with so many arguments: `[](auto... x) {…}`. */
export function expandLambda<Node extends Expression & { kind: "lambda" }>(node: Node, operands: number): Node {
  const pack = node.parameters.find(({ isPack }) => isPack);
  return pack ? expanded(node, new Map([[pack.name, Math.max(0, operands - (node.parameters.length - 1))]])) : node;
}

/** A struct, an alias or a function for so many arguments in `<…>`. */
export function expandTemplate<Node extends Template>(node: Node, given: number): Node {
  const { templateParameters } = node;
  const packs = templateParameters.filter(({ isPack }) => isPack);
  const counts = new Map(packs.map(({ name }) => [name, Math.max(0, given - (templateParameters.length - 1))]));
  if (node.kind === "function")
    for (const { isPack, name, type } of node.parameters)
      for (const [pack, count] of counts) if (isPack && mentions(type, new Set([pack]))) counts.set(name, count);
  return expanded(node, counts);
}

/** `template <typename T, typename... Rest> struct S<T, Rest...>` for these arguments; undefined if they are too few. */
export function expandSpecialization(node: StructNode, given: readonly GivenArgument[]): StructNode | undefined {
  const written = node.specializes ?? [];
  const packs = new Set(node.templateParameters.flatMap(({ isPack, name }) => (isPack ? [name] : [])));
  const counts = new Map<string, number>();
  countInArguments(written, given, packs, counts);
  for (const pack of packs) if ((counts.get(pack) ?? -1) < 0) return undefined;
  return expanded(node, counts);
}

/** Finds how many members packs have, by laying the type of a parameter over that of an argument. */
function countIn(node: TypeNode, type: CudaType, packs: ReadonlySet<string>, counts: Map<string, number>): void {
  if (node.kind === "reference") countIn(node.to, type.kind === "reference" ? type.to : type, packs, counts);
  else if (node.kind === "pointer" && type.kind === "pointer") countIn(node.to, type.to, packs, counts);
  else if (node.kind === "named" && node.templateArguments && type.kind === "struct")
    countInArguments(node.templateArguments, type.struct.given ?? [], packs, counts);
}

function countInArguments(
  written: readonly TemplateArgument[],
  given: readonly GivenArgument[],
  packs: ReadonlySet<string>,
  counts: Map<string, number>,
): void {
  for (const [i, argument] of written.entries()) {
    const own = given[i];
    if (argument.kind === "expansion") {
      for (const pack of packs)
        if (!counts.has(pack) && mentions(argument.pattern, new Set([pack]))) counts.set(pack, given.length - (written.length - 1));
    } else if (argument.kind === "type" && own?.kind === "type") countIn(argument.type, own.type, packs, counts);
  }
}

const known = new WeakMap<object, Map<string, object>>();

/** One and the same for the same counts. */
function expanded<Node extends object>(node: Node, counts: Counts): Node {
  const key = [...counts.values()].join();
  const all = known.get(node) ?? new Map<string, object>();
  known.set(node, all);
  let made = all.get(key);
  if (!made) {
    for (const count of counts.values()) if (count > MOST_MEMBERS) throw packTooLong(spanOf(node), MOST_MEMBERS, count);
    partsLeft = MOST_PARTS;
    all.set(key, (made = wholeOf(node as Tree, counts) as Node));
  }
  return made as Node;
}

const MOST_MEMBERS = 256;
/** Parts of a tree that one expansion makes: patterns in patterns multiply. */
const MOST_PARTS = 500_000;
let partsLeft = 0;

function spanOf(node: object): Span {
  return "nameSpan" in node ? (node.nameSpan as Span) : (node as { readonly span: Span }).span;
}

type Tree = Readonly<Record<string, unknown>>;

function copyOf(value: unknown, counts: Counts): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => copiesOf(item, counts));
  if (typeof value !== "object" || value === null) return value;
  const node = value as Tree;
  if (node.kind === "pack-size" && counts.has(node.name as string))
    return { kind: "number", text: `${counts.get(node.name as string)!}ull`, span: node.span };
  if (node.kind === "fold") return foldOf(value as Expression & { kind: "fold" }, counts);
  if (node.kind === "function" && "templateParameters" in node && hasPack((value as FunctionNode).templateParameters)) {
    // Its packs have members only when it is called: a pattern may name them together with those around it.
    const copy = { ...node };
    countsAround.set(copy, counts);
    noteOriginal(copy, node);
    return copy;
  }
  return wholeOf(node, counts);
}

function wholeOf(node: Tree, counts: Counts): unknown {
  const inner = withOwnParameters(node, counts);
  const copy = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, copyOf(part, inner)]));
  if (node.kind === "function" || node.kind === "struct") noteOriginal(copy, node);
  return copy;
}

/** A function or lambda may have parameters of its own for the members of a pack around it: `[](Ts... x) {…}`. */
function withOwnParameters({ parameters }: Tree, counts: Counts): Counts {
  if (!Array.isArray(parameters)) return counts;
  const own = (parameters as readonly ParameterNode[]).flatMap(({ isPack, name, type }) => {
    const count = isPack && !counts.has(name) ? countOf(type, counts) : undefined;
    return count === undefined ? [] : [[name, count] as const];
  });
  return own.length === 0 ? counts : new Map([...counts, ...own]);
}

/** The items that one item of a list becomes: for an expansion, as many as its packs have members. */
function copiesOf(item: unknown, counts: Counts): unknown[] {
  const inside = copyOf(item, counts) as Tree | null;
  if (typeof inside !== "object" || inside === null) return [inside];
  const pattern = inside.kind === "expansion" ? inside.pattern : inside.isPack ? inside : undefined;
  if (pattern === undefined) return [inside];
  const isDeclared = inside.isPack && counts.has(inside.name as string);
  const count = isDeclared ? counts.get(inside.name as string) : countOf(pattern, counts);
  if (count === undefined) return [inside];
  return Array.from({ length: count }, (_, i) => {
    const member = memberOf(pattern, counts, i) as Tree;
    if (!inside.isPack) return member;
    return { ...member, name: memberName(inside.name as string, i), isPack: undefined };
  });
}

/** The number of members of the packs that a pattern names; undefined if it names none of these. */
function countOf(pattern: unknown, counts: Counts): number | undefined {
  let count: number | undefined;
  for (const [pack, own] of counts) {
    if (!mentions(pattern, new Set([pack]))) continue;
    if (count !== undefined && own !== count) throw packLengths((pattern as { readonly span: Span }).span, count, own);
    count = own;
  }
  return count;
}

/** The name of a pack in front of what may follow it: `Ts::type`. */
function packIn({ kind, name }: Tree): string | undefined {
  return (kind === "name" || kind === "named") && typeof name === "string" ? name.split("::", 1)[0] : undefined;
}

function mentions(node: unknown, packs: ReadonlySet<string>): boolean {
  if (Array.isArray(node)) return node.some((part) => mentions(part, packs));
  if (typeof node !== "object" || node === null) return false;
  return packs.has(packIn(node as Tree) ?? "") || Object.values(node).some((part) => mentions(part, packs));
}

/** A pattern for one member of the packs in it. */
function memberOf(pattern: unknown, counts: Counts, index: number): unknown {
  if (Array.isArray(pattern)) return pattern.map((part) => memberOf(part, counts, index));
  if (typeof pattern !== "object" || pattern === null) return pattern;
  const node = pattern as Tree;
  if (--partsLeft < 0 && "kind" in node) throw packsTooLarge((pattern as { readonly span: Span }).span);
  const copy = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, memberOf(part, counts, index)]));
  const pack = packIn(node);
  if (pack !== undefined && counts.has(pack)) copy.name = memberName(pack, index) + (node.name as string).slice(pack.length);
  return copy;
}

/** The values of folds without members. */
const EMPTY_FOLDS: ReadonlyMap<string, (span: Span) => Expression> = new Map([
  ["&&", (span: Span): Expression => ({ kind: "boolean", value: true, span })],
  ["||", (span: Span): Expression => ({ kind: "boolean", value: false, span })],
  [",", (span: Span): Expression => ({ kind: "number", text: "0", span })],
]);

function foldOf({ operator, left, right, span }: Expression & { kind: "fold" }, counts: Counts): Expression {
  const [first, last] = [left, right].map((side) => side && (copyOf(side, counts) as Expression));
  const isRight = first !== undefined && countOf(first, counts) !== undefined;
  const pattern = isRight ? first : last;
  const count = pattern && countOf(pattern, counts);
  if (count === undefined) return { kind: "fold", operator, left: first, right: last, span };
  const members = Array.from({ length: count }, (_, i) => memberOf(pattern, counts, i) as Expression);
  const initial = isRight ? last : first;
  const join = (a: Expression, b: Expression): Expression => ({ kind: "binary", operator, left: a, right: b, span });
  const all = initial === undefined ? members : isRight ? [...members, initial] : [initial, ...members];
  if (all.length > 0) return isRight ? all.reduceRight((after, one) => join(one, after)) : all.reduce(join);
  const empty = EMPTY_FOLDS.get(operator);
  if (!empty) throw emptyFold(span, operator);
  return empty(span);
}
