import { ptxOperandKind, ptxOperandType } from "../../errors/ptx-errors.ts";
import { SCALAR_BYTES, type ArithmeticOperator, type ComparisonOperator, type ScalarType, type Value } from "../../ir/program.ts";
import {
  arithmetic,
  bits,
  call,
  comparison,
  complement,
  constant,
  convert,
  isIntegerType,
  logic,
  negate,
  not,
  select,
} from "../../ir/values.ts";
import { PTX_TYPES, type Instructions, type Meaning, type Operation } from "./operation.ts";

/** Instructions of PTX that compute numbers: as the operators and functions of C++ that they are. */

const u32 = (number: number): Value => constant("u32", number);

/** Flushing to zero and rounding to nearest, which change nothing here: results that are subnormal are kept. */
function ignoreRounding(operation: Operation): void {
  operation.ignore("rn", "ftz", "approx", "full");
}

/** What computes one scalar of a type. */
type Scalar = (type: ScalarType, operands: readonly Value[]) => Value;

/** A result of so many operands of the instruction's type; of pairs of halves for each half. */
function elementwise(count: number, compute: Scalar, ignore: (operation: Operation) => void = ignoreRounding): Meaning {
  return (operation) => {
    ignore(operation);
    const isSaturated = operation.has("sat");
    const name = operation.typeName();
    operation.expectOperands(count + 1);
    const [result, ...given] = operation.operands;
    operation.set(
      result!,
      ofType(
        name,
        given.length,
        (type, i) => operation.value(given[i]!, type),
        (type, values) => {
          const value = compute(type, values);
          return isSaturated ? saturated(type, value) : value;
        },
      ),
    );
  };
}

function saturated(type: ScalarType, value: Value): Value {
  if (type === "f32") return call("f32", "saturate.f32", value);
  return call(type, `fmin.${type}`, call(type, `fmax.${type}`, value, constant(type, 0)), constant(type, 1));
}

/** Computes a value of a type by its name, each half of a pair by itself. */
function ofType(name: string, count: number, operand: (type: ScalarType, position: number) => Value, compute: Scalar): Value {
  const half = name === "f16x2" ? "f16" : name === "bf16x2" ? "bf16" : undefined;
  const type = half ? "u32" : PTX_TYPES.get(name)!;
  const values = Array.from({ length: count }, (_, i) => operand(type, i));
  if (!half) return compute(type, values);
  const [low, high] = [0, 16].map((shift) =>
    compute(
      half,
      values.map((value) => bits(half, convert("u16", arithmetic("u32", ">>", value, u32(shift))))),
    ),
  ) as [Value, Value];
  return pairOf(low, high);
}

/** Two halves as the 32 bits of a pair. */
function pairOf(low: Value, high: Value): Value {
  const [a, b] = [low, high].map((half) => convert("u32", bits("u16", half))) as [Value, Value];
  return arithmetic("u32", "|", a, arithmetic("u32", "<<", b, u32(16)));
}

const operator =
  (sign: ArithmeticOperator): Scalar =>
  (type, [a, b]) =>
    arithmetic(type, sign, a!, b!);

/** `&`, `|`, `^` of predicates as well. */
const bitwise =
  (sign: "&" | "|" | "^"): Scalar =>
  (type, [a, b]) => {
    if (type !== "bool") return arithmetic(type, sign, a!, b!);
    return sign === "^" ? comparison("!=", a!, b!) : logic(sign === "&" ? "&&" : "||", a!, b!);
  };

/** A shift by as many bits as there are, or more, leaves nothing, or the sign. */
function shift(sign: "<<" | ">>"): Meaning {
  return (operation) => {
    const type = operation.type();
    operation.expectOperands(3);
    const [result, left, right] = operation.operands;
    const by = operation.value(right!, "u32");
    const value = operation.value(left!, type);
    const size = 8 * SCALAR_BYTES[type];
    const most = constant("u32", size - 1);
    if (sign === ">>" && type.startsWith("i")) {
      const bounded = by.kind === "constant" ? constant("u32", Math.min(Number(by.value), size - 1)) : call("u32", "min.u32", by, most);
      return operation.set(result!, arithmetic(type, ">>", value, bounded));
    }
    const isInside = comparison("<=", by, most);
    const bounded = arithmetic("u32", "&", by, most);
    const shifted = arithmetic(type, sign, value, by.kind === "constant" ? by : bounded);
    operation.set(result!, select(isInside, shifted, constant(type, 0)));
  };
}

/** The product's low half, high half, or the whole in twice the size. */
function product(type: ScalarType, part: "lo" | "hi" | "wide", a: Value, b: Value): Value {
  if (part === "lo") return arithmetic(type, "*", a, b);
  if (part === "hi") {
    if (SCALAR_BYTES[type] >= 4) return call(type, `mulhi.${type}`, a, b);
    const wide = type.startsWith("u") ? "u32" : "i32";
    return convert(type, arithmetic(wide, ">>", arithmetic(wide, "*", convert(wide, a), convert(wide, b)), u32(16)));
  }
  const wide = WIDE[type]!;
  return arithmetic(wide, "*", convert(wide, a), convert(wide, b));
}

const WIDE: Partial<Record<ScalarType, ScalarType>> = { u16: "u32", i16: "i32", u32: "u64", i32: "i64" };

/** `mul` and `mad`: of integers with the part that is wanted, of floats as they are. */
function multiply(isAdded: boolean): Meaning {
  const ofFloats = isAdded ? elementwise(3, fused) : elementwise(2, operator("*"));
  return (operation) => {
    const part = operation.optional("lo", "hi", "wide");
    if (part === undefined) return ofFloats(operation);
    const type = operation.type();
    operation.expectOperands(isAdded ? 4 : 3);
    const [result, left, right, added] = operation.operands;
    const value = product(type, part, operation.value(left!, type), operation.value(right!, type));
    operation.set(result!, added ? arithmetic(value.type, "+", value, operation.value(added, value.type)) : value);
  };
}

const fused: Scalar = (type, [a, b, c]) => call(type, `fma.${type}`, a!, b!, c!);

const extreme =
  (name: "min" | "max"): Scalar =>
  (type, [a, b]) =>
    call(type, isIntegerType(type) && SCALAR_BYTES[type] >= 4 ? `${name}.${type}` : type.startsWith("i") || type.startsWith("u") ? `${name}.i32` : `f${name}.${type}`, a!, b!); // prettier-ignore

const ORDERED: Readonly<Record<string, ComparisonOperator>> = {
  eq: "==", ne: "!=", lt: "<", le: "<=", gt: ">", ge: ">=", lo: "<", ls: "<=", hi: ">", hs: ">=",
}; // prettier-ignore
/** Comparisons that hold if an operand is not a number, and those that only ask for that. */
const UNORDERED: Readonly<Record<string, ComparisonOperator>> = { equ: "==", neu: "!=", ltu: "<", leu: "<=", gtu: ">", geu: ">=" };
const COMPARISONS = [...Object.keys(ORDERED), ...Object.keys(UNORDERED), "num", "nan"];

function compared(name: string, a: Value, b: Value): Value {
  const isNan = (value: Value): Value => comparison("!=", value, value);
  if (name === "nan") return logic("||", isNan(a), isNan(b));
  if (name === "num") return not(logic("||", isNan(a), isNan(b)));
  const isFloat = !isIntegerType(a.type);
  const ordered = ORDERED[name];
  if (ordered === "!=" && isFloat) return logic("&&", comparison("!=", a, b), compared("num", a, b));
  if (ordered) return comparison(ordered, a, b);
  const unordered = comparison(UNORDERED[name]!, a, b);
  return isFloat ? logic("||", unordered, compared("nan", a, b)) : unordered;
}

/** `setp.lt.and.u32 p|q, a, b, c;` */
const setPredicate: Meaning = (operation) => {
  const name = operation.oneOf(...COMPARISONS);
  const combined = operation.optional("and", "or", "xor");
  operation.ignore("ftz");
  const type = operation.type();
  operation.expectOperands(combined ? 4 : 3);
  const [results, left, right, other] = operation.operands;
  const holds = compared(name, operation.value(left!, type), operation.value(right!, type));
  const combine = (value: Value): Value => {
    if (!combined) return value;
    const second = operation.predicate(other!);
    return combined === "xor" ? comparison("!=", value, second) : logic(combined === "and" ? "&&" : "||", value, second);
  };
  if (results!.kind !== "pair") return operation.set(results!, combine(holds));
  const test = operation.temporary(holds);
  const [first, second] = [combine(test), combine(not(test))].map((value) => operation.temporary(value)) as [Value, Value];
  operation.set(results!.first, first);
  operation.set(results!.second, second);
};

const choose: Meaning = (operation) => {
  const type = operation.type();
  operation.expectOperands(4);
  const [result, then, otherwise, test] = operation.operands;
  operation.set(result!, select(operation.predicate(test!), operation.value(then!, type), operation.value(otherwise!, type)));
};

/** `mov`, also of the parts of a number: `mov.b64 {lo, hi}, %1`. */
const move: Meaning = (operation) => {
  const type = operation.type();
  operation.expectOperands(2);
  const [result, from] = operation.operands;
  if (from!.kind === "vector") {
    const parts = from!.items;
    const part = PARTS[(8 * SCALAR_BYTES[type]) / parts.length];
    if (part === undefined) throw ptxOperandKind(from!.span, "a vector of two or four parts");
    const whole = parts
      .map((one, i) => arithmetic(type, "<<", convert(type, operation.value(one, part)), u32(8 * SCALAR_BYTES[part] * i)))
      .reduce((sum, next) => arithmetic(type, "|", sum, next));
    return operation.set(result!, whole);
  }
  if (result!.kind !== "vector") return operation.set(result!, operation.value(from!, type));
  const part = PARTS[(8 * SCALAR_BYTES[type]) / result!.items.length];
  if (part === undefined) throw ptxOperandKind(result!.span, "a vector of two or four parts");
  const whole = operation.temporary(operation.value(from!, type));
  for (const [i, one] of result!.items.entries())
    operation.set(one, convert(part, arithmetic(type, ">>", whole, u32(8 * SCALAR_BYTES[part] * i))));
};

const PARTS: Readonly<Record<number, ScalarType | undefined>> = { 8: "u8", 16: "u16", 32: "u32" };

const INTEGER_ROUNDING = { rni: "rint", rzi: "trunc", rmi: "floor", rpi: "ceil" } as const;

const FP8_PAIRS = ["e4m3x2", "e5m2x2"] as const;

/** `cvt.rn.satfinite.e4m3x2.f32 d, high, low` and `.f16x2 d, pair`; back, `cvt.rn.f16x2.e4m3x2 d, pair`. */
function convertFp8(operation: Operation, format: (typeof FP8_PAIRS)[number]): void {
  operation.oneOf("rn");
  const isRelu = operation.has("relu");
  const positive = (given: Value): Value => {
    if (!isRelu) return given;
    const value = operation.temporary(given);
    // A NaN stays one.
    return select(comparison("<", value, constant(value.type, 0)), constant(value.type, 0), value);
  };
  const kind = constant("i32", FP8_PAIRS.indexOf(format));
  if (!operation.has("satfinite")) {
    operation.oneOf("f16x2");
    operation.expectOperands(2);
    const [result, from] = operation.operands;
    const pair = operation.temporary(operation.value(from!, "u16"));
    const [low, high] = ["lower_fp8.f16", "upper_fp8.f16"].map((name) => positive(call("f16", name, pair, kind)));
    return operation.set(result!, pairOf(low!, high!));
  }
  const from = operation.oneOf("f32", "f16x2");
  operation.expectOperands(from === "f32" ? 3 : 2);
  const [result, first, second] = operation.operands;
  const type = from === "f32" ? "f32" : "f16";
  const [low, high] = second
    ? [operation.value(second, type), operation.value(first!, type)]
    : halvesOf(operation.temporary(operation.value(first!, "u32")));
  const saturation = constant("i32", 1);
  operation.set(result!, call("u16", `to_fp8x2.${type}`, positive(low!), positive(high!), saturation, kind));
}

/** The two halves of a word. */
const halvesOf = (pair: Value): Value[] => [0, 16].map((shift) => bits("f16", convert("u16", arithmetic("u32", ">>", pair, u32(shift)))));

/** `cvt.rn.f16.f32 d, a`, and pairs: `cvt.rn.f16x2.f32 d, high, low`. */
const convertType: Meaning = (operation) => {
  const fp8 = operation.optional(...FP8_PAIRS);
  if (fp8) return convertFp8(operation, fp8);
  const rounding = operation.optional("rni", "rzi", "rmi", "rpi", "rna", "rn", "rz", "rm", "rp");
  operation.ignore("ftz");
  const isSaturated = operation.has("sat");
  const isRelu = operation.has("relu");
  const from = operation.typeName();
  const to = operation.typeName();
  const isPair = to === "f16x2" || to === "bf16x2";
  operation.expectOperands(isPair ? 3 : 2);
  const [result, ...given] = operation.operands;
  const type = PTX_TYPES.get(from)!;
  const positive = (value: Value): Value => (isRelu ? call(value.type, `fmax.${value.type}`, value, constant(value.type, 0)) : value);
  if (isPair) {
    const half = to === "f16x2" ? "f16" : "bf16";
    const [high, low] = given.map((operand) => convert(half, positive(operation.value(operand, type))));
    return operation.set(result!, pairOf(low!, high!));
  }
  const value = positive(operation.value(given[0]!, type));
  if (to === "tf32") return operation.set(result!, toTf32(value, rounding === "rna"));
  const target = PTX_TYPES.get(to)!;
  const isWhole = isIntegerType(target) && !isIntegerType(type);
  if (rounding !== undefined && Object.hasOwn(INTEGER_ROUNDING, rounding) && !isIntegerType(type)) {
    const round = call(type === "f64" ? "f64" : "f32", `${INTEGER_ROUNDING[rounding as "rni"]}.${type === "f64" ? "f64" : "f32"}`, type === "f16" || type === "bf16" ? convert("f32", value) : value); // prettier-ignore
    return operation.set(result!, convert(target, round));
  }
  if (isWhole || rounding === undefined || rounding === "rn") {
    const converted = convert(target, value);
    return operation.set(
      result!,
      isSaturated && !isIntegerType(target) ? saturated(target, converted) : isSaturated ? clamped(value, target) : converted,
    );
  }
  if (target === "f32" && (rounding === "rz" || rounding === "rm" || rounding === "rp"))
    return operation.set(result!, call("f32", `round_${{ rz: "rz", rm: "rd", rp: "ru" }[rounding]}.f32`, convert("f64", value)));
  throw ptxOperandType(operation.span, `${rounding}.${from}`, to);
};

/** An integer within the range of a smaller type. */
function clamped(value: Value, type: ScalarType): Value {
  const size = 8 * SCALAR_BYTES[type];
  const isUnsigned = type.startsWith("u");
  const wide = convert("i64", value);
  const [least, most] = isUnsigned ? [0n, 2n ** BigInt(size) - 1n] : [-(2n ** BigInt(size - 1)), 2n ** BigInt(size - 1) - 1n];
  return convert(type, call("i64", "min.i64", call("i64", "max.i64", wide, constant("i64", least)), constant("i64", most)));
}

/** A float with the ten bits after the point that TF32 has: rounded to nearest, ties away from zero; or cut off. */
function toTf32(value: Value, isRounded: boolean): Value {
  const whole = bits("u32", value);
  const half = isRounded ? arithmetic("u32", "+", whole, u32(0x1000)) : whole;
  return arithmetic("u32", "&", half, u32(0xffffe000));
}

/** Any function of three words bit by bit: bit 4 a + 2 b + c of the table is the result for bits a, b, c. */
const lookUp: Meaning = (operation) => {
  operation.type();
  operation.expectOperands(5);
  const [result, ...given] = operation.operands;
  const [a, b, c] = given.slice(0, 3).map((operand) => operation.temporary(operation.value(operand, "u32"))) as [Value, Value, Value];
  const table = operation.constant(given[3]!);
  const terms: Value[] = [];
  for (let row = 0; row < 8; row++) {
    if (((table >>> row) & 1) === 0) continue;
    const term = [a, b, c].map((word, i) => (((row >>> (2 - i)) & 1) === 1 ? word : complement(word)));
    terms.push(term.reduce((all, next) => arithmetic("u32", "&", all, next)));
  }
  operation.set(result!, terms.length === 0 ? u32(0) : terms.reduce((any, next) => arithmetic("u32", "|", any, next)));
};

/** The bits from a position on, so many; of a signed type with its sign. */
const extractBits: Meaning = (operation) => {
  const type = operation.type();
  operation.expectOperands(4);
  const [result, from, at, count] = operation.operands;
  const value = operation.value(from!, type);
  const byte = (operand: typeof at): Value => arithmetic("u32", "&", operation.value(operand!, "u32"), u32(255));
  const position = operation.temporary(byte(at));
  const length = operation.temporary(byte(count));
  const size = 8 * SCALAR_BYTES[type];
  const wide: ScalarType = type.startsWith("i") ? "i64" : "u64";
  if (size === 64) throw ptxOperandType(operation.span, "64 bits", "u32");
  const bounded = call("u32", "min.u32", length, u32(size));
  // As a number of 64 bits, shifted to its top and back.
  const moved = arithmetic(wide, ">>", convert(wide, value), call("u32", "min.u32", position, u32(63)));
  const left = arithmetic("u32", "-", u32(64), bounded);
  const cut = arithmetic(
    wide,
    ">>",
    arithmetic(wide, "<<", moved, call("u32", "min.u32", left, u32(63))),
    call("u32", "min.u32", left, u32(63)),
  );
  operation.set(result!, select(comparison("==", length, u32(0)), constant(type, 0), convert(type, cut)));
};

const insertBits: Meaning = (operation) => {
  operation.type();
  operation.expectOperands(5);
  const [result, ...given] = operation.operands;
  const [from, into, at, count] = given.map((operand) => operation.temporary(operation.value(operand, "u32"))) as [
    Value,
    Value,
    Value,
    Value,
  ];
  const position = call("u32", "min.u32", arithmetic("u32", "&", at, u32(255)), u32(32));
  const length = call("u32", "min.u32", arithmetic("u32", "&", count, u32(255)), u32(32));
  const ones = arithmetic("u64", "-", arithmetic("u64", "<<", constant("u64", 1), length), constant("u64", 1));
  const mask = operation.temporary(convert("u32", arithmetic("u64", "<<", ones, position)));
  const moved = convert("u32", arithmetic("u64", "<<", convert("u64", from), position));
  const kept = arithmetic("u32", "&", into, complement(mask));
  operation.set(result!, arithmetic("u32", "|", kept, arithmetic("u32", "&", moved, mask)));
};

/** A function of the table of numbers. */
function named(name: string, result: ScalarType, ...parameters: ScalarType[]): Meaning {
  return (operation) => {
    operation.ignore("b32", "u32", "clamp");
    operation.expectOperands(parameters.length + 1);
    const [destination, ...given] = operation.operands;
    operation.set(
      destination!,
      convert(result, call(result, name, ...given.map((operand, i) => operation.value(operand, parameters[i]!)))),
    );
  };
}

/** A count of bits: of 32 or 64. */
function counted(base: string, isCount: boolean): Meaning {
  return (operation) => {
    const type = operation.type();
    operation.expectOperands(2);
    const [result, from] = operation.operands;
    const value = call(isCount ? "i32" : type, `${base}.${type}`, operation.value(from!, type));
    operation.set(result!, isCount ? convert("u32", value) : value);
  };
}

const functionOf =
  (name: string): Scalar =>
  (type, operands) =>
    ({ ...call(type, `${name}.${type}`, ...operands), isFast: true }) as Value;

/** The approximations of the special function units, as the functions of C++ that are not exact on a GPU. */
const APPROXIMATE: Instructions = [
  ["rcp", elementwise(1, (type, operands) => call(type, `reciprocal.${type}`, ...operands))],
  ["sqrt", elementwise(1, (type, operands) => call(type, `sqrt.${type}`, ...operands))],
  ["rsqrt", elementwise(1, (type, operands) => call(type, `rsqrt.${type}`, ...operands))],
  ["sin", elementwise(1, functionOf("sin"))],
  ["cos", elementwise(1, functionOf("cos"))],
  ["ex2", elementwise(1, functionOf("exp2"))],
  ["lg2", elementwise(1, functionOf("log2"))],
  ["tanh", elementwise(1, functionOf("tanh"))],
];

export const NUMBERS: Instructions = [
  ["mov", move],
  ["add", elementwise(2, operator("+"))],
  ["sub", elementwise(2, operator("-"))],
  ["mul", multiply(false)],
  ["mad", multiply(true)],
  ["fma", elementwise(3, fused)],
  ["div", elementwise(2, operator("/"))],
  ["rem", elementwise(2, operator("%"))],
  ["min", elementwise(2, extreme("min"))],
  ["max", elementwise(2, extreme("max"))],
  ["neg", elementwise(1, (_, [a]) => negate(a!))],
  ["abs", elementwise(1, (type, [a]) => call(type, isIntegerType(type) ? `abs.${type}` : `fabs.${type}`, a!))],
  ["and", elementwise(2, bitwise("&"))],
  ["or", elementwise(2, bitwise("|"))],
  ["xor", elementwise(2, bitwise("^"))],
  ["not", elementwise(1, (type, [a]) => (type === "bool" ? not(a!) : complement(a!)))],
  ["shl", shift("<<")],
  ["shr", shift(">>")],
  ["shf.l", (operation) => funnel("l", operation)],
  ["shf.r", (operation) => funnel("r", operation)],
  ["selp", choose],
  ["setp", setPredicate],
  ["cvt", convertType],
  ["popc", counted("popc", true)],
  ["clz", counted("clz", true)],
  ["brev", counted("brev", false)],
  ["bfe", extractBits],
  ["bfi", insertBits],
  ["prmt", named("byte_perm.u32", "u32", "u32", "u32", "u32")],
  ["lop3", lookUp],
  ["dp4a.s32.s32", named("dp4a.i32", "i32", "i32", "i32", "i32")],
  ...APPROXIMATE,
];

function funnel(way: "l" | "r", operation: Operation): void {
  const suffix = operation.oneOf("wrap", "clamp") === "clamp" ? `${way}c` : way;
  named(`funnelshift_${suffix}.u32`, "u32", "u32", "u32", "u32")(operation);
}
