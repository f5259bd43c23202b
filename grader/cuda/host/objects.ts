import type { CheckedExpression, CheckedFunction } from "../check/checked-tree.ts";
import { isLvalue } from "../check/conversions.ts";
import { baseOffset, bytesOf, type CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import { isAggregate, scalarKind } from "./scalars.ts";
import { FunctionCode, type HostProgram, type Value } from "./code.ts";
import { READ, WRITE, type Scalar } from "./host-memory.ts";

/** Objects of structs and classes: how they are copied, destroyed, allocated and released. */

type Struct = CudaType & { kind: "struct" };
type Copier = (to: number, from: number) => void;
type Destroyer = (at: number) => void;

/** Whether a value is what a variable holds, and is copied as its type says: what nobody else has is taken over. */
export function isCopied(expression: CheckedExpression): boolean {
  if (expression.kind === "base") return isCopied(expression.operand) || isLvalue(expression.operand);
  return expression.kind === "load" && isLvalue(expression.operand);
}

/** A function that sets an object to another. @param isPlace whether the other one stays */
export function assignObject(type: CudaType, isPlace: boolean, program: HostProgram, span: Span): Copier {
  if (!isAggregate(type)) return scalarCopy(type, program, span);
  const copy = isPlace ? copierOf(type, program, span) : undefined;
  const bytes = bytesOf(type);
  const { machine } = program;
  return copy ?? ((to, from) => machine.copy(to, from, bytes, span));
}

/** A function that makes an object of which nothing is given, in a frame of its own; undefined if it is left as it is. */
export function defaulterOf(type: CudaType, program: HostProgram, span: Span): ((to: number) => void) | undefined {
  const value = program.objects.defaultValue(type);
  if (!value) return undefined;
  const code = new FunctionCode(program);
  const set = code.initialize(type, value);
  const { machine } = program;
  return (to) => {
    const { frame, top } = machine;
    machine.enter(Math.ceil(top / 16) * 16, code.bytes, span);
    set(to);
    machine.frame = frame;
    machine.top = top;
  };
}

/** The copier of a type; undefined if their bytes are copied. */
function copierOf(type: CudaType, program: HostProgram, span: Span): Copier | undefined {
  if (type.kind === "array") {
    const copy = copierOf(type.of, program, span);
    return copy && ((to, from) => eachElement(type, (offset) => copy(to + offset, from + offset)));
  }
  if (type.kind !== "struct" || type.struct.node === undefined) return undefined;
  const { copiers } = program;
  const { struct } = type;
  if (!copiers.has(struct)) {
    // An object may hold others of its own type.
    copiers.set(struct, (to, from) => assignObject(type, true, program, span)(to, from));
    const constructor = program.objects.copyConstructor(type);
    copiers.set(struct, constructor ? constructorCopy(constructor, program, span) : memberCopy(type, program, span));
  }
  return copiers.get(struct);
}

function scalarCopy(type: CudaType, { machine: { memory } }: HostProgram, span: Span): Copier {
  const kind = scalarKind(type, span);
  const read = READ[kind];
  const write = WRITE[kind];
  const bytes = bytesOf(type);
  return (to, from) => {
    const value = read(memory.locate(from, bytes, span, false), memory.offset);
    write(memory.locate(to, bytes, span, true), memory.offset, value);
  };
}

function constructorCopy(constructor: CheckedFunction, program: HostProgram, span: Span): Copier {
  const code = program.code(constructor);
  return (to, from) => void program.read.invoke(code, to, [from], span);
}

/** Copies the bytes of a struct, then each part that has a way of its own. */
function memberCopy(type: Struct, program: HostProgram, span: Span): Copier | undefined {
  const { struct } = type;
  if (struct.isUnion) return undefined;
  const parts = struct.fields.flatMap(({ type: of, offset }) => {
    const copy = copierOf(of, program, span);
    return copy ? [{ copy, offset }] : [];
  });
  if (parts.length === 0) return undefined;
  const { machine } = program;
  return (to, from) => {
    machine.copy(to, from, struct.bytes, span);
    for (const { copy, offset } of parts) copy(to + offset, from + offset);
  };
}

function eachElement(type: CudaType & { kind: "array" }, run: (offset: number) => void): void {
  const size = bytesOf(type.of);
  for (let i = 0; i < type.length; i++) run(i * size);
}

/** The destroyer of a type; undefined if nothing is to be done. */
export function destroyerOf(type: CudaType, program: HostProgram, span: Span): Destroyer | undefined {
  if (type.kind === "array") {
    const destroy = destroyerOf(type.of, program, span);
    return destroy && ((at) => eachElement(type, (offset) => destroy(at + offset)));
  }
  if (type.kind !== "struct" || type.struct.node === undefined) return undefined;
  const { destroyers } = program;
  if (!destroyers.has(type.struct)) {
    destroyers.set(type.struct, (at) => destroyers.get(type.struct)?.(at));
    destroyers.set(type.struct, ownDestroyer(type, program, span));
  }
  return destroyers.get(type.struct);
}

function ownDestroyer(type: Struct, program: HostProgram, span: Span): Destroyer | undefined {
  const { struct } = type;
  const own = new Set(
    struct.node?.members.flatMap((member) =>
      member.kind === "variables" && !member.isStatic ? member.variables.map(({ name }) => name) : [],
    ),
  );
  const parts = [
    ...struct.bases.map((base) => [base, baseOffset(type, base)] as const),
    ...struct.fields.flatMap(({ name, type: of, offset }) => (own.has(name) ? [[of, offset] as const] : [])),
  ].flatMap(([of, offset]) => {
    const destroy = destroyerOf(of, program, span);
    return destroy ? [(at: number) => destroy(at + offset)] : [];
  });
  const destructor = program.objects.destructor(type);
  if (!destructor && parts.length === 0) return undefined;
  const code = destructor && program.code(destructor);
  const { machine } = program;
  return (at) => {
    const { returned } = machine;
    if (code) program.read.invoke(code, at, [], machine.place);
    for (const destroy of parts.toReversed()) destroy(at);
    machine.returned = returned;
  };
}

/** `new T(a, b)` and `new T[n]`. */
export function newObject({ allocated, count, value, allocation, span }: CheckedExpression & { kind: "new" }, code: FunctionCode): Value {
  const { machine } = code.program;
  const length = count && code.value(count);
  const set = value && code.initialize(allocated, value);
  const size = bytesOf(allocated);
  const own = allocation && ownAllocation(allocation, code);
  return () => {
    const elements = length ? Number(length()) : 1;
    const at = own ? Number(own(elements * size)) : machine.allocate(elements * size, span);
    if (set) {
      machine.work(elements * 256, span);
      for (let i = 0; i < elements; i++) set(at + i * size);
    }
    return at;
  };
}

function ownAllocation(
  { bytes, call }: NonNullable<(CheckedExpression & { kind: "new" })["allocation"]>,
  code: FunctionCode,
): (bytes: number) => Scalar {
  const { memory } = code.program.machine;
  const { machine } = code.program;
  const { offset } = code.declare(bytes);
  const run = code.value(call);
  return (count) => {
    WRITE.u64(memory.view, machine.frame + offset, count);
    return run();
  };
}

/** `delete p` and `delete[] p`. */
export function deleteObject({ operand, isArray, release, span }: CheckedExpression & { kind: "delete" }, code: FunctionCode): Value {
  const { program } = code;
  const { machine } = program;
  const { memory } = machine;
  const pointer = code.value(operand);
  const to = operand.type.kind === "pointer" ? operand.type.to : undefined;
  const destroy = to && destroyerOf(to, program, span);
  const size = to ? bytesOf(to) : 1;
  const slot = release && code.declare(release.address);
  const own = release && code.value(release.call);
  return () => {
    const at = Number(pointer());
    if (at === 0) return 0;
    const elements = isArray ? Math.floor((memory.bytesAt(at) ?? 0) / size) : 1;
    if (destroy) for (let i = elements - 1; i >= 0; i--) destroy(at + i * size);
    if (slot && own) {
      WRITE.ptr(memory.view, machine.frame + slot.offset, at);
      own();
    } else memory.free(at, span);
    return 0;
  };
}
