import { argumentCount } from "../errors/call-errors.ts";
import { danglingCapture, lambdaParameter } from "../errors/host-errors.ts";
import type { Context } from "../check/context.ts";
import { type CudaType, bytesOf, pointerTo } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { FunctionNode } from "../syntax/tree.ts";
import {
  type Callable,
  type Capture,
  type Closure,
  type ClosureCode,
  type Code,
  type Slot,
  type Translation,
  decayed,
  isLeftToValue,
  newInstance,
  slotOf,
} from "./code.ts";
import { declareVariable } from "./declarations.ts";
import { placeOf } from "./function-pointers.ts";
import { HOST_BASE, READ, WRITE, type Scalar } from "./host-memory.ts";
import { setterOf } from "./initial-values.ts";
import { prepareCopies } from "./objects.ts";
import { passedOn } from "./passing.ts";

// A lambda that is kept: in a std::function, a container, a struct. It is a function of its own, with a reference to each variable that it
// captures; what it captures by value lies in a block of the heap that is its own.

type Lambda = Callable & { kind: "lambda" };

/** Compiles a lambda for being kept. @throws SourceError for one whose parameters have no types of their own */
function closureCode(host: Translation, lambda: Lambda, span: Span): ClosureCode {
  const known = host.closures.get(lambda);
  if (known) return known;
  const { node, owner } = lambda;
  const untyped = node.parameters.find(({ type }) => isLeftToValue(type));
  if (untyped) throw lambdaParameter(untyped.span, untyped.name);
  const instance = newInstance(owner.node);
  const [outer, objects] = [host.function, host.objects];
  host.function = instance;
  host.objects = undefined;
  try {
    const context = lambda.context.inner();
    if (owner.self) instance.self = { ...owner.self, offset: host.room(pointerTo(owner.self.type)) };
    const captures = capturedBy(host, lambda).map((name) => capture(host, lambda, name, context, span));
    const parameters = node.parameters.map(({ name, type, span: place }) =>
      declareVariable(host, name, decayed(context.type(type)), context, place),
    );
    if (node.result) instance.result = context.type(node.result);
    else instance.deducesResult = true;
    const code = { instance, captures, parameters };
    host.closures.set(lambda, code);
    instance.run = host.block(node.body, context);
    return code;
  } finally {
    host.function = outer;
    host.objects = objects;
  }
}

function slotNamed(host: Translation, name: string, { scope }: Context): Slot | undefined {
  const slot = slotOf(host, scope.find(name));
  return slot?.isGlobal ? undefined : slot;
}

/** Names of variables of the function around a lambda that it mentions. */
function capturedBy(host: Translation, { node, context }: Lambda): string[] {
  const own = new Set(node.parameters.map(({ name }) => name));
  const named = new Set<string>();
  JSON.stringify(node.body, (key, value: unknown) => {
    if (key === "name" && typeof value === "string" && !own.has(value) && slotNamed(host, value, context)) named.add(value);
    return value;
  });
  return [...named];
}

function capture(host: Translation, { context: around, copied }: Lambda, name: string, context: Context, span: Span): Capture {
  const from = slotNamed(host, name, around)!;
  const { offset } = declareVariable(host, name, { kind: "reference", to: from.type }, context, span, from.isRuntimeArray);
  if (!copied.has(name)) return { from, offset, copy: undefined };
  prepareCopies(host, from.type, context, span);
  const original = { at: 0 };
  const set = setterOf(
    host,
    from.type,
    host.place(from.type, () => original.at, span),
    span,
  );
  const copy = (to: number, frame: number): void => {
    original.at = addressOf(host, from, frame);
    set(to);
  };
  return { from, offset, copy };
}

/** Where a variable of a function's frame lies. */
function addressOf(host: Translation, { offset, isReference, inSelf }: Slot, frame: number): number {
  const { view } = host.machine.memory;
  if (inSelf !== undefined) return Number(READ.ptr(view, frame + offset)) + inSelf;
  return isReference ? Number(READ.ptr(view, frame + offset)) : HOST_BASE + frame + offset;
}

/** The place of a lambda, kept as it is now, in the list of targets. @param value of the lambda: where its function's frame is noted */
export function keepLambda(host: Translation, lambda: Lambda, value: () => Scalar, span: Span): () => number {
  const callable = asFunction(host, lambda);
  if (callable) {
    const known = placeOf(host, callable);
    return () => known;
  }
  const keep = keepClosure(host, lambda, value, span);
  return () => host.targets.push(keep());
}

function keepClosure(host: Translation, lambda: Lambda, value: () => Scalar, span: Span): () => Closure {
  const code = closureCode(host, lambda, span);
  const { machine } = host;
  const { memory } = machine;
  const { self } = lambda.owner;
  const bytes = code.captures.reduce((sum, { from, copy }) => sum + (copy ? paddedBytes(from.type) : 0), 0);
  return () => {
    const frame = Number(READ.ptr(memory.locate(Number(value()), 8, span, false), memory.offset));
    let at = bytes > 0 ? machine.allocate(bytes, span) : 0;
    const addresses = code.captures.map(({ from, copy }) => {
      if (!copy) return addressOf(host, from, frame);
      const own = at;
      copy(own, frame);
      at += paddedBytes(from.type);
      return own;
    });
    const isBorrowing = code.captures.some(({ copy, from }) => !copy && from.inSelf === undefined);
    const object = self ? Number(READ.ptr(memory.view, frame + self.offset)) : 0;
    return { kind: "closure", code, addresses, object, around: isBorrowing ? machine.lifeOf(frame) : undefined };
  };
}

function paddedBytes(type: CudaType): number {
  return Math.ceil(bytesOf(type) / 16) * 16;
}

/** A call of a kept lambda. The arguments are worked out in the frame of the caller. */
export function callClosure(
  host: Translation,
  { code: { instance, captures, parameters }, addresses, object, around }: Closure,
  values: readonly Code[],
  context: Context,
  span: Span,
): Code {
  if (values.length !== parameters.length) throw argumentCount(span, "lambda", [parameters.length], values.length);
  const { machine } = host;
  const passed = parameters.map(({ type, isReference, offset }, i) =>
    passedOn(host, isReference ? { kind: "reference", to: type } : type, values[i]!, offset, context, span),
  );
  const value = (): Scalar => {
    if (around && !machine.lives(around)) throw danglingCapture(span);
    const { frame: caller, top, memory } = machine;
    const given = passed.map(({ value }) => value());
    const frame = Math.ceil(machine.top / 16) * 16;
    machine.enter(frame, instance.bytes, span);
    if (instance.self) WRITE.ptr(memory.view, frame + instance.self.offset, object);
    for (const [i, { offset }] of captures.entries()) WRITE.ptr(memory.view, frame + offset, addresses[i]!);
    for (const [i, { set }] of passed.entries()) set(frame, given[i]!);
    machine.returned = 0;
    machine.call(span, instance.run);
    machine.frame = caller;
    machine.top = top;
    return machine.returned;
  };
  const { result } = instance;
  if (result.kind === "reference") return host.place(result.to, () => Number(value()), span);
  return { type: result, value };
}

/** A lambda that captures nothing, as a function. */
function asFunction(host: Translation, lambda: Lambda): (Callable & { kind: "functions" }) | undefined {
  const { node, context } = lambda;
  const { parameters, body, span } = node;
  if (capturedBy(host, lambda).length > 0 || lambda.owner.self) return undefined;
  const result = node.result ?? ({ kind: "auto", isConst: false, span } as const);
  const runs = { global: false, device: false, host: true };
  const named = { kind: "function", name: "lambda", templateParameters: [], result, parameters, runs, body, span, nameSpan: span } as const;
  const functions = [{ node: named as unknown as FunctionNode, scope: context.scope }];
  return { kind: "functions", name: "lambda", functions, templateArguments: undefined, context };
}
