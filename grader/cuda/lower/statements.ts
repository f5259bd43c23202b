import type { CheckedExpression, CheckedStatement, Variable } from "../check/checked-tree.ts";
import { alignOf, hasUnion, type CudaType } from "../check/types.ts";
import type { Label, Step, Value } from "../ir/program.ts";
import { comparison, constant, logic, not, read, special } from "../ir/values.ts";
import { hostValue } from "../errors/constant-errors.ts";
import type { Span } from "../source-error.ts";
import { fixed, inMemory, pointerValue, store, valueOf } from "./access.ts";
import { lowerExpression, lowerScalar, locate, finish } from "./expressions.ts";
import type { Lowering } from "./lowering.ts";
import { lowerAssembly } from "./ptx/assembly.ts";
import { isLvalue, type LocalLvalue, type Lvalue, type Operand } from "./operand.ts";

const NOWHERE: Span = { from: 0, to: 0 };

export function lowerStatement(statement: CheckedStatement, lowering: Lowering): void {
  switch (statement.kind) {
    case "block":
      for (const part of statement.statements) lowerStatement(part, lowering);
      return;
    case "variable":
      return lowering.environment.bind(statement.variable, lowerDeclaration(statement, lowering));
    case "expression":
      return void lowerExpression(statement.expression, lowering);
    case "if":
      return lowerIf(statement, lowering);
    case "loop":
      return lowerLoop(statement, lowering);
    case "switch":
      return lowerSwitch(statement, lowering);
    case "assembly":
      return lowerAssembly(statement, lowering);
    case "break":
      return lowering.add({ kind: "leave", label: lowering.exits.breakTo!, span: statement.span });
    case "continue":
      return lowering.add({ kind: "again", label: lowering.exits.continueTo!, span: statement.span });
    case "return":
      return lowerReturn(statement, lowering);
    default:
      throw hostValue("span" in statement ? statement.span : NOWHERE, statement.kind);
  }
}

function lowerDeclaration({ variable, initial, isReference }: CheckedStatement & { kind: "variable" }, lowering: Lowering): Operand {
  const { type, span, memory } = variable;
  if (memory !== undefined && memory !== "host") return sharedOperand(variable, lowering);
  const value = initial && lowerExpression(initial, lowering, span);
  if (isReference && isLvalue(value!)) return fixed(value, lowering, span);
  if (value?.kind === "lambda" || value?.kind === "group" || value?.kind === "function") return value;
  // A constant that is known needs no register.
  if (variable.isConst && value?.kind === "value" && value.value.kind === "constant") return value;
  // A pointer to a variable in registers is followed by name.
  if (value?.kind === "pointer-to-local" && !isReference)
    return { ...value, offset: lowering.temporary(value.offset, span), place: fixed(value.place, lowering, span) as LocalLvalue };
  const place = hasUnion(type) ? lowering.builder.localMemory(variable.name, type, alignOf(type)) : lowering.builder.variable(variable);
  if (value !== undefined) store(place, value, lowering, span);
  return place;
}

/** A variable in shared memory. Each declaration has one place, even if the function that it is in is written out at several calls. */
export function sharedOperand({ name, type, span, memory, align = 1 }: Variable, lowering: Lowering): Operand {
  const { builder, frame } = lowering;
  if (memory === "dynamic shared") {
    builder.dynamicSharedVariable(name, type, align);
    return { kind: "memory", type, address: special("dynamicSharedBase"), room: Infinity };
  }
  const key = `${name} ${span.from} ${frame.function?.instance ?? ""}`;
  const address = builder.sharedAddresses.get(key) ?? builder.shared(name, type, align);
  builder.sharedAddresses.set(key, address);
  return { kind: "memory", type, address, room: Infinity };
}

function lowerIf({ test: condition, then, otherwise, span }: CheckedStatement & { kind: "if" }, lowering: Lowering): void {
  const test = lowerScalar(condition, lowering);
  if (test.kind === "constant") {
    const chosen = test.value === 1 ? then : otherwise;
    if (chosen) lowerStatement(chosen, lowering);
    return;
  }
  const branch = (part: CheckedStatement | undefined): Step[] => {
    const steps: Step[] = [];
    if (part) lowerStatement(part, lowering.with({ steps }));
    return steps;
  };
  const first = branch(then);
  const second = branch(otherwise);
  lowering.add({ kind: "if", test, then: first, otherwise: second, span });
}

function lowerLoop({ before, body: statement, step, after, span }: CheckedStatement & { kind: "loop" }, lowering: Lowering): void {
  const label = lowering.builder.label();
  const body: Step[] = [];
  const steps: Step[] = [];
  const inner = lowering.with({ steps: body, exits: { breakTo: label, continueTo: label } });
  if (before) leaveUnless(before, label, inner, span);
  lowerStatement(statement, inner);
  const next = lowering.with({ steps, exits: { breakTo: label, continueTo: undefined } });
  if (step) lowerExpression(step, next);
  if (after) leaveUnless(after, label, next, span);
  lowering.add({ kind: "loop", label, body, step: steps, span });
}

function leaveUnless(condition: CheckedExpression, label: Label, lowering: Lowering, span: Span): void {
  const test = lowerScalar(condition, lowering);
  if (test.kind === "constant" && test.value === 1) return;
  lowering.add({ kind: "if", test: not(test), then: [{ kind: "leave", label, span }], otherwise: [], span });
}

/** A lane that has met its label runs all statements from there on, until it leaves. */
function lowerSwitch({ value: given, cases, span }: CheckedStatement & { kind: "switch" }, lowering: Lowering): void {
  const value = lowering.temporary(lowerScalar(given, lowering), span);
  const tests = cases.map(({ labels }) => labels.map((label) => comparison("==", value, constant(value.type, label))));
  const anyOf = (list: readonly Value[]): Value => list.reduce((some, test) => logic("||", some, test), constant("bool", 0));
  const none = not(anyOf(tests.flat()));
  const label = lowering.builder.label();
  const body: Step[] = [];
  const inner = lowering.with({ steps: body, exits: { breakTo: label, continueTo: lowering.exits.continueTo } });
  const running = lowering.builder.register("bool", "case");
  lowering.add({ kind: "set", register: running, value: constant("bool", 0), span });
  for (const [i, part] of cases.entries()) {
    const own = part.isDefault ? logic("||", anyOf(tests[i]!), none) : anyOf(tests[i]!);
    inner.add({ kind: "set", register: running, value: logic("||", read(running), own), span: part.span });
    const steps: Step[] = [];
    const branch = inner.with({ steps });
    for (const child of part.statements) lowerStatement(child, branch);
    inner.add({ kind: "if", test: read(running), then: steps, otherwise: [], span: part.span });
  }
  lowering.add({ kind: "block", label, body, span });
}

function lowerReturn({ value, span }: CheckedStatement & { kind: "return" }, lowering: Lowering): void {
  const { frame } = lowering;
  frame.returns++;
  if (frame.returnTo === undefined) return lowering.add({ kind: "exit", span });
  if (value !== undefined) lowerReturned(value, lowering, span);
  lowering.add({ kind: "leave", label: frame.returnTo, span });
}

function lowerReturned(expression: CheckedExpression, lowering: Lowering, span: Span): void {
  const { frame } = lowering;
  const { result, name, returns } = frame.function!;
  const given = finish(expression, locate(expression, lowering), lowering, span);
  if (given.kind === "nothing" || result === undefined || result.kind === "void") return;
  if (result.kind === "reference") return lowerReference(given, result.to, lowering, span);
  const value = isLvalue(given) ? valueOf(given, lowering, span) : given;
  const isOneOfMany = returns > 1 || frame.resultPlace !== undefined;
  const returned = value.kind === "pointer-to-local" && isOneOfMany ? pointerValue(value, lowering) : value;
  if (["pointer-to-local", "group", "lambda", "function"].includes(returned.kind)) {
    frame.resultPlace = returned;
    return;
  }
  frame.resultPlace ??= lowering.builder.variable({ name: `${name}()`, type: result, span });
  store(frame.resultPlace as Lvalue, returned, lowering, span);
}

function lowerReference(value: Operand, to: CudaType, lowering: Lowering, span: Span): void {
  const { frame } = lowering;
  const { name, returns } = frame.function!;
  let place = value;
  if (!isLvalue(place)) {
    // A const reference to a value that the function has made.
    const own = lowering.builder.variable({ name: `${name}()`, type: to, span });
    store(own, place, lowering, span);
    place = own;
  }
  if (returns <= 1) {
    frame.resultPlace = fixed(place, lowering, span);
    return;
  }
  frame.pointer ??= lowering.builder.register("ptr", `${name}()`);
  lowering.add({ kind: "set", register: frame.pointer, value: inMemory(place, lowering).address, span });
}
