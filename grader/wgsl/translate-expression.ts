import type { ArrayExpression, CallExpression, Expression, MemberExpression, Node, ObjectExpression, Pattern } from "acorn";
import { COMPARISONS } from "#kit/cuda/answer-syntax.ts";
import { NotTranslatable, unsupported } from "#kit/cuda/not-translatable.ts";
import { Arithmetic } from "./arithmetic.ts";
import { withFacts, type State } from "./ranges.ts";
import {
  LEAST,
  MOST,
  NULL_NUMBER,
  NULL_VALUE,
  booleanOf,
  both,
  comparison,
  constantBoolean,
  constantNumber,
  either,
  hull,
  isNull,
  knownNumber,
  narrowed,
  negated,
  numberOf,
  orZero,
  selected,
  type BooleanValue,
  type Callable,
  type Coordinates,
  type Facts,
  type FieldsValue,
  type NumberValue,
  type QuotientValue,
  type Range,
  type Value,
} from "./wgsl-value.ts";

/** What a function can refer to outside of itself. */
export interface Surroundings {
  /** The coordinate of a thread or a block, or an extent. */
  coordinate(name: Coordinates, axis: "x" | "y" | "z"): NumberValue;
  /** The entry of a table; null outside of it. */
  entry(table: readonly number[], index: NumberValue, node: Node): NumberValue;
  /** The text and the kind of result of a call. */
  call(callable: Callable, args: readonly Value[], node: Node, isTentative: boolean): CallResult;
  /** A name for a variable that no other has. */
  newName(): string;
}

/** A call of a function: its text, and what it gives. */
export interface CallResult {
  readonly text: string;
  readonly result: ResultType;
  readonly hasEffects: boolean;
}

/** What a function gives: a number, a condition, or an object of such, which may be missing. */
export type ResultType =
  | ({ readonly kind: "number" } & Range)
  | { readonly kind: "boolean"; readonly known?: boolean }
  | { readonly kind: "fields"; readonly fields: ReadonlyMap<string, FieldType>; readonly mayBeMissing: boolean };

/** A field of an object that a function gives. */
export type FieldType = ({ readonly kind: "number" } & Range) | { readonly kind: "boolean" };

/** The field of a struct that says whether the object is there. */
export const EXISTS = "exists";

/** A variable of WGSL that statements may change. */
export interface Variable {
  readonly kind: "variable";
  readonly type: "number" | "boolean";
  readonly name: string;
}

/**
 * Translates the expressions of one function to WGSL, with the range of every number: that an i32 holds it is proven here, not hoped for.
 * Whatever an expression needs calculated before it becomes a line.
 */
export class ExpressionTranslation {
  protected readonly around: Surroundings;
  protected readonly arithmetic = new Arithmetic();
  protected readonly scopes: Map<string, Value | Variable>[] = [new Map()];
  protected state: State = new Map();
  /** The lines that are written so far. */
  protected written: string[] = [];
  protected indent = "  ";
  /** Whether it has lines that may count a fault or take long. */
  hasEffects = false;
  readonly #outer: Callable["outer"];

  constructor(around: Surroundings, outer: Callable["outer"], isTentative: boolean) {
    this.around = around;
    this.#outer = outer;
    this.arithmetic.isTentative = isTentative;
  }

  get lines(): readonly string[] {
    return this.written;
  }

  /** Gives a parameter its value, and the names in its pattern theirs. */
  bind(pattern: Pattern, value: Value): void {
    if (pattern.type === "Identifier") {
      this.scopes.at(-1)?.set(pattern.name, value);
      return;
    }
    if (pattern.type === "ArrayPattern") {
      for (const [place, element] of pattern.elements.entries()) {
        if (element) this.bind(element, this.#memberOf(value, String(place), element));
      }
      return;
    }
    if (pattern.type !== "ObjectPattern") throw new NotTranslatable(pattern, "takes an argument apart in a way that WGSL does not have");
    for (const property of pattern.properties) {
      if (property.type === "RestElement" || property.computed || property.key.type !== "Identifier") throw unsupported(property);
      this.bind(property.value, this.#memberOf(value, property.key.name, property));
    }
  }

  protected write(line: string): void {
    this.written.push(this.indent + line);
  }

  protected indented(write: () => void): void {
    const outer = this.indent;
    this.indent = `${outer}  `;
    write();
    this.indent = outer;
  }

  /** Notes that a line has the effects of a value. */
  protected effects(value: Value): void {
    if ((value.kind === "number" || value.kind === "boolean") && value.hasEffects) this.hasEffects = true;
    if (value.kind === "fields") {
      for (const field of value.fields.values()) this.effects(field);
      if (value.exists) this.effects(value.exists);
    }
  }

  expression(node: Expression): Value {
    switch (node.type) {
      case "Literal":
        return literal(node);
      case "Identifier":
        return this.#identifier(node);
      case "ParenthesizedExpression":
      case "ChainExpression":
        return this.expression(node.expression);
      case "MemberExpression":
        return this.#member(node);
      case "ObjectExpression":
        return this.#object(node);
      case "ArrayExpression":
        return this.#tuple(node);
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
        return this.#conditional(node);
      default:
        throw unsupported(node);
    }
  }

  /** A value of which a quotient is a whole number. */
  protected resolved(value: Value, node: Node): Exclude<Value, QuotientValue> {
    return value.kind === "quotient" ? this.arithmetic.divide(node, "exact", value) : value;
  }

  #number(node: Expression): NumberValue {
    return this.#numberFrom(this.expression(node), node);
  }

  #numberFrom(value: Value, node: Node): NumberValue {
    const resolved = this.resolved(value, node);
    if (resolved.kind === "null") return constantNumber(0);
    if (resolved.kind === "boolean") return selected(resolved, constantNumber(1), constantNumber(0));
    if (resolved.kind !== "number") throw new NotTranslatable(node, "calculates with something other than a number");
    return orZero(resolved);
  }

  protected condition(node: Expression): BooleanValue {
    return this.#isTrue(this.expression(node), node);
  }

  /** Whether JavaScript takes a value for true. */
  #isTrue(value: Value, node: Node): BooleanValue {
    switch (value.kind) {
      case "boolean":
        return value;
      case "null":
        return constantBoolean(false);
      case "fields":
        return value.exists ?? constantBoolean(true);
      case "quotient":
        return comparison("!=", value.dividend, constantNumber(0));
      case "number": {
        const held = this.#heldNumber(value);
        return both(negated(isNull(held)), comparison("!=", held, constantNumber(0)));
      }
      default:
        throw new NotTranslatable(node, "tests something other than a comparison");
    }
  }

  protected local(name: string): Value | Variable | undefined {
    return this.scopes.findLast((scope) => scope.has(name))?.get(name);
  }

  #identifier(node: Extract<Expression, { type: "Identifier" }>): Value {
    if (node.name === "undefined") return NULL_VALUE;
    const local = this.local(node.name);
    if (local?.kind === "variable") {
      if (local.type === "boolean") return booleanOf(local.name, false);
      const range = this.state?.get(local.name);
      if (range === undefined) throw new NotTranslatable(node, `uses ${node.name} where it has no value`);
      return { kind: "number", text: local.name, hasEffects: false, ...range };
    }
    const value = local ?? this.#outer(node.name, node);
    if (value === undefined) throw new NotTranslatable(node, `uses ${node.name}`);
    return this.#withState(value);
  }

  /** A number with what is known of it here. */
  #withState(value: Value): Value {
    if (value.kind !== "number" || knownNumber(value) !== undefined) return value;
    const known = this.state?.get(value.text);
    if (known === undefined) return value;
    const range = narrowed(value, known);
    return range.low > range.high && !range.mayBeNull ? value : numberOf(value.text, range, value.hasEffects);
  }

  #member(node: MemberExpression): Value {
    if (node.object.type === "Super" || node.property.type === "PrivateIdentifier") throw unsupported(node);
    const object = this.expression(node.object);
    if (node.computed) {
      const place = object.kind === "fields" ? knownNumber(this.#number(node.property)) : undefined;
      if (place !== undefined) return this.#memberOf(object, String(place), node);
      if (object.kind !== "table") throw new NotTranslatable(node, "uses [ ] on something other than a table of the size");
      return this.around.entry(object.table, this.#number(node.property), node);
    }
    if (node.property.type !== "Identifier") throw unsupported(node);
    if (object.kind === "null" && node.optional) return NULL_VALUE;
    const value = this.#memberOf(object, node.property.name, node);
    if (!node.optional || object.kind !== "fields" || object.exists === undefined) return value;
    return this.#chosen(
      object.exists,
      () => value,
      () => NULL_VALUE,
      node,
    );
  }

  #memberOf(object: Value, name: string, node: Node): Value {
    switch (object.kind) {
      case "thread":
        if (name !== "threadIdx" && name !== "blockIdx" && name !== "blockDim" && name !== "gridDim") break;
        return { kind: "coordinates", name };
      case "coordinates":
        if (name !== "x" && name !== "y" && name !== "z") break;
        return this.#withState(this.around.coordinate(object.name, name));
      case "fields": {
        const field = object.fields.get(name);
        if (field !== undefined) return this.#withState(field);
        break;
      }
      case "table":
        if (name === "length") return constantNumber(object.table.length);
        break;
      default:
    }
    throw new NotTranslatable(node, `uses ${name}, which has no counterpart in WGSL`);
  }

  #object({ properties }: ObjectExpression): Value {
    const fields = new Map<string, Value>();
    for (const property of properties) {
      if (property.type === "SpreadElement") {
        const spread = this.expression(property.argument);
        if (spread.kind !== "fields" || spread.exists) throw unsupported(property);
        for (const [name, field] of spread.fields) fields.set(name, field);
        continue;
      }
      if (property.computed || property.key.type !== "Identifier") throw unsupported(property);
      const value = this.resolved(this.expression(property.value), property);
      fields.set(property.key.name, this.held(value.kind === "null" ? NULL_NUMBER : value));
    }
    return { kind: "fields", fields };
  }

  /** An array of a few values: an object whose fields are 0, 1, … */
  #tuple(node: ArrayExpression): Value {
    const fields = node.elements.map((element, place): [string, Value] => {
      if (element === null || element.type === "SpreadElement") throw unsupported(element ?? node);
      const value = this.resolved(this.expression(element), element);
      return [String(place), this.held(value.kind === "null" ? NULL_NUMBER : value)];
    });
    return { kind: "fields", fields: new Map(fields) };
  }

  #call(node: CallExpression): Value {
    const { callee } = node;
    if (callee.type === "MemberExpression" && callee.object.type === "Identifier" && callee.object.name === "Math") {
      return this.#math(callee.property.type === "Identifier" ? callee.property.name : "", node);
    }
    if (callee.type !== "Identifier") throw new NotTranslatable(node, "calls a method, which WGSL does not have");
    const args = node.arguments.map((argument) => {
      if (argument.type === "SpreadElement") throw unsupported(argument);
      return this.resolved(this.expression(argument), argument);
    });
    if (callee.name === "Number" && args.length === 1 && this.local("Number") === undefined) return this.#numberFrom(args[0]!, node);
    const called = this.local(callee.name) ?? this.#outer(callee.name, node);
    if (called?.kind !== "function") throw new NotTranslatable(node, `calls ${callee.name}`);
    return this.call(called.callable, args, node);
  }

  /** The result of a call, which is a name if it is an object. */
  call(callable: Callable, args: readonly Value[], node: Node): Value {
    const held = args.map((arg) => this.held(arg));
    const { text, result, hasEffects } = this.around.call(callable, held, node, this.arithmetic.isTentative);
    switch (result.kind) {
      case "number":
        if (result.low > result.high && !hasEffects) return NULL_VALUE;
        return numberOf(text, result, hasEffects);
      case "boolean":
        return result.known === undefined || hasEffects ? booleanOf(text, hasEffects) : constantBoolean(result.known);
      case "fields": {
        if (hasEffects) this.hasEffects = true;
        const name = this.around.newName();
        this.write(`let ${name} = ${text};`);
        const fields = [...result.fields].map(([field, type], place): readonly [string, Value] => [
          field,
          type.kind === "number" ? numberOf(`${name}.f${place}`, type) : booleanOf(`${name}.f${place}`, false),
        ]);
        return { kind: "fields", fields: new Map(fields), ...(result.mayBeMissing && { exists: booleanOf(`${name}.${EXISTS}`, false) }) };
      }
    }
  }

  #math(name: string, node: CallExpression): Value {
    const args = node.arguments.map((argument) => {
      if (argument.type === "SpreadElement") throw unsupported(argument);
      return argument;
    });
    const [first, second] = args;
    if (first === undefined) throw new NotTranslatable(node, `calls Math.${name}`);
    const arithmetic = this.arithmetic;
    switch (name) {
      case "floor":
      case "trunc":
      case "ceil": {
        const value = this.expression(first);
        return value.kind === "quotient" ? arithmetic.divide(node, name, value) : this.#numberFrom(value, first);
      }
      case "round": {
        const value = this.expression(first);
        if (value.kind !== "quotient") return this.#numberFrom(value, first);
        // Half a divisor more, rounded down: (2a + b) / 2b.
        const two = constantNumber(2);
        const dividend = arithmetic.add(node, arithmetic.multiply(node, two, value.dividend), value.divisor);
        return arithmetic.divide(node, "floor", { kind: "quotient", dividend, divisor: arithmetic.multiply(node, two, value.divisor) });
      }
      case "min":
      case "max":
        return args.map((argument) => this.#number(argument)).reduce((less, more) => arithmetic.extreme(name, less, more));
      case "abs":
        return arithmetic.absolute(this.#number(first));
      case "sign": {
        const value = this.#number(first);
        return numberOf(`sign(${value.text})`, { low: Math.sign(value.low), high: Math.sign(value.high) }, value.hasEffects);
      }
      case "imul": {
        if (second === undefined) break;
        const [a, b] = [this.#number(first), this.#number(second)];
        return numberOf(`(${a.text} * ${b.text})`, { low: LEAST - 1, high: MOST }, a.hasEffects || b.hasEffects);
      }
      case "clz32": {
        const value = this.#number(first);
        return numberOf(`countLeadingZeros(${value.text})`, { low: 0, high: 32 }, value.hasEffects);
      }
      case "log2":
      case "sqrt": {
        const known = knownNumber(this.#number(first));
        const result = known === undefined ? NaN : Math[name](known);
        if (Number.isInteger(result)) return constantNumber(result);
        break;
      }
      default:
    }
    throw new NotTranslatable(node, `calls Math.${name}`);
  }

  #unary(node: Extract<Expression, { type: "UnaryExpression" }>): Value {
    switch (node.operator) {
      case "!":
        return negated(this.condition(node.argument));
      case "+":
        return this.#number(node.argument);
      case "-": {
        const value = this.expression(node.argument);
        if (value.kind !== "quotient") return this.arithmetic.negate(node, this.#numberFrom(value, node));
        return { ...value, dividend: this.arithmetic.negate(node, value.dividend) };
      }
      case "void":
        return NULL_VALUE;
      case "~":
        return this.arithmetic.bits(node, "^", this.#truncated(node.argument), constantNumber(-1));
      default:
        throw new NotTranslatable(node, `uses ${node.operator}`);
    }
  }

  /** An operand of a bit operation, of which JavaScript drops the fraction. */
  #truncated(node: Expression): NumberValue {
    return this.#truncatedValue(this.expression(node), node);
  }

  #truncatedValue(value: Value, node: Node): NumberValue {
    return value.kind === "quotient" ? this.arithmetic.divide(node, "trunc", value) : this.#numberFrom(value, node);
  }

  #binary(operator: string, left: Expression, right: Expression, node: Node): Value {
    const compared = COMPARISONS[operator];
    if (compared !== undefined)
      return this.#typeTest(compared, left, right) ?? this.#comparison(compared, this.expression(left), this.expression(right), node);
    return this.arithmetical(operator, this.expression(left), this.expression(right), node);
  }

  /** `typeof index === "number"`, which is how an exercise asks whether it is one. */
  #typeTest(operator: string, left: Expression, right: Expression): BooleanValue | undefined {
    const [test, type] = left.type === "UnaryExpression" ? [left, right] : [right, left];
    if (test.type !== "UnaryExpression" || test.operator !== "typeof" || textOf(type) !== "number") return undefined;
    const value = this.expression(test.argument);
    const isNumber = value.kind === "number" ? negated(isNull(value)) : constantBoolean(value.kind === "quotient");
    return operator === "==" ? isNumber : negated(isNumber);
  }

  protected arithmetical(operator: string, left: Value, right: Value, node: Node): Value {
    const arithmetic = this.arithmetic;
    switch (operator) {
      case "/": {
        const divisor = this.#numberFrom(right, node);
        if (left.kind !== "quotient") return { kind: "quotient", dividend: this.#numberFrom(left, node), divisor };
        return { ...left, divisor: arithmetic.multiply(node, left.divisor, divisor) };
      }
      case "+":
      case "-": {
        const combine = (a: NumberValue, b: NumberValue): NumberValue =>
          operator === "+" ? arithmetic.add(node, a, b) : arithmetic.subtract(node, a, b);
        if (left.kind === "quotient" && right.kind !== "quotient") {
          const whole = arithmetic.multiply(node, this.#numberFrom(right, node), left.divisor);
          return { ...left, dividend: combine(left.dividend, whole) };
        }
        if (right.kind === "quotient" && left.kind !== "quotient") {
          const whole = arithmetic.multiply(node, this.#numberFrom(left, node), right.divisor);
          return { ...right, dividend: combine(whole, right.dividend) };
        }
        return combine(this.#numberFrom(left, node), this.#numberFrom(right, node));
      }
      case "*":
        // Exact in JavaScript, too, for a division by a power of two.
        if (left.kind === "quotient" && isPowerOfTwo(left.divisor)) {
          return { ...left, dividend: arithmetic.multiply(node, left.dividend, this.#numberFrom(right, node)) };
        }
        if (right.kind === "quotient" && isPowerOfTwo(right.divisor)) {
          return { ...right, dividend: arithmetic.multiply(node, this.#numberFrom(left, node), right.dividend) };
        }
        return arithmetic.multiply(node, this.#numberFrom(left, node), this.#numberFrom(right, node));
      case "%":
        return arithmetic.remainder(node, this.#numberFrom(left, node), this.#numberFrom(right, node));
      case "**":
        return this.#power(this.#numberFrom(left, node), this.#numberFrom(right, node), node);
      case "<<":
      case ">>":
      case ">>>":
      case "&":
      case "|":
      case "^": {
        const [a, b] = [this.#truncatedValue(left, node), this.#truncatedValue(right, node)];
        return operator === "|" && knownNumber(b) === 0 ? a : arithmetic.bits(node, operator, a, b);
      }
      default:
        throw new NotTranslatable(node, `uses ${operator}`);
    }
  }

  #power(base: NumberValue, exponent: NumberValue, node: Node): NumberValue {
    const [b, e] = [knownNumber(base), knownNumber(exponent)];
    if (b !== undefined && e !== undefined && Number.isInteger(b ** e))
      return this.arithmetic.add(node, constantNumber(b ** e), constantNumber(0));
    if (b === 2 && exponent.low >= 0 && exponent.high <= 30) return this.arithmetic.bits(node, "<<", constantNumber(1), exponent);
    if (e === 2) return this.arithmetic.multiply(node, base, base);
    throw new NotTranslatable(node, "uses ** with something other than 2 to a power from 0 to 30");
  }

  #comparison(operator: string, left: Value, right: Value, node: Node): BooleanValue {
    if (left.kind === "null" || right.kind === "null") return this.#comparisonWithNull(operator, left.kind === "null" ? right : left, node);
    if (left.kind === "boolean" && right.kind === "boolean") {
      if (right.known !== undefined) return right.known === (operator === "==") ? left : negated(left);
      return booleanOf(`(${left.text} ${operator} ${right.text})`, left.hasEffects || right.hasEffects);
    }
    if (left.kind === "quotient" || right.kind === "quotient") return this.#comparisonOfQuotients(operator, left, right, node);
    if (left.kind !== "number" || right.kind !== "number") throw new NotTranslatable(node, "compares something other than numbers");
    return comparison(operator, left, right);
  }

  /** a / b < c is a < c · b, where b is positive. */
  #comparisonOfQuotients(operator: string, left: Value, right: Value, node: Node): BooleanValue {
    const one = constantNumber(1);
    const parts = (value: Value): QuotientValue =>
      value.kind === "quotient" ? value : { kind: "quotient", dividend: this.#numberFrom(value, node), divisor: one };
    const [a, b] = [parts(left), parts(right)];
    if (a.divisor.low <= 0 || b.divisor.low <= 0) throw new NotTranslatable(node, "compares a quotient whose divisor may be 0 or negative");
    return comparison(
      operator,
      this.arithmetic.multiply(node, a.dividend, b.divisor),
      this.arithmetic.multiply(node, b.dividend, a.divisor),
    );
  }

  #comparisonWithNull(operator: string, value: Value, node: Node): BooleanValue {
    const isEqual = this.#isMissing(value, node);
    if (operator === "==") return isEqual;
    if (operator === "!=") return negated(isEqual);
    return comparison(operator, this.#numberFrom(value, node), constantNumber(0));
  }

  #isMissing(value: Value, node: Node): BooleanValue {
    switch (value.kind) {
      case "null":
        return constantBoolean(true);
      case "number":
        return isNull(value);
      case "fields":
        return value.exists ? negated(value.exists) : constantBoolean(false);
      case "quotient":
      case "boolean":
        return constantBoolean(false);
      default:
        throw new NotTranslatable(node, "compares something other than a number with null");
    }
  }

  #logical(node: Extract<Expression, { type: "LogicalExpression" }>): Value {
    const left = this.expression(node.left);
    if (node.operator === "??") {
      const held = this.held(left);
      return this.#chosen(
        this.#isMissing(held, node),
        () => this.expression(node.right),
        () => notNull(held),
        node,
      );
    }
    if (left.kind !== "boolean") {
      const held = this.held(left);
      const test = this.#isTrue(held, node);
      const other = (): Value => this.expression(node.right);
      return node.operator === "&&"
        ? this.#chosen(test, other, () => falsy(held), node)
        : this.#chosen(test, () => notNull(held), other, node);
    }
    const isAnd = node.operator === "&&";
    if (left.known !== undefined) return left.known === isAnd ? this.expression(node.right) : left;
    const { value: right, lines } = this.#aside(isAnd ? left.whenTrue : left.whenFalse, () => this.expression(node.right));
    if (right.kind !== "boolean") {
      throw new NotTranslatable(node, `uses ${node.operator} between a condition and something that is none`);
    }
    if (lines.length === 0) return isAnd ? both(left, right) : either(left, right);
    return this.#chosen(
      left,
      () => (isAnd ? this.expression(node.right) : constantBoolean(true)),
      () => (isAnd ? constantBoolean(false) : this.expression(node.right)),
      node,
    );
  }

  #conditional(node: Extract<Expression, { type: "ConditionalExpression" }>): Value {
    const test = this.condition(node.test);
    return this.#chosen(
      test,
      () => this.expression(node.consequent),
      () => this.expression(node.alternate),
      node,
    );
  }

  /** What an expression gives if facts hold, and the lines before it, which are not written. */
  #aside(facts: Facts, find: () => Value): { readonly value: Value; readonly lines: string[] } {
    const [lines, state] = [this.written, this.state];
    this.written = [];
    this.state = withFacts(state, facts);
    const value = find();
    const found = { value, lines: this.written };
    this.written = lines;
    this.state = state;
    return found;
  }

  /** One of two values: by `select` where neither costs anything, else by an `if` around what each needs. */
  #chosen(test: BooleanValue, whenTrue: () => Value, whenFalse: () => Value, node: Node): Value {
    if (test.known !== undefined) return test.known ? whenTrue() : whenFalse();
    const [one, other] = [this.#aside(test.whenTrue, whenTrue), this.#aside(test.whenFalse, whenFalse)];
    const [a, b] = [this.#resolvedAside(one, node), this.#resolvedAside(other, node)];
    if (a.value.kind === "null" && b.value.kind === "null") return NULL_VALUE;
    if (isNumeric(a.value) && isNumeric(b.value)) {
      const [x, y] = [numeric(a.value), numeric(b.value)];
      if (a.lines.length + b.lines.length === 0 && !x.hasEffects && !y.hasEffects) return selected(test, x, y);
      return this.#branched(test, a.lines, b.lines, (name) => numberOf(name, hull(x, y)), [[x.text, y.text, "i32"]], [x, y])[0]!;
    }
    if (a.value.kind === "boolean" && b.value.kind === "boolean") {
      return this.#branched(
        test,
        a.lines,
        b.lines,
        (name) => booleanOf(name, false),
        [[a.value.text, b.value.text, "bool"]],
        [a.value, b.value],
      )[0]!;
    }
    if (a.value.kind === "fields" || b.value.kind === "fields") return this.#chosenFields(test, a, b, node);
    throw new NotTranslatable(node, "chooses between things that are not numbers");
  }

  #resolvedAside({ value, lines }: { readonly value: Value; readonly lines: readonly string[] }, node: Node) {
    return { value: this.resolved(value, node), lines };
  }

  #chosenFields(
    test: BooleanValue,
    a: { readonly value: Value; readonly lines: readonly string[] },
    b: { readonly value: Value; readonly lines: readonly string[] },
    node: Node,
  ): FieldsValue {
    const objects = [a.value, b.value].map((value) => (value.kind === "fields" ? value : undefined));
    const names = [...(objects[0] ?? objects[1])!.fields.keys()];
    for (const [place, object] of objects.entries()) {
      const isNone = (place === 0 ? a : b).value.kind === "null";
      if (object === undefined ? !isNone : object.fields.size !== names.length) {
        throw new NotTranslatable(node, "chooses between objects of different shapes");
      }
    }
    const fieldOf = (object: FieldsValue | undefined, name: string): Value | undefined => object?.fields.get(name);
    const kinds = names.map((name) => (fieldOf(objects[0], name) ?? fieldOf(objects[1], name))?.kind === "boolean");
    const texts = names.map((name, place): [string, string, "i32" | "bool"] => {
      const [x, y] = objects.map((object) => {
        const field = fieldOf(object, name);
        if (field === undefined) return kinds[place] ? "false" : "0";
        if (field.kind !== (kinds[place] ? "boolean" : "number"))
          throw new NotTranslatable(node, "chooses between objects of different shapes");
        return (field as NumberValue | BooleanValue).text;
      });
      return [x ?? "0", y ?? "0", kinds[place] ? "bool" : "i32"];
    });
    const isThere = (object: FieldsValue | undefined): string => (object === undefined ? "false" : (object.exists?.text ?? "true"));
    const mayBeMissing = objects.some((object) => object?.exists !== undefined || object === undefined);
    const all = mayBeMissing ? [...texts, [isThere(objects[0]), isThere(objects[1]), "bool"] as [string, string, "bool"]] : texts;
    const used = objects.flatMap((object) => (object ? [object] : []));
    const values = this.#branched(
      test,
      a.lines,
      b.lines,
      (name, place) => {
        if (place >= names.length || kinds[place]) return booleanOf(name, false);
        const ranges = objects.flatMap((object) => {
          const field = fieldOf(object, names[place]!);
          return field?.kind === "number" ? [rangeOf(field)] : [];
        });
        return numberOf(name, ranges.reduce(hull));
      },
      all,
      used,
    );
    const exists = values[names.length];
    return {
      kind: "fields",
      fields: new Map(names.map((name, place) => [name, values[place]!])),
      ...(exists?.kind === "boolean" && { exists }),
    };
  }

  /** Variables that an `if` gives one text or the other. */
  #branched(
    test: BooleanValue,
    linesWhenTrue: readonly string[],
    linesWhenFalse: readonly string[],
    valueOf: (name: string, place: number) => Value,
    texts: readonly (readonly [whenTrue: string, whenFalse: string, type: "i32" | "bool"])[],
    used: readonly Value[],
  ): Value[] {
    for (const value of used) this.effects(value);
    this.effects(test);
    const names = texts.map(() => this.around.newName());
    texts.forEach(([, , type], place) => this.write(`var ${names[place]!}: ${type};`));
    const branch = (lines: readonly string[], side: 0 | 1): void => {
      for (const line of lines) this.written.push(`  ${line}`);
      this.indented(() => texts.forEach((text, place) => this.write(`${names[place]!} = ${text[side]};`)));
    };
    this.write(`if ${bracketed(test.text)} {`);
    branch(linesWhenTrue, 0);
    this.write("} else {");
    branch(linesWhenFalse, 1);
    this.write("}");
    return names.map(valueOf);
  }

  /** The same value, by names, so that it can be used often. */
  protected held(value: Value): Value {
    switch (value.kind) {
      case "number":
        return this.#heldNumber(value);
      case "quotient":
        return { ...value, dividend: this.#heldNumber(value.dividend), divisor: this.#heldNumber(value.divisor) };
      case "boolean": {
        if (value.known !== undefined || isName(value.text)) return value;
        this.effects(value);
        const name = this.around.newName();
        this.write(`let ${name} = ${value.text};`);
        return { ...value, text: name, hasEffects: false };
      }
      default:
        return value;
    }
  }

  #heldNumber(value: NumberValue): NumberValue {
    // A variable may change before the name is used.
    const isVariable = this.scopes.some((scope) => [...scope.values()].some((one) => one.kind === "variable" && one.name === value.text));
    if (knownNumber(value) !== undefined || (isName(value.text) && !isVariable)) return value;
    this.effects(value);
    const name = this.around.newName();
    this.write(`let ${name}: i32 = ${value.text};`);
    return { ...value, text: name, hasEffects: false };
  }
}

const isName = (text: string): boolean => /^[A-Za-z][\w.]*$/.test(text);
const isPowerOfTwo = (value: NumberValue): boolean => {
  const known = knownNumber(value);
  return known !== undefined && known > 0 && (known & (known - 1)) === 0;
};
const isNumeric = (value: Value): value is NumberValue | { readonly kind: "null" } => value.kind === "number" || value.kind === "null";
const numeric = (value: NumberValue | { readonly kind: "null" }): NumberValue => (value.kind === "null" ? NULL_NUMBER : value);
export const rangeOf = ({ low, high, mayBeNull }: Range): Range => ({ low, high, mayBeNull });
export const bracketed = (text: string): string => (text.startsWith("(") && text.endsWith(")") ? text : `(${text})`);

/** A value that has been found not to be null. */
function notNull(value: Value): Value {
  return value.kind === "number" ? { ...value, mayBeNull: false } : value;
}

/** What a value is that JavaScript takes for false: `found && …` gives null if there is none, and 0 if it is that. */
function falsy(value: Value): Value {
  if (value.kind === "number") return value.mayBeNull ? value : constantNumber(0);
  return value.kind === "quotient" ? constantNumber(0) : NULL_VALUE;
}

/** A string without anything to fill in: what minifying leaves of one is in backquotes. */
function textOf(node: Expression): string | undefined {
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

function literal(node: Extract<Expression, { type: "Literal" }>): Value {
  const { value } = node;
  if (value === null) return NULL_VALUE;
  if (typeof value === "boolean") return constantBoolean(value);
  if (typeof value !== "number") throw new NotTranslatable(node, "uses something other than a number");
  if (value > MOST) throw new NotTranslatable(node, `uses ${value}, which a GPU's integers don't reach`);
  if (Number.isInteger(value)) return constantNumber(value);
  // 0.5 is a quotient: 1 / 2.
  for (let divisor = 2; divisor <= 1024; divisor *= 2) {
    if (Number.isInteger(value * divisor)) {
      return { kind: "quotient", dividend: constantNumber(value * divisor), divisor: constantNumber(divisor) };
    }
  }
  throw new NotTranslatable(node, `uses ${value}, which is not a whole number`);
}
