import { noConversion } from "../errors/type-errors.ts";
import { evaluated } from "../check/names.ts";
import { argumentKey } from "../check/structs.ts";
import { isFunctionPointer, typeName, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { TypeNode } from "../syntax/tree.ts";
import type { Callable, Code, Translation } from "./code.ts";
import { READ, WRITE, type Scalar } from "./host-memory.ts";

// Pointers to functions and kernels that the program sets when it runs. One holds 8 bytes: a place in the list of targets, or 0.

export type Target = Translation["targets"][number];

/** A function's name, another pointer or null as a pointer of this type. */
export function asFunctionPointer(host: Translation, code: Code, type: CudaType, span: Span): Code {
  const { machine } = host;
  if (code.type.kind === "lambda" && isFunctionPointer(code.type)) return { ...code, type };
  let place: () => Scalar;
  if (code.type.kind === "lambda") {
    const named = host.callables.get(code.type.lambda);
    if (!named) throw noConversion(span, typeName(code.type), "pointer to a function");
    if (named.kind === "lambda") place = host.keep(named, code.value, span);
    else {
      const known = placeOf(host, named);
      place = () => known;
    }
  } else if (code.type.kind === "pointer" || code.type.kind === "scalar") {
    const { value } = code;
    place = () => {
      if (Number(value()) !== 0) throw noConversion(span, typeName(code.type), "pointer to a function");
      return 0;
    };
  } else throw noConversion(span, typeName(code.type), "pointer to a function");
  const offset = host.room(type);
  const value = (): number => {
    const pointed = place();
    WRITE.u64(machine.memory.view, machine.frame + offset, pointed);
    return machine.local(offset);
  };
  return { type, value };
}

/** The place of a function in the list of targets. */
export function placeOf(host: Translation, callable: Callable & { kind: "functions" }): number {
  return host.targets.findIndex((target) => isSameTarget(target, callable)) + 1 || host.targets.push(callable);
}

/** Whether two names are of one function, with the same arguments of its template. */
function isSameTarget(a: Target, b: Target): boolean {
  if (a.kind === "closure" || b.kind === "closure") return a === b;
  const argumentsOf = ({ templateArguments, context }: typeof a): string =>
    evaluated(templateArguments ?? [], context)
      .map(argumentKey)
      .join();
  return a.functions[0]?.node === b.functions[0]?.node && argumentsOf(a) === argumentsOf(b);
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
