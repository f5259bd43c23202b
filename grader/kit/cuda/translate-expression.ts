import type { CallExpression, Expression, MemberExpression, Node, ObjectExpression, Pattern } from "acorn";
import { COMPARISONS, linesOf } from "./answer-syntax.ts";
import {
  EXISTS,
  LEVEL,
  NULL_NUMBER,
  arithmetic,
  booleanOf,
  call,
  comparison,
  conditional,
  conditionalText,
  dividedUp,
  logical,
  negated,
  numberOf,
  operand,
  unary,
  type BooleanValue,
  type NumberValue,
  type RecordShape,
  type Value,
} from "./cuda-value.ts";
import { NotTranslatable, unsupported } from "./not-translatable.ts";

/** Something that a learner should know of a translation, and the line that it is about. */
export interface Note {
  readonly line: number;
  readonly message: string;
}

/** The names that a function can refer to outside of itself. */
export interface Surroundings {
  /** The value of a constant of the module; undefined when there is none of that name. */
  constant(name: string, node: Node): Value | undefined;
  /** A call of a function of the module with values; undefined when there is none of that name. */
  call(name: string, args: readonly Value[], node: Node): { readonly value: Value; readonly sizeFields: Iterable<string> } | undefined;
  /** Whether the kernel has an argument for this field of the size. */
  sizeField(name: string): "number" | "table" | undefined;
  /** A name for something of this function, spelled as in the source where CUDA allows that. */
  localName(name: string, taken: ReadonlySet<string>): string;
  note(note: Note): void;
}

/** The meaning of a name of a function, and whether statements may change it. */
interface Declared {
  readonly value: Value;
  readonly mayChange: boolean;
}

export const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "%", "<<", ">>", "&", "|", "^"]);

/** Translates the expressions of one function of an answer. What an expression needs calculated before it, it writes as a line. */
export class ExpressionTranslation {
  protected readonly around: Surroundings;
  protected readonly scopes: Map<string, Declared>[] = [new Map()];
  protected readonly taken = new Set<string>();
  /** Statements that are written so far. */
  protected written: string[] = [];
  protected indent = "  ";
  /** False in the condition of a loop: what is put before its statement would run only once. */
  protected mayHoist = true;
  /** Fields of the size that it needs. */
  readonly sizeFields = new Set<string>();

  constructor(around: Surroundings) {
    this.around = around;
  }

  /** Gives a parameter its value, and the names in its pattern theirs. */
  bind(pattern: Pattern, value: Value, mayChange = false): void {
    if (pattern.type === "Identifier") {
      this.scopes.at(-1)?.set(pattern.name, { value, mayChange });
      return;
    }
    if (pattern.type !== "ObjectPattern") throw new NotTranslatable(pattern, "takes an argument apart in a way that CUDA does not have");
    for (const property of pattern.properties) {
      if (property.type === "RestElement" || property.computed || property.key.type !== "Identifier") throw unsupported(property);
      this.bind(property.value, this.memberOf(value, property.key.name, property));
    }
  }

  /** A name for a parameter or variable that no other has in this function. */
  name(wanted: string): string {
    const name = this.around.localName(wanted, this.taken);
    this.taken.add(name);
    return name;
  }

  /** Names that its variables must not have: fields of the size that it is given. */
  reserve(names: Iterable<string>): void {
    for (const name of names) this.taken.add(name);
  }

  protected write(line: string): void {
    this.written.push(this.indent + line);
  }

  /** @param shape the struct that the expression must be, where objects of a function are returned */
  expression(node: Expression, shape?: RecordShape): Value {
    switch (node.type) {
      case "Literal":
        return literal(node);
      case "Identifier":
        return this.#identifier(node);
      case "ParenthesizedExpression":
        return this.expression(node.expression, shape);
      case "ChainExpression":
        return this.expression(node.expression, shape);
      case "MemberExpression":
        return this.#member(node);
      case "ObjectExpression":
        return this.#object(node, shape);
      case "CallExpression":
        return this.#call(node);
      case "UnaryExpression":
        return this.#unary(node);
      case "BinaryExpression":
        if (node.left.type === "PrivateIdentifier") throw unsupported(node);
        return this.#binary(node.operator, node.left, node.right, node);
      case "LogicalExpression":
        return this.#logical(node);
      case "ConditionalExpression":
        return this.#conditional(node, shape);
      default:
        throw unsupported(node);
    }
  }

  protected number(node: Expression): NumberValue {
    const value = this.expression(node);
    if (value.kind !== "number") throw new NotTranslatable(node, "calculates with something other than a number");
    return value;
  }

  protected condition(node: Expression): BooleanValue {
    return this.#isTrue(this.expression(node), node);
  }

  /** Whether JavaScript takes a value for true. */
  #isTrue(value: Value, node: Node): BooleanValue {
    switch (value.kind) {
      case "boolean":
        return value;
      case "record":
        return this.#exists(value, node);
      case "number":
        if (value.isNullable)
          throw new NotTranslatable(node, "tests a number that may be null, so that 0 counts as null: compare it with null");
        return comparison("!=", value, numberOf("0", { sign: "natural" }));
      default:
        throw new NotTranslatable(node, "tests something other than a comparison");
    }
  }

  #exists(value: Extract<Value, { kind: "record" }>, node: Node): BooleanValue {
    return value.shape.isNullable ? booleanOf(`${this.held(value, undefined, node).text}.${EXISTS}`) : booleanOf("true");
  }

  #identifier(node: Extract<Expression, { type: "Identifier" }>): Value {
    if (node.name === "undefined") return { kind: "null" };
    const local = this.scopes.findLast((scope) => scope.has(node.name))?.get(node.name)?.value;
    const value = local ?? this.around.constant(node.name, node);
    if (value === undefined) throw new NotTranslatable(node, `uses ${node.name}`);
    return value;
  }

  #member(node: MemberExpression): Value {
    if (node.object.type === "Super" || node.property.type === "PrivateIdentifier") throw unsupported(node);
    const object = this.expression(node.object);
    if (!node.computed && node.property.type === "Identifier") {
      if (!node.optional || object.kind !== "record" || !object.shape.isNullable) return this.memberOf(object, node.property.name, node);
      const held = this.held(object, undefined, node);
      return this.#orNull(this.#exists(held, node), this.memberOf(held, node.property.name, node), node);
    }
    if (object.kind !== "table") throw new NotTranslatable(node, "uses [ ] on something other than a table of the size");
    return numberOf(`${object.text}[${this.number(node.property).text}]`);
  }

  protected memberOf(object: Value, name: string, node: Node): Value {
    switch (object.kind) {
      case "thread":
        if (!["threadIdx", "blockIdx", "blockDim", "gridDim"].includes(name)) break;
        return { kind: "coordinates", name };
      case "coordinates":
        if (!["x", "y", "z"].includes(name)) break;
        return numberOf(`${object.name}.${name}`, { isUnsigned: true, sign: "natural" });
      case "size": {
        const kind = this.around.sizeField(name);
        if (kind === undefined) throw new NotTranslatable(node, `uses ${name} of the size, which the kernel has no argument for`);
        this.sizeFields.add(name);
        return kind === "table" ? { kind, text: name } : numberOf(name, { sign: "natural" });
      }
      case "fields": {
        const field = object.fields.get(name);
        if (field !== undefined) return field;
        break;
      }
      case "record": {
        const field = object.shape.fields.get(name);
        if (field === undefined) break;
        const text = `${this.held(object, undefined, node).text}.${name}`;
        return field === "number" ? numberOf(text) : booleanOf(text);
      }
      default:
    }
    throw new NotTranslatable(node, `uses ${name}, which has no counterpart in CUDA`);
  }

  #object({ properties }: ObjectExpression, shape: RecordShape | undefined): Value {
    const fields = properties.map((property): readonly [string, Value] => {
      if (property.type !== "Property" || property.computed || property.key.type !== "Identifier") throw unsupported(property);
      return [property.key.name, this.expression(property.value)];
    });
    if (shape === undefined) return { kind: "fields", fields: new Map(fields) };
    const texts = fields.map(([name, value], position) => {
      if (value.kind !== "number" && value.kind !== "boolean")
        throw new NotTranslatable(properties[position]!, "puts an object into an object");
      const known = shape.fields.get(name);
      if (known === undefined ? shape.fields.size > position : [...shape.fields.keys()][position] !== name) {
        throw new NotTranslatable(properties[position]!, "returns an object with other fields than the one before");
      }
      shape.fields.set(name, value.kind);
      return value.kind === "number" && value.isUnsigned ? `(int)${operand(value, LEVEL.unary)}` : value.text;
    });
    const all = shape.isNullable ? ["true", ...texts] : texts;
    return { kind: "record", text: `${shape.name}{${all.join(", ")}}`, shape };
  }

  #call(node: CallExpression): Value {
    const { callee } = node;
    if (callee.type === "MemberExpression" && callee.object.type === "Identifier" && callee.object.name === "Math") {
      return this.#math(callee.property.type === "Identifier" ? callee.property.name : "", node);
    }
    if (callee.type !== "Identifier") throw new NotTranslatable(node, "calls a method, which CUDA does not have");
    const args = node.arguments.map((argument) => {
      if (argument.type === "SpreadElement") throw unsupported(argument);
      return this.expression(argument);
    });
    const called = this.around.call(callee.name, args, node);
    if (called === undefined) throw new NotTranslatable(node, `calls ${callee.name}`);
    for (const field of called.sizeFields) this.sizeFields.add(field);
    return called.value;
  }

  #math(name: string, node: CallExpression): Value {
    const args = node.arguments.map((argument) => {
      if (argument.type === "SpreadElement") throw unsupported(argument);
      return argument;
    });
    const [first] = args;
    if (first === undefined) throw new NotTranslatable(node, `calls Math.${name}`);
    switch (name) {
      case "floor":
      case "trunc":
      case "ceil":
        return this.#rounded(name, first);
      case "min":
      case "max":
        return args.map((argument) => this.number(argument)).reduce((less, more) => call(name, [less, more]));
      case "abs":
        return call("abs", [this.number(first)]);
      case "imul":
        if (args[1] === undefined) break;
        return arithmetic("*", this.number(first), this.number(args[1]));
      default:
    }
    throw new NotTranslatable(node, `calls Math.${name}`);
  }

  #rounded(how: "floor" | "trunc" | "ceil", node: Expression): NumberValue {
    if (node.type === "ParenthesizedExpression") return this.#rounded(how, node.expression);
    if (node.type !== "BinaryExpression" || node.operator !== "/" || node.left.type === "PrivateIdentifier") return this.number(node);
    // ⌊a / b / c⌋ is ⌊⌊a / b⌋ / c⌋, and the same holds for the ceiling.
    const isChain = node.left.type === "BinaryExpression" && node.left.operator === "/";
    const left = isChain ? this.#rounded(how, node.left) : this.number(node.left);
    const right = this.number(node.right);
    if (how !== "trunc" && left.sign === "difference") {
      const message = `Math.${how} of a difference: the same in CUDA as long as it is not negative.`;
      this.around.note({ line: linesOf(node).first, message });
    }
    return how === "ceil" ? dividedUp(left, right) : arithmetic("/", left, right);
  }

  #unary(node: Extract<Expression, { type: "UnaryExpression" }>): Value {
    switch (node.operator) {
      case "!":
        return negated(this.condition(node.argument));
      case "+":
        return this.number(node.argument);
      case "-":
      case "~":
        return unary(node.operator, this.number(node.argument));
      default:
        throw new NotTranslatable(node, `uses ${node.operator}`);
    }
  }

  #binary(operator: string, left: Expression, right: Expression, node: Node): Value {
    const compared = COMPARISONS[operator];
    if (compared !== undefined) return this.#comparison(compared, this.expression(left), this.expression(right), node);
    if (operator === "**" && left.type === "Literal" && left.value === 2) {
      return arithmetic("<<", numberOf("1", { sign: "natural" }), this.number(right));
    }
    if (operator === "|" && right.type === "Literal" && right.value === 0) return this.#rounded("trunc", left);
    if (operator !== "/" && !ARITHMETIC.has(operator)) throw new NotTranslatable(node, `uses ${operator}`);
    const [dividend, divisor] = [this.number(left), this.number(right)];
    const isEven = dividend.known !== undefined && divisor.known !== undefined && dividend.known % divisor.known === 0;
    if (operator === "/" && !isEven) this.noteDivision(node);
    return arithmetic(operator, dividend, divisor);
  }

  protected noteDivision(node: Node): void {
    const message = "/ between integers drops the remainder in CUDA: the same as here only where the division comes out even.";
    this.around.note({ line: linesOf(node).first, message });
  }

  #comparison(operator: string, left: Value, right: Value, node: Node): BooleanValue {
    if (left.kind === "null" || right.kind === "null") return this.#comparisonWithNull(operator, left.kind === "null" ? right : left, node);
    if (left.kind === "boolean" && right.kind === "boolean") {
      return booleanOf(`${operand(left, LEVEL.equality)} ${operator} ${operand(right, LEVEL.equality, "right")}`, LEVEL.equality);
    }
    if (left.kind !== "number" || right.kind !== "number") throw new NotTranslatable(node, "compares something other than numbers");
    return comparison(operator, left, right);
  }

  #comparisonWithNull(operator: string, value: Value, node: Node): BooleanValue {
    const isNull = operator === "==";
    if (value.kind === "record" && value.shape.isNullable) {
      const exists = this.#exists(value, node);
      return isNull ? negated(exists) : exists;
    }
    if (value.kind !== "number" && value.kind !== "boolean" && value.kind !== "record") {
      throw new NotTranslatable(node, "compares something other than a number with null");
    }
    if (value.kind !== "number" || !value.isNullable) return booleanOf(String(!isNull));
    return comparison(isNull ? "<" : ">=", { ...value, sign: "unknown" }, numberOf("0", { sign: "natural" }));
  }

  #logical(node: Extract<Expression, { type: "LogicalExpression" }>): Value {
    const left = this.expression(node.left);
    if (node.operator === "??") return this.#coalesced(left, node);
    if (left.kind === "boolean") {
      const right = this.expression(node.right);
      if (right.kind === "boolean") return logical(node.operator, left, right);
    }
    if (left.kind === "record" && node.operator === "&&") {
      const held = this.held(left, undefined, node);
      return this.#orNull(this.#exists(held, node), this.expression(node.right), node);
    }
    throw new NotTranslatable(node, `uses ${node.operator} between things that are not conditions`);
  }

  #coalesced(left: Value, node: Extract<Expression, { type: "LogicalExpression" }>): Value {
    const right = this.expression(node.right);
    if (left.kind !== "number") throw new NotTranslatable(node, "uses ?? on something other than a number");
    if (right.kind === "null" || !left.isNullable) return left;
    if (right.kind !== "number") throw new NotTranslatable(node, "uses ?? with something other than a number");
    const held = /^\w+$/.test(left.text) ? left : this.#hoisted(left, "found", node);
    return conditional(comparison(">=", { ...held, sign: "unknown" }, numberOf("0", { sign: "natural" })), held, right);
  }

  #conditional(node: Extract<Expression, { type: "ConditionalExpression" }>, shape: RecordShape | undefined): Value {
    const test = this.condition(node.test);
    const whenTrue = this.expression(node.consequent, shape);
    const whenFalse = this.expression(node.alternate, shape);
    if (shape !== undefined) {
      const none = { text: `${shape.name}{}`, level: LEVEL.primary };
      const texts = [whenTrue, whenFalse].map((value) => {
        if (value.kind === "null") return none;
        if (value.kind !== "record") throw new NotTranslatable(node, "returns an object in one case and something else in another");
        return { text: value.text, level: LEVEL.primary };
      });
      return { kind: "record", text: conditionalText(test, texts[0] ?? none, texts[1] ?? none), shape };
    }
    if (whenTrue.kind === "boolean" && whenFalse.kind === "boolean") {
      return booleanOf(conditionalText(test, whenTrue, whenFalse), LEVEL.conditional);
    }
    const numbers = [whenTrue, whenFalse].map((value): NumberValue => {
      if (value.kind === "null") return NULL_NUMBER;
      if (value.kind !== "number") throw new NotTranslatable(node, "chooses between things that are not numbers");
      return value;
    });
    return conditional(test, numbers[0] ?? NULL_NUMBER, numbers[1] ?? NULL_NUMBER);
  }

  #orNull(test: BooleanValue, value: Value, node: Node): Value {
    if (value.kind !== "number") throw new NotTranslatable(node, "uses something other than a number that may be null");
    return conditional(test, value, NULL_NUMBER);
  }

  /** A record under a name, so that its fields can be used. */
  protected held(value: Extract<Value, { kind: "record" }>, wanted: string | undefined, node: Node): Extract<Value, { kind: "record" }> {
    if (/^\w+$/.test(value.text)) return value;
    if (!this.mayHoist) throw new NotTranslatable(node, "uses an object in the condition of a loop");
    const name = this.name(wanted ?? "found");
    this.write(`const ${value.shape.name} ${name} = ${value.text};`);
    return { ...value, text: name };
  }

  #hoisted(value: NumberValue, wanted: string, node: Node): NumberValue {
    if (!this.mayHoist) throw new NotTranslatable(node, "uses ?? in the condition of a loop");
    const name = this.name(wanted);
    this.write(`const int ${name} = ${value.text};`);
    return numberOf(name, { sign: value.sign, isNullable: value.isNullable });
  }
}

function literal(node: Extract<Expression, { type: "Literal" }>): Value {
  const { value } = node;
  if (value === null) return { kind: "null" };
  if (typeof value === "boolean") return booleanOf(String(value));
  if (typeof value !== "number") throw new NotTranslatable(node, "uses something other than a number");
  if (!Number.isInteger(value) || value >= 2 ** 31) throw new NotTranslatable(node, `uses ${value}, which is not an int of CUDA`);
  return numberOf(String(value), { sign: "natural", known: value });
}
