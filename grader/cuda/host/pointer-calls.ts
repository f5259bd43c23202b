import { nullFunction } from "../errors/host-errors.ts";
import { chooseFunction } from "../check/overloads.ts";
import type { Context } from "../check/context.ts";
import { bytesOf } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import { callClosure } from "./closures.ts";
import { decayed, isAggregate, type Code, type FunctionPointer, type Translation } from "./code.ts";
import { pointedAt, type Target } from "./function-pointers.ts";
import type { Scalar } from "./host-memory.ts";
import { withOwnFrame } from "./own-frame.ts";

/** What a pointer points to when the program runs. */
export function targetOf(host: Translation, pointer: Code, span: Span): () => Target {
  const place = pointedAt(host, pointer, span);
  return () => {
    const target = host.targets[place() - 1];
    if (!target) throw nullFunction(span);
    return target;
  };
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
  const converted = (called: Code): (() => Scalar) => (result.kind === "void" ? called.value : host.convert(called, result, span).value);
  const compile = (callable: Target): (() => Scalar) => {
    if (callable.kind === "closure") return withOwnFrame(host, () => converted(callClosure(host, callable, passed, context, span)))!;
    const { name, functions, templateArguments, context: around } = callable;
    const chosen = chooseFunction(name, functions, templateArguments, values, around, span);
    return withOwnFrame(host, () => {
      return converted(host.call(chosen.entity, chosen.given, passed, around, span));
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
