import type { CheckedCall, CheckedExpression, CheckedFunction, Parameter } from "../check/checked-tree.ts";
import { isInHeaders } from "../check/library.ts";
import { bytesOf, type CudaType } from "../check/types.ts";
import { argumentCount } from "../errors/call-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import { FunctionCode, NEXT, RETURN, slotAddress, type HostProgram, type Run, type Value } from "./code.ts";
import { HOST_BASE, READ, WRITE, type Scalar } from "./host-memory.ts";
import { callNative } from "./native-calls.ts";
import { assignObject, isCopied } from "./objects.ts";
import { isAggregate, scalarKind } from "./scalars.ts";

/** Functions and calls. A function has a frame for its variables behind those of its caller. */

/** The code of a function, read when it is asked for first. */
export function functionCode(called: CheckedFunction, program: HostProgram): FunctionCode {
  return program.codes.get(called) ?? readFunction(called, program, undefined);
}

/** The code of a lambda's function. @param owner the function that the lambda is made in */
export function lambdaCode(called: CheckedFunction, owner: FunctionCode): FunctionCode {
  return owner.program.codes.get(called) ?? readFunction(called, owner.program, owner);
}

function readFunction(called: CheckedFunction, program: HostProgram, owner: FunctionCode | undefined): FunctionCode {
  const code = new FunctionCode(program, owner);
  program.codes.set(called, code);
  code.name = called.name;
  code.returnsReference = called.result?.kind === "reference";
  if (called.self) code.self = code.room(REFERENCE);
  for (const { variable, isReference } of called.parameters) code.parameters.push(code.declare(variable, isReference));
  const members = called.memberInitializers.map(({ target, value }) => {
    const at = code.address(target);
    const set = code.initialize(target.type, value);
    return () => set(at());
  });
  const body = code.statement({ kind: "block", statements: called.body });
  code.run =
    members.length === 0
      ? body
      : () => {
          for (const set of members) set();
          return body();
        };
  code.isOfHeaders = isInHeaders(called.nameSpan);
  return code;
}

const REFERENCE: CudaType = { kind: "reference", to: { kind: "void" } };

/** Runs a function in a frame of its own. @param passed addresses of what references refer to, and values */
export function invoke(code: FunctionCode, self: number, passed: readonly Scalar[], span: Span): Scalar {
  const { machine } = code.program;
  const { frame: base, top, memory } = machine;
  const frame = Math.ceil(top / 16) * 16;
  machine.enter(frame, code.bytes, span);
  if (code.self !== undefined) WRITE.ptr(memory.view, frame + code.self, self);
  for (const [i, { offset, isReference, type }] of code.parameters.entries())
    WRITE[isReference ? "ptr" : scalarKind(type, span)](memory.view, frame + offset, passed[i] ?? 0);
  if (machine.call(span, runAt(code, span)) !== RETURN) machine.returned = 0;
  machine.frame = base;
  machine.top = top;
  return machine.returned;
}

/** The body of a function; an error in one of a header stands at the call of it. */
export function runAt(code: FunctionCode, span: Span): Run {
  if (!code.isOfHeaders) return () => code.run();
  return () => {
    try {
      return code.run();
    } catch (error) {
      if (error instanceof SourceError && isInHeaders(error.span)) throw error.at(span);
      throw error;
    }
  };
}

/** An argument: its value, worked out in the caller's frame, and what sets the parameter in the frame of what is called. */
export interface Passing {
  readonly value: Value;
  readonly set: (frame: number, offset: number, value: Scalar) => void;
}

export function passing(type: CudaType, isReference: boolean, expression: CheckedExpression, caller: FunctionCode): Passing {
  const { program } = caller;
  const { memory } = program.machine;
  const { span } = expression;
  if (isReference)
    return { value: caller.reference(expression), set: (frame, offset, value) => WRITE.ptr(memory.view, frame + offset, value) };
  const value = caller.value(expression);
  if (isAggregate(type)) {
    const assign = assignObject(type, isCopied(expression), program, span);
    return { value, set: (frame, offset, from) => assign(HOST_BASE + frame + offset, Number(from)) };
  }
  const write = WRITE[scalarKind(type, span)];
  return { value, set: (frame, offset, given) => write(memory.view, frame + offset, given) };
}

/** A call of a function, a method or a lambda. @param isAddress whether the address of what a reference refers to is wanted */
export function callFunction(call: CheckedCall, caller: FunctionCode, isAddress = false): Value {
  const { function: called, span } = call;
  const isReference = called.result?.kind === "reference";
  const returned = called.isNative ? callNative(call, caller) : callOwn(call, caller);
  const { type } = call;
  if (isReference && !isAddress && !isAggregate(type)) {
    const { memory } = caller.program.machine;
    const read = READ[scalarKind(type, span)];
    const size = bytesOf(type);
    return () => read(memory.locate(Number(returned()), size, span, false), memory.offset);
  }
  if (isReference || !isAggregate(type)) return returned;
  // What is returned is in the frame of the function that has ended.
  const { machine } = caller.program;
  const offset = caller.room(type);
  const bytes = bytesOf(type);
  return () => {
    const from = Number(returned());
    const to = HOST_BASE + machine.frame + offset;
    machine.copy(to, from, bytes, span);
    return to;
  };
}

function callOwn(call: CheckedCall, caller: FunctionCode): Value {
  const { function: called, lambda, span } = call;
  const { program } = caller;
  const link = lambda && caller.value(lambda);
  const self = call.self && caller.address(call.self);
  // Lambdas among them are known before the function that calls them is read.
  const passed = passings(called, call.arguments, caller, span);
  const made = lambda?.type.kind === "lambda" ? program.lambdas.get(lambda.type.lambda) : undefined;
  const code = made ? lambdaCode(called, made.owner) : program.code(called);
  return callCode(code, self, passed, link && lambdaEntry(code, link), span);
}

/** A call whose arguments are all worked out before the function is entered: they may call functions themselves. */
export function callCode(
  code: FunctionCode,
  self: (() => number) | undefined,
  passed: readonly Passing[],
  enter: (() => (frame: number) => void) | undefined,
  span: Span,
): Value {
  const { machine } = code.program;
  const { memory } = machine;
  const { parameters } = code;
  const run = runAt(code, span);
  return () => {
    machine.step(span);
    const object = self ? self() : 0;
    const around = enter?.();
    const base = machine.frame;
    const { top } = machine;
    const frame = Math.ceil(top / 16) * 16;
    const values = passed.map(({ value }) => value());
    machine.enter(frame, code.bytes, span);
    if (code.self !== undefined) WRITE.ptr(memory.view, frame + code.self, object);
    around?.(frame);
    for (let i = 0; i < passed.length; i++) passed[i]!.set(frame, parameters[i]!.offset, values[i]!);
    if (machine.call(span, run) !== RETURN) machine.returned = 0;
    machine.frame = base;
    machine.top = top;
    return machine.returned;
  };
}

function passings(called: CheckedFunction, given: readonly CheckedExpression[], caller: FunctionCode, span: Span): Passing[] {
  return called.parameters.map((parameter, i) => {
    const { variable, isReference } = parameter;
    return passing(variable.type, isReference, given[i] ?? fallbackOf(called, parameter, span), caller);
  });
}

/** The value of a parameter where a call gives none. */
function fallbackOf({ name, parameters }: CheckedFunction, { fallback }: Parameter, span: Span): CheckedExpression {
  if (!fallback) throw argumentCount(span, name, [parameters.length], 0);
  return fallback;
}

/** Lets a lambda's frame refer to what it captured in the frame that it was made in. */
function lambdaEntry(code: FunctionCode, link: Value): () => (frame: number) => void {
  const { program, captures, owner } = code;
  const { memory } = program.machine;
  return () => {
    const around = Number(link());
    return (frame) => {
      for (const { from, offset } of captures) WRITE.ptr(memory.view, frame + offset, slotAddress(program, from, around));
      if (code.self !== undefined && owner?.self !== undefined)
        WRITE.ptr(memory.view, frame + code.self, READ.ptr(memory.view, around + owner.self));
    };
  };
}

/** `S(a, b)`: what makes an object in its place. */
export function construct(call: CheckedCall, caller: FunctionCode): (to: number) => void {
  const { function: called, span } = call;
  const object = { at: 0 };
  const passed = passings(called, call.arguments, caller, span);
  const code = caller.program.code(called);
  const run = callCode(code, () => object.at, passed, undefined, span);
  return (to) => {
    object.at = to;
    run();
  };
}

/** A function that the program starts with. @param values of its parameters */
export function entryPoint(called: CheckedFunction, values: readonly number[], program: HostProgram, span: Span): () => Scalar {
  const code = program.code(called);
  const { machine } = program;
  return () => {
    machine.enter(0, code.bytes, span);
    for (const [i, { offset, type }] of code.parameters.entries())
      WRITE[scalarKind(type, span)](machine.memory.view, offset, values[i] ?? 0);
    const outcome = code.run();
    return outcome === NEXT || called.result === undefined || called.result.kind === "void" ? 0 : machine.returned;
  };
}
