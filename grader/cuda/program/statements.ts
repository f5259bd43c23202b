import { jumpOutside, kernelReturns, listReturned, rangeArray, switchType } from "../errors/call-errors.ts";
import { assertFails, notConstant } from "../errors/constant-errors.ts";
import { gotoRefused, tryRefused } from "../errors/refusals.ts";
import type { Span } from "../source-error.ts";
import type { Expression, Statement, SwitchCase } from "../syntax/tree.ts";
import { fixed, inMemory, pointerValue, scalarOf, store, valueOf } from "./access.ts";
import type { Context } from "./context.ts";
import { convertTo, promoted, truthOf } from "./conversions.ts";
import { isPlace, type Operand, type Place } from "./scope.ts";
import type { Step, Value } from "../ir/program.ts";
import { declareEnum } from "./structs.ts";
import { isInteger, typeName, type CudaType } from "./types.ts";
import { comparison, constant, convert, integerOf, logic, not, read } from "../ir/values.ts";
import { declareVariables } from "./variables.ts";

export function translateStatement(statement: Statement, context: Context): void {
  switch (statement.kind) {
    case "block": {
      const inner = context.inner();
      for (const part of statement.statements) translateStatement(part, inner);
      return;
    }
    case "variables":
      return declareVariables(statement, context);
    case "struct":
      return context.scope.declare(statement.name, {
        kind: "struct-template",
        node: statement,
        scope: context.scope,
        instances: new Map(),
        specializations: [],
      });
    case "enum":
      return void declareEnum(statement, context);
    case "alias":
      return context.scope.declare(statement.name, { kind: "type", type: context.type(statement.type) });
    case "static-assert":
      return staticAssert(statement, context);
    case "expression":
      return void context.expression(statement.expression);
    case "if":
      return translateIf(statement, context);
    case "for":
      return translateFor(statement, context);
    case "while":
      return translateLoop(statement.body, context, statement.span, {
        before: (inner) => truthOf(inner.expression(statement.test), inner, statement.test.span),
      });
    case "do":
      return translateLoop(statement.body, context, statement.span, {
        after: (inner) => truthOf(inner.expression(statement.test), inner, statement.test.span),
      });
    case "switch":
      return translateSwitch(statement, context);
    case "break":
    case "continue": {
      if (statement.kind === "continue" && statement.label !== undefined) throw gotoRefused(statement.span);
      const label = statement.kind === "break" ? context.exits.breakTo : context.exits.continueTo;
      if (label === undefined) throw jumpOutside(statement.span, statement.kind);
      return context.add({ kind: statement.kind === "break" ? "leave" : "again", label, span: statement.span });
    }
    case "return":
      return translateReturn(statement, context);
    case "throw":
    case "try":
      throw tryRefused(statement.span);
    case "empty":
      return;
  }
}

function staticAssert({ test, message, span }: Statement & { kind: "static-assert" }, context: Context): void {
  const value = truthOf(context.constant(test), context, span);
  if (value.kind !== "constant") throw notConstant(span, "What `static_assert` tests");
  if (value.value === 0) throw assertFails(span, message);
}

function translateIf(statement: Statement & { kind: "if" }, around: Context): void {
  const context = around.inner();
  if (statement.declaration) translateStatement(statement.declaration, context);
  const { span } = statement;
  const test = statement.isConstexpr
    ? constantCondition(statement.test, context)
    : truthOf(context.expression(statement.test), context, statement.test.span);
  if (typeof test === "boolean" || test.kind === "constant") {
    const chosen = test === true || (test !== false && test.value === 1) ? statement.then : statement.otherwise;
    if (chosen) translateStatement(chosen, context.inner());
    return;
  }
  const branch = (part: Statement | undefined): Step[] => {
    const steps: Step[] = [];
    if (part) translateStatement(part, context.inner({ steps }));
    return steps;
  };
  const then = branch(statement.then);
  const otherwise = branch(statement.otherwise);
  context.add({ kind: "if", test, then, otherwise, span });
}

function translateFor(statement: Statement & { kind: "for" }, around: Context): void {
  const context = around.inner();
  const { test, step, range } = statement;
  if (range && range.values.kind !== "name" && range.values.kind !== "member") throw rangeArray(range.values.span);
  if (statement.start) translateStatement(statement.start, context);
  translateLoop(statement.body, context, statement.span, {
    ...(test && { before: (inner: Context) => truthOf(inner.expression(test), inner, test.span) }),
    ...(step && { step: (inner: Context) => void inner.expression(step) }),
  });
}

/** Of an `if constexpr`. */
export function constantCondition(test: Expression, context: Context): boolean {
  const value = truthOf(context.constant(test), context, test.span);
  if (value.kind !== "constant") throw notConstant(test.span, "The condition of `if constexpr`");
  return value.value === 1;
}

interface LoopParts {
  /** The condition to go round, before the body. */
  readonly before?: (inner: Context) => Value;
  /** The condition to go round again, after it. */
  readonly after?: (inner: Context) => Value;
  readonly step?: (inner: Context) => void;
}

function translateLoop(statement: Statement, context: Context, span: Span, { before, after, step }: LoopParts): void {
  const label = context.builder.label();
  const [body, steps]: [Step[], Step[]] = [[], []];
  const inner = context.inner({ steps: body, exits: { breakTo: label, continueTo: label } });
  if (before) leaveUnless(before(inner), label, inner, span);
  translateStatement(statement, inner);
  const next = context.inner({ steps, exits: { breakTo: label, continueTo: undefined } });
  step?.(next);
  if (after) leaveUnless(after(next), label, next, span);
  context.add({ kind: "loop", label, body, step: steps, span });
}

function leaveUnless(test: Value, label: number, context: Context, span: Span): void {
  if (test.kind === "constant" && test.value === 1) return;
  context.add({ kind: "if", test: not(test), then: [{ kind: "leave", label, span }], otherwise: [], span });
}

/** A lane that has met its label runs all statements from there on, until it leaves. */
function translateSwitch(statement: Statement & { kind: "switch" }, around: Context): void {
  const context = around.inner();
  const { span } = statement;
  const given = valueOf(context.expression(statement.value), context, statement.value.span);
  const type = promoted(given.type);
  if (!isInteger(type)) throw switchType(statement.value.span, typeName(given.type));
  const value = context.keep(convert(type.scalar, scalarOf(given, context, span)), span);
  const tests = statement.cases.map((part) =>
    labelsOf(part, context).map((label) => comparison("==", value, constant(type.scalar, label))),
  );
  const anyOf = (list: readonly Value[]): Value => list.reduce((some, test) => logic("||", some, test), constant("bool", 0));
  const none = not(anyOf(tests.flat()));
  const label = context.builder.label();
  const body: Step[] = [];
  const inner = context.inner({ steps: body, exits: { breakTo: label, continueTo: context.exits.continueTo } });
  const running = context.builder.register("bool", "case");
  context.add({ kind: "set", register: running, value: constant("bool", 0), span });
  for (const [i, part] of statement.cases.entries()) {
    const own = part.values.includes(undefined) ? logic("||", anyOf(tests[i]!), none) : anyOf(tests[i]!);
    inner.add({ kind: "set", register: running, value: logic("||", read(running), own), span: part.span });
    const steps: Step[] = [];
    const branch = inner.with({ steps });
    for (const child of part.statements) translateStatement(child, branch);
    inner.add({ kind: "if", test: read(running), then: steps, otherwise: [], span: part.span });
  }
  context.add({ kind: "block", label, body, span });
}

function labelsOf({ values }: SwitchCase, context: Context): (number | bigint)[] {
  return values.flatMap((value) => {
    if (value === undefined) return [];
    const operand = context.constant(value);
    const label = operand.kind === "value" ? integerOf(operand.value) : undefined;
    if (label === undefined) throw notConstant(value.span, "The value of a `case`");
    return [label];
  });
}

function translateReturn({ value, span }: Statement & { kind: "return" }, context: Context): void {
  const { frame } = context;
  frame.returns++;
  if (frame.returnTo === undefined) {
    if (value !== undefined) throw kernelReturns(span);
    return context.add({ kind: "exit", span });
  }
  if (value !== undefined)
    returnValue(frame.result?.kind === "reference" ? context.lvalue(value) : context.expression(value), context, span);
  context.add({ kind: "leave", label: frame.returnTo, span });
}

function returnValue(given: Operand, context: Context, span: Span): void {
  const { frame } = context;
  if (given.kind === "list" && frame.result === undefined) throw listReturned(span);
  if (given.kind === "nothing") return;
  const result = (frame.result ??= valueOf(given, context, span).type);
  if (result.kind === "void") return;
  if (result.kind === "reference") return returnReference(given, result.to, context, span);
  const value = convertTo(result, given, context, span);
  const isOneOfMany = frame.returnsOften || frame.resultPlace !== undefined;
  const converted = value.kind === "pointer-to-local" && isOneOfMany ? pointerValue(value, context) : value;
  if (["pointer-to-local", "group", "lambda", "function"].includes(converted.kind)) {
    frame.resultPlace = converted;
    return;
  }
  frame.resultPlace ??= context.builder.variable(`${frame.name}()`, result, false, span);
  store(frame.resultPlace as Place, converted, context, span);
}

function returnReference(given: Operand, to: CudaType, context: Context, span: Span): void {
  const { frame } = context;
  if (!isPlace(given)) {
    // A const reference to a value that the function has made.
    const place = context.builder.variable(`${frame.name}()`, to, false, span);
    store(place, convertTo(to, given, context, span), context, span);
    given = place;
  }
  if (!frame.returnsOften) {
    frame.resultPlace = fixed(given, context, span);
    return;
  }
  frame.pointer ??= context.builder.register("ptr", `${frame.name}()`);
  context.add({ kind: "set", register: frame.pointer, value: inMemory(given, context).address, span });
}
