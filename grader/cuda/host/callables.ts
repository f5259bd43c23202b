import { argumentCount, notAFunction, recursion } from "../errors/call-errors.ts";
import type { Context } from "../check/context.ts";
import { hasPack } from "../check/pack-texts.ts";
import { expandLambda } from "../check/pack-expansion.ts";
import { isFunctionPointer, typeName, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression, TypeNode } from "../syntax/tree.ts";
import { decayed, isFunction, type Callable, type Code, type FunctionPointer, type Instance, type Translation, slotOf } from "./code.ts";
import { declareVariable } from "./declarations.ts";
import { READ, WRITE, type Scalar } from "./host-memory.ts";
import { setterOf } from "./initial-values.ts";
import { passedOn } from "./passing.ts";

// What is called by way of a variable: a lambda, or a function or kernel whose name was passed on. Its type says which one it is; as a
// value, a lambda holds where the variables begin of the function that it was made in.

/** The name of a function or kernel as a value. */
export function functionValue(host: Translation, callable: Callable & { kind: "functions" }): Code {
  // The same place of the text names another function in another instance of a template.
  const identity = {};
  const type: CudaType = { kind: "lambda", lambda: identity };
  host.callables.set(identity, callable);
  const offset = host.room(type);
  const address = (): number => host.machine.local(offset);
  return { type, value: address, address };
}

/** `[&](auto kernel, int n) { … }` */
export function lambdaValue(host: Translation, node: Expression & { kind: "lambda" }, around: Context): Code {
  // The same place of the text is another lambda in another instance of a template.
  const identity = {};
  const type: CudaType = { kind: "lambda", lambda: identity };
  const context = around.inner();
  const { machine } = host;
  const copied = capturedByValue(host, node, around);
  const copies = copied.map((name) => {
    const span = node.span;
    const code = host.expression({ kind: "name", name, templateArguments: undefined, span }, around);
    const set = setterOf(host, code.type, code, span);
    const { offset } = declareVariable(host, name, code.type, context, span);
    return () => set(machine.local(offset));
  });
  for (const { name, byReference, value } of node.captures) {
    if (!value) continue;
    const code = host.expression(value, around);
    const type: CudaType = byReference ? { kind: "reference", to: code.type } : decayed(code.type);
    const set = passedOn(host, type, code, declareVariable(host, name, type, context, value.span).offset, around, value.span);
    copies.push(() => set.set(machine.frame, set.value()));
    if (!byReference) copied.push(name);
  }
  host.callables.set(identity, { kind: "lambda", node, context, owner: host.function, copied: new Set(copied) });
  const offset = host.room(type);
  const value = (): number => {
    for (const copy of copies) copy();
    WRITE.ptr(machine.memory.view, machine.frame + offset, machine.frame);
    return machine.local(offset);
  };
  return { type, value, address: value };
}

/** Names of local variables that a lambda has copies of. */
function capturedByValue(host: Translation, node: Expression & { kind: "lambda" }, around: Context): string[] {
  const named = new Set(node.captures.flatMap(({ name, byReference, value }) => (byReference || value ? [] : [name])));
  if (node.captureAll === "value") {
    const byReference = new Set(node.captures.flatMap((capture) => (capture.byReference || capture.value ? [capture.name] : [])));
    JSON.stringify(node.body, (key, value: unknown) => {
      if (key === "name" && typeof value === "string" && !byReference.has(value)) named.add(value);
      return value;
    });
  }
  return [...named].filter((name) => {
    const slot = slotOf(host, around.scope.find(name));
    return slot !== undefined && slot.inSelf === undefined;
  });
}

/** What a value of a lambda's type stands for. */
export function callableOf(host: Translation, { type }: Code, span: Span): Callable | FunctionPointer {
  if (type.kind === "lambda" && isFunctionPointer(type))
    return { kind: "pointer", result: (type.lambda as TypeNode & { kind: "function" }).result };
  const callable = type.kind === "lambda" ? host.callables.get(type.lambda) : undefined;
  if (!callable) throw notAFunction(span, typeName(type));
  return callable;
}

/** A call of a lambda. Its variables lie in the frame of the function that it was made in, and each call is compiled for its arguments. */
export function callLambda(
  host: Translation,
  self: Code,
  { node: written, context, owner }: Callable & { kind: "lambda" },
  values: readonly Code[],
  span: Span,
): Code {
  const node = hasPack(written.parameters) ? expandLambda(written, values.length) : written;
  const most = node.parameters.length;
  if (values.length > most) throw argumentCount(span, "lambda", [most], values.length);
  const caller = host.function;
  const inner = context.inner();
  const instance = insideOf(owner);
  const passed = node.parameters.map((parameter, i) => {
    const code = values[i] ?? (parameter.fallback && host.expression(parameter.fallback, context));
    if (!code) throw argumentCount(span, "lambda", [most], values.length);
    const type = parameterType(parameter.type, code, context);
    host.function = instance;
    const { offset } = declareVariable(host, parameter.name, type, inner, parameter.span);
    host.function = caller;
    return passedOn(host, type, code, offset, context, span);
  });
  if (node.result) {
    instance.result = context.type(node.result);
    instance.deducesResult = false;
  }
  if (host.depth >= DEEPEST) throw recursion(span, "lambda", DEEPEST);
  host.function = instance;
  host.depth++;
  let run: Instance["run"];
  try {
    run = host.block(node.body, inner);
  } finally {
    host.function = caller;
    host.depth--;
  }
  const { machine } = host;
  const value = (): Scalar => {
    machine.step(span);
    const base = machine.frame;
    const frame = Number(READ.ptr(machine.memory.locate(Number(self.value()), 8, span, false), machine.memory.offset));
    const given = passed.map(({ value }) => value());
    for (const [i, { set }] of passed.entries()) set(frame, given[i]!);
    machine.frame = frame;
    machine.returned = 0;
    machine.call(span, run);
    machine.frame = base;
    return machine.returned;
  };
  const { result } = instance;
  if (result.kind === "reference") return host.place(result.to, () => Number(value()), span);
  return { type: result, value };
}

/** Calls of lambdas in each other: each is compiled for its arguments. */
const DEEPEST = 60;

/** A part of a function with a result of its own, whose variables are in the function's frame. */
function insideOf(owner: Instance): Instance {
  return {
    ...owner,
    result: { kind: "void" },
    deducesResult: true,
    get bytes() {
      return owner.bytes;
    },
    set bytes(bytes) {
      owner.bytes = bytes;
    },
  };
}

/** Of `auto`, `auto &` and `const auto &` the type of what is given. */
export function parameterType(node: TypeNode, given: Code, context: Context): CudaType {
  if (isFunction(node) || (node.kind !== "auto" && "to" in node && isFunction(node.to))) return given.type;
  if (node.kind === "auto") return given.type.kind === "array" ? { kind: "pointer", to: given.type.of } : given.type;
  if (node.kind === "reference" && node.to.kind === "auto") return { kind: "reference", to: given.type };
  const type = context.type(node);
  // A name for pointers to functions: `typedef void (*Kernel)(float *);`
  if (type.kind === "lambda") return given.type;
  return type.kind === "array" ? { kind: "pointer", to: type.of } : type;
}
