import type { CheckedCall, CheckedExpression } from "../check/checked-tree.ts";
import { LaunchError } from "../errors/error-kind.ts";
import { SourceError, type Span } from "../source-error.ts";
import { argumentCount } from "../errors/call-errors.ts";
import type { FunctionCode, Value } from "./code.ts";
import { isLvalue } from "../check/conversions.ts";
import { assignObject, defaulterOf } from "./objects.ts";
import type { GivenValue, Native } from "./native.ts";
import { NATIVES } from "./natives.ts";

/** A call of a function that the lab itself does. */
export function callNative(call: CheckedCall, caller: FunctionCode): Value {
  const { function: called, span } = call;
  const { program } = caller;
  const { machine } = program;
  const native = Object.hasOwn(NATIVES, called.name) ? NATIVES[called.name] : undefined;
  if (!native) throw new TypeError(`the runtime has no ${called.name}`);
  const run = native({
    machine,
    name: called.name,
    span,
    given: (call.given ?? []).map((given, i) => givenValue(given, call.arguments[i] ?? given)),
    self: call.self?.type ?? call.constructed?.type,
    text: (text) => program.text(text, span),
    defaulting: (type) => defaulterOf(type, program, span),
    copying: (type, isCopied) => assignObject(type, isCopied, program, span),
  });
  const self = call.self ? [caller.address(call.self)] : [];
  const operands = called.parameters.map((parameter, i) => {
    const own = call.arguments[i] ?? parameter.fallback;
    if (!own) throw argumentCount(span, called.name, [called.parameters.length], call.arguments.length);
    return parameter.isReference ? caller.reference(own) : caller.value(own);
  });
  return within(span, applied(run, [...self, ...operands]));
}

/** A RangeError of the machine becomes an error at the call. */
function within(span: Span, run: Value): Value {
  return () => {
    try {
      return run();
    } catch (error) {
      if (error instanceof RangeError) throw new SourceError(error.message, span, error instanceof LaunchError ? error.code : undefined);
      throw error;
    }
  };
}

function applied(run: ReturnType<Native>, operands: readonly Value[]): Value {
  const [a, b, c, d] = operands as [Value, Value, Value, Value];
  switch (operands.length) {
    case 0:
      return () => run();
    case 1:
      return () => run(a());
    case 2:
      return () => run(a(), b());
    case 3:
      return () => run(a(), b(), c());
    case 4:
      return () => run(a(), b(), c(), d());
    default:
      return () => run(...operands.map((value) => value()));
  }
}

/** @param passed the argument as its parameter takes it */
function givenValue(expression: CheckedExpression, passed: CheckedExpression): GivenValue {
  const { type, span } = expression;
  const inner = withoutCasts(expression);
  const named = inner.kind === "address" ? inner.operand : inner;
  const variable = named.kind === "variable" ? named.variable.name : named.kind === "member" ? named.name : undefined;
  return { type, span, isVariable: isLvalue(passed), uncastType: inner.type, variable };
}

/** An argument without casts to pointers of other types. */
function withoutCasts(expression: CheckedExpression): CheckedExpression {
  let inner = expression;
  while (inner.kind === "convert" || inner.kind === "load") inner = inner.operand;
  return inner;
}
