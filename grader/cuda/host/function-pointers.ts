import { chooseFunction } from "../program/calls.ts";
import type { Context } from "../program/context.ts";
import { evaluated } from "../program/names.ts";
import { argumentKey } from "../program/structs.ts";
import { bytesOf, isFunctionPointer, typeName, type CudaType } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { Expression, FunctionNode, Span, TypeNode } from "../syntax/tree.ts";
import { decayed, isAggregate, operandLike, type Callable, type Code, type FunctionPointer, type Translation } from "./code.ts";
import { READ, WRITE, type Scalar } from "./host-memory.ts";
import { withOwnFrame } from "./own-frame.ts";

// Pointers to functions and kernels that the program sets when it runs. One holds 8 bytes: a place in the list of targets, or 0.

type Target = Callable & { kind: "functions" };

/** A function's name, another pointer or null as a pointer of this type. */
export function asFunctionPointer(host: Translation, code: Code, type: CudaType, span: Span): Code {
  const { machine } = host;
  if (code.type.kind === "lambda" && isFunctionPointer(code.type)) return { ...code, type };
  let place: () => Scalar;
  if (code.type.kind === "lambda") {
    const named = host.callables.get(code.type.lambda);
    const callable = named?.kind === "lambda" ? asFunction(host, named) : named;
    if (callable?.kind !== "functions")
      throw new SourceError(
        "This lambda uses variables of the function around it: what is kept for later cannot hold it in the lab. Pass it to a template's parameter, declare it with `auto`, or give it what it needs as arguments.",
        span,
      );
    const known = host.targets.findIndex((target) => isSameTarget(target, callable)) + 1 || host.targets.push(callable);
    place = () => known;
  } else if (code.type.kind === "pointer" || code.type.kind === "scalar") {
    const { value } = code;
    place = () => {
      if (Number(value()) !== 0) throw new SourceError(`A ${typeName(code.type)} cannot become a pointer to a function.`, span);
      return 0;
    };
  } else throw new SourceError(`A ${typeName(code.type)} cannot become a pointer to a function.`, span);
  const offset = host.room(type);
  const value = (): number => {
    const pointed = place();
    WRITE.u64(machine.memory.view, machine.frame + offset, pointed);
    return machine.local(offset);
  };
  return { type, value };
}

/** Whether two names are of one function, with the same arguments of its template. */
function isSameTarget(a: Target, b: Target): boolean {
  const argumentsOf = ({ templateArguments, context }: Target): string =>
    evaluated(templateArguments ?? [], context)
      .map(argumentKey)
      .join();
  return a.functions[0]?.node === b.functions[0]?.node && argumentsOf(a) === argumentsOf(b);
}

/** What a pointer points to when the program runs. */
export function targetOf(host: Translation, pointer: Code, span: Span): () => Target {
  const place = pointedAt(host, pointer, span);
  return () => {
    const target = host.targets[place() - 1];
    if (!target) throw new SourceError("This pointer to a function is null, or was never set.", span);
    return target;
  };
}

/** The type of a pointer to either of two functions; undefined if one of the two is none. */
export function pointerToEither(host: Translation, ...either: readonly Code[]): CudaType | undefined {
  const nodes = either.map(({ type }) => {
    if (type.kind !== "lambda") return undefined;
    if (isFunctionPointer(type)) return type.lambda;
    const callable = host.callables.get(type.lambda);
    const first = callable?.kind === "functions" ? callable.functions[0]?.node : undefined;
    return first && ({ kind: "function", result: first.result, span: first.span } satisfies TypeNode);
  });
  const [node] = nodes;
  return node && nodes.every((one) => one !== undefined) ? { kind: "lambda", lambda: node } : undefined;
}

/** Where a pointer points: its target's place in the list, counted from 1; 0 for null. */
export function pointedAt(host: Translation, { value }: Code, span: Span): () => number {
  const { memory } = host.machine;
  return () => Number(READ.u64(memory.locate(Number(value()), 8, span, false), memory.offset));
}

/** A call by way of a pointer: each function that it comes to point to is compiled when it is called first. */
export function callPointer(
  host: Translation,
  pointer: Code,
  { result: written }: FunctionPointer,
  values: readonly Code[],
  context: Context,
  span: Span,
): Code {
  const result = context.type(written);
  const target = targetOf(host, pointer, span);
  // Worked out in the frame of the caller.
  const given = values.map(() => ({ value: 0 as Scalar, address: 0 }));
  const passed = values.map(({ type, address }, i): Code => {
    return { type, value: () => given[i]!.value, ...(address && { address: () => given[i]!.address }) };
  });
  const compiled = new Map<Target, () => Scalar>();
  const compile = (callable: Target): (() => Scalar) => {
    const { name, functions, templateArguments, context: around } = callable;
    const chosen = chooseFunction(name, functions, templateArguments, values.map(operandLike), around, span);
    return withOwnFrame(host, () => {
      const called = host.call(chosen.entity, chosen.given, passed, around, span);
      return result.kind === "void" ? called.value : host.convert(called, result, span).value;
    })!;
  };
  const kept = isAggregate(result) ? host.room(result) : undefined;
  const { machine } = host;
  const value = (): Scalar => {
    const callable = target();
    let run = compiled.get(callable);
    if (!run) compiled.set(callable, (run = compile(callable)));
    const worked = values.map(({ value, address }) => (address ? { value: value(), address: address() } : { value: value(), address: 0 }));
    for (const [i, one] of worked.entries()) given[i] = one;
    const returned = run();
    if (kept === undefined) return returned;
    const to = machine.local(kept);
    host.copy(to, Number(returned), bytesOf(result), span);
    return to;
  };
  return { type: decayed(result), value };
}

/**
 * A lambda that uses no variable of the function around it, as a function: then a pointer can hold it, also when that function has ended.
 *
 * @returns undefined for any other lambda
 */
function asFunction(host: Translation, { node, context }: Callable & { kind: "lambda" }): (Callable & { kind: "functions" }) | undefined {
  const { parameters, body, span } = node;
  if (usesLocals(host, node, context)) return undefined;
  const result: TypeNode = node.result ?? { kind: "auto", isConst: false, span };
  const runs = { global: false, device: false, host: true };
  const named = { kind: "function", name: "lambda", templateParameters: [], result, parameters, runs, body, span, nameSpan: span } as const;
  const functions = [{ node: named as unknown as FunctionNode, scope: context.scope }];
  return { kind: "functions", name: "lambda", functions, templateArguments: undefined, context };
}

/** Whether a lambda names a variable that lives in the frame of the function around it. */
function usesLocals(host: Translation, node: Expression & { kind: "lambda" }, around: Context): boolean {
  const own = new Set(node.parameters.map(({ name }) => name));
  let uses = false;
  JSON.stringify(node.body, (key, value: unknown) => {
    if (key !== "name" || typeof value !== "string" || own.has(value)) return value;
    const entity = around.scope.find(value);
    const slot = entity?.kind === "operand" && entity.operand.kind === "local" ? host.slots.get(entity.operand.variable) : undefined;
    if (slot !== undefined && !slot.isGlobal) uses = true;
    return value;
  });
  return uses;
}
