import type { Expression, Node, Pattern, Statement } from "acorn";
import { linesOf, type AnswerFunction } from "./answer-syntax.ts";
import { NULL_NUMBER, booleanOf, numberOf, type BooleanValue, type NumberValue, type RecordShape, type Value } from "./cuda-value.ts";
import { NotTranslatable, unsupported } from "./not-translatable.ts";
import { ARITHMETIC, ExpressionTranslation, type Surroundings } from "./translate-expression.ts";

/** Translates one function of an answer: the statements of its body, or the one expression that it returns. */
export class FunctionTranslation extends ExpressionTranslation {
  /** The shape of the function's result, if it returns objects. */
  readonly #shape: RecordShape | undefined;
  readonly returned: Value[] = [];

  constructor(around: Surroundings, shape: RecordShape | undefined) {
    super(around);
    this.#shape = shape;
  }

  get lines(): readonly string[] {
    return this.written;
  }

  body({ body, node }: Pick<AnswerFunction, "body" | "node">): void {
    if (!Array.isArray(body)) return this.#return(body as Expression, node);
    this.#statements(body as Statement[]);
    if (!alwaysReturns(body as Statement[])) throw new NotTranslatable(node, "begins a function that can end without a return");
  }

  #statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(node: Statement): void {
    switch (node.type) {
      case "ReturnStatement":
        if (!node.argument) throw new NotTranslatable(node, "returns nothing");
        return this.#return(node.argument, node);
      case "VariableDeclaration":
        for (const { id, init } of node.declarations) this.#declare(id, init, node.kind !== "const", node);
        return;
      case "IfStatement": {
        const test = this.condition(node.test);
        this.write(`if (${test.text})${this.#bodyOf(node.consequent)}`);
        if (node.alternate) this.write(`else${this.#bodyOf(node.alternate)}`);
        return;
      }
      case "ForStatement":
        return this.#for(node);
      case "WhileStatement": {
        const test = this.#withoutHoisting(() => this.condition(node.test));
        return this.write(`while (${test.text})${this.#bodyOf(node.body)}`);
      }
      case "BlockStatement":
        return this.write(this.#bodyOf(node).trimStart());
      case "BreakStatement":
      case "ContinueStatement":
        if (node.label) throw unsupported(node);
        return this.write(node.type === "BreakStatement" ? "break;" : "continue;");
      case "ExpressionStatement":
        if (isConsoleCall(node.expression)) return this.around.note({ line: linesOf(node).first, message: "console calls are left out." });
        return this.write(`${this.#assignment(node.expression)};`);
      case "EmptyStatement":
        return;
      default:
        throw unsupported(node);
    }
  }

  /** ` { … }` around statements; ` return …;` after one that takes one line. */
  #bodyOf(node: Statement): string {
    const [outerLines, outerIndent] = [this.written, this.indent];
    this.written = [];
    this.indent = `${outerIndent}  `;
    this.scopes.push(new Map());
    this.#statements(node.type === "BlockStatement" ? node.body : [node]);
    this.scopes.pop();
    const inner = this.written;
    this.written = outerLines;
    this.indent = outerIndent;
    const [only = ""] = inner;
    const isShort = inner.length === 1 && /^\s*(return|break|continue)\b/.test(only);
    // `else if`, unless something must be calculated before the condition.
    if (node.type === "IfStatement" && /^\s*if /.test(only)) return ` ${inner.join("\n").replaceAll("\n  ", "\n").trimStart()}`;
    return isShort ? ` ${only.trim()}` : ` {\n${inner.join("\n")}\n${outerIndent}}`;
  }

  #return(argument: Expression, node: Node): void {
    const value = this.expression(argument, this.#shape);
    this.returned.push(value);
    switch (value.kind) {
      case "number":
      case "boolean":
      case "record":
        return this.write(`return ${value.text};`);
      case "null":
        return this.write(this.#shape === undefined ? "return -1;" : `return ${this.#shape.name}{};`);
      default:
        throw new NotTranslatable(node, "returns something other than a number");
    }
  }

  #declare(pattern: Pattern, init: Expression | null | undefined, mayChange: boolean, node: Node): void {
    if (!init) {
      if (pattern.type !== "Identifier") throw unsupported(node);
      const name = this.name(pattern.name);
      this.bind(pattern, numberOf(name, { isNullable: true }), true);
      return this.write(`int ${name};`);
    }
    const value = this.expression(init);
    const prefix = mayChange ? "" : "const ";
    if (value.kind === "record")
      return this.bind(pattern, this.held(value, pattern.type === "Identifier" ? pattern.name : undefined, node));
    if (pattern.type !== "Identifier" || (value.kind !== "number" && value.kind !== "boolean" && value.kind !== "null")) {
      return this.bind(pattern, value, mayChange);
    }
    const name = this.name(pattern.name);
    if (value.kind === "boolean") {
      this.write(`${prefix}bool ${name} = ${value.text};`);
      return this.bind(pattern, booleanOf(name), mayChange);
    }
    const number = value.kind === "null" ? NULL_NUMBER : value;
    this.write(`${prefix}int ${name} = ${number.text};`);
    const known = mayChange ? { isNullable: true } : { sign: number.sign, isNullable: number.isNullable };
    this.bind(pattern, numberOf(name, known), mayChange);
  }

  #for(node: Extract<Statement, { type: "ForStatement" }>): void {
    this.scopes.push(new Map());
    const parts = this.#withoutHoisting(() => {
      const start = node.init?.type === "VariableDeclaration" ? this.#counters(node.init) : node.init ? this.#assignment(node.init) : "";
      const test = node.test ? this.condition(node.test).text : "";
      return [start, test, node.update ? this.#assignment(node.update) : ""];
    });
    const loopBody = this.#bodyOf(node.body);
    this.scopes.pop();
    this.write(`for (${parts.join("; ").trimEnd()})${loopBody}`);
  }

  #counters({ declarations }: Extract<Statement, { type: "VariableDeclaration" }>): string {
    const counters = declarations.map(({ id, init }) => {
      if (id.type !== "Identifier" || !init) throw unsupported(id);
      const start = this.number(init);
      const name = this.name(id.name);
      this.bind(id, numberOf(name), true);
      return `${name} = ${start.text}`;
    });
    return `int ${counters.join(", ")}`;
  }

  #assignment(node: Expression): string {
    if (node.type === "UpdateExpression") return `${this.#variable(node.argument).text}${node.operator}`;
    if (node.type !== "AssignmentExpression") throw new NotTranslatable(node, "has an expression as a statement");
    const target = this.#variable(node.left);
    const right = this.expression(node.right);
    if (right.kind === "null" && node.operator === "=") return `${target.text} = -1`;
    if (right.kind === "boolean" && target.kind === "boolean" && node.operator === "=") return `${target.text} = ${right.text}`;
    if (right.kind !== "number") throw new NotTranslatable(node, "assigns something other than a number");
    if (node.operator === "/=") this.noteDivision(node);
    else if (!["=", ...[...ARITHMETIC].map((operator) => `${operator}=`)].includes(node.operator))
      throw new NotTranslatable(node, `uses ${node.operator}`);
    return `${target.text} ${node.operator} ${right.text}`;
  }

  #variable(node: Expression | Pattern): NumberValue | BooleanValue {
    const declared = node.type === "Identifier" ? this.scopes.findLast((scope) => scope.has(node.name))?.get(node.name) : undefined;
    if (declared?.mayChange !== true || (declared.value.kind !== "number" && declared.value.kind !== "boolean")) {
      throw new NotTranslatable(node, "changes something that is not a variable of the function");
    }
    return declared.value;
  }

  #withoutHoisting<T>(translate: () => T): T {
    this.mayHoist = false;
    try {
      return translate();
    } finally {
      this.mayHoist = true;
    }
  }
}

function isConsoleCall(node: Expression): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  return node.callee.object.type === "Identifier" && node.callee.object.name === "console";
}

/** Whether statements end in a return on every way through them. */
function alwaysReturns(statements: readonly Statement[]): boolean {
  return statements.some((node) => {
    if (node.type === "ReturnStatement") return true;
    if (node.type === "BlockStatement") return alwaysReturns(node.body);
    if (node.type !== "IfStatement" || !node.alternate) return false;
    return alwaysReturns([node.consequent]) && alwaysReturns([node.alternate]);
  });
}
