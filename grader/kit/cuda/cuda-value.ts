// An answer's expression in CUDA: its text, and the facts that are needed to combine it with others.

/** Binding strength of C's operators, which is JavaScript's too. */
export const LEVEL = { conditional: 3, or: 4, and: 5, equality: 9, relation: 10, unary: 15, primary: 20 } as const;

const BINARY_LEVELS: Readonly<Record<string, number>> = {
  "||": LEVEL.or,
  "&&": LEVEL.and,
  "|": 6,
  "^": 7,
  "&": 8,
  "==": LEVEL.equality,
  "!=": LEVEL.equality,
  "<": LEVEL.relation,
  "<=": LEVEL.relation,
  ">": LEVEL.relation,
  ">=": LEVEL.relation,
  "<<": 11,
  ">>": 11,
  "+": 12,
  "-": 12,
  "*": 13,
  "/": 13,
  "%": 13,
};

/** The known sign of a number: never negative, unknown, or the result of a subtraction. */
export type Sign = "natural" | "unknown" | "difference";

/** An expression of type `int`, or `unsigned` as CUDA's built-in variables are. */
export interface NumberValue {
  readonly kind: "number";
  readonly text: string;
  readonly level: number;
  readonly isUnsigned: boolean;
  readonly sign: Sign;
  /** It may be -1, which stands for null. */
  readonly isNullable: boolean;
  /** Its value, where that follows from the answer alone. */
  readonly known?: number | undefined;
}

export interface BooleanValue {
  readonly kind: "boolean";
  readonly text: string;
  readonly level: number;
}

/** The fields of an object that a function returns: a struct in CUDA. */
export interface RecordShape {
  readonly name: string;
  /** The fields' types, known once the first object was translated. */
  readonly fields: Map<string, "number" | "boolean">;
  /** A struct has no null: a nullable one has a field that says whether it is there. */
  readonly isNullable: boolean;
}

export type Value =
  | NumberValue
  | BooleanValue
  | { readonly kind: "record"; readonly text: string; readonly shape: RecordShape }
  /** An object that never leaves its function: no struct, only values. */
  | { readonly kind: "fields"; readonly fields: ReadonlyMap<string, Value> }
  | { readonly kind: "thread" }
  | { readonly kind: "coordinates"; readonly name: string }
  | { readonly kind: "size" }
  | { readonly kind: "table"; readonly text: string }
  | { readonly kind: "null" };

/** The field of a nullable struct that is false for null. */
export const EXISTS = "exists";

export const NULL_NUMBER: NumberValue = {
  kind: "number",
  text: "-1",
  level: LEVEL.unary,
  isUnsigned: false,
  sign: "difference",
  isNullable: true,
};

export function numberOf(text: string, more: Partial<NumberValue> = {}): NumberValue {
  return { kind: "number", text, level: LEVEL.primary, isUnsigned: false, sign: "unknown", isNullable: false, ...more };
}

export function booleanOf(text: string, level: number = LEVEL.primary): BooleanValue {
  return { kind: "boolean", text, level };
}

const isBitwise = (level: number): boolean => level === 11 || (level >= 6 && level <= 8);
const isArithmetic = (level: number): boolean => level >= 6 && level <= 13 && level !== LEVEL.equality && level !== LEVEL.relation;

/** The text of an operand, in brackets where C needs them, or where a reader does: around mixed bit operators, and && inside ||. */
export function operand(value: { readonly text: string; readonly level: number }, level: number, side: "left" | "right" = "left"): string {
  const needed = side === "left" ? value.level < level : value.level <= level;
  const kinder =
    (value.level !== level && isArithmetic(value.level) && isArithmetic(level) && (isBitwise(value.level) || isBitwise(level))) ||
    (value.level === LEVEL.and && level === LEVEL.or);
  return needed || kinder ? `(${value.text})` : value.text;
}

/** `int`, where `unsigned` would give another result. */
function signed(value: NumberValue): NumberValue {
  if (!value.isUnsigned) return value;
  return { ...value, text: `(int)${operand(value, LEVEL.unary)}`, level: LEVEL.unary, isUnsigned: false };
}

/** Operands of an operator whose result depends on the sign: unsigned ones become `int` unless no operand can be negative. */
function comparable(left: NumberValue, right: NumberValue): readonly [NumberValue, NumberValue] {
  if (left.sign === "natural" && right.sign === "natural") return [left, right];
  return [signed(left), signed(right)];
}

/** One of + - * / % << >> & | ^ between whole numbers. */
export function arithmetic(operator: string, givenLeft: NumberValue, givenRight: NumberValue): NumberValue {
  const dependsOnSign = operator === "/" || operator === "%" || operator === ">>";
  const [left, right] = dependsOnSign ? comparable(givenLeft, givenRight) : [givenLeft, givenRight];
  const level = BINARY_LEVELS[operator];
  if (level === undefined) throw new RangeError(`there is no operator ${operator}`);
  return numberOf(`${operand(left, level)} ${operator} ${operand(right, level, "right")}`, {
    level,
    isUnsigned: operator === ">>" || operator === "<<" ? left.isUnsigned : left.isUnsigned || right.isUnsigned,
    sign: signOf(operator, left.sign, right.sign),
    known: knownResult(operator, left.known, right.known),
  });
}

function knownResult(operator: string, left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return Math.trunc(left / right);
    default:
      return undefined;
  }
}

function signOf(operator: string, left: Sign, right: Sign): Sign {
  const either = [left, right];
  switch (operator) {
    case "-":
      return "difference";
    case "&":
      return either.includes("natural") ? "natural" : "unknown";
    case "%":
    case "<<":
    case ">>":
      return left;
    default:
      if (either.includes("difference")) return "difference";
      return either.includes("unknown") ? "unknown" : "natural";
  }
}

/** One of < <= > >= == != between whole numbers. */
export function comparison(operator: string, givenLeft: NumberValue, givenRight: NumberValue): BooleanValue {
  const [left, right] = comparable(givenLeft, givenRight);
  const level = BINARY_LEVELS[operator] ?? LEVEL.equality;
  return booleanOf(`${operand(left, level)} ${operator} ${operand(right, level, "right")}`, level);
}

/** && or || between conditions. */
export function logical(operator: "&&" | "||", left: BooleanValue, right: BooleanValue): BooleanValue {
  const level = operator === "&&" ? LEVEL.and : LEVEL.or;
  return booleanOf(`${operand(left, level)} ${operator} ${operand(right, level, "right")}`, level);
}

export function negated(value: BooleanValue): BooleanValue {
  return booleanOf(`!${operand(value, LEVEL.unary)}`, LEVEL.unary);
}

/** -x or ~x. */
export function unary(operator: "-" | "~", value: NumberValue): NumberValue {
  const text = operand(value, LEVEL.unary);
  return numberOf(`${operator}${operator === "-" && text.startsWith("-") ? `(${text})` : text}`, {
    level: LEVEL.unary,
    isUnsigned: value.isUnsigned,
    sign: "difference",
  });
}

/** x rounded up to whole multiples of y, for x from 0 up: (x + y - 1) / y. */
export function dividedUp(givenLeft: NumberValue, givenRight: NumberValue): NumberValue {
  const [left, right] = comparable(givenLeft, givenRight);
  const divisor = operand(right, LEVEL.unary);
  const more = /^\d+$/.test(divisor) ? `+ ${Number(divisor) - 1}` : `+ ${divisor} - 1`;
  return numberOf(`(${operand(left, 12)} ${more}) / ${divisor}`, {
    level: 13,
    isUnsigned: left.isUnsigned || right.isUnsigned,
    sign: left.sign === "natural" && right.sign === "natural" ? "natural" : left.sign,
  });
}

/** min, max or abs. CUDA has them for several types: all arguments get the same one. */
export function call(name: string, values: readonly NumberValue[]): NumberValue {
  const isNatural = values.every(({ sign }) => sign === "natural") || name === "abs";
  return numberOf(`${name}(${values.map((value) => signed(value).text).join(", ")})`, { sign: isNatural ? "natural" : "unknown" });
}

/** test ? whenTrue : whenFalse, of numbers. */
export function conditional(test: BooleanValue, whenTrue: NumberValue, whenFalse: NumberValue): NumberValue {
  const signs = [whenTrue, whenFalse].filter((value) => value !== NULL_NUMBER).map(({ sign }) => sign);
  return numberOf(conditionalText(test, whenTrue, whenFalse), {
    level: LEVEL.conditional,
    isUnsigned: whenTrue.isUnsigned || whenFalse.isUnsigned,
    sign: whenTrue.isNullable || whenFalse.isNullable ? "unknown" : signs.every((sign) => sign === "natural") ? "natural" : "unknown",
    isNullable: whenTrue.isNullable || whenFalse.isNullable,
  });
}

export function conditionalText(test: BooleanValue, whenTrue: { text: string; level: number }, whenFalse: { text: string }): string {
  return `${operand(test, LEVEL.conditional, "right")} ? ${whenTrue.text} : ${whenFalse.text}`;
}

/** The type of a value in CUDA. */
export function typeOf(value: Value): string {
  if (value.kind === "record") return value.shape.name;
  return value.kind === "boolean" ? "bool" : "int";
}

/** The definition of a struct. */
export function structText({ name, fields, isNullable }: RecordShape): string {
  const exists = isNullable ? [`  bool ${EXISTS};`] : [];
  const own = [...fields].map(([field, kind]) => `  ${kind === "number" ? "int" : "bool"} ${field};`);
  return [`struct ${name} {`, ...exists, ...own, "};"].join("\n");
}
