import type { Adapter, CheckedExpression, Variable } from "../check/checked-tree.ts";
import { argumentKey } from "../check/structs.ts";
import { bytesOf, functionPointerOf, typeName, type CudaType } from "../check/types.ts";
import { kernelCalled } from "../errors/call-errors.ts";
import { danglingCapture, nullFunction } from "../errors/host-errors.ts";
import { noConversion } from "../errors/type-errors.ts";
import type { Span } from "../source-error.ts";
import { callCode, lambdaCode, passing, runAt } from "./calls.ts";
import { FunctionCode, RETURN, slotAddress, type AdapterCode, type HostProgram, type KeptLambda, type Target, type Value } from "./code.ts";
import { HOST_BASE, READ, WRITE, type HostMemory, type Scalar } from "./host-memory.ts";
import { assignObject } from "./objects.ts";
import { isAggregate, scalarKind } from "./scalars.ts";

/**
 * Lambdas and pointers to functions. The value of a lambda is the frame that it was made in, where the variables are that it captured. A
 * pointer or a std::function holds a place in the list of targets; a lambda there has copies of its own of what it captured by value.
 */

/** `[&, n](int x) { … }`: puts what it captures by value into the frame. */
export function makeLambda({ type, captures }: CheckedExpression & { kind: "lambda" }, code: FunctionCode): Value {
  const { program } = code;
  const { machine } = program;
  const { memory } = machine;
  const copies = captures.map(({ variable, value, byReference }) => {
    if (byReference) {
      const address = code.reference(value);
      const { offset } = code.declare(variable, true);
      return () => WRITE.ptr(memory.view, machine.frame + offset, address());
    }
    const set = code.initialize(variable.type, value);
    const { offset } = code.declare(variable);
    return () => set(HOST_BASE + machine.frame + offset);
  });
  const copied = new Set(captures.flatMap(({ variable, byReference }) => (byReference ? [] : [variable])));
  if (type.kind === "lambda") program.lambdas.set(type.lambda, { owner: code, copied });
  return () => {
    for (const copy of copies) copy();
    return machine.frame;
  };
}

/** A function's name, a kernel's or a lambda as the value of a pointer. */
export function functionPointer({ target, span }: CheckedExpression & { kind: "function-pointer" }, code: FunctionCode): Value {
  const { program } = code;
  if (target.kind === "kernel") {
    const place = placeOf(program, target);
    return () => place;
  }
  const { function: called, lambda } = target;
  const link = lambda && code.value(lambda);
  const made = lambda?.type.kind === "lambda" ? program.lambdas.get(lambda.type.lambda) : undefined;
  const pointed = made ? lambdaCode(called, made.owner) : program.code(called);
  const adapter = target.adapter && adapterCode(target.adapter, pointed, span);
  if (!made || !link || (pointed.captures.length === 0 && pointed.self === undefined)) {
    const place = placeOf(program, { kind: "function", code: pointed, adapter, kept: undefined });
    return () => place;
  }
  const keep = keeping(pointed, made.copied, span);
  return () => program.targets.push({ kind: "function", code: pointed, adapter, kept: keep(Number(link())) });
}

/** The place of a function or kernel in the list of targets. */
function placeOf({ targets }: HostProgram, target: Target): number {
  return targets.findIndex((known) => isSame(known, target)) + 1 || targets.push(target);
}

function isSame(a: Target, b: Target): boolean {
  if (a.kind === "function" || b.kind === "function")
    return a.kind === "function" && b.kind === "function" && a.code === b.code && !a.kept && !a.adapter && !b.adapter;
  return a.node === b.node && a.given.map(argumentKey).join() === b.given.map(argumentKey).join();
}

/** Bytes that keeping a lambda counts as. */
const KEPT_BYTES = 2 ** 14;

/** Keeps a lambda that was made in a frame: with references to variables, and copies of its own. */
function keeping(code: FunctionCode, copied: ReadonlySet<Variable>, span: Span): (frame: number) => KeptLambda {
  const { program } = code;
  const { machine } = program;
  const { memory } = machine;
  const captures = code.captures.map(({ variable, from }) => {
    const copy = copied.has(variable) ? assignObject(from.type, true, program, span) : undefined;
    return { from, copy };
  });
  const bytes = captures.reduce((sum, { from, copy }) => sum + (copy ? paddedBytes(from.type) : 0), 0);
  const isBorrowing = captures.some(({ copy }) => !copy);
  const ownerSelf = code.owner?.self;
  return (frame) => {
    machine.work(KEPT_BYTES, span);
    let at = bytes > 0 ? machine.allocate(bytes, span) : 0;
    const addresses = captures.map(({ from, copy }) => {
      const address = slotAddress(program, from, frame);
      if (!copy) return address;
      const own = at;
      copy(own, address);
      at += paddedBytes(from.type);
      return own;
    });
    const self = ownerSelf === undefined ? 0 : Number(READ.ptr(memory.view, frame + ownerSelf));
    return { addresses, self, around: isBorrowing ? machine.lifeOf(frame) : undefined };
  };
}

function paddedBytes(type: CudaType): number {
  return Math.ceil(bytesOf(type) / 16) * 16;
}

/** An adapter: calls a function with converted arguments, and converts what it returns. */
function adapterCode({ parameters, arguments: given, result }: Adapter, pointed: FunctionCode, span: Span): AdapterCode {
  const { program } = pointed;
  const { machine } = program;
  const { memory } = machine;
  const code = new FunctionCode(program);
  for (const { variable, isReference } of parameters) code.parameters.push(code.declare(variable, isReference));
  const passed = given.map((argument, i) => {
    const { type, isReference } = pointed.parameters[i]!;
    return passing(type, isReference, argument, code);
  });
  const { entry, enter } = keptEntry(pointed);
  const call = callCode(pointed, undefined, passed, () => enter, span);
  const slot = result && code.declare(result.returned);
  const value = result && code.value(result.value);
  const run = (kept: KeptLambda | undefined): Scalar => {
    entry.kept = kept;
    const returned = call();
    if (!slot || !value) return 0;
    const at = machine.frame + slot.offset;
    if (isAggregate(slot.type)) machine.copy(HOST_BASE + at, Number(returned), bytesOf(slot.type), span);
    else WRITE[scalarKind(slot.type, span)](memory.view, at, returned);
    return value();
  };
  return { code, run };
}

/** Lets a kept lambda's frame refer to what it captured. */
function keptEntry(code: FunctionCode): { entry: { kept: KeptLambda | undefined }; enter: (frame: number) => void } {
  const { memory } = code.program.machine;
  const entry: { kept: KeptLambda | undefined } = { kept: undefined };
  const enter = (frame: number): void => enterKept(code, entry.kept, frame, memory);
  return { entry, enter };
}

function enterKept(code: FunctionCode, kept: KeptLambda | undefined, frame: number, memory: HostMemory): void {
  if (!kept) return;
  for (const [i, { offset }] of code.captures.entries()) WRITE.ptr(memory.view, frame + offset, kept.addresses[i]!);
  if (code.self !== undefined) WRITE.ptr(memory.view, frame + code.self, kept.self);
}

/** The target of a pointer when the program runs. */
export function targetOf(pointer: CheckedExpression, code: FunctionCode, span: Span): () => Target {
  const value = code.value(pointer);
  const { targets } = code.program;
  const { type } = pointer;
  return () => {
    const place = Number(value());
    const target = targets[place - 1];
    if (target) return target;
    if (place !== 0) throw noConversion(span, typeName(type), "pointer to a function");
    throw nullFunction(span);
  };
}

/** A call by way of a pointer. @param isAddress whether the address of what a reference refers to is wanted */
export function callPointer(
  { pointer, arguments: given, type, span }: CheckedExpression & { kind: "pointer-call" },
  caller: FunctionCode,
  isAddress = false,
): Value {
  const { program } = caller;
  const { machine } = program;
  const { memory } = machine;
  const target = targetOf(pointer, caller, span);
  const { result, parameters } = functionPointerOf(pointer.type)!.signature();
  const passed = given.map((argument, i) => {
    const parameter = parameters[i]!;
    return passing(parameter, parameter.kind === "reference", argument, caller);
  });
  const call = (): Scalar => {
    machine.step(span);
    const called = target();
    if (called.kind === "kernel") throw kernelCalled(span, called.node.name);
    const { kept, adapter } = called;
    if (kept?.around && !machine.lives(kept.around)) throw danglingCapture(span);
    const code = adapter?.code ?? called.code;
    const values = passed.map(({ value }) => value());
    const { frame: base, top } = machine;
    const frame = Math.ceil(top / 16) * 16;
    machine.enter(frame, code.bytes, span);
    for (const [i, { set }] of passed.entries()) set(frame, code.parameters[i]!.offset, values[i]!);
    if (adapter) machine.returned = machine.call(span, () => adapter.run(kept));
    else {
      enterKept(code, kept, frame, memory);
      if (machine.call(span, runAt(code, span)) !== RETURN) machine.returned = 0;
    }
    machine.frame = base;
    machine.top = top;
    return machine.returned;
  };
  if (result.kind === "reference") {
    if (isAddress || isAggregate(type)) return call;
    const read = READ[scalarKind(type, span)];
    const size = bytesOf(type);
    return () => read(memory.locate(Number(call()), size, span, false), memory.offset);
  }
  if (!isAggregate(type)) return call;
  const offset = caller.room(type);
  const bytes = bytesOf(type);
  return () => {
    const from = Number(call());
    const to = HOST_BASE + machine.frame + offset;
    machine.copy(to, from, bytes, span);
    return to;
  };
}
