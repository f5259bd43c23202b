import type { Context } from "../program/context.ts";
import { U64, VOID, bytesOf, pointerTo, type CudaType } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { Expression, Span } from "../syntax/tree.ts";
import type { Code, Translation } from "./code.ts";
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
  const word = (at: number, offset: number): number => Number(READ.u64(memory.locate(at, 24, span, false), memory.offset + offset));
  const at = (index: () => number): Code => vectorElement(host, self, index, span);
  const size = bytesOf(element);
  const setCount = (vector: number, count: number): void => WRITE.u64(memory.locate(vector, 24, span, true), memory.offset + 8, count);
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
          if (word(vector, 8) === 0) throw new SourceError("The vector is empty.", span);
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
  if (["resize", "assign", "reserve", "push_back", "at"].includes(name)) throw new SourceError(`\`${name}\` needs an argument.`, span);
  return undefined;
}

/** `vector[i]` */
export function vectorElement(host: Translation, self: Code, index: () => number, span: Span): Code {
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
    if (i < 0 || i >= count) throw new SourceError(`The vector has ${count} elements, and not element ${i}.`, span);
    return Number(READ.ptr(view, offset)) + i * size;
  };
  return host.place(element, address, span);
}

/** `v.insert(place, value)` and `v.insert(place, first, last)`. */
function inserted(
  host: Translation,
  self: Code,
  element: CudaType,
  [place, value, last]: readonly Expression[],
  context: Context,
  span: Span,
): Code {
  const { memory } = host.machine;
  const [size, word] = [bytesOf(element), wordsOf(host, span)];
  const at = host.expression(place!, context).value;
  const [from, end] = last ? [value!, last].map((one) => host.expression(one, context)) : [];
  const object = { at: 0 };
  const set = from
    ? setterOf(
        host,
        element,
        elementAt(host, { ...from, value: () => object.at }, () => 0, span),
        span,
      )
    : host.initialize(element, { kind: "value", value: value! }, context, span);
  const step = from?.type.kind === "pointer" ? bytesOf(from.type.to) : size;
  return {
    type: pointerTo(element),
    value: () => {
      const vector = Number(self.value());
      const index = (Number(at()) - word(vector, 0)) / size;
      const [start, stop] = from ? [Number(from.value()), Number(end!.value())] : [0, step];
      const more = Math.max(0, (stop - start) / step);
      const count = word(vector, 8);
      if (count + more > word(vector, 16)) grow(host, vector, 2 * (count + more), element, span);
      const [data] = [word(vector, 0)];
      if (count > index) host.copy(data + (index + more) * size, data + index * size, (count - index) * size, span);
      WRITE.u64(memory.locate(vector, 24, span, true), memory.offset + 8, count + more);
      for (let i = 0; i < more; i++) {
        object.at = start + i * step;
        set?.(data + (index + i) * size);
      }
      return data + index * size;
    },
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
  const { memory } = host.machine;
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
      if (start < data || stop > data + count * size || stop < start)
        throw new SourceError(`The vector has ${count} elements: there is nothing to erase here.`, span);
      if (stop < data + count * size) host.copy(start, stop, data + count * size - stop, span);
      WRITE.u64(memory.locate(vector, 24, span, true), memory.offset + 8, count - (stop - start) / size);
      return start;
    },
  };
}

/** Reads one of the numbers that a vector is made of. */
function wordsOf(host: Translation, span: Span): (vector: number, offset: number) => number {
  const { memory } = host.machine;
  return (vector, offset) => Number(READ.u64(memory.locate(vector, 24, span, false), memory.offset + offset));
}

/** Gives a vector room for more elements. */
function grow(host: Translation, vector: number, capacity: number, element: CudaType, span: Span): void {
  const { memory } = host.machine;
  const word = (offset: number): number => Number(READ.u64(memory.locate(vector, 24, span, false), memory.offset + offset));
  const [data, count] = [word(0), word(8)];
  host.fillVector(vector, capacity, element, undefined, span);
  if (count > 0) host.copy(word(0), data, count * bytesOf(element), span);
  WRITE.u64(memory.locate(vector, 24, span, true), memory.offset + 8, count);
}

function pushBack(host: Translation, vector: number, element: CudaType, set: (to: number) => void, span: Span): number {
  const { memory } = host.machine;
  const word = (offset: number): number => Number(READ.u64(memory.locate(vector, 24, span, false), memory.offset + offset));
  const [count, capacity] = [word(8), word(16)];
  const size = bytesOf(element);
  if (count === capacity) grow(host, vector, Math.max(8, 2 * capacity), element, span);
  set(word(0) + count * size);
  WRITE.u64(memory.locate(vector, 24, span, true), memory.offset + 8, count + 1);
  return 0;
}
