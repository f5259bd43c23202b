import type { Context } from "../program/context.ts";
import { U64, VOID, bytesOf, pointerTo, typeName, type CudaType } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { Expression, Span } from "../syntax/tree.ts";
import type { Code, Translation } from "./code.ts";
import { READ, WRITE } from "./host-memory.ts";

/** Calls of what `std::vector` has, as the prelude lays it out: data, count, capacity. */
export function vectorMethod(
  host: Translation,
  self: Code,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code {
  const { type } = self;
  if (type.kind !== "struct" || type.struct.name !== "vector")
    throw new SourceError(`The lab's host has no methods: write \`${name}\` as a function that takes the struct.`, span);
  const argument = type.struct.given?.[0];
  const element: CudaType = argument?.kind === "type" ? argument.type : VOID;
  const { memory } = host.machine;
  const start = self.value as () => number;
  const word = (at: number, offset: number): number => Number(READ.u64(memory.locate(at, 24, span, false), memory.offset + offset));
  const at = (index: () => number): Code =>
    host.place(
      element,
      () => {
        const [vector, i] = [start(), index()];
        if (i < 0 || i >= word(vector, 8)) throw new SourceError(`The vector has ${word(vector, 8)} elements, and not element ${i}.`, span);
        return word(vector, 0) + i * bytesOf(element);
      },
      span,
    );
  const [first, second] = given;
  switch (name) {
    case "size":
      return { type: U64, value: () => word(start(), 8) };
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
        const set = second && host.initialize(element, { kind: "value", value: second }, context, span);
        return {
          type: VOID,
          value: () => {
            const [vector, size] = [start(), Number(count())];
            const [before, kept] = [word(vector, 0), name === "resize" ? Math.min(size, word(vector, 8)) : 0];
            host.fillVector(vector, size, element, set, span);
            if (kept > 0) host.copy(word(vector, 0), before, kept * bytesOf(element), span);
            return 0;
          },
        };
      }
      break;
    case "push_back":
      if (first) {
        const set = host.initialize(element, { kind: "value", value: first }, context, span)!;
        return { type: VOID, value: () => pushBack(host, start(), element, set, span) };
      }
      break;
  }
  throw new SourceError(`The lab's host has no \`${name}\` of a ${typeName(type)}: use indexes, \`size()\` and \`data()\`.`, span);
}

function pushBack(host: Translation, vector: number, element: CudaType, set: (to: number) => void, span: Span): number {
  const { memory } = host.machine;
  const word = (offset: number): number => Number(READ.u64(memory.locate(vector, 24, span, false), memory.offset + offset));
  const [count, capacity] = [word(8), word(16)];
  const size = bytesOf(element);
  if (count === capacity) {
    const data = word(0);
    host.fillVector(vector, Math.max(8, 2 * capacity), element, undefined, span);
    if (count > 0) host.copy(word(0), data, count * size, span);
  }
  set(word(0) + count * size);
  WRITE.u64(memory.locate(vector, 24, span, true), memory.offset + 8, count + 1);
  return 0;
}
