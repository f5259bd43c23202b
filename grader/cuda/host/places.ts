import type { CheckedExpression } from "../check/checked-tree.ts";
import { isLvalue } from "../check/conversions.ts";
import { baseOffset, bytesOf, type CudaType } from "../check/types.ts";
import { deviceVariable } from "../errors/host-errors.ts";
import { arrayElement } from "../errors/memory-errors.ts";
import type { Span } from "../source-error.ts";
import type { FunctionCode } from "./code.ts";
import { HOST_BASE, READ, WRITE, type Scalar } from "./host-memory.ts";
import { scalarKind } from "./scalars.ts";

/** Lvalues: where they are, what is there, and how it is set. */

/** A place in the frame of the function that runs, or at an address that is worked out. */
export type Place =
  | { readonly kind: "frame"; readonly offset: number }
  | { readonly kind: "address"; readonly address: () => number; readonly offset: number };

/** The place of an lvalue. */
export function placeOf(expression: CheckedExpression, code: FunctionCode): Place {
  const { machine } = code.program;
  const { memory } = machine;
  switch (expression.kind) {
    case "variable": {
      const { variable, span } = expression;
      const known = code.program.globals.get(variable);
      if (known !== undefined) return { kind: "address", address: () => known, offset: 0 };
      if (variable.memory === "device" || variable.memory === "constant") {
        const { name } = variable;
        const refuse = (): never => {
          throw deviceVariable(span, name);
        };
        return { kind: "address", address: refuse, offset: 0 };
      }
      const { offset, isReference } = code.slotOf(variable);
      if (!isReference) return { kind: "frame", offset };
      return { kind: "address", address: () => Number(READ.ptr(memory.view, machine.frame + offset)), offset: 0 };
    }
    case "self": {
      const offset = code.self!;
      return { kind: "address", address: () => Number(READ.ptr(memory.view, machine.frame + offset)), offset: 0 };
    }
    case "member": {
      const { base, name } = expression;
      const field = base.type.kind === "struct" ? base.type.struct.fields.find((own) => own.name === name) : undefined;
      return moved(placeOf(base, code), field?.offset ?? 0);
    }
    case "base":
      return moved(placeOf(expression.operand, code), baseOffset(expression.operand.type, expression.type));
    case "reinterpretation":
      return placeOf(expression.operand, code);
    case "element":
      return { kind: "address", address: elementAddress(expression, code), offset: 0 };
    case "load":
      if (isLvalue(expression.operand)) return placeOf(expression.operand, code);
      break;
  }
  return { kind: "address", address: code.address(expression), offset: 0 };
}

function moved(place: Place, bytes: number): Place {
  return { ...place, offset: place.offset + bytes };
}

/** The address of a place. */
export function addressIn(place: Place, code: FunctionCode): () => number {
  const { machine } = code.program;
  const { offset } = place;
  if (place.kind === "frame") return () => HOST_BASE + machine.frame + offset;
  const { address } = place;
  return offset === 0 ? address : () => address() + offset;
}

function elementAddress({ base, index, span }: CheckedExpression & { kind: "element" }, code: FunctionCode): () => number {
  const at = index ? code.value(index) : () => 0;
  const { type } = base;
  if (type.kind === "array") {
    const start = addressIn(placeOf(base, code), code);
    const { length } = type;
    const size = bytesOf(type.of);
    return () => {
      const i = Number(at());
      if (i < 0 || i >= length) throw arrayElement(span, i, length);
      return start() + i * size;
    };
  }
  const start = code.value(base);
  const size = type.kind === "pointer" ? bytesOf(type.to) : 1;
  return index ? () => Number(start()) + Number(at()) * size : (start as () => number);
}

/** Reads the scalar at a place. */
export function readerOf(place: Place, type: CudaType, span: Span, code: FunctionCode): () => Scalar {
  const { machine } = code.program;
  const { memory } = machine;
  const read = READ[scalarKind(type, span)];
  const { offset } = place;
  if (place.kind === "frame") return () => read(memory.view, machine.frame + offset);
  const size = bytesOf(type);
  const { address } = place;
  return () => read(memory.locate(address() + offset, size, span, false), memory.offset);
}

/** Sets the scalar at a place. */
export function writerOf(place: Place, type: CudaType, span: Span, code: FunctionCode): (value: Scalar) => void {
  const { machine } = code.program;
  const { memory } = machine;
  const write = WRITE[scalarKind(type, span)];
  const { offset } = place;
  if (place.kind === "frame") return (value) => write(memory.view, machine.frame + offset, value);
  const size = bytesOf(type);
  const { address } = place;
  return (value) => write(memory.locate(address() + offset, size, span, true), memory.offset, value);
}
