import { baseOffset, isBaseOf } from "../check/types.ts";
import { functionAddress, lambdaSet } from "../errors/host-errors.ts";
import { arrayElement } from "../errors/memory-errors.ts";
import { noConversion, noMember, notIndexable, numberNeeded, valueChanged } from "../errors/type-errors.ts";

import { memberNames } from "../check/conversions.ts";
import type { Context } from "../check/context.ts";
import { type CudaType, bytesOf, isFunctionPointer, isInteger, pointerTo, sameType, scalarType, typeName } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { conversion } from "./arithmetic.ts";
import { type Code, type Slot, type Translation, isAggregate } from "./code.ts";
import { scalarKind } from "./scalars.ts";
import { truthIn } from "./conversions.ts";
import { asFunctionPointer, pointedAt } from "./function-pointers.ts";
import { HOST_BASE, READ, type Scalar, WRITE } from "./host-memory.ts";

/** The address of a value that has none. */
export function temporary(host: Translation, code: Code, span: Span): () => number {
  if (isAggregate(code.type)) return code.value as () => number;
  const { machine } = host;
  const offset = host.room(code.type);
  const write = WRITE[scalarKind(code.type, span)];
  return () => {
    write(machine.memory.view, machine.frame + offset, code.value());
    return machine.local(offset);
  };
}

/** Copies a struct or an array; what is a variable is copied as its type says, what is only a value is taken over. */
export function assignAggregate(host: Translation, type: CudaType, to: number, from: number, isPlace: boolean, span: Span): void {
  const copy = isPlace && type.kind === "struct" ? host.copiers.get(type.struct) : undefined;
  if (copy) copy(to, from);
  else host.copy(to, from, bytesOf(type), span);
}

export function copyBytes({ machine }: Translation, to: number, from: number, bytes: number, span: Span): void {
  machine.copy(to, from, bytes, span);
}

/** Gives a vector memory for `count` elements, all set alike. */
export function fillVectorOf(
  host: Translation,
  vector: number,
  count: number,
  element: CudaType,
  set: ((to: number) => void) | undefined,
  span: Span,
): void {
  const { memory } = host.machine;
  const size = bytesOf(element);
  const data = host.machine.allocate(count * size, span, true);
  const view = memory.locate(vector, 24, span, true);
  const at = memory.offset;
  WRITE.ptr(view, at, data);
  WRITE.u64(view, at + 8, count);
  WRITE.u64(view, at + 16, count);
  if (set) for (let i = 0; i < count; i++) set(data + i * size);
}

export function truthOf(host: Translation, expression: Expression, context: Context): () => boolean {
  const code = truthIn(host, host.expression(expression, context), context, expression.span);
  const { type, value } = code;
  if (isFunctionPointer(type)) {
    const pointed = pointedAt(host, code, expression.span);
    return () => pointed() !== 0;
  }
  scalarKind(type, expression.span);
  return () => value() !== 0;
}

/** A member of a struct. */
export function memberAt(host: Translation, base: Code, name: string, span: Span): Code {
  const { type } = base;
  if (type.kind !== "struct") throw noMember(span, typeName(type), name, []);
  const field = type.struct.fields.find((candidate) => candidate.name === name);
  if (!field) throw noMember(span, typeName(type), name, memberNames(type));
  const start = base.value as () => number;
  return host.place(field.type, () => start() + field.offset, span);
}

/** What is at an address. */
export function placeAtAddress(host: Translation, type: CudaType, address: () => number, span: Span): Code {
  if (isAggregate(type)) return { type, value: address, address };
  if (type.kind === "void") return { type, value: () => 0, address };
  const { memory } = host.machine;
  const kind = scalarKind(type, span);
  const read = READ[kind];
  const size = bytesOf(type);
  return { type, address, value: () => read(memory.locate(address(), size, span, false), memory.offset) };
}

/** A value as one of another type. */
export function converted(host: Translation, code: Code, type: CudaType, span: Span): Code {
  const target = type.kind === "reference" ? type.to : type;
  if (target.kind === "void") return { type: target, value: code.value };
  if (target.kind === "pointer" && code.type.kind === "lambda") throw functionAddress(span, typeName(target));
  if (isAggregate(target) || code.type.kind === "struct" || code.type.kind === "lambda") {
    if (sameType(target, code.type)) return code;
    if (isFunctionPointer(target)) return asFunctionPointer(host, code, target, span);
    if (isBaseOf(target, code.type)) {
      const start = baseOffset(code.type, target);
      const { value, address } = code;
      return { type: target, value: () => Number(value()) + start, ...(address && { address: () => address() + start }) };
    }
    if (target.kind === "struct" && target.struct.name === "dim3" && isInteger(code.type)) return dim3Of(host, code, target, span);
    if (target.kind === "lambda") throw lambdaSet(span);
    throw noConversion(span, typeName(code.type), typeName(target));
  }
  if (code.type.kind === "void") throw numberNeeded(span, "void");
  const change = conversion(scalarKind(code.type, span), scalarKind(target, span));
  const { value } = code;
  return { type: target, value: change ? () => change(value()) : value };
}

function dim3Of(host: Translation, code: Code, type: CudaType, span: Span): Code {
  const { machine } = host;
  const offset = host.room(type);
  const { value } = host.convert(code, scalarType("u32"), span);
  return {
    type,
    value: () => {
      const x = value();
      const at = machine.frame + offset;
      for (const [i, count] of [x, 1, 1].entries()) WRITE.u32(machine.memory.view, at + 4 * i, count);
      return machine.local(offset);
    },
  };
}

export function textConstant(host: Translation, text: string, span: Span): Code {
  let address = host.texts.get(text);
  if (address === undefined) host.texts.set(text, (address = host.machine.memory.text(text, span)));
  const known = address;
  return { type: pointerTo(scalarType("i8")), value: () => known };
}

export function variableAt(host: Translation, { offset, isReference, isGlobal, inSelf, type }: Slot, span: Span): Code {
  const { machine } = host;
  const { memory } = machine;
  if (inSelf !== undefined) return host.place(type, () => Number(READ.ptr(memory.view, machine.frame + offset)) + inSelf, span);
  if (isReference) return host.place(type, () => Number(READ.ptr(memory.view, machine.frame + offset)), span);
  const address = isGlobal ? () => HOST_BASE + offset : () => machine.local(offset);
  if (isAggregate(type)) return { type, value: address, address, ...(!isGlobal && { isLocal: true }) };
  const read = READ[scalarKind(type, span)];
  return {
    type,
    address,
    value: isGlobal ? () => read(memory.view, offset) : () => read(memory.view, machine.frame + offset),
  };
}

export function elementAt(host: Translation, base: Code, index: () => number, span: Span): Code {
  const { type, value } = base;
  if (type.kind === "array") {
    const size = bytesOf(type.of);
    const { length } = type;
    const address = (): number => {
      const at = index();
      if (at < 0 || at >= length) throw arrayElement(span, at, length);
      return Number(value()) + at * size;
    };
    return host.place(type.of, address, span);
  }
  if (type.kind !== "pointer") throw notIndexable(span, typeName(type));
  const size = bytesOf(type.to);
  return host.place(type.to, () => Number(value()) + index() * size, span);
}

export function stored(host: Translation, place: Code, value: () => Scalar, span: Span, isPlace = false): Code {
  const { type, address } = place;
  if (!address) throw valueChanged(span);
  const { memory } = host.machine;
  if (isAggregate(type)) {
    const copy = (): number => {
      const to = address();
      assignAggregate(host, type, to, Number(value()), isPlace, span);
      return to;
    };
    return { type, value: copy, address: copy };
  }
  const write = WRITE[scalarKind(type, span)];
  const size = bytesOf(type);
  const set = (): Scalar => {
    const given = value();
    write(memory.locate(address(), size, span, true), memory.offset, given);
    return given;
  };
  return {
    type,
    value: set,
    address: () => {
      set();
      return address();
    },
  };
}
