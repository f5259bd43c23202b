import { argumentCount, functionUndefined, kernelCalled } from "../errors/call-errors.ts";
import { deviceFunctionCalled } from "../errors/host-errors.ts";
import { tooManyInstances } from "../errors/template-errors.ts";
import type { Context } from "../check/context.ts";
import { bindOwnersTemplate, withBody } from "../check/functions.ts";
import { bindTemplate } from "../check/names.ts";
import { isOfLibrary } from "../check/library.ts";
import { argumentKey } from "../check/structs.ts";
import type { FunctionEntity } from "../check/scope.ts";
import { type CudaType, type GivenArgument, VOID, bytesOf } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { FunctionNode } from "../syntax/tree.ts";
import { type Code, type Instance, RETURN, isLeftToValue, type Translation, decayed, isAggregate, newInstance } from "./code.ts";
import { scalarKind } from "./scalars.ts";
import { parameterType } from "./callables.ts";
import { declareVariable } from "./declarations.ts";
import { declareSelf, isConstructor, memberSetters } from "./members.ts";
import { isInHeaders, placedAt } from "./prelude.ts";
import { passedOn } from "./passing.ts";
import { type Scalar, WRITE } from "./host-memory.ts";

/** A function that the host calls first. */
export function entryPoint(host: Translation, node: FunctionNode, values: readonly number[], context: Context): () => Scalar {
  const instance = instanceOf(host, { node, scope: context.scope }, [], context, [], node.nameSpan);
  return () => {
    host.machine.enter(0, instance.bytes, node.span);
    for (const [i, { offset, type }] of instance.parameters.entries()) {
      WRITE[scalarKind(type, node.span)](host.machine.memory.view, offset, values[i] ?? 0);
    }
    const outcome = instance.run();
    return outcome !== RETURN || instance.result.kind === "void" ? 0 : host.machine.returned;
  };
}

function instanceOf(
  host: Translation,
  { node: declared, scope }: FunctionEntity,
  given: readonly (GivenArgument | undefined)[],
  around: Context,
  values: readonly Code[],
  span: Span,
  self?: CudaType,
): Instance {
  const node = withBody({ node: declared, scope }, self && { type: self });
  if (node.refused) throw node.refused;
  if (node.body === undefined) throw functionUndefined(span, node.name);
  const instances = host.instances.get(declared) ?? new Map<string, Instance>();
  host.instances.set(declared, instances);
  const left = node.parameters.map(({ type }, i) =>
    isLeftToValue(type) || values[i]?.type.kind === "lambda" ? values[i]?.type : undefined,
  );
  const key = [
    self ? argumentKey({ kind: "type", type: self }) : "",
    ...given.map(argumentKey),
    ...left.map((type) => type && argumentKey({ kind: "type", type })),
  ].join();
  const known = instances.get(key);
  if (known) return known;
  if (host.depth >= DEEPEST) throw tooManyInstances(span, node.name, DEEPEST);
  const instance = newInstance(node);
  instances.set(key, instance);
  const before = host.function;
  host.depth++;
  host.function = instance;
  try {
    const context = around.with({ scope }).inner();
    bindTemplate(declared.templateParameters, given, context, span);
    if (self) {
      bindOwnersTemplate(declared, node, self, context, span);
      instance.self = declareSelf(host, self, context);
    }
    // What `decltype` names may be a parameter: the first return says it as well.
    const written = node.result.kind === "reference" || node.result.kind === "pointer" ? node.result.to : node.result;
    instance.deducesResult = written.kind === "auto" || node.result.kind === "decltype";
    if (instance.deducesResult) instance.result = node.result.kind === "reference" ? { kind: "reference", to: VOID } : VOID;
    else instance.result = context.type(node.result);
    for (const [i, parameter] of node.parameters.entries()) {
      const code = values[i];
      const type = code ? parameterType(parameter.type, code, context) : decayed(context.type(parameter.type));
      instance.parameters.push(declareVariable(host, parameter.name, type, context, parameter.span));
    }
    const before = isConstructor(node, self) ? memberSetters(host, node, self, context) : undefined;
    const body = host.block(node.body, context);
    instance.run = before ? () => (before(), body()) : body;
  } finally {
    host.function = before;
    host.depth--;
  }
  return instance;
}

/** Functions that are compiled for calls in each other. */
const DEEPEST = 60;

export function callFunction(
  host: Translation,
  entity: FunctionEntity,
  given: readonly (GivenArgument | undefined)[],
  values: readonly Code[],
  context: Context,
  span: Span,
  self?: Code,
): Code {
  const { node } = entity;
  if (node.runs.global) throw kernelCalled(span, node.name);
  if (node.runs.device && !node.runs.host && !isOfLibrary(node)) throw deviceFunctionCalled(span, node.name);
  const instance = placedAt(node, span, () => instanceOf(host, entity, given, context, values, span, self?.type));
  const inside = context.with({ scope: entity.scope });
  const setters = node.parameters.map((parameter, i) => {
    const slot = instance.parameters[i]!;
    const code = values[i] ?? (parameter.fallback && host.expression(parameter.fallback, inside));
    if (code === undefined) throw argumentCount(span, node.name, [node.parameters.length], values.length);
    const type = slot.isReference ? ({ kind: "reference", to: slot.type } as const) : slot.type;
    return passedOn(host, type, code, slot.offset, inside, span);
  });
  const { machine } = host;
  const { result } = instance;
  const kept = isAggregate(result) ? host.room(result) : 0;
  const size = bytesOf(result);
  const run = isInHeaders(node) ? () => placedAt(node, span, () => instance.run()) : () => instance.run();
  const value = (): Scalar => {
    machine.step(span);
    const object = self ? self.value() : 0;
    const base = machine.frame;
    const { top } = machine;
    const frame = Math.ceil(top / 16) * 16;
    // All arguments are known before the first is passed on: they may call functions themselves.
    const passed = setters.map(({ value }) => value());
    machine.enter(frame, instance.bytes, span);
    if (instance.self) WRITE.ptr(machine.memory.view, frame + instance.self.offset, object);
    for (const [i, { set }] of setters.entries()) set(frame, passed[i]!);
    if (machine.call(span, run) !== RETURN) machine.returned = 0;
    machine.frame = base;
    machine.top = top;
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
