import type { Element, Product } from "#simulator/fragments.ts";
import { fragmentAccesses, type FragmentAccess } from "#simulator/fragment-requests.ts";
import { ROWS_PER_MATRIX } from "#simulator/matrix-cost.ts";
import type { MatrixProduct } from "#simulator/tensor-sum.ts";
import type { CheckedExpression } from "../check/checked-tree.ts";
import type { CudaType } from "../check/types.ts";
import { fragmentOf, type WmmaFragment } from "../check/wmma-fragment.ts";
import { SCALAR_BYTES, type MatrixExchange, type Register, type ScalarType, type Step, type Value } from "../ir/program.ts";
import { arithmetic, call, comparison, constant, logic, offset, offsetBytes, read, special } from "../ir/values.ts";
import type { Span } from "../source-error.ts";
import { elementOf, memberOf, scalarOf, scalarOfType, store, valueOperand } from "./access.ts";
import type { Lowering } from "./lowering.ts";
import type { Lvalue, Operand } from "./operand.ts";

/**
 * The functions of wmma as steps: the loads, stores and products that nvcc makes of them for Hopper, `simulator/fragment-requests.ts`. A
 * fragment is a struct with an array `x` of the elements that a lane holds.
 */

type BuiltIn = CheckedExpression & { kind: "built-in" };

/** A fragment of the text, with its elements. */
interface Held extends WmmaFragment {
  readonly place: Lvalue;
  /** `x` */
  readonly elements: Lvalue;
  readonly element: CudaType;
  readonly count: number;
}

function heldOf(expression: CheckedExpression, lowering: Lowering): Held {
  const { locate, finish } = lowering.lower;
  const place = finish(expression, locate(expression, lowering), lowering, expression.span) as Lvalue;
  const elements = memberOf(place, "x") as Lvalue;
  const array = elements.type as CudaType & { kind: "array" };
  return { ...fragmentOf(place.type, expression.span)!, place, elements, element: array.of, count: array.length };
}

function valueAt({ elements }: Held, index: number, lowering: Lowering, span: Span): Value {
  return scalarOf(elementOf(elements, constant("i32", index), lowering, span), lowering, span);
}

function setAt({ elements, element }: Held, index: number, value: Value, lowering: Lowering, span: Span): void {
  store(elementOf(elements, constant("i32", index), lowering, span), valueOperand(element, value), lowering, span);
}

function scalar(expression: CheckedExpression, lowering: Lowering): Value {
  const { locate, finish } = lowering.lower;
  return scalarOf(finish(expression, locate(expression, lowering), lowering, expression.span), lowering, expression.span);
}

const nothing = ({ type }: BuiltIn): Operand => ({ kind: "nothing", type });

export function lowerFill(expression: BuiltIn, lowering: Lowering): Operand {
  const { operands, span } = expression;
  const held = heldOf(operands[0]!, lowering);
  const value = lowering.temporary(scalar(operands[1]!, lowering), span);
  for (let index = 0; index < held.count; index++) setAt(held, index, value, lowering, span);
  return nothing(expression);
}

/** The product that a fragment is of: a sum's could be of any type that is added up in its own. */
function productOf({ m, n, k, type }: WmmaFragment): Product {
  const factor = type === "f32" ? (k === 8 ? "tf32" : "f16") : type === "s32" ? "s8" : type;
  return { m, n, k, type: factor };
}

export function lowerMove(op: "load" | "store") {
  return (expression: BuiltIn, lowering: Lowering): Operand => {
    const { operands, span } = expression;
    const held = heldOf(operands[0]!, lowering);
    const pointer = lowering.temporary(scalar(operands[1]!, lowering), span);
    const leading = lowering.temporary(scalar(operands[2]!, lowering), span);
    const layout = operands[3] && scalar(operands[3], lowering);
    const bySpace = (byRows: boolean, own: Lowering): void => {
      const move = (space: "global" | "shared", inner: Lowering): void =>
        new Movement(held, byRows, pointer, leading, inner, span).move(op, fragmentAccesses({ product: productOf(held), operand: held.operand, elementBytes: SCALAR_BYTES[scalarOfType(held.element)], byRows, space, op })); // prettier-ignore
      // Where a load of a is one, all its instructions are the same in both memories.
      const isSame = op === "store" || held.operand === "d" || !["f16", "s8", "u8"].includes(held.type);
      const space = isSame ? "global" : spaceOf(pointer, own);
      if (space) return move(space, own);
      choose(isShared(pointer), own, span, (holds, inner) => move(holds ? "shared" : "global", inner));
    };
    if (layout === undefined) bySpace(held.byRows!, lowering);
    else if (layout.kind === "constant") bySpace(Number(layout.value) === 0, lowering);
    else choose(comparison("==", layout, constant("i32", 0)), lowering, span, bySpace);
    return nothing(expression);
  };
}

/** Steps for both answers to a test. */
function choose(test: Value, lowering: Lowering, span: Span, steps: (holds: boolean, inner: Lowering) => void): void {
  const [then, otherwise]: [Step[], Step[]] = [[], []];
  steps(true, lowering.with({ steps: then }));
  steps(false, lowering.with({ steps: otherwise }));
  lowering.add({ kind: "if", test, then, otherwise, span });
}

/** No block has as much shared memory. */
const SHARED_BYTES = 228 * 1024;

/** Whether a pointer is into the block's shared memory. */
function isShared(pointer: Value): Value {
  const base = special("sharedBase");
  return logic("&&", comparison(">=", pointer, base), comparison("<", pointer, offsetBytes(base, SHARED_BYTES)));
}

/** The memory that a pointer is into, where the steps before say it. */
function spaceOf(pointer: Value, { steps }: Lowering): "shared" | undefined {
  let value = pointer;
  for (let depth = 0; depth < 16; depth++) {
    if (value.kind === "offset") value = value.pointer;
    else if (value.kind === "convert") value = value.operand;
    else if (value.kind === "special")
      return value.special === "sharedBase" || value.special === "dynamicSharedBase" ? "shared" : undefined;
    else if (value.kind !== "register") return undefined;
    else {
      const { register } = value;
      if (register.name !== "") return undefined;
      const set: Step | undefined = steps.find((step) => step.kind === "set" && step.register === register);
      if (set?.kind !== "set") return undefined;
      value = set.value;
    }
  }
  return undefined;
}

/** The instructions that move one fragment between memory and registers. */
class Movement {
  readonly #held: Held;
  readonly #byRows: boolean;
  readonly #pointer: Value;
  readonly #leading: Value;
  readonly #lowering: Lowering;
  readonly #span: Span;
  readonly #scalar: ScalarType;
  /** Addresses of lanes by the steps from lane to lane, where some accesses have them in common. */
  readonly #starts = new Map<string, Value>();

  constructor(held: Held, byRows: boolean, pointer: Value, leading: Value, lowering: Lowering, span: Span) {
    this.#held = held;
    this.#byRows = byRows;
    this.#pointer = pointer;
    this.#leading = leading;
    this.#lowering = lowering;
    this.#span = span;
    this.#scalar = scalarOfType(held.element);
  }

  move(op: "load" | "store", accesses: readonly FragmentAccess[]): void {
    for (const access of accesses) {
      if (op === "store") this.#store(access as FragmentAccess & { kind: "lanes" });
      else if (access.kind === "matrices") this.#loadMatrices(access);
      else this.#load(access);
    }
    if (op === "store") return;
    // What a fragment holds more than once is loaded once.
    const loaded = accesses.flatMap(({ indexes }) => indexes).length;
    for (let index = loaded; index < this.#held.count; index++) this.#set(index, this.#value(index % loaded));
  }

  #value(index: number): Value {
    return valueAt(this.#held, index, this.#lowering, this.#span);
  }

  #set(index: number, value: Value): void {
    setAt(this.#held, index, value, this.#lowering, this.#span);
  }

  #load({ bytesPerLane, indexes, isTransposed, ...places }: FragmentAccess & { kind: "lanes" }): void {
    const address = this.#addressOf(places);
    const into = this.#registers(isTransposed ? ["u32"] : indexes.map(() => this.#scalar));
    this.#lowering.add({ kind: "load", site: this.#site("load", bytesPerLane), address, into, span: this.#span });
    if (isTransposed) this.#unpack(this.#exchange({ kind: "transpose", matrices: 1, isTransposed: true }, into.map(read), 1), indexes);
    else for (const [i, index] of indexes.entries()) this.#set(index, read(into[i]!));
  }

  #store({ bytesPerLane, indexes, isTransposed, ...places }: FragmentAccess & { kind: "lanes" }): void {
    const held = indexes.map((index) => this.#value(index));
    const values = isTransposed
      ? this.#exchange({ kind: "transpose", matrices: 1, isTransposed: true }, [call("u32", "halves.f16", held[0]!, held[1]!)], 1).map(read)
      : held;
    const address = this.#addressOf(places);
    this.#lowering.add({ kind: "store", site: this.#site("store", bytesPerLane), address, values, span: this.#span });
  }

  /** `ldmatrix`: each lane loads a row, and they exchange them. */
  #loadMatrices({ corners, perLine, indexes, isTransposed }: FragmentAccess & { kind: "matrices" }): void {
    const matrices = corners.length as 1 | 2 | 4;
    const lane = special("lane");
    const [first, second, third] = corners as [Element, Element | undefined, Element | undefined];
    const along = (step: Element | undefined): Element => (step ? { row: step.row - first.row, column: step.column - first.column } : { row: 0, column: 0 }); // prettier-ignore
    // Lane 8 m + r has line r of matrix m; the fourth matrix lies as far from the third as the second from the first.
    const [bySecond, byThird] = [along(second), along(third)];
    const bit = (number: number): Value =>
      arithmetic("u32", "&", arithmetic("u32", ">>", lane, constant("u32", number)), constant("u32", 1));
    const places: [Element, Value][] = [[perLine, arithmetic("u32", "&", lane, constant("u32", ROWS_PER_MATRIX - 1))]];
    if (matrices > 1) places.push([bySecond, bit(3)]);
    if (matrices > 2) places.push([byThird, bit(4)]);
    const address = this.#lowering.temporary(this.#moved(this.#sum(places), first), this.#span);
    const row = this.#registers(["u32", "u32", "u32", "u32"]);
    const site = { ...this.#site("load", 16), matrices, onlySpace: "shared" as const };
    const load: Step = { kind: "load", site, address, into: row, span: this.#span };
    if (matrices === 4) this.#lowering.add(load);
    else {
      const test = comparison("<", lane, constant("u32", ROWS_PER_MATRIX * matrices));
      this.#lowering.add({ kind: "if", test, then: [load], otherwise: [], span: this.#span });
    }
    this.#unpack(this.#exchange({ kind: "rows to fragments", matrices, isTransposed }, row.map(read), matrices), indexes);
  }

  #site(op: "load" | "store", bytesPerLane: number) {
    return { ...this.#lowering.builder.site(op, bytesPerLane, this.#span), isOfFragment: true as const };
  }

  #registers(types: readonly ScalarType[]): Register[] {
    return types.map((type) => this.#lowering.builder.register(type));
  }

  #exchange(exchange: MatrixExchange, values: readonly Value[], taken: number): Register[] {
    const into = Array.from({ length: taken }, () => this.#lowering.builder.register("u32"));
    const given = values.map((value) => this.#lowering.temporary(value, this.#span));
    this.#lowering.add({ kind: "exchange", exchange, values: given, into, span: this.#span });
    return into;
  }

  /** The elements of 32 bits. */
  #unpack(registers: readonly Register[], indexes: readonly number[]): void {
    const perRegister = indexes.length / registers.length;
    for (const [i, index] of indexes.entries()) {
      const part = i % perRegister;
      const name = perRegister === 2 ? `${part === 0 ? "lower" : "upper"}_half.${this.#scalar}` : `byte_${part}.${this.#scalar}`;
      this.#set(index, call(this.#scalar, name, read(registers[Math.floor(i / perRegister)]!)));
    }
  }

  /** The address of each lane's elements. */
  #addressOf({ corner, perGroup, perPlace }: Pick<FragmentAccess & { kind: "lanes" }, "corner" | "perGroup" | "perPlace">): Value {
    const key = JSON.stringify([perGroup, perPlace]);
    let start = this.#starts.get(key);
    if (!start) {
      const lane = special("lane");
      const group = arithmetic("u32", ">>", lane, constant("u32", 2));
      const place = arithmetic("u32", "&", lane, constant("u32", 3));
      start = this.#lowering.temporary(this.#sum([[perGroup, group], [perPlace, place]]), this.#span); // prettier-ignore
      this.#starts.set(key, start);
    }
    return this.#moved(start, corner);
  }

  /** The matrix's first element, moved by so many times each step. */
  #sum(steps: readonly (readonly [Element, Value])[]): Value {
    let lines: Value = constant("u32", 0);
    let along: Value = constant("u32", 0);
    for (const [{ row, column }, times] of steps) {
      const [perLine, perElement] = this.#byRows ? [row, column] : [column, row];
      lines = arithmetic("u32", "+", lines, arithmetic("u32", "*", times, constant("u32", perLine)));
      along = arithmetic("u32", "+", along, arithmetic("u32", "*", times, constant("u32", perElement)));
    }
    const index = arithmetic("u32", "+", arithmetic("u32", "*", lines, this.#leading), along);
    return offset(this.#pointer, index, SCALAR_BYTES[this.#scalar]);
  }

  #moved(start: Value, { row, column }: Element): Value {
    const [lines, along] = this.#byRows ? [row, column] : [column, row];
    const bytes = SCALAR_BYTES[this.#scalar];
    const below = lines === 0 ? start : offset(start, arithmetic("u32", "*", this.#leading, constant("u32", lines)), bytes);
    return along === 0 ? below : offset(below, constant("i32", along), bytes);
  }
}

/** `mma_sync(d, a, b, c)`: one `mma.sync` for each 16 rows and 8 columns, and for each four columns of tf32. */
export function lowerMultiply(expression: BuiltIn, lowering: Lowering): Operand {
  const { operands, span } = expression;
  const [d, a, b, c] = operands.slice(0, 4).map((operand) => heldOf(operand, lowering)) as [Held, Held, Held, Held];
  const saturation = operands[4] && scalar(operands[4], lowering);
  const saturates = saturation?.kind === "constant" && Number(saturation.value) !== 0;
  // m8n32 is m32n8 with all matrices transposed.
  const isSwapped = d.m === 8 && d.n === 32;
  const [m, n, left, right] = isSwapped ? [d.n, d.m, b, a] : [d.m, d.n, a, b];
  const type = a.type as MatrixProduct["type"];
  const k = type === "tf32" ? 4 : d.k;
  const product: MatrixProduct = {
    m: Math.min(m, 16),
    n: 8,
    k,
    type,
    sum: d.type as MatrixProduct["sum"],
    ...(saturates && { saturates }),
  };
  const [below, beside] = [m / product.m, n / product.n];
  const values = (held: Held, from: number, count: number): Value[] =>
    Array.from({ length: count }, (_, i) => lowering.temporary(valueAt(held, from + i, lowering, span), span));
  const [perLeft, perRight, perSum] = [(product.m * k) / 32, (8 * k) / 32, (product.m * 8) / 32];
  for (let column = 0; column < beside; column++) {
    for (let row = 0; row < below; row++) {
      const at = (column * below + row) * perSum;
      let sum = values(c, at, perSum);
      for (let part = 0; part < d.k / k; part++) {
        const into = sum.map(() => lowering.builder.register(scalarOfType(d.element)));
        const factors = {
          a: values(left, ((row * d.k) / k) * perLeft + part * perLeft, perLeft),
          b: values(right, ((column * d.k) / k) * perRight + part * perRight, perRight),
        };
        lowering.add({ kind: "matrixProduct", product, ...factors, c: sum, into, span });
        sum = into.map(read);
      }
      for (const [i, value] of sum.entries()) setAt(d, at + i, value, lowering, span);
    }
  }
  return nothing(expression);
}
