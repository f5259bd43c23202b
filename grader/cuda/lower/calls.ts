import type { CheckedCall, CheckedExpression, CheckedFunction, Parameter } from "../check/checked-tree.ts";
import type { CudaType } from "../check/types.ts";
import type { Step } from "../ir/program.ts";
import { read } from "../ir/values.ts";
import { hostValue } from "../errors/constant-errors.ts";
import { returnMissing } from "../errors/call-errors.ts";
import type { Span } from "../source-error.ts";
import { fixed, ownVariable, pointerValue, store, valueOf } from "./access.ts";
import type { CallFrame, Lowering } from "./lowering.ts";
import { Environment, isLvalue, type Lvalue, type Operand } from "./operand.ts";

/** Calls: a function's body is written out in place of each call. */

/** Lowers a call. @param converted of a conversion by a constructor or an operator: what is converted */
export function lowerCall(call: CheckedCall, lowering: Lowering, converted?: Operand): Operand {
  const { function: called, span } = call;
  const { locate, finish } = lowering.lower;
  const lambda = call.lambda && locate(call.lambda, lowering);
  const object = call.self && (converted ?? finish(call.self, locate(call.self, lowering), lowering, call.self.span));
  const located = call.arguments.map((argument) => (converted && call.self === undefined ? converted : locate(argument, lowering)));
  let self: Operand | undefined = object && selfOf(object, lowering, span);
  if (call.constructed) {
    const initial = finish(call.constructed, locate(call.constructed, lowering), lowering, span);
    self = ownVariable(nameOf(call.type), call.type, initial, lowering, span);
  }
  const environment = lambda?.kind === "lambda" ? new Environment(lambda.environment) : new Environment(lowering.builder.globals, self);
  const result = inline(called, call.arguments, located, environment, lowering, span);
  return call.constructed ? valueOf(self!, lowering, span) : result;
}

function nameOf(type: CudaType): string {
  return type.kind === "struct" ? type.struct.name : "";
}

/** The object that `this` points to: the object itself, or a copy of a value. */
function selfOf(object: Operand, lowering: Lowering, span: Span): Lvalue {
  return isLvalue(object) ? fixed(object, lowering, span) : ownVariable("this", object.type, object, lowering, span);
}

/** Writes a function's body out. */
export function inline(
  called: CheckedFunction,
  given: readonly CheckedExpression[],
  located: readonly Operand[],
  environment: Environment,
  lowering: Lowering,
  span: Span,
): Operand {
  const { name, isOfLibrary, nameSpan } = called;
  if (called.isNative) throw hostValue(span, name);
  return lowering.builder.within(isOfLibrary ? span : undefined, name, span, () => {
    const steps: Step[] = [];
    const frame: CallFrame = {
      function: called,
      resultPlace: undefined,
      returnTo: lowering.builder.label(),
      returns: 0,
      pointer: undefined,
    };
    const inner = lowering.with({ environment, steps, frame, exits: { breakTo: undefined, continueTo: undefined } });
    bindParameters(called.parameters, given, located, inner, lowering, span);
    const { locate, finish } = lowering.lower;
    for (const { target, value } of called.memberInitializers) {
      const initial = finish(value, locate(value, inner), inner, span);
      store(finish(target, locate(target, inner), inner, span) as Lvalue, initial, inner, span);
    }
    const body = (): void => {
      for (const statement of called.body) inner.statement(statement);
    };
    if (called.isCalled) lowering.builder.called(body);
    else body();
    // The library's own places are none of the text.
    addBody(isOfLibrary ? placedAt(steps, span) : steps, frame, lowering, span);
    const { result } = called;
    if (frame.pointer) {
      const { to } = result as CudaType & { kind: "reference" };
      return { kind: "memory", type: to, address: read(frame.pointer) };
    }
    if (result === undefined || result.kind === "void") return { kind: "nothing", type: { kind: "void" } };
    if (frame.resultPlace === undefined) throw returnMissing(nameSpan, name);
    return frame.resultPlace;
  });
}

/** Steps with all that are in them, as if they stood at one place of the text. */
function placedAt(steps: readonly Step[], span: Span): Step[] {
  return steps.map((step): Step => {
    switch (step.kind) {
      case "if":
        return { ...step, then: placedAt(step.then, span), otherwise: placedAt(step.otherwise, span), span };
      case "block":
        return { ...step, body: placedAt(step.body, span), span };
      case "loop":
        return { ...step, body: placedAt(step.body, span), step: placedAt(step.step, span), span };
      default:
        return { ...step, span };
    }
  });
}

/** Adds the steps of a body to those of the caller. A body that returns only at its end needs no block around it. */
function addBody(steps: Step[], { returnTo, returns }: CallFrame, lowering: Lowering, span: Span): void {
  const last = steps.at(-1);
  const endsWithReturn = last?.kind === "leave" && last.label === returnTo;
  if (returns === 0 || (returns === 1 && endsWithReturn)) {
    for (const step of endsWithReturn ? steps.slice(0, -1) : steps) lowering.add(step);
    return;
  }
  lowering.add({ kind: "block", label: returnTo!, body: endsWithReturn ? steps.slice(0, -1) : steps, span });
}

function bindParameters(
  parameters: readonly Parameter[],
  given: readonly CheckedExpression[],
  located: readonly Operand[],
  inner: Lowering,
  caller: Lowering,
  span: Span,
): void {
  const { locate, finish } = caller.lower;
  for (const [i, parameter] of parameters.entries()) {
    const { variable, fallback } = parameter;
    const own = given[i];
    // A default's steps come before the body.
    const defaults = inner.with({ steps: caller.steps });
    const operand = own ? located[i]! : locate(fallback!, defaults);
    if (variable.name === "") continue;
    const argument = own ?? fallback!;
    // A reference to what is no place refers to a value of its own.
    const value = finish(argument, operand, own ? caller : defaults, span);
    inner.environment.bind(variable, boundParameter(parameter, variable.name, value, caller, span));
  }
}

function boundParameter(
  { isReference, isAssigned, isPassed }: Parameter,
  name: string,
  operand: Operand,
  caller: Lowering,
  span: Span,
): Operand {
  if (isReference && isLvalue(operand)) return fixed(operand, caller, span);
  const value = isLvalue(operand) ? valueOf(operand, caller, span) : operand;
  if (value.kind === "group" || value.kind === "lambda" || value.kind === "function" || value.kind === "nothing") return value;
  if (value.kind === "pointer-to-local") {
    if (isAssigned) return ownVariable(name, value.type, pointerValue(value, caller), caller, span);
    return { ...value, offset: caller.temporary(value.offset, span) };
  }
  if (!isAssigned && !isPassed && value.kind === "value" && value.value.kind === "constant") return value;
  return ownVariable(name, value.type, value, caller, span);
}
