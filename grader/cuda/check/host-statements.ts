import { rangeType } from "../errors/host-errors.ts";
import { gotoIntoBlock } from "../errors/refusals.ts";
import type { Span } from "../source-error.ts";
import type { Block, RangeNode, Statement } from "../syntax/tree.ts";
import type { CheckedExpression, CheckedStatement, Handler, Variable } from "./checked-tree.ts";
import { methodCall, methodsOf } from "./calls.ts";
import { labelsOf } from "./changed-names.ts";
import type { Context } from "./context.ts";
import { constantOf, convertTo, isReferable, load, pointedTo } from "./conversions.ts";
import { bindNames, checkHostVariables, declareHost } from "./host-variables.ts";
import { checkStatement } from "./statements.ts";
import { BOOL, I32, decayed, isBaseOf, pointerTo, sameType, typeName } from "./types.ts";
import { constant } from "../ir/values.ts";

/** Statements that only the host has. */

export function checkHostStatement(statement: Statement, context: Context): CheckedStatement[] {
  switch (statement.kind) {
    case "block":
      return [checkBlock(statement, context)];
    case "variables":
      return checkHostVariables(statement, context);
    case "for":
      return statement.range ? [checkRange(statement.range, context, statement.span)] : checkStatement(statement, context);
    case "throw":
      return [{ kind: "throw", value: statement.value && load(context.expression(statement.value)), span: statement.span }];
    case "try":
      return [checkTry(statement, context)];
    case "empty":
      return statement.label === undefined ? [] : [{ kind: "label", name: statement.label }];
    case "continue":
      if (statement.label === undefined) return checkStatement(statement, context);
      if (!context.labels.includes(statement.label)) throw gotoIntoBlock(statement.span, statement.label);
      return [{ kind: "goto", label: statement.label, span: statement.span }];
    default:
      return checkStatement(statement, context);
  }
}

function checkBlock(block: Block, around: Context): CheckedStatement {
  const context = around.inner({ labels: [...around.labels, ...labelsOf(block)] });
  return { kind: "block", statements: block.statements.flatMap((statement) => context.statement(statement)) };
}

/** `try {…} catch (const T &e) {…} catch (...) {…}` */
function checkTry({ body, handlers }: Statement & { kind: "try" }, context: Context): CheckedStatement {
  return {
    kind: "try",
    body: checkBlock(body, context),
    handlers: handlers.map(({ variable, body: handled }): Handler => {
      const inner = context.inner();
      const written = variable && inner.type(variable.type);
      const type = written?.kind === "reference" ? written.to : written;
      const own = type && variable ? declareHost(variable.name, type, inner, variable.span) : undefined;
      return { type, variable: own, body: checkBlock(handled, inner) };
    }),
  };
}

/** `for (T x : values) body`, over an array, a list in braces, or what has `begin()` and `end()`. */
function checkRange({ variable, values, body }: RangeNode, around: Context, span: Span): CheckedStatement {
  const context = around.inner({ canBreak: true, canContinue: true });
  const given = valuesOf(values, context);
  const source: Variable = { name: "", type: given.type, span: values.span, isConst: false, memory: "host" };
  const object: CheckedExpression = { kind: "variable", type: given.type, variable: source, span: values.span };
  const { begin, end } = boundsOf(object, values.kind === "list" ? values.items.length : undefined, context, values.span);
  const at: Variable = { name: "", type: begin.type, span: variable.span, isConst: false, memory: "host" };
  const element = pointedTo(load({ kind: "variable", type: begin.type, variable: at, span: variable.span }), variable.span);
  const written = variable.type;
  const inner = written.kind === "reference" ? written.to : written;
  const type = inner.kind === "auto" ? element.type : context.type(inner);
  const isReference = written.kind === "reference" && (sameType(type, element.type) || isBaseOf(type, element.type));
  const initial = isReference && sameType(type, element.type) ? element : convertTo(type, element, context, variable.span);
  const own = declareHost(variable.name, type, context, variable.span);
  if (variable.bindings) bindNames(variable.bindings, variable.name, context, variable.span);
  return {
    kind: "range",
    values: { kind: "variable", variable: source, initial: given, isReference: true },
    begin,
    end,
    at,
    declarations: [{ kind: "variable", variable: own, initial, isReference }],
    body: { kind: "block", statements: context.inner().statement(body) },
    span,
  };
}

/** The values that a loop goes through; a list in braces is an array of the type of its first item. */
function valuesOf(values: RangeNode["values"], context: Context): CheckedExpression {
  if (values.kind !== "list") {
    const given = context.lvalue(values);
    return isReferable(given) ? given : load(given);
  }
  const { items } = values;
  const first = items[0] && load(context.expression(items[0]));
  const of = first ? decayed(first.type) : BOOL;
  return context.list({ kind: "array", of, length: Math.max(1, items.length) }, values);
}

/** @param items of a list in braces, which may be none */
function boundsOf(
  object: CheckedExpression,
  items: number | undefined,
  context: Context,
  span: Span,
): { begin: CheckedExpression; end: CheckedExpression } {
  const { type } = object;
  if (type.kind === "array") {
    const begin = load(object);
    const right = constantOf(I32, constant("i32", items ?? type.length), span);
    return { begin, end: { kind: "pointer-offset", type: pointerTo(type.of), left: begin, right, sign: 1, isPointerRight: false, span } };
  }
  if (methodsOf(type, "begin").length === 0) throw rangeType(span, typeName(type));
  const [begin, end] = ["begin", "end"].map((name) => load(methodCall(object, name, [], context, span))) as [CheckedExpression, CheckedExpression]; // prettier-ignore
  if (begin.type.kind !== "pointer") throw rangeType(span, typeName(type));
  return { begin, end };
}
