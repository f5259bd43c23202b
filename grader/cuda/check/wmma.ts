import { argumentCount } from "../errors/call-errors.ts";
import { wmmaFragment, wmmaLeadingDimension, wmmaPointer, wmmaProduct } from "../errors/wmma-errors.ts";
import { integerOf } from "../ir/values.ts";
import type { Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { convertTo, load } from "./conversions.ts";
import { I32, U32, VOID, bytesOf, sameType, typeName, unqualified, type CudaType } from "./types.ts";
import { SUMS_OF, TYPE_NAMES, fragmentOf, type WmmaFragment } from "./wmma-fragment.ts";

/** The functions of `nvcuda::wmma`: what they take. */

const USE_NAMES = { a: "`matrix_a`", b: "`matrix_b`", d: "`accumulator`" } as const;

interface Call {
  readonly name: string;
  readonly given: readonly Expression[];
  readonly context: Context;
  readonly span: Span;
}

const wholeName = (name: string): string => `wmma::${name}`;

function fragmentArgument({ name, given, context }: Call, position: number, ...uses: readonly WmmaFragment["operand"][]) {
  const { span } = given[position]!;
  const expression = context.expression(given[position]!);
  const fragment = fragmentOf(expression.type, span);
  if (!fragment || !uses.includes(fragment.operand)) {
    const wanted = uses.length === 3 ? "any use" : uses.map((use) => USE_NAMES[use]).join(" or ");
    throw wmmaFragment(span, wholeName(name), wanted, typeName(expression.type));
  }
  return { expression, fragment };
}

/** The type of the elements of `x`. */
function elementOf({ type }: CheckedExpression): CudaType {
  const field = type.kind === "struct" ? type.struct.fields.find(({ name }) => name === "x") : undefined;
  if (field?.type.kind !== "array") throw new TypeError("a fragment has no elements");
  return field.type.of;
}

const fill = (call: Call): CheckedExpression => {
  const { context, given, span } = call;
  if (given.length !== 2) throw argumentCount(span, wholeName(call.name), [2], given.length);
  const { expression } = fragmentArgument(call, 0, "a", "b", "d");
  const value = convertTo(elementOf(expression), context.expression(given[1]!), context, given[1]!.span);
  return { kind: "built-in", name: "wmma fill", type: VOID, operands: [expression, value], span };
};

/** `load_matrix_sync(fragment, pointer, leading dimension, layout)` and `store_matrix_sync(pointer, fragment, …)`. */
const move =
  (isStore: boolean) =>
  (call: Call): CheckedExpression => {
    const { context, given, span, name } = call;
    if (given.length < 3 || given.length > 4) throw argumentCount(span, wholeName(name), [3, 4], given.length);
    const { expression, fragment } = fragmentArgument(call, isStore ? 1 : 0, ...(isStore ? (["d"] as const) : (["a", "b", "d"] as const)));
    const isSum = fragment.operand === "d";
    if (given.length !== (isSum ? 4 : 3)) throw argumentCount(span, wholeName(name), [isSum ? 4 : 3], given.length);
    const place = given[isStore ? 0 : 1]!;
    const pointer = load(context.expression(place));
    const element = elementOf(expression);
    const target = pointer.type.kind === "pointer" ? unqualified(pointer.type.to) : undefined;
    if (!target || !sameType(target, element)) throw wmmaPointer(place.span, typeName(element), typeName(target ?? pointer.type));
    const apart = context.expression(given[2]!);
    const leading = convertTo(U32, apart, context, given[2]!.span);
    // CUDA C++ Programming Guide, load_matrix_sync; an H200 takes columns of 8 bytes.
    const multiple = bytesOf(element) === 1 ? 1 : 16 / bytesOf(element);
    const known = apart.kind === "constant" ? Number(integerOf(apart.value)) : 0;
    if (known % multiple !== 0) throw wmmaLeadingDimension(given[2]!.span, known, multiple);
    const layout = given[3] ? [convertTo(I32, context.expression(given[3]), context, given[3].span)] : [];
    const operands = [expression, pointer, leading, ...layout];
    return { kind: "built-in", name: isStore ? "wmma store" : "wmma load", type: VOID, operands, span };
  };

const multiply = (call: Call): CheckedExpression => {
  const { given, context, span, name } = call;
  // A last argument says whether sums of integers saturate.
  if (given.length < 4 || given.length > 5) throw argumentCount(span, wholeName(name), [4, 5], given.length);
  const [d, a, b, c] = [fragmentArgument(call, 0, "d"), fragmentArgument(call, 1, "a"), fragmentArgument(call, 2, "b"), fragmentArgument(call, 3, "d")]; // prettier-ignore
  const shape = ({ m, n, k }: WmmaFragment): string => `${m}, ${n}, ${k}`;
  const isOne = [b, c, d].every(({ fragment }) => shape(fragment) === shape(a.fragment));
  const fits =
    a.fragment.type === b.fragment.type && c.fragment.type === d.fragment.type && SUMS_OF[a.fragment.type]!.includes(d.fragment.type);
  const words = ({ fragment }: typeof a): string => `${shape(fragment)} of \`${TYPE_NAMES[fragment.type]}\``;
  if (!isOne || !fits) throw wmmaProduct(span, words(a), words(b), words(d.fragment.type === c.fragment.type ? d : c));
  const saturates = given[4] ? [convertTo(I32, context.expression(given[4]), context, given[4].span)] : [];
  const operands = [...[d, a, b, c].map(({ expression }) => expression), ...saturates];
  return { kind: "built-in", name: "wmma multiply", type: VOID, operands, span };
};

/** The functions of wmma by their names. */
export const WMMA_FUNCTIONS: readonly (readonly [name: string, check: (call: Call) => CheckedExpression])[] = [
  ["fill_fragment", fill],
  ["load_matrix_sync", move(false)],
  ["store_matrix_sync", move(true)],
  ["mma_sync", multiply],
];
