import { parseExpressionAt, type Expression, type Node } from "acorn";
import type { AnswerFunction, AnswerSyntax } from "#kit/cuda/answer-syntax.ts";
import { NotTranslatable, unsupported } from "#kit/cuda/not-translatable.ts";
import { closureParts } from "#kit/closure.ts";
import type { Launch } from "#simulator";
import { Arithmetic } from "./arithmetic.ts";
import { EXISTS, rangeOf, type CallResult, type FieldType, type ResultType, type Surroundings } from "./translate-expression.ts";
import { FunctionTranslation, NULL_RESULT, STRUCT } from "./translate-function.ts";
import {
  LEAST,
  MOST,
  NULL,
  NULL_NUMBER,
  NULL_VALUE,
  booleanOf,
  constantBoolean,
  constantNumber,
  hull,
  knownNumber,
  numberOf,
  type Callable,
  type Coordinates,
  type NumberValue,
  type Range,
  type Value,
} from "./wgsl-value.ts";

/** A function as the exercise has it. */
type AnyFunction = (...args: never) => unknown;

/** A function in WGSL, for arguments of certain kinds and ranges. */
interface TranslatedFunction {
  readonly name: string;
  readonly result: ResultType;
  readonly hasEffects: boolean;
}

/** Functions of WGSL that the translation of an expression may call, beside those that it makes. */
const HELPERS: Readonly<Record<string, string>> = {
  or_zero: "fn or_zero(a: i32) -> i32 { return select(a, 0, a == NOTHING); }",
  remainder: "fn remainder(a: i32, b: i32) -> i32 { if (b == 0) { fault(0u); return 0; } return a % b; }",
  trunc_quotient: "fn trunc_quotient(a: i32, b: i32) -> i32 { if (b == 0) { fault(0u); return 0; } return a / b; }",
  floor_quotient:
    "fn floor_quotient(a: i32, b: i32) -> i32 { if (b == 0) { fault(0u); return 0; } " +
    "return a / b - select(0, 1, a % b != 0 && (a < 0) != (b < 0)); }",
  ceil_quotient:
    "fn ceil_quotient(a: i32, b: i32) -> i32 { if (b == 0) { fault(0u); return 0; } " +
    "return a / b + select(0, 1, a % b != 0 && (a < 0) == (b < 0)); }",
  exact_quotient: "fn exact_quotient(a: i32, b: i32) -> i32 { if (b == 0 || a % b != 0) { fault(0u); return 0; } return a / b; }",
};

/**
 * The functions of a kernel in WGSL: those of an answer, and those that an exercise wraps around them. Each is translated once for the
 * ranges of its arguments; sizes are constants.
 */
export class Program implements Surroundings {
  readonly #launch: Launch;
  readonly #syntax: AnswerSyntax;
  /** The answer's functions, as the exercise has them. */
  readonly #exports = new Map<AnyFunction, string>();
  readonly #callables = new Map<AnyFunction, Callable>();
  readonly #functions = new Map<string, TranslatedFunction>();
  readonly #texts: string[] = [];
  readonly #constants = new Map<string, Value>();
  readonly #inProgress = new Set<unknown>();
  readonly #numbers = new Map<unknown, number>();
  readonly #answerFunctions = new Map<string, Callable>();
  readonly #objects = new Map<object, Value>();
  readonly #aboutAnswer = new WeakSet<Error>();
  readonly tables: (readonly number[])[] = [];
  #names = 0;

  constructor(syntax: AnswerSyntax, launch: Launch) {
    this.#syntax = syntax;
    this.#launch = launch;
  }

  /** The answer's export of that name, for a kernel that never calls it: a function that stands for it. */
  exported(name: string): AnyFunction {
    const standIn = (): never => {
      throw new Error(`the exercise calls ${name} while it makes its kernel`);
    };
    this.#exports.set(standIn, name);
    return standIn;
  }

  /** The number that the answer exports under a name. @throws NotTranslatable for one that cannot be calculated beforehand */
  exportedNumber(name: string): number | undefined {
    const local = this.#syntax.exported.get(name);
    const declaration = local === undefined ? undefined : this.#syntax.declarations.get(local);
    if (local === undefined || declaration?.kind !== "constant") return undefined;
    const value = this.#constant(local, declaration.node);
    const whole = value?.kind === "quotient" ? new Arithmetic().divide(declaration.node, "exact", value) : value;
    return whole?.kind === "number" ? knownNumber(whole) : undefined;
  }

  get functions(): readonly string[] {
    return this.#texts;
  }

  /** The helpers that a text calls. */
  static helpersFor(text: string): string[] {
    return Object.entries(HELPERS).flatMap(([name, helper]) => (text.includes(`${name}(`) ? [helper] : []));
  }

  newName(): string {
    return `v${this.#names++}`;
  }

  // ---- What the exercise has

  /** A number, object, table or function of the exercise; undefined for anything else. */
  valueOf(given: unknown): Value | undefined {
    switch (typeof given) {
      case "number":
        return Number.isInteger(given) && given >= LEAST && given <= MOST ? constantNumber(given) : undefined;
      case "boolean":
        return constantBoolean(given);
      case "function":
        return { kind: "function", callable: this.#callableOf(given as AnyFunction) };
      case "object":
        return given === null ? NULL_VALUE : this.#objectOf(given);
      default:
        return undefined;
    }
  }

  #objectOf(given: object): Value {
    const known = this.#objects.get(given);
    if (known) return known;
    const fields = (): Value => ({
      kind: "fields",
      fields: new Map(
        Object.entries(given).flatMap(([name, field]) => {
          const value = this.valueOf(field);
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
    });
    const value: Value = Array.isArray(given) ? { kind: "table", table: given as readonly number[] } : fields();
    this.#objects.set(given, value);
    return value;
  }

  #callableOf(made: AnyFunction): Callable {
    const known = this.#callables.get(made);
    if (known) return known;
    const name = this.#exports.get(made);
    const callable = name === undefined ? this.#readFunction(made) : this.#exportedFunction(name);
    this.#callables.set(made, callable);
    return callable;
  }

  /** A function of the exercise, from its own text. */
  #readFunction(made: AnyFunction): Callable {
    const parts = closureParts(made);
    const text = parsed((parts?.make ?? made).toString());
    if (!parts) return { ...functionParts(text), isGiven: true, outer: () => undefined };
    const maker = functionParts(text);
    const [pattern] = maker.parameters;
    const names = new Map<string, string>();
    if (pattern?.type === "ObjectPattern") {
      for (const property of pattern.properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier" || property.value.type !== "Identifier")
          throw unsupported(property);
        names.set(property.value.name, property.key.name);
      }
    }
    const result = Array.isArray(maker.body) ? undefined : (maker.body as Expression);
    if (result === undefined) throw new NotTranslatable(maker.node, "is not an arrow function that returns another one");
    const outer = (name: string): Value | undefined => {
      const key = names.get(name);
      return key === undefined ? undefined : this.valueOf(parts.captured[key]);
    };
    return { ...functionParts(result), isGiven: true, outer };
  }

  // ---- What the answer has

  #exportedFunction(name: string): Callable {
    const local = this.#syntax.exported.get(name);
    const declaration = local === undefined ? undefined : this.#syntax.declarations.get(local);
    if (declaration === undefined) throw new NotInAnswer(`has no exported function ${name} that it could read`);
    if (declaration.kind !== "function") throw new NotTranslatable(declaration.node, `exports a constant as ${name}, not a function`);
    return this.#answerFunction(declaration);
  }

  #answerFunction(declaration: AnswerFunction): Callable {
    const { name, parameters, body, node, isPlain } = declaration;
    if (!isPlain) throw new NotTranslatable(node, "is async or a generator");
    const known = this.#answerFunctions.get(name);
    if (known) return known;
    const callable: Callable = { isGiven: false, name, parameters, body, node, outer: (used, at) => this.#ofAnswer(used, at) };
    this.#answerFunctions.set(name, callable);
    return callable;
  }

  #ofAnswer(name: string, node: Node): Value | undefined {
    const declaration = this.#syntax.declarations.get(name);
    if (declaration?.kind === "function") return { kind: "function", callable: this.#answerFunction(declaration) };
    return declaration && this.#constant(name, node);
  }

  #constant(name: string, node: Node): Value | undefined {
    const declaration = this.#syntax.declarations.get(name);
    if (declaration?.kind !== "constant") return undefined;
    const known = this.#constants.get(name);
    if (known) return known;
    const value = this.#once(declaration, node, name, () => {
      const translation = new FunctionTranslation(this, (used, at) => this.#ofAnswer(used, at), false);
      const found = translation.expression(declaration.value);
      if (translation.lines.length > 0) throw new NotTranslatable(declaration.node, `makes ${name} by something other than arithmetic`);
      return found;
    });
    this.#constants.set(name, value);
    return value;
  }

  #once<T>(what: unknown, node: Node, name: string, translate: () => T): T {
    if (this.#inProgress.has(what)) throw new NotTranslatable(node, `needs ${name} inside of ${name} itself, and WGSL has no recursion`);
    this.#inProgress.add(what);
    try {
      return translate();
    } finally {
      this.#inProgress.delete(what);
    }
  }

  // ---- Surroundings of an expression

  coordinate(name: Coordinates, axis: "x" | "y" | "z"): NumberValue {
    const extent = (name === "threadIdx" || name === "blockDim" ? this.#launch.blockDim : this.#launch.gridDim)[axis];
    if (name === "blockDim" || name === "gridDim") return constantNumber(extent);
    return numberOf(`${name}.${axis}`, { low: 0, high: extent - 1 });
  }

  entry(table: readonly number[], index: NumberValue, node: Node): NumberValue {
    const known = knownNumber(index);
    if (known !== undefined) {
      const entry = table[known];
      return entry === undefined ? NULL_NUMBER : constantNumber(wholeEntry(entry, node));
    }
    const { low, high } = rangeOfTable(table, node);
    if (table.length === 0) return NULL_NUMBER;
    if (!this.tables.includes(table)) this.tables.push(table);
    const place = this.tables.indexOf(table);
    const isInside = index.low >= 0 && index.high < table.length;
    // That the index is inside may hold only in the branch that reads the entry.
    return isInside
      ? numberOf(`table${place}[${index.text}]`, { low, high }, true)
      : numberOf(`entry${place}(${index.text})`, { low, high }, index.hasEffects);
  }

  call(callable: Callable, args: readonly Value[], node: Node, isTentative: boolean): CallResult {
    const passed: string[] = [];
    const parameters: string[] = [];
    const inside = callable.parameters.map((_, place) => {
      const arg = args[place];
      if (arg === undefined) throw new NotTranslatable(callable.node, "has a parameter that it is not given");
      return asParameter(arg, parameters, passed);
    });
    const key = `${isTentative ? "tentative " : ""}${this.#numberOf(callable)}(${inside.map((value) => this.#kindOf(value)).join(", ")})`;
    const known = this.#functions.get(key);
    const fn = known ?? this.#once(callable, node, callable.name, () => this.#translated(callable, inside, parameters, isTentative));
    this.#functions.set(key, fn);
    const hasEffects = fn.hasEffects || args.some((arg) => (arg.kind === "number" || arg.kind === "boolean") && arg.hasEffects);
    return { text: `${fn.name}(${passed.join(", ")})`, result: fn.result, hasEffects };
  }

  #translated(callable: Callable, inside: readonly Value[], parameters: readonly string[], isTentative: boolean): TranslatedFunction {
    try {
      return this.#translatedOnce(callable, inside, parameters, isTentative);
    } catch (error) {
      // What the answer's own functions cannot have is about the answer; what those around them cannot have is not.
      if (!(error instanceof NotTranslatable) || this.#aboutAnswer.has(error)) throw error;
      if (!callable.isGiven) {
        this.#aboutAnswer.add(error);
        throw error;
      }
      throw new KernelRefused(`is not translated: an index function of its own ${error.message}`);
    }
  }

  #translatedOnce(callable: Callable, inside: readonly Value[], parameters: readonly string[], isTentative: boolean): TranslatedFunction {
    const translation = new FunctionTranslation(this, callable.outer, isTentative);
    callable.parameters.forEach((pattern, place) => translation.bind(pattern, inside[place]!));
    translation.body(callable);
    const result = resultOf(translation.returned, callable.node);
    const name = `f${this.#names++}`;
    if (!isTentative) this.#define(name, result, parameters, translation.lines);
    return { name, result, hasEffects: translation.hasEffects };
  }

  #define(name: string, result: ResultType, parameters: readonly string[], lines: readonly string[]): void {
    const struct = `S${name}`;
    if (result.kind === "fields") {
      const fields = [...result.fields.values()].map(({ kind }, place) => `f${place}: ${kind === "number" ? "i32" : "bool"}`);
      this.#texts.push(`struct ${struct} { ${[`${EXISTS}: bool`, ...fields].join(", ")} }`);
    }
    const nothing = result.kind === "fields" ? `${struct}()` : result.kind === "boolean" ? "false" : NULL;
    const type = result.kind === "fields" ? struct : result.kind === "boolean" ? "bool" : "i32";
    // A loop that was ended has no result.
    const ending = lines.at(-1)?.startsWith("  return ") ? [] : [`  return ${nothing};`];
    const body = [...lines, ...ending].map((line) => line.replaceAll(STRUCT, struct).replaceAll(NULL_RESULT, nothing));
    this.#texts.push(`fn ${name}(${parameters.join(", ")}) -> ${type} {\n${body.join("\n")}\n}`);
  }

  #kindOf(value: Value): string {
    switch (value.kind) {
      case "number":
        return `${value.low}..${value.high}${value.mayBeNull ? "?" : ""}`;
      case "boolean":
        return value.known === undefined ? "boolean" : String(value.known);
      case "fields": {
        const fields = [...value.fields].map(([name, field]) => `${name}: ${this.#kindOf(field)}`);
        return `{${value.exists ? "? " : ""}${fields.join(", ")}}`;
      }
      case "quotient":
        return `${this.#kindOf(value.dividend)} / ${this.#kindOf(value.divisor)}`;
      case "coordinates":
        return value.name;
      case "table":
        return `table ${this.#numberOf(value.table)}`;
      case "function":
        return `function ${this.#numberOf(value.callable)}`;
      default:
        return value.kind;
    }
  }

  #numberOf(thing: unknown): number {
    const known = this.#numbers.get(thing);
    if (known !== undefined) return known;
    this.#numbers.set(thing, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** Thrown for a kernel that WGSL cannot have, whatever the answer is. The message completes "this kernel …". */
export class KernelRefused extends Error {
  override name = "KernelRefused";
}

/** Thrown where an answer lacks something, so that there is no line to name. */
export class NotInAnswer extends Error {}

/** The ranges of tables: some have millions of entries, and are read in several functions. */
const tableRanges = new WeakMap<readonly number[], Pick<Range, "low" | "high">>();

function rangeOfTable(table: readonly number[], node: Node): Pick<Range, "low" | "high"> {
  const known = tableRanges.get(table);
  if (known) return known;
  let low = Infinity;
  let high = -Infinity;
  for (const entry of table) {
    wholeEntry(entry, node);
    if (entry < low) low = entry;
    if (entry > high) high = entry;
  }
  tableRanges.set(table, { low, high });
  return { low, high };
}

function wholeEntry(entry: number, node: Node): number {
  if (Number.isInteger(entry) && entry >= LEAST && entry <= MOST) return entry;
  throw new NotTranslatable(node, `uses a table with ${entry}, which a GPU's integers don't have`);
}

/** An argument as the function sees it: its numbers and conditions are parameters, unless they are constants. */
function asParameter(arg: Value, parameters: string[], passed: string[]): Value {
  const next = (type: "i32" | "bool", text: string): string => {
    const name = `p${parameters.length}`;
    parameters.push(`${name}: ${type}`);
    passed.push(text);
    return name;
  };
  switch (arg.kind) {
    case "number":
      return knownNumber(arg) !== undefined ? arg : { ...arg, text: next("i32", arg.text), hasEffects: false };
    case "boolean":
      return arg.known !== undefined ? arg : booleanOf(next("bool", arg.text), false);
    case "quotient":
      return {
        ...arg,
        dividend: asParameter(arg.dividend, parameters, passed) as NumberValue,
        divisor: asParameter(arg.divisor, parameters, passed) as NumberValue,
      };
    case "fields": {
      const fields = new Map([...arg.fields].map(([name, field]) => [name, asParameter(field, parameters, passed)]));
      const exists = arg.exists && asParameter(arg.exists, parameters, passed);
      return { kind: "fields", fields, ...(exists?.kind === "boolean" && { exists }) };
    }
    default:
      return arg;
  }
}

function resultOf(returned: readonly Value[], node: Node): ResultType {
  const others = returned.filter(({ kind }) => kind !== "null");
  const mayBeNull = others.length < returned.length;
  const [first] = others;
  if (others.every((value) => value.kind === "number")) {
    const range = others.reduce<Range>((all, value) => hull(all, value), { low: Infinity, high: -Infinity, mayBeNull });
    return { kind: "number", ...rangeOf(range) };
  }
  if (!mayBeNull && others.every((value) => value.kind === "boolean")) {
    const known =
      first?.kind === "boolean" && others.every((value) => value.kind === "boolean" && value.known === first.known)
        ? first.known
        : undefined;
    return { kind: "boolean", ...(known !== undefined && { known }) };
  }
  if (first?.kind !== "fields") throw new NotTranslatable(node, "returns different kinds of things");
  const fields = new Map<string, FieldType>();
  let mayBeMissing = mayBeNull;
  for (const value of others) {
    if (value.kind !== "fields" || [...value.fields.keys()].join() !== [...first.fields.keys()].join()) {
      throw new NotTranslatable(node, "returns objects with different fields");
    }
    mayBeMissing ||= value.exists !== undefined;
    for (const [name, field] of value.fields) {
      const before = fields.get(name);
      if (field.kind === "boolean" && before?.kind !== "number") fields.set(name, { kind: "boolean" });
      else if (field.kind === "number" && before?.kind !== "boolean")
        fields.set(name, { kind: "number", ...rangeOf(before ? hull(before, field) : field) });
      else throw new NotTranslatable(node, "puts something other than a number into an object");
    }
  }
  return { kind: "fields", fields, mayBeMissing };
}

function parsed(text: string): Expression {
  return parseExpressionAt(text, 0, { ecmaVersion: 2024, locations: true });
}

function functionParts(node: Expression): Pick<Callable, "name" | "parameters" | "body" | "node"> {
  if (node.type !== "ArrowFunctionExpression" && node.type !== "FunctionExpression") {
    throw new NotTranslatable(node, "is something other than a function");
  }
  const body = node.body.type === "BlockStatement" ? node.body.body : node.body;
  return { name: "a function of the exercise", parameters: node.params, body, node };
}
