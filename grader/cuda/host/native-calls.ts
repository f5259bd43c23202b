import { argumentCount } from "../errors/call-errors.ts";
import type { Context } from "../check/context.ts";
import { calleeContext, type Chosen } from "../check/overloads.ts";
import type { CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { Expression, FunctionNode } from "../syntax/tree.ts";
import { parameterType } from "./callables.ts";
import { decayed, type Code, type Translation } from "./code.ts";
import type { Scalar } from "./host-memory.ts";
import { within, type GivenValue } from "./native.ts";
import { NATIVES } from "./natives.ts";
import { isInHeaders } from "./prelude.ts";
import { temporary } from "./values.ts";

/** Whether a header only declares a function: the lab itself does what it does. */
export function isNative(node: FunctionNode): boolean {
  return node.body === undefined && isInHeaders(node) && Object.hasOwn(NATIVES, node.name);
}

/** A call of a function that the lab itself does. */
export function callNative(
  host: Translation,
  { entity, given }: Chosen,
  written: readonly Expression[],
  values: readonly Code[],
  context: Context,
  span: Span,
): Code {
  const { node } = entity;
  const inner = calleeContext(entity, given, context, span);
  const arguments_ = written.map((expression, i) => givenValue(host, expression, values[i]!, context));
  const { machine } = host;
  const text = (text: string): number => Number(host.text(text, span).value());
  const run = within(span, NATIVES[node.name]!({ machine, name: node.name, span, given: arguments_, text }));
  const operands = node.parameters.map((parameter, i) => {
    const code = values[i] ?? (parameter.fallback && host.expression(parameter.fallback, inner));
    if (code === undefined) throw argumentCount(span, node.name, [node.parameters.length], values.length);
    return operand(host, parameterType(parameter.type, code, inner), code, context, span);
  });
  const [a, b, c, d] = operands;
  const type = inner.type(node.result);
  const value =
    operands.length === 0
      ? () => run()
      : operands.length === 1
        ? () => run(a!())
        : operands.length === 2
          ? () => run(a!(), b!())
          : operands.length === 3
            ? () => run(a!(), b!(), c!())
            : operands.length === 4
              ? () => run(a!(), b!(), c!(), d!())
              : () => run(...operands.map((value) => value()));
  return { type, value };
}

function operand(host: Translation, type: CudaType, code: Code, context: Context, span: Span): () => Scalar {
  const { symbol } = code;
  if (type.kind === "reference") {
    if (symbol !== undefined) return () => host.machine.symbols.get(symbol)!.address;
    return code.address ?? temporary(host, code, span);
  }
  return host.convertIn(code, decayed(type), context, span).value;
}

function givenValue(host: Translation, expression: Expression, { type }: Code, context: Context): GivenValue {
  let inner = expression;
  while (inner.kind === "cast") inner = inner.operand;
  const named = inner.kind === "unary" && inner.operator === "&" ? inner.operand : inner;
  const variable = named.kind === "name" || named.kind === "member" ? named.name : undefined;
  return { type, uncastType: inner === expression ? type : host.expression(inner, context).type, variable };
}
