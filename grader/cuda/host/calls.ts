import type { Context } from "../program/context.ts";
import { bindTemplate } from "../program/names.ts";
import type { FunctionEntity } from "../program/scope.ts";
import { type CudaType, type GivenArgument, VOID, bytesOf, sameType, typeName } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { FunctionNode, Span } from "../syntax/tree.ts";
import { type Code, type Instance, NEXT, RETURN, type Translation, decayed, isAggregate, scalarKind } from "./code.ts";
import { declareVariable } from "./declarations.ts";
import { HOST_BASE, type Scalar, WRITE } from "./host-memory.ts";
import { assignAggregate, temporary } from "./values.ts";

/** A function that the host calls first. */
export function entryPoint(host: Translation, node: FunctionNode, values: readonly number[], context: Context): () => Scalar {
  const instance = instanceOf(host, { node, scope: context.scope }, [], context, node.nameSpan);
  return () => {
    host.machine.enter(0, instance.bytes, node.span);
    for (const [i, { offset, type }] of instance.parameters.entries()) {
      WRITE[scalarKind(type, node.span)](host.machine.memory.view, offset, values[i] ?? 0);
    }
    host.machine.returned = 0;
    instance.run();
    return instance.result.kind === "void" ? 0 : host.machine.returned;
  };
}

function instanceOf(
  host: Translation,
  { node, scope }: FunctionEntity,
  given: readonly (GivenArgument | undefined)[],
  around: Context,
  span: Span,
): Instance {
  if (node.refused) throw new SourceError(node.refused.message, node.refused.span);
  if (node.body === undefined) throw new SourceError(`\`${node.name}\` is declared, and has no body.`, span);
  const instances = host.instances.get(node) ?? new Map<string, Instance>();
  host.instances.set(node, instances);
  const key = given.map((argument) => (argument?.kind === "type" ? typeName(argument.type) : JSON.stringify(argument?.value))).join();
  const known = instances.get(key);
  if (known) return known;
  const instance = newInstance(node);
  instances.set(key, instance);
  const before = host.function;
  host.function = instance;
  try {
    const context = around.with({ scope }).inner({ steps: [] });
    bindTemplate(node.templateParameters, given, context, span);
    if (node.result.kind === "auto") throw new SourceError("Write the type that this function of the host returns.", node.nameSpan);
    instance.result = context.type(node.result);
    for (const parameter of node.parameters) {
      const type = decayed(context.type(parameter.type));
      instance.parameters.push(declareVariable(host, parameter.name, type, context, parameter.span));
    }
    instance.run = host.block(node.body, context);
  } finally {
    host.function = before;
  }
  return instance;
}

export function callFunction(
  host: Translation,
  entity: FunctionEntity,
  given: readonly (GivenArgument | undefined)[],
  values: readonly Code[],
  context: Context,
  span: Span,
): Code {
  const { node } = entity;
  if (node.runs.global) throw new SourceError(`\`${node.name}\` is a kernel: launch it with \`<<<grid, block>>>\`.`, span);
  if (node.runs.device && !node.runs.host)
    throw new SourceError(`\`${node.name}\` is a function of the device: the host cannot call it. Make it \`__host__ __device__\`.`, span);
  const instance = instanceOf(host, entity, given, context, span);
  const inside = context.with({ scope: entity.scope });
  const setters = node.parameters.map((parameter, i) => {
    const slot = instance.parameters[i]!;
    const code = values[i] ?? (parameter.fallback && host.expression(parameter.fallback, inside));
    if (code === undefined) throw new SourceError(`\`${parameter.name}\` is not given.`, span);
    const type = slot.isReference ? ({ kind: "reference", to: slot.type } as const) : slot.type;
    return passedOn(host, type, code, slot.offset, span);
  });
  const { machine } = host;
  const caller = host.function;
  const { result } = instance;
  const kept = isAggregate(result) ? host.room(result) : 0;
  const size = bytesOf(result);
  const value = (): Scalar => {
    machine.step(span);
    const base = machine.frame;
    const frame = Math.ceil((base + caller.bytes) / 16) * 16;
    // All arguments are known before the first is passed on: they may call functions themselves.
    const passed = setters.map(({ value }) => value());
    machine.enter(frame, instance.bytes, span);
    for (const [i, { set }] of setters.entries()) set(frame, passed[i]!);
    if (instance.run() !== RETURN) machine.returned = 0;
    machine.frame = base;
    if (!isAggregate(result)) return machine.returned;
    const to = machine.local(kept);
    host.copy(to, Number(machine.returned), size, span);
    return to;
  };
  if (result.kind === "reference") {
    const address = (): number => Number(value());
    return host.place(result.to, address, span);
  }
  return { type: result, value };
}

function passedOn(
  host: Translation,
  type: CudaType,
  code: Code,
  offset: number,
  span: Span,
): { value: () => Scalar; set: (frame: number, value: Scalar) => void } {
  const { memory } = host.machine;
  if (type.kind === "reference" && (sameType(type.to, code.type) || code.address)) {
    if (!sameType(type.to, code.type)) throw new SourceError(`A ${typeName(code.type)} is no ${typeName(type.to)}.`, span);
    const address = code.address ?? temporary(host, code, span);
    return { value: address, set: (frame, value) => WRITE.ptr(memory.view, frame + offset, value) };
  }
  if (type.kind === "reference") {
    const address = temporary(host, host.convert(code, type.to, span), span);
    return { value: address, set: (frame, value) => WRITE.ptr(memory.view, frame + offset, value) };
  }
  const { value } = host.convert(code, type, span);
  if (isAggregate(type)) {
    const isPlace = code.address !== undefined;
    return { value, set: (frame, from) => assignAggregate(host, type, HOST_BASE + frame + offset, Number(from), isPlace, span) };
  }
  const write = WRITE[scalarKind(type, span)];
  return { value, set: (frame, given) => write(memory.view, frame + offset, given) };
}

export function newInstance(node: FunctionNode): Instance {
  return { node, parameters: [], result: VOID, bytes: 0, run: () => NEXT };
}
