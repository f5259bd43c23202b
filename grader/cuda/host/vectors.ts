import { argumentCount } from "../errors/call-errors.ts";
import { noVectorElement } from "../errors/host-errors.ts";
import type { Context } from "../check/context.ts";
import { U64, VOID, bytesOf, pointerTo, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { decayed, type Code, type Translation } from "./code.ts";
import { READ, WRITE } from "./host-memory.ts";
import { setterOf } from "./initial-values.ts";
import { defaultOf } from "./objects.ts";
import { elementAt } from "./values.ts";

/** Calls of what `std::vector` has, as the prelude lays it out: data, count, capacity. Undefined for what the lab does not have of it. */
export function vectorMethod(
  host: Translation,
  self: Code,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code | undefined {
  const { type } = self;
  if (type.kind !== "struct") return undefined;
  const argument = type.struct.given?.[0];
  const element: CudaType = argument?.kind === "type" ? argument.type : VOID;
  const { memory } = host.machine;
  const start = self.value as () => number;
  const word = wordsOf(host, span);
  const at = (index: () => number): Code => vectorElement(host, self, index, span);
  const size = bytesOf(element);
  const setCount = countSetter(host, span);
  const [first, second] = given;
  switch (name) {
    case "size":
      return { type: U64, value: () => word(start(), 8) };
    case "capacity":
      return { type: U64, value: () => word(start(), 16) };
    case "begin":
    case "cbegin":
      return { type: pointerTo(element), value: () => word(start(), 0) };
    case "end":
    case "cend":
      return {
        type: pointerTo(element),
        value: () => {
          const vector = start();
          return word(vector, 0) + word(vector, 8) * size;
        },
      };
    case "clear":
      return { type: VOID, value: () => (setCount(start(), 0), 0) };
    case "shrink_to_fit":
      return { type: VOID, value: () => 0 };
    case "pop_back":
      return {
        type: VOID,
        value: () => {
          const vector = start();
          if (word(vector, 8) === 0) throw noVectorElement(span, 0, "nothing to remove");
          setCount(vector, word(vector, 8) - 1);
          return 0;
        },
      };
    case "reserve":
      if (first) {
        const count = host.convert(host.expression(first, context), U64, first.span).value;
        return {
          type: VOID,
          value: () => {
            const [vector, wanted] = [start(), Number(count())];
            if (wanted > word(vector, 16)) grow(host, vector, wanted, element, span);
            return 0;
          },
        };
      }
      break;
    case "empty":
      return { type: U64, value: () => (word(start(), 8) === 0 ? 1 : 0) };
    case "data":
      return { type: pointerTo(element), value: () => word(start(), 0) };
    case "front":
      return at(() => 0);
    case "back":
      return at(() => word(start(), 8) - 1);
    case "at":
      if (first) return at(host.convert(host.expression(first, context), U64, first.span).value as () => number);
      break;
    case "resize":
    case "assign":
      if (first) {
        const count = host.convert(host.expression(first, context), U64, first.span).value;
        const set = second
          ? host.initialize(element, { kind: "value", value: second }, context, span)
          : defaultOf(host, element, context, span);
        return {
          type: VOID,
          value: () => {
            const [vector, wanted] = [start(), Number(count())];
            const [before, kept] = [word(vector, 0), name === "resize" ? Math.min(wanted, word(vector, 8)) : 0];
            if (wanted <= word(vector, 8) && name === "resize") return (setCount(vector, wanted), 0);
            memory.held.add(before);
            host.fillVector(vector, wanted, element, set, span);
            if (kept > 0) host.copy(word(vector, 0), before, kept * size, span);
            memory.held.delete(before);
            return 0;
          },
        };
      }
      break;
    case "push_back":
    case "emplace_back":
      if (first && (name === "push_back" || given.length === 1)) {
        const set = host.initialize(element, { kind: "value", value: first }, context, span)!;
        return { type: VOID, value: () => pushBack(host, start(), element, set, span) };
      }
      break;
  }
  if (name === "emplace_back") {
    const set = host.initialize(element, { kind: "arguments", values: given }, context, span);
    return { type: VOID, value: () => pushBack(host, start(), element, (to) => set?.(to), span) };
  }
  if (name === "insert" && first && second) return inserted(host, self, element, given, context, span);
  if (name === "erase" && first) return erased(host, self, element, first, second, context, span);
  if (["resize", "assign", "reserve", "push_back", "at"].includes(name))
    throw argumentCount(span, name, [name === "assign" ? 2 : 1], given.length);
  return undefined;
}

const RESERVED_NOTE = "A vector has no elements where the program uses some: `reserve` only makes room for them. C++ wants `resize` there.";

/**
 * `vector[i]`
 *
 * @param isUnchecked as C++ does it: in a vector without elements the room that `reserve` made can be used
 */
export function vectorElement(host: Translation, self: Code, index: () => number, span: Span, isUnchecked = false): Code {
  const { type } = self;
  const argument = type.kind === "struct" ? type.struct.given?.[0] : undefined;
  const element: CudaType = argument?.kind === "type" ? argument.type : VOID;
  const size = bytesOf(element);
  const { memory } = host.machine;
  const start = self.value as () => number;
  const address = (): number => {
    const [vector, i] = [start(), index()];
    const view = memory.locate(vector, 24, span, false);
    const { offset } = memory;
    const count = Number(READ.u64(view, offset + 8));
    if (i < 0 || i >= count) {
      const isReserved = isUnchecked && count === 0 && i >= 0 && i < Number(READ.u64(view, offset + 16));
      if (!isReserved) throw noVectorElement(span, count, `no element ${i}`);
      host.machine.notes.add(RESERVED_NOTE);
    }
    return Number(READ.ptr(view, offset)) + i * size;
  };
  return host.place(element, address, span);
}

/** `v.insert(place, value)`, `v.insert(place, count, value)` and `v.insert(place, first, last)`. */
function inserted(host: Translation, self: Code, element: CudaType, given: readonly Expression[], context: Context, span: Span): Code {
  const [size, word] = [bytesOf(element), wordsOf(host, span)];
  const at = host.expression(given[0]!, context).value;
  const { count, set } = itemsOf(host, element, given.slice(1), context, span);
  return {
    type: pointerTo(element),
    value: () => {
      const vector = Number(self.value());
      const [index, more, before] = [(Number(at()) - word(vector, 0)) / size, count(), word(vector, 8)];
      if (!(index >= 0 && index <= before)) throw noVectorElement(span, before, "no such place to insert at");
      if (before + more > word(vector, 16)) grow(host, vector, 2 * (before + more), element, span);
      const place = word(vector, 0) + index * size;
      if (before > index) host.copy(place + more * size, place, (before - index) * size, span);
      countSetter(host, span)(vector, before + more);
      for (let i = 0; i < more; i++) set(place + i * size, i);
      return place;
    },
  };
}

/** What is inserted into a vector. */
interface Items {
  /** Called first. */
  readonly count: () => number;
  readonly set: (to: number, item: number) => void;
}

function itemsOf(host: Translation, element: CudaType, [first, second]: readonly Expression[], context: Context, span: Span): Items {
  const setTo = (value: Expression): ((to: number) => void) | undefined =>
    host.initialize(element, { kind: "value", value }, context, span);
  if (!second) {
    const set = setTo(first!);
    return { count: () => 1, set: (to) => set?.(to) };
  }
  const from = host.expression(first!, context);
  const iterator = decayed(from.type);
  if (iterator.kind !== "pointer") {
    const [count, set] = [host.convert(from, U64, first!.span).value, setTo(second)];
    return { count: () => Number(count()), set: (to) => set?.(to) };
  }
  const end = host.expression(second, context).value;
  const step = bytesOf(iterator.to);
  let [start, at] = [0, 0];
  const item = elementAt(host, { type: iterator, value: () => at }, () => 0, span);
  const set = setterOf(host, element, item, span);
  return {
    count: () => ((start = Number(from.value())), Math.max(0, (Number(end()) - start) / step)),
    set: (to, number) => ((at = start + number * step), set(to)),
  };
}

/** `v.erase(place)` and `v.erase(first, last)`. */
function erased(
  host: Translation,
  self: Code,
  element: CudaType,
  first: Expression,
  last: Expression | undefined,
  context: Context,
  span: Span,
): Code {
  const [size, word] = [bytesOf(element), wordsOf(host, span)];
  const from = host.expression(first, context).value;
  const to = last && host.expression(last, context).value;
  return {
    type: pointerTo(element),
    value: () => {
      const vector = Number(self.value());
      const start = Number(from());
      const stop = to ? Number(to()) : start + size;
      const [data, count] = [word(vector, 0), word(vector, 8)];
      if (start < data || stop > data + count * size || stop < start) throw noVectorElement(span, count, "nothing to erase here");
      if (stop < data + count * size) host.copy(start, stop, data + count * size - stop, span);
      countSetter(host, span)(vector, count - (stop - start) / size);
      return start;
    },
  };
}

/** Reads one of the numbers that a vector is made of. */
function wordsOf(host: Translation, span: Span): (vector: number, offset: number) => number {
  const { memory } = host.machine;
  return (vector, offset) => Number(READ.u64(memory.locate(vector, 24, span, false), memory.offset + offset));
}

function countSetter(host: Translation, span: Span): (vector: number, count: number) => void {
  const { memory } = host.machine;
  return (vector, count) => WRITE.u64(memory.locate(vector, 24, span, true), memory.offset + 8, count);
}

/** Gives a vector room for more elements. */
function grow(host: Translation, vector: number, capacity: number, element: CudaType, span: Span): void {
  const word = wordsOf(host, span);
  const [data, count] = [word(vector, 0), word(vector, 8)];
  host.fillVector(vector, capacity, element, undefined, span);
  if (count > 0) host.copy(word(vector, 0), data, count * bytesOf(element), span);
  countSetter(host, span)(vector, count);
}

function pushBack(host: Translation, vector: number, element: CudaType, set: (to: number) => void, span: Span): number {
  const word = wordsOf(host, span);
  const [count, capacity] = [word(vector, 8), word(vector, 16)];
  if (count === capacity) grow(host, vector, Math.max(8, 2 * capacity), element, span);
  set(word(vector, 0) + count * bytesOf(element));
  countSetter(host, span)(vector, count + 1);
  return 0;
}
