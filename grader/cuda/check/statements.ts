import { jumpOutside, kernelReturns, listReturned, rangeArray, switchType } from "../errors/call-errors.ts";
import { assertFails, notConstant } from "../errors/constant-errors.ts";
import { referenceReturned } from "../errors/host-errors.ts";
import { gotoRefused, tryRefused } from "../errors/refusals.ts";
import { canonical, integerOf } from "../ir/values.ts";
import type { Expression, Statement, SwitchCase } from "../syntax/tree.ts";
import { checkAssembly } from "./assembly.ts";
import type { CheckedExpression, CheckedStatement } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { convertTo, isLvalue, isReferable, load, promoted, truthOf } from "./conversions.ts";
import { knownTruth } from "./folding.ts";
import { declareEnum } from "./structs.ts";
import { isInteger, typeName } from "./types.ts";
import { checkVariables } from "./variables.ts";

export function checkStatement(statement: Statement, context: Context): CheckedStatement[] {
  const { span } = statement;
  switch (statement.kind) {
    case "block":
      return [blockOf(statement.statements, context.inner())];
    case "variables":
      return checkVariables(statement, context);
    case "struct":
      context.scope.declare(statement.name, {
        kind: "struct-template",
        node: statement,
        scope: context.scope,
        instances: new Map(),
        specializations: [],
      });
      return [];
    case "enum":
      declareEnum(statement, context);
      return [];
    case "alias":
      context.scope.declare(statement.name, { kind: "type", type: context.type(statement.type) });
      return [];
    case "static-assert":
      staticAssert(statement, context);
      return [];
    case "expression":
      return [{ kind: "expression", expression: context.expression(statement.expression) }];
    case "if":
      return checkIf(statement, context);
    case "for":
      return checkFor(statement, context);
    case "while":
    case "do": {
      const inner = context.inner({ canBreak: true, canContinue: true });
      const test = (): CheckedExpression => truthOf(inner.expression(statement.test), inner, statement.test.span);
      const before = statement.kind === "while" ? test() : undefined;
      const body = single(inner.statement(statement.body));
      return [{ kind: "loop", before, body, step: undefined, after: statement.kind === "do" ? test() : undefined, span }];
    }
    case "switch":
      return [checkSwitch(statement, context)];
    case "break":
    case "continue":
      if (statement.kind === "continue" && statement.label !== undefined) throw gotoRefused(span);
      if (!(statement.kind === "break" ? context.canBreak : context.canContinue)) throw jumpOutside(span, statement.kind);
      return [{ kind: statement.kind, span }];
    case "return":
      return [checkReturn(statement, context)];
    case "throw":
    case "try":
      throw tryRefused(span);
    case "assembly":
      return [checkAssembly(statement, context)];
    case "empty":
      return [];
  }
}

function blockOf(statements: readonly Statement[], context: Context): CheckedStatement {
  return single(statements.flatMap((statement) => context.statement(statement)));
}

export function single(statements: CheckedStatement[]): CheckedStatement {
  const [only] = statements;
  return statements.length === 1 && only!.kind !== "variable" ? only! : { kind: "block", statements };
}

function staticAssert({ test, message, span }: Statement & { kind: "static-assert" }, context: Context): void {
  const isTrue = constantTruth(test, context);
  if (isTrue === undefined) throw notConstant(span, "What `static_assert` tests");
  if (!isTrue) throw assertFails(span, message);
}

function constantTruth(test: Expression, context: Context): boolean | undefined {
  const known = context.checker.evaluate(truthOf(context.expression(test), context, test.span), true);
  return known && "kind" in known && known.kind === "constant" ? Number(known.value) !== 0 : undefined;
}

/** The condition of an `if constexpr`. */
function constantCondition(test: Expression, context: Context): boolean {
  const isTrue = constantTruth(test, context);
  if (isTrue === undefined) throw notConstant(test.span, "The condition of `if constexpr`");
  return isTrue;
}

function checkIf(statement: Statement & { kind: "if" }, around: Context): CheckedStatement[] {
  const context = around.inner();
  const before = statement.declaration ? context.statement(statement.declaration) : [];
  const { span } = statement;
  const test = statement.isConstexpr ? undefined : truthOf(context.expression(statement.test), context, statement.test.span);
  const known = test ? knownTruth(test, context) : constantCondition(statement.test, context);
  if (test === undefined || known !== undefined) {
    // The other branch need not be right: a template may have it for other arguments.
    const chosen = known === true ? statement.then : statement.otherwise;
    return [...before, ...(chosen ? [single(context.inner().statement(chosen))] : [])];
  }
  const then = single(context.inner().statement(statement.then));
  const otherwise = statement.otherwise && single(context.inner().statement(statement.otherwise));
  return [...before, { kind: "if", test, then, otherwise, span }];
}

function checkFor(statement: Statement & { kind: "for" }, around: Context): CheckedStatement[] {
  const context = around.inner();
  const { test, step, range, span } = statement;
  if (range && range.values.kind !== "name" && range.values.kind !== "member") throw rangeArray(range.values.span);
  const start = statement.start ? context.statement(statement.start) : [];
  const inner = context.inner({ canBreak: true, canContinue: true });
  const before = test && truthOf(inner.expression(test), inner, test.span);
  const body = single(inner.statement(statement.body));
  return [...start, { kind: "loop", before, body, step: step && inner.expression(step), after: undefined, span }];
}

function checkSwitch(statement: Statement & { kind: "switch" }, around: Context): CheckedStatement {
  const context = around.inner();
  const { span } = statement;
  const given = load(context.expression(statement.value));
  const type = promoted(given.type);
  if (!isInteger(type)) throw switchType(statement.value.span, typeName(given.type));
  const value = convertTo(type, given, context, span);
  const labels = statement.cases.map((part) => labelsOf(part, context).map((label) => canonical(type.scalar, label)));
  const inner = context.inner({ canBreak: true });
  const cases = statement.cases.map(({ values, statements, span: place }, i) => ({
    labels: labels[i]!,
    isDefault: values.includes(undefined),
    statements: statements.flatMap((child) => inner.statement(child)),
    span: place,
  }));
  return { kind: "switch", value, cases, span };
}

function labelsOf({ values }: SwitchCase, context: Context): (number | bigint)[] {
  return values.flatMap((value) => {
    if (value === undefined) return [];
    const operand = context.constant(value);
    const label = operand.kind === "constant" ? integerOf(operand.value) : undefined;
    if (label === undefined) throw notConstant(value.span, "The value of a `case`");
    return [label];
  });
}

function checkReturn({ value: given, span }: Statement & { kind: "return" }, context: Context): CheckedStatement {
  const { frame } = context;
  if (given === undefined) return { kind: "return", value: undefined, span };
  if (frame.isKernel || !frame.function) throw kernelReturns(span);
  const { function: own } = frame;
  const value = own.result?.kind === "reference" || own.isReferenceDeduced ? context.lvalue(given) : context.expression(given);
  if (value.kind === "list" && own.result === undefined) throw listReturned(span);
  if (value.type.kind === "void" && value.kind !== "list") return { kind: "return", value, span };
  const result = (own.result ??= own.isReferenceDeduced ? { kind: "reference", to: value.type } : load(value).type);
  if (result.kind === "void") return { kind: "return", value, span };
  if (result.kind === "reference" && context.isHost && !isLvalue(value)) throw referenceReturned(span);
  if (result.kind === "reference")
    return { kind: "return", value: isReferable(value) ? value : convertTo(result.to, value, context, span), span };
  return { kind: "return", value: convertTo(result, value, context, span), span };
}
