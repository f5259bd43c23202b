import {
  parse,
  type AnonymousFunctionDeclaration,
  type ArrowFunctionExpression,
  type BlockStatement,
  type CallExpression,
  type Expression,
  type ForOfStatement,
  type ForStatement,
  type FunctionDeclaration,
  type FunctionExpression,
  type Identifier,
  type Literal,
  type MemberExpression,
  type ModuleDeclaration,
  type ObjectExpression,
  type ObjectPattern,
  type Pattern,
  type SpreadElement,
  type Statement,
  type Super,
  type SwitchStatement,
  type VariableDeclaration,
  type VariableDeclarator,
} from "acorn";
import { AnswerRefused } from "./answer-error.ts";
import { javaScriptOf } from "./compile.ts";
import type { FunctionBody } from "./module-exports.ts";
import { NotPlain, PlainFunction, Scope, type CallableName, type Variable } from "./plain-scope.ts";

/** The longest source that is read as plain, in characters: far longer than nearly all answers. */
const MOST_CHARACTERS = 20_000;
/** The deepest nesting of statements and expressions. */
const DEEPEST = 100;
/** The most iterations of all loops together, from loading the module on. The engine runs a thousand million of the shortest per second. */
export const MOST_ROUNDS = 100_000_000;

/**
 * The same program as a source, written anew from its syntax tree with names of ours, if it is *plain*: if it has only
 *
 * - exported constants, functions and arrow functions, and functions inside these;
 * - variables of numbers, truth values, null, undefined, and of objects and arrays that are written out;
 * - arithmetic, comparisons, conditions, loops;
 * - reads of named properties, other than those of every object, and of elements by a number;
 * - calls of its own functions, never recursive, of `Math`'s, without `Math.random`, and of methods of arrays that only read them.
 *
 * Why each function of a plain module is a function of its arguments: what could differ from call to call is state or the world. The
 * world cannot be reached, since no other name is known than the program's own and `Math`. State would have to outlive a call. Nothing
 * is written but variables of functions, for there are no assignments to properties, to the module's own names, nor calls of anything
 * that writes; and no function that could see such a variable outlives the call: a function's name stands only where it is called,
 * exported, or given a second name, and a function without a name is written where a method of an array takes it, so that none is ever
 * stored or returned. A method that writes, `[].push`, may be read but never called, since no object has a property with the name of a
 * method that may be.
 *
 * Comments, spacing and names make no difference to what is returned: equal texts are equal programs. When a loop has run for too many
 * rounds, or an element is asked for by anything but a number, the program throws; then, as whenever it throws, its source must be judged
 * like any other to know what it does.
 *
 * @returns undefined for a source that is not plain, or cannot be read
 */
export function plainModule(source: string): PlainProgram | undefined {
  if (source.length > MOST_CHARACTERS) return undefined;
  try {
    const program = parse(javaScriptOf(source), { ecmaVersion: "latest", sourceType: "module" });
    return new PlainWriter().module(program.body);
  } catch (error) {
    if (error instanceof NotPlain || error instanceof AnswerRefused || error instanceof SyntaxError) return undefined;
    // Nested so deeply that the parser overflows the stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A plain module as the body of a function, in names of ours. */
export interface PlainProgram extends FunctionBody {
  readonly isPlain: true;
}

/** Functions of `Math` that depend on their arguments alone. */
const MATH_FUNCTIONS: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Math).filter((name) => name !== "random" && typeof Math[name as "abs"] === "function"),
);
const MATH_NUMBERS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Math).filter((name) => typeof Math[name as "E"] === "number"));

/** Methods of arrays that only read them. */
const LIST_METHODS: ReadonlySet<string> = new Set(["includes", "indexOf", "lastIndexOf", "at"]);
/** The same for methods that take a function, which they do not store. */
const CALLING_METHODS: ReadonlySet<string> = new Set(["some", "every", "find", "findIndex", "filter", "map", "reduce"]);

/** Names that every object or function has: the ways to its prototype and to other functions. */
const INHERITED: ReadonlySet<string> = new Set(
  [Object.prototype, Function.prototype].flatMap((prototype) => Object.getOwnPropertyNames(prototype)).concat("prototype"),
);
/** Harmless, and frequent names of data. */
const ALSO_INHERITED: ReadonlySet<string> = new Set(["length", "name"]);

const UNARY: ReadonlySet<string> = new Set(["-", "+", "!", "~", "void"]);
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ["undefined", "(void 0)"],
  ["NaN", "(0 / 0)"],
  ["Infinity", "(1 / 0)"],
]);

type FunctionNode = FunctionDeclaration | AnonymousFunctionDeclaration | FunctionExpression | ArrowFunctionExpression;

/** Writes a plain module from its tree, part by part. Each part that it does not know makes the module one that is not plain. */
class PlainWriter {
  readonly #functions: PlainFunction[] = [];
  readonly #exports: string[] = [];
  #names = 0;
  #depth = 0;

  module(body: readonly (Statement | ModuleDeclaration)[]): PlainProgram {
    const scope = new Scope();
    const statements = body.flatMap((statement) => this.#withoutExport(statement));
    this.#declareAll(statements, scope);
    const code = statements.map((statement) => this.#declaration(statement, scope)).join("");
    for (const statement of body) this.#export(statement, scope);
    for (const each of this.#functions) each.checkCalls();
    return { code: `${RUNTIME}${code}${this.#exports.join("")}`, exporter: EXPORTER, isPlain: true };
  }

  #withoutExport(statement: Statement | ModuleDeclaration): Statement[] {
    if (statement.type !== "ExportNamedDeclaration") return [statement as Statement];
    if (statement.declaration?.type === "ClassDeclaration") throw new NotPlain("a class");
    return statement.declaration ? [statement.declaration] : [];
  }

  #export(statement: Statement | ModuleDeclaration, scope: Scope): void {
    if (statement.type !== "ExportNamedDeclaration") return;
    const declared = statement.declaration ? namesDeclared([statement.declaration as Statement]) : [];
    const listed = statement.specifiers.map(({ local, exported }) => [textOf(local), textOf(exported)] as const);
    for (const [local, exported] of [...declared.map((name) => [name, name] as const), ...listed]) {
      const binding = scope.find(local);
      if (binding === undefined) throw new NotPlain("exports what it doesn't declare");
      this.#exports.push(`${EXPORTER}(${JSON.stringify(exported)}, () => ${binding.name});\n`);
    }
  }

  /** Writes a statement at the top of the module: there, only declarations are plain. */
  #declaration(statement: Statement, scope: Scope): string {
    if (statement.type === "EmptyStatement") return "";
    if (statement.type === "ExpressionStatement" && statement.directive === "use strict") return "";
    if (statement.type !== "FunctionDeclaration" && statement.type !== "VariableDeclaration") throw new NotPlain(statement.type);
    return `${this.#statement(statement, scope)}\n`;
  }

  /** Declares the names of a list of statements before any of them is written: functions are called before their line. */
  #declareAll(statements: readonly Statement[], scope: Scope): void {
    const aliases: { readonly name: string; readonly of: string }[] = [];
    for (const statement of statements) {
      if (statement.type === "FunctionDeclaration") scope.declare(statement.id.name, this.#newFunction());
      else if (statement.type === "VariableDeclaration") {
        for (const declarator of statement.declarations) {
          const { id, init } = declarator;
          const isConstant = statement.kind === "const" && id.type === "Identifier";
          if (isConstant && isFunction(init)) scope.declare(id.name, this.#newFunction());
          else if (isConstant && init?.type === "Identifier") aliases.push({ name: id.name, of: init.name });
          else this.#declareVariables(statement, declarator, scope);
        }
      }
    }
    // A constant that is another name: of a function, or of a value.
    for (const { name } of aliases) scope.declare(name, this.#newVariable(false));
    for (let changed = true; changed;) {
      changed = false;
      for (const { name, of } of aliases) {
        const alias = scope.find(name);
        const meant = scope.find(of);
        if (alias?.kind !== "variable" || meant?.kind !== "callable") continue;
        scope.declare(name, { ...meant, name: alias.name });
        changed = true;
      }
    }
  }

  #declareVariables({ kind }: VariableDeclaration, { id, init }: VariableDeclarator, scope: Scope): void {
    const ofMath = kind === "const" && init ? mathFunctionsIn(id, init) : [];
    if (ofMath.length > 0) {
      for (const { name } of ofMath) scope.declare(name, { kind: "callable", name: this.#newName(), calls: undefined });
      return;
    }
    const isAssignable = kind !== "const" && scope.function !== undefined;
    for (const name of namesIn(id)) scope.declare(name, this.#newVariable(isAssignable));
  }

  #newVariable(isAssignable: boolean): Variable {
    return { kind: "variable", name: this.#newName(), isAssignable };
  }

  #newFunction(): CallableName {
    const calls = new PlainFunction();
    this.#functions.push(calls);
    return { kind: "callable", name: this.#newName(), calls };
  }

  #newName(): string {
    return `v${this.#names++}`;
  }

  #deeper<T>(work: () => T): T {
    if (++this.#depth > DEEPEST) throw new NotPlain("nested too deeply");
    const result = work();
    this.#depth--;
    return result;
  }

  #block(statements: readonly Statement[], scope: Scope): string {
    this.#declareAll(statements, scope);
    return `{\n${statements.map((statement) => `${this.#statement(statement, scope)}\n`).join("")}}`;
  }

  /** The body of a loop or a condition, always in braces. */
  #body(statement: Statement, scope: Scope, first = ""): string {
    const inner = new Scope(scope);
    const block = this.#block(statement.type === "BlockStatement" ? statement.body : [statement], inner);
    return first === "" ? block : `{\n${first}\n${block.slice(2)}`;
  }

  #statement(statement: Statement, scope: Scope): string {
    return this.#deeper(() => this.#statementOf(statement, scope));
  }

  #statementOf(statement: Statement, scope: Scope): string {
    switch (statement.type) {
      case "EmptyStatement":
        return ";";
      case "BlockStatement":
        return this.#body(statement, scope);
      case "ExpressionStatement":
        return `${this.#expression(statement.expression, scope)};`;
      case "ReturnStatement":
        return statement.argument ? `return ${this.#expression(statement.argument, scope)};` : "return;";
      case "IfStatement": {
        const otherwise = statement.alternate ? ` else ${this.#body(statement.alternate, scope)}` : "";
        return `if (${this.#expression(statement.test, scope)}) ${this.#body(statement.consequent, scope)}${otherwise}`;
      }
      case "WhileStatement":
        return `while (${this.#expression(statement.test, scope)}) ${this.#body(statement.body, scope, ROUND)}`;
      case "DoWhileStatement":
        return `do ${this.#body(statement.body, scope, ROUND)} while (${this.#expression(statement.test, scope)});`;
      case "ForStatement":
        return this.#for(statement, new Scope(scope));
      case "ForOfStatement":
        return this.#forOf(statement, new Scope(scope));
      case "SwitchStatement":
        return this.#switch(statement, scope);
      case "BreakStatement":
      case "ContinueStatement":
        if (statement.label) throw new NotPlain("a label");
        return statement.type === "BreakStatement" ? "break;" : "continue;";
      case "VariableDeclaration":
        return `${this.#variables(statement, scope)};`;
      case "FunctionDeclaration":
        return this.#function(statement, this.#callable(statement.id.name, scope), scope);
      default:
        throw new NotPlain(statement.type);
    }
  }

  #for({ init, test, update, body }: ForStatement, scope: Scope): string {
    if (init?.type === "VariableDeclaration") this.#declareAll([init], scope);
    const begin = init?.type === "VariableDeclaration" ? this.#variables(init, scope) : init ? this.#expression(init, scope) : "";
    const parts = [test, update].map((part) => (part ? this.#expression(part, scope) : ""));
    return `for (${begin}; ${parts.join("; ")}) ${this.#body(body, scope, ROUND)}`;
  }

  #forOf({ left, right, body, await: waits }: ForOfStatement, scope: Scope): string {
    if (waits || left.type !== "VariableDeclaration") throw new NotPlain("for await, or for without a declaration");
    // Before the list is written: a name that is declared already hides an outer one there, and has no value yet.
    this.#declareAll([left], scope);
    const list = this.#expression(right, scope);
    const [declared] = left.declarations;
    return `for (${wordOf(left)} ${this.#pattern(declared!.id, scope)} of ${list}) ${this.#body(body, scope, ROUND)}`;
  }

  #switch({ discriminant, cases }: SwitchStatement, scope: Scope): string {
    const chosen = this.#expression(discriminant, scope);
    const inner = new Scope(scope);
    this.#declareAll(
      cases.flatMap(({ consequent }) => consequent),
      inner,
    );
    const branches = cases.map(({ test, consequent }) => {
      const head = test ? `case ${this.#expression(test, inner)}:` : "default:";
      return [head, ...consequent.map((statement) => this.#statement(statement, inner))].join("\n");
    });
    return `switch (${chosen}) {\n${branches.join("\n")}\n}`;
  }

  #variables(declaration: VariableDeclaration, scope: Scope): string {
    const parts = declaration.declarations.map(({ id, init }) => {
      if (init && id.type === "Identifier") return this.#constantOrVariable(id, init, scope);
      const ofMath = declaration.kind === "const" && init ? mathFunctionsIn(id, init) : [];
      if (ofMath.length > 0) return ofMath.map(({ name, of }) => `${scope.find(name)!.name} = Math.${of}`).join(", ");
      return `${this.#pattern(id, scope)}${init ? ` = ${this.#expression(init, scope)}` : ""}`;
    });
    return `${wordOf(declaration)} ${parts.join(", ")}`;
  }

  #constantOrVariable({ name }: Identifier, init: Expression, scope: Scope): string {
    const binding = scope.find(name)!;
    if (binding.kind === "variable") return `${binding.name} = ${this.#expression(init, scope)}`;
    if (isFunction(init)) return this.#function(init, binding, scope);
    return `${binding.name} = ${init.type === "Identifier" ? this.#callable(init.name, scope).name : `Math.${mathFunction(init)!}`}`;
  }

  /** A function with a name: as a declaration, or as an arrow function that the name is bound to. */
  #function(node: FunctionNode, { name, calls }: CallableName, scope: Scope): string {
    if (!calls) throw new NotPlain("a function of Math");
    const parts = this.#parametersAndBody(node, calls, scope);
    return node.type === "FunctionDeclaration"
      ? `function ${name}(${parts.parameters}) ${parts.body}`
      : `${name} = (${parts.parameters}) => ${parts.body}`;
  }

  #arrow(node: ArrowFunctionExpression, calls: PlainFunction, scope: Scope, first: string): string {
    const { parameters, body } = this.#parametersAndBody(node, calls, scope);
    return `(${parameters}) => {\n${first}\n${body.slice(2)}`;
  }

  #parametersAndBody(node: FunctionNode, calls: PlainFunction, scope: Scope): { readonly parameters: string; readonly body: string } {
    if (node.async || node.generator) throw new NotPlain("not an ordinary function");
    const outer = new Scope(scope, calls);
    for (const parameter of node.params) for (const each of namesIn(parameter)) outer.declare(each, this.#newVariable(true));
    const parameters = node.params.map((parameter) => this.#pattern(parameter, outer)).join(", ");
    const inner = new Scope(outer);
    const body =
      node.body.type === "BlockStatement" ? this.#functionBody(node.body, inner) : `{\nreturn ${this.#expression(node.body, inner)};\n}`;
    return { parameters, body };
  }

  #functionBody({ body }: BlockStatement, scope: Scope): string {
    const statements = body.filter((statement) => !(statement.type === "ExpressionStatement" && statement.directive === "use strict"));
    return this.#block(statements, scope);
  }

  /** The target of a destructuring, or a parameter. */
  #pattern(pattern: Pattern, scope: Scope): string {
    return this.#deeper(() => {
      switch (pattern.type) {
        case "Identifier":
          return this.#variable(pattern.name, scope).name;
        case "AssignmentPattern":
          return `${this.#pattern(pattern.left, scope)} = ${this.#expression(pattern.right, scope)}`;
        case "ArrayPattern":
          return `[${pattern.elements.map((element) => (element ? this.#pattern(element, scope) : "")).join(", ")}]`;
        case "ObjectPattern":
          return `{ ${this.#patternProperties(pattern, scope).join(", ")} }`;
        default:
          throw new NotPlain(pattern.type);
      }
    });
  }

  #patternProperties({ properties }: ObjectPattern, scope: Scope): string[] {
    return properties.map((property) => {
      if (property.type !== "Property" || property.computed) throw new NotPlain(property.type);
      return `${propertyName(property.key)}: ${this.#pattern(property.value, scope)}`;
    });
  }

  #expression(expression: Expression, scope: Scope): string {
    return this.#deeper(() => this.#expressionOf(expression, scope));
  }

  #expressionOf(expression: Expression, scope: Scope): string {
    const part = (inner: Expression): string => this.#expression(inner, scope);
    switch (expression.type) {
      case "Literal":
        return literal(expression);
      case "Identifier":
        return this.#value(expression, scope);
      case "UnaryExpression":
        if (!UNARY.has(expression.operator)) throw new NotPlain(expression.operator);
        return `(${expression.operator} ${part(expression.argument)})`;
      case "BinaryExpression": {
        const { left, operator, right } = expression;
        if (left.type === "PrivateIdentifier" || operator === "in" || operator === "instanceof") throw new NotPlain(operator);
        return `(${part(left)} ${operator} ${part(right)})`;
      }
      case "LogicalExpression":
        return `(${part(expression.left)} ${expression.operator} ${part(expression.right)})`;
      case "ConditionalExpression":
        return `(${part(expression.test)} ? ${part(expression.consequent)} : ${part(expression.alternate)})`;
      case "SequenceExpression":
        return `(${expression.expressions.map(part).join(", ")})`;
      case "AssignmentExpression": {
        const { left, operator, right } = expression;
        return `(${this.#target(left, scope)} ${operator} ${part(right)})`;
      }
      case "UpdateExpression": {
        const { argument, operator, prefix } = expression;
        const target = this.#target(argument as Pattern, scope);
        return prefix ? `(${operator}${target})` : `(${target}${operator})`;
      }
      case "MemberExpression":
        return this.#member(expression, scope);
      case "ChainExpression":
        return `(${part(expression.expression)})`;
      case "CallExpression":
        return this.#call(expression, scope);
      case "ObjectExpression":
        return this.#object(expression, scope);
      case "ArrayExpression":
        return `[${expression.elements.map((element) => part(notSpread(element))).join(", ")}]`;
      default:
        throw new NotPlain(expression.type);
    }
  }

  #value({ name }: Identifier, scope: Scope): string {
    return CONSTANTS.get(name) ?? this.#variable(name, scope).name;
  }

  #variable(name: string, scope: Scope): Variable {
    const binding = scope.find(name);
    if (binding?.kind !== "variable") throw new NotPlain(`the name ${name}`);
    return binding;
  }

  #callable(name: string, scope: Scope): CallableName {
    const binding = scope.find(name);
    if (binding?.kind !== "callable") throw new NotPlain(`the function ${name}`);
    return binding;
  }

  /** The target of an assignment: variables of functions. */
  #target(target: Pattern, scope: Scope): string {
    for (const name of namesIn(target)) if (!this.#variable(name, scope).isAssignable) throw new NotPlain(`assigns to ${name}`);
    return this.#pattern(target, scope);
  }

  #member({ object, property, computed, optional }: MemberExpression, scope: Scope): string {
    if (object.type === "Super" || object.type === "Literal" || property.type === "PrivateIdentifier") throw new NotPlain(object.type);
    if (isMath(object)) {
      const name = (computed && !isText(property)) || optional ? "" : propertyName(property);
      if (!MATH_NUMBERS.has(name)) throw new NotPlain(`Math.${name}`);
      return `Math.${name}`;
    }
    const owner = this.#expression(object, scope);
    if (!computed || isText(property)) return `${owner}${optional ? "?." : "."}${propertyName(property)}`;
    return `${owner}${optional ? "?." : ""}[${ELEMENT}(${this.#expression(property, scope)})]`;
  }

  #call({ callee, arguments: given, optional }: CallExpression, scope: Scope): string {
    if (optional) throw new NotPlain("an optional call");
    const [callback, ...others] = given;
    if (callback?.type === "ArrowFunctionExpression") return this.#callWith(callback, others, callee, scope);
    const values = given.map((value) => this.#expression(notSpread(value), scope)).join(", ");
    return `${this.#callee(callee, scope)}(${values})`;
  }

  #callee(callee: Expression | Super, scope: Scope): string {
    if (callee.type === "Identifier") {
      const { name, calls } = this.#callable(callee.name, scope);
      if (calls) scope.function?.addCall(calls);
      return name;
    }
    const ofMath = mathFunction(callee);
    if (ofMath !== undefined) return `Math.${ofMath}`;
    if (callee.type !== "MemberExpression" || callee.computed || callee.optional) throw new NotPlain("calls a value");
    return this.#method(callee, LIST_METHODS, scope);
  }

  #method({ object, property }: MemberExpression, methods: ReadonlySet<string>, scope: Scope): string {
    const method = propertyName(property);
    if (!methods.has(method) || object.type === "Super" || object.type === "Literal") throw new NotPlain(`calls .${method}`);
    return `${this.#expression(object, scope)}.${method}`;
  }

  /** A call of a method with a callback: each call of the callback is an iteration, and its own calls count for the function around it. */
  #callWith(callback: ArrowFunctionExpression, others: CallExpression["arguments"], callee: Expression | Super, scope: Scope): string {
    if (callee.type !== "MemberExpression" || callee.computed || callee.optional) throw new NotPlain("gives away a function");
    const method = this.#method(callee, CALLING_METHODS, scope);
    const calls = scope.function ?? new PlainFunction();
    const values = [this.#arrow(callback, calls, scope, ROUND), ...others.map((value) => this.#expression(notSpread(value), scope))];
    return `${method}(${values.join(", ")})`;
  }

  #object({ properties }: ObjectExpression, scope: Scope): string {
    const parts = properties.map((property) => {
      if (property.type !== "Property" || property.computed || property.kind !== "init" || property.method)
        throw new NotPlain("more than a list of properties");
      const name = propertyName(property.key);
      if (LIST_METHODS.has(name) || CALLING_METHODS.has(name)) throw new NotPlain(`a property called ${name}`);
      return `${name}: ${this.#expression(property.value, scope)}`;
    });
    return `({ ${parts.join(", ")} })`;
  }
}

const EXPORTER = "exporter";
const ROUND = `if (++rounds > ${MOST_ROUNDS}) throw "too many rounds";`;
const ELEMENT = "element";
/** The runtime of the written program. Its own names are a letter and a number. */
const RUNTIME = `let rounds = 0;
function ${ELEMENT}(index) { if (typeof index === "number") return index; throw "not a number"; }
`;

function isFunction(node: Expression | null | undefined): node is FunctionExpression | ArrowFunctionExpression {
  return node?.type === "ArrowFunctionExpression" || (node?.type === "FunctionExpression" && !node.id);
}

function literal({ value, raw }: Literal): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "(1 / 0)";
  if (typeof value === "boolean" || raw === "null") return String(value);
  throw new NotPlain("a text, a BigInt or a regular expression");
}

/** The name of a property that may be read or written in a literal: an identifier, or a string that could be one. */
function propertyName(key: Expression | { readonly type: "PrivateIdentifier" }): string {
  const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? key.value : undefined;
  if (typeof name !== "string") throw new NotPlain("a property without a name");
  if (!/^[A-Za-z_$][\w$]*$/.test(name) || (INHERITED.has(name) && !ALSO_INHERITED.has(name))) throw new NotPlain(`.${name}`);
  return name;
}

const isMath = (node: Expression | Super): boolean => node.type === "Identifier" && node.name === "Math";

/** The name of the function of `Math` that an expression stands for. */
function mathFunction(node: Expression | Super): string | undefined {
  if (node.type !== "MemberExpression" || node.computed || node.optional || !isMath(node.object)) return undefined;
  const name = propertyName(node.property);
  return MATH_FUNCTIONS.has(name) ? name : undefined;
}

/** The functions of `Math` that get names of their own: `const floor = Math.floor`, `const { floor, min: least } = Math`. */
function mathFunctionsIn(id: Pattern, init: Expression): { readonly name: string; readonly of: string }[] {
  if (id.type === "Identifier") {
    const of = mathFunction(init);
    return of === undefined ? [] : [{ name: id.name, of }];
  }
  if (id.type !== "ObjectPattern" || !isMath(init)) return [];
  return id.properties.map((property) => {
    const isNamed = property.type === "Property" && !property.computed && property.value.type === "Identifier";
    const of = isNamed ? propertyName(property.key) : "";
    if (!isNamed || !MATH_FUNCTIONS.has(of)) throw new NotPlain("takes Math apart");
    return { name: (property.value as Identifier).name, of };
  });
}

const isText = (node: Expression): boolean => node.type === "Literal" && typeof node.value === "string";

function notSpread(value: Expression | SpreadElement | null): Expression {
  if (value === null || value.type === "SpreadElement") throw new NotPlain("a spread or a hole");
  return value;
}

/** The names that a pattern declares or assigns to. */
function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => namesIn(property.type === "Property" ? property.value : property));
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? namesIn(element) : []));
    case "AssignmentPattern":
      return namesIn(pattern.left);
    default:
      throw new NotPlain(pattern.type);
  }
}

function namesDeclared(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => {
    if (statement.type === "FunctionDeclaration") return [statement.id.name];
    return statement.type === "VariableDeclaration" ? statement.declarations.flatMap(({ id }) => namesIn(id)) : [];
  });
}

const textOf = (name: Identifier | Literal): string => (name.type === "Identifier" ? name.name : String(name.value));

function wordOf({ kind }: VariableDeclaration): string {
  if (kind === "const" || kind === "let") return kind;
  throw new NotPlain(kind);
}
