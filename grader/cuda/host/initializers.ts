import type { CheckedExpression } from "../check/checked-tree.ts";
import { baseOffset, bytesOf, type CudaType } from "../check/types.ts";
import { noConversion } from "../errors/type-errors.ts";
import { typeName } from "../check/types.ts";
import { construct } from "./calls.ts";
import type { FunctionCode } from "./code.ts";
import { WRITE } from "./host-memory.ts";
import { assignObject, isCopied } from "./objects.ts";
import { isAggregate, scalarKind } from "./scalars.ts";

/** A function that sets memory to the value of an expression: an object is made in its place. */
export function initialize(type: CudaType, expression: CheckedExpression, code: FunctionCode): (to: number) => void {
  const { span } = expression;
  const { program } = code;
  const { machine } = program;
  const { memory } = machine;
  if (!isAggregate(type)) {
    const value = code.value(expression);
    const write = WRITE[scalarKind(type, span)];
    const size = bytesOf(type);
    return (to) => {
      const given = value();
      write(memory.locate(to, size, span, true), memory.offset, given);
    };
  }
  const clear = (to: number): void => void memory.bytes(to, bytesOf(type), span, true).fill(0);
  switch (expression.kind) {
    case "uninitialized":
      return () => undefined;
    case "zero":
      return clear;
    case "characters": {
      const bytes = new TextEncoder().encode(`${expression.text}\0`);
      return (to) => {
        const room = memory.bytes(to, bytesOf(type), span, true);
        room.fill(0);
        room.set(bytes.subarray(0, room.length));
      };
    }
    case "aggregate": {
      const parts = expression.parts.map(([path, value]) => {
        const { offset, type: of } = partOf(type, path, value.type);
        return { offset, set: code.initialize(of, value) };
      });
      const { isPartial } = expression;
      return (to) => {
        if (!isPartial) clear(to);
        for (const { offset, set } of parts) set(to + offset);
      };
    }
    case "repeated": {
      const array = type as CudaType & { kind: "array" };
      const set = code.initialize(array.of, expression.element);
      const size = bytesOf(array.of);
      return (to) => {
        machine.work(array.length * 16, span);
        for (let i = 0; i < array.length; i++) set(to + i * size);
      };
    }
    case "insertions": {
      const { object, empty, inserts } = expression;
      const { offset } = code.declare(object, true);
      const reset = empty ? code.initialize(type, empty) : clear;
      const runs = inserts.map((insert) => code.value(insert));
      return (to) => {
        reset(to);
        for (const run of runs) {
          WRITE.ptr(memory.view, machine.frame + offset, to);
          run();
        }
      };
    }
    case "conditional": {
      const test = code.truth(expression.test);
      const then = code.initialize(type, expression.then);
      const otherwise = code.initialize(type, expression.otherwise);
      return (to) => (test() ? then(to) : otherwise(to));
    }
    case "user-conversion":
      return code.initialize(type, expression.call);
    case "call":
      if (expression.constructed) return construct(expression, code);
      break;
  }
  if (type.kind === "array" && expression.type.kind !== "array") throw noConversion(span, typeName(expression.type), typeName(type));
  const value = code.value(expression);
  const assign = assignObject(type, isCopied(expression), program, span);
  return (to) => assign(to, Number(value()));
}

/** Offset and type of a part of an aggregate: `.x`, `[3]`, or a base. */
function partOf(type: CudaType, path: string, own: CudaType): { readonly offset: number; readonly type: CudaType } {
  if (path === "") return { offset: baseOffset(type, own), type: own };
  if (type.kind === "array") return { offset: Number(path.slice(1, -1)) * bytesOf(type.of), type: type.of };
  const field = type.kind === "struct" ? type.struct.fields.find(({ name }) => `.${name}` === path) : undefined;
  if (!field) throw new TypeError(`${typeName(type)} has no part ${path}`);
  return field;
}
