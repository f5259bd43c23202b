import type { Block, Expression, Initializer, Statement } from "../syntax/tree.ts";

/** The variable that a place is a part of; undefined if a pointer is followed on the way. */
function rootOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "name":
      return expression.name;
    case "index":
      return expression.base.kind === "name" ? undefined : rootOf(expression.base);
    case "member":
      return expression.arrow ? undefined : rootOf(expression.base);
    default:
      return undefined;
  }
}

function visitParts(expression: Expression, visit: (part: Expression) => void): void {
  switch (expression.kind) {
    case "unary":
    case "postfix":
    case "cast":
      return visit(expression.operand);
    case "binary":
      visit(expression.left);
      return visit(expression.right);
    case "assignment":
      visit(expression.target);
      return visit(expression.value);
    case "conditional":
      visit(expression.test);
      visit(expression.then);
      return visit(expression.otherwise);
    case "index":
      visit(expression.base);
      return visit(expression.index);
    case "member":
      return visit(expression.base);
    case "call":
    case "construct":
      for (const argument of expression.arguments) visit(argument);
      return;
    case "new":
      if (expression.count) visit(expression.count);
      if (expression.initializer) visitInitializer(expression.initializer, visit);
      return;
    case "delete":
      return visit(expression.operand);
    case "launch":
      visit(expression.kernel);
      for (const part of [...expression.configuration, ...expression.arguments]) visit(part);
      return;
    case "list":
      for (const item of expression.items) visit(item);
      return;
    case "lambda":
      return walkStatements(expression.body, visit);
    default:
      return;
  }
}

function visitInitializer(given: Initializer, visit: (part: Expression) => void): void {
  if (given.kind === "value") visit(given.value);
  else if (given.kind === "arguments") given.values.forEach((value) => visit(value));
  else visit(given.list);
}

/** Parameters that a body changes. */
interface ChangedNames {
  /** It assigns or steps them, or takes their address. */
  readonly assigned: ReadonlySet<string>;
  /** It passes them on, perhaps to a function that takes a reference. */
  readonly passed: ReadonlySet<string>;
}

export function changedNames(body: Block): ChangedNames {
  const assigned = new Set<string>();
  const passed = new Set<string>();
  const markIn =
    (names: Set<string>) =>
    (target: Expression): void => {
      const root = rootOf(target);
      if (root !== undefined) names.add(root);
    };
  const mark = markIn(assigned);
  const markPassed = markIn(passed);
  const visit = (expression: Expression): void => {
    if (expression.kind === "assignment") mark(expression.target);
    if (expression.kind === "postfix") mark(expression.operand);
    if (expression.kind === "unary" && ["++", "--", "&"].includes(expression.operator)) mark(expression.operand);
    // A function may take it by reference.
    if (expression.kind === "call" || expression.kind === "construct") expression.arguments.forEach(markPassed);
    if (expression.kind === "call" && expression.callee.kind === "member") markPassed(expression.callee.base);
    if (expression.kind === "call" && expression.callee.kind !== "name") visitParts(expression.callee, visit);
    visitParts(expression, visit);
  };
  walkStatements(body, visit);
  return { assigned, passed };
}

function walkStatements(statement: Statement, visit: (expression: Expression) => void): void {
  const initializer = (given: Initializer | undefined): void => given && visitInitializer(given, visit);
  const go = (inner: Statement | undefined): void => inner && walkStatements(inner, visit);
  switch (statement.kind) {
    case "block":
      return statement.statements.forEach(go);
    case "variables":
      for (const variable of statement.variables) {
        // What a reference is bound to may be changed through it.
        if (variable.type.kind === "reference" && variable.initializer?.kind === "value") {
          const { value } = variable.initializer;
          visit({ kind: "unary", operator: "&", operand: value, span: value.span });
        } else initializer(variable.initializer);
      }
      return;
    case "expression":
      return visit(statement.expression);
    case "assembly":
      for (const { value } of statement.outputs) visit({ kind: "unary", operator: "&", operand: value, span: value.span });
      for (const { value } of statement.inputs) visit(value);
      return;
    case "if":
      go(statement.declaration);
      visit(statement.test);
      go(statement.then);
      return go(statement.otherwise);
    case "for":
      go(statement.start);
      if (statement.test) visit(statement.test);
      if (statement.step) visit(statement.step);
      return go(statement.body);
    case "while":
    case "do":
      visit(statement.test);
      return go(statement.body);
    case "switch":
      visit(statement.value);
      for (const { statements } of statement.cases) statements.forEach(go);
      return;
    case "return":
    case "throw":
      if (statement.value) visit(statement.value);
      return;
    case "try":
      go(statement.body);
      for (const { body } of statement.handlers) go(body);
      return;
    default:
      return;
  }
}

/** The number of `return`s in a body. */
export function countReturns(statement: Statement): number {
  let count = 0;
  const go = (inner: Statement | undefined): void => {
    switch (inner?.kind) {
      case "return":
        count++;
        return;
      case "block":
        return inner.statements.forEach(go);
      case "if":
        go(inner.then);
        return go(inner.otherwise);
      case "for":
      case "while":
      case "do":
        return go(inner.body);
      case "switch":
        for (const { statements } of inner.cases) statements.forEach(go);
    }
  };
  go(statement);
  return count;
}

/** Whether computing it may change something. */
export function hasEffects(expression: Expression): boolean {
  if (["assignment", "postfix", "call", "lambda", "construct"].includes(expression.kind)) return true;
  if (expression.kind === "unary" && (expression.operator === "++" || expression.operator === "--")) return true;
  let found = false;
  visitParts(expression, (part) => void (found ||= hasEffects(part)));
  return found;
}

/** All names that stand in expressions of a body. */
export function namesIn(body: Block): Set<string> {
  const names = new Set<string>();
  const visit = (expression: Expression): void => {
    if (expression.kind === "name") names.add(expression.name);
    if (expression.kind === "call") visit(expression.callee);
    visitParts(expression, visit);
  };
  walkStatements(body, visit);
  return names;
}

/** The labels that stand in a block itself. */
export function labelsOf({ statements }: Block): string[] {
  return statements.flatMap((statement) => (statement.kind === "empty" && statement.label !== undefined ? [statement.label] : []));
}
