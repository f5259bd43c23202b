import { boolOperand, valueOperand } from "../conversions.ts";
import type { Value } from "../../ir/program.ts";
import { BF16, BOOL, F16, F32, F64, I32, I64, U32, U64, isInteger } from "../types.ts";
import { arithmetic, call, comparison, convert } from "../../ir/values.ts";
import { argumentAs, expectArguments, structArgument, type BuiltIn, type BuiltIns, type Scalar, type Struct } from "./call.ts";
import { I16, U16, conversion, numeric, operation, reinterpret } from "./numbers.ts";
import { structNamed } from "./vectors.ts";

/** Functions on half2 and __nv_bfloat162, component by component. */
function pairwise(pair: string, parameters: number, combine: (...components: Value[]) => Value): BuiltIn {
  const type = structNamed(pair);
  return (invoked) => {
    expectArguments(invoked, parameters);
    const operands = invoked.given.map((_, i) => structArgument(invoked, i, type).leaves);
    const leaves = new Map([".x", ".y"].map((path) => [path, combine(...operands.map((leaves) => leaves.get(path)!))] as const));
    return { kind: "aggregate", type, leaves };
  };
}

function pairOf(pair: string, from: Scalar, ...of: (0 | 1)[]): BuiltIn {
  const type = structNamed(pair);
  const element = elementOf(type);
  return (invoked) => {
    expectArguments(invoked, Math.max(...of) + 1);
    const operands = of.map((i) => convert(element.scalar, argumentAs(invoked, i, from)));
    return { kind: "aggregate", type, leaves: new Map([".x", ".y"].map((path, i) => [path, operands[i]!] as const)) };
  };
}

function componentOf(pair: string, path: ".x" | ".y", to: Scalar): BuiltIn {
  const type = structNamed(pair);
  return (invoked) => {
    expectArguments(invoked, 1);
    return valueOperand(to, convert(to.scalar, structArgument(invoked, 0, type).leaves.get(path)!));
  };
}

/** A pair of other numbers: both components are converted. */
function converted(from: string, to: string): BuiltIn {
  const [given, type] = [structNamed(from), structNamed(to)];
  const element = elementOf(type);
  return (invoked) => {
    expectArguments(invoked, 1);
    const { leaves } = structArgument(invoked, 0, given);
    return {
      kind: "aggregate",
      type,
      leaves: new Map([...leaves].map(([path, value]) => [path, convert(element.scalar, value)] as const)),
    };
  };
}

/** The type of the components, which all have one. */
function elementOf({ struct }: Struct): Scalar {
  return struct.fields[0]!.type as Scalar;
}

function halfConversions(name: string, pair: string, type: Scalar): BuiltIns {
  return [
    [`__${name}2float`, conversion(type, F32)],
    [`__float2${name}`, conversion(F32, type)],
    [`__double2${name}`, conversion(F64, type)],
    ...(
      [
        ["float", F32],
        ["int", I32],
        ["uint", U32],
        ["short", I16],
        ["ushort", U16],
        ["ll", I64],
        ["ull", U64],
      ] as const
    ).map(([from, own]) => [`__${from}2${name}_rn`, conversion(own, type)] as const),
    [`__${name}2int_rn`, numeric("rint_to_i32.f32", I32, F32)],
    [`__${name}2int_rd`, numeric("floor_to_i32.f32", I32, F32)],
    [`__${name}2int_ru`, numeric("ceil_to_i32.f32", I32, F32)],
    [`__${name}2int_rz`, conversion(type, I32)],
    [`__${name}2uint_rn`, numeric("rint_to_u32.f32", U32, F32)],
    [`__${name}2uint_rz`, conversion(type, U32)],
    [`__${name}2short_rz`, conversion(type, I16)],
    [`__${name}2ushort_rz`, conversion(type, U16)],
    [`__${name}2ll_rz`, conversion(type, I64)],
    [`__${name}2ull_rz`, conversion(type, U64)],
    [`__${name}_as_ushort`, reinterpret(type, U16)],
    [`__ushort_as_${name}`, reinterpret(U16, type)],
    [`__${name}_as_short`, reinterpret(type, I16)],
    [`__short_as_${name}`, reinterpret(I16, type)],
    [`__${name}22float2`, converted(pair, "float2")],
    [`__float22${name}2_rn`, converted("float2", pair)],
    [`__floats2${name}2_rn`, pairOf(pair, F32, 0, 1)],
    [`__float2${name}2_rn`, pairOf(pair, F32, 0, 0)],
    [`__${name}2${name}2`, pairOf(pair, type, 0, 0)],
    [`__halves2${name}2`, pairOf(pair, type, 0, 1)],
    [`__low2${name}`, componentOf(pair, ".x", type)],
    [`__high2${name}`, componentOf(pair, ".y", type)],
    [`make_${name}2`, pairOf(pair, type, 0, 1)],
  ];
}

/** The functions that half and bfloat16 both have under one name. */
function halfArithmetic(pair: string, type: Scalar): ReadonlyMap<string, BuiltIn> {
  const h = type.scalar;
  const one = (name: string, base: string): readonly [string, BuiltIn] => [name, numeric(`${base}.${h}`, type, type)];
  return new Map<string, BuiltIn>([
    ["__low2float", componentOf(pair, ".x", F32)],
    ["__high2float", componentOf(pair, ".y", F32)],
    ...(
      [
        ["add", "+"],
        ["sub", "-"],
        ["mul", "*"],
        ["div", "/"],
      ] as const
    ).flatMap(([name, operator]): (readonly [string, BuiltIn])[] => [
      [`__h${name}`, operation(type, operator)],
      [`__h${name}_rn`, operation(type, operator)],
      [name === "div" ? "__h2div" : `__h${name}2`, pairwise(pair, 2, (a, b) => arithmetic(h, operator, a!, b!))],
      [`__h${name}2_rn`, pairwise(pair, 2, (a, b) => arithmetic(h, operator, a!, b!))],
    ]),
    ["__hfma", numeric(`fma.${h}`, type, type, type, type)],
    ["__hfma2", pairwise(pair, 3, (a, b, c) => call(h, `fma.${h}`, a!, b!, c!))],
    ["__hmax", numeric(`max.${h}`, type, type, type)],
    ["__hmin", numeric(`min.${h}`, type, type, type)],
    ...["exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tanh", "sqrt", "rsqrt", "floor", "ceil", "trunc", "rint"].map(
      (name) => one(`h${name}`, name),
    ),
    one("hrcp", "reciprocal"),
    one("__habs", "fabs"),
    one("__hneg", "negate"),
    ["__hisnan", numeric("isnan.f64", BOOL, type)],
    ["__hisinf", numeric("isinf.f64", I32, type)],
    ["__hgt", compareHalves(type, ">")],
    ["__hlt", compareHalves(type, "<")],
    ["__hge", compareHalves(type, ">=")],
    ["__hle", compareHalves(type, "<=")],
    ["__heq", compareHalves(type, "==")],
    ["__hne", compareHalves(type, "!=")],
  ]);
}

function compareHalves(type: Scalar, operator: ">" | "<" | ">=" | "<=" | "==" | "!="): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 2);
    return boolOperand(comparison(operator, argumentAs(invoked, 0, type), argumentAs(invoked, 1, type)));
  };
}

const HALVES = halfArithmetic("half2", F16);
const BFLOATS = halfArithmetic("__nv_bfloat162", BF16);

/** The type of the first argument chooses. `__hadd` of integers is half of their sum. */
function ofEitherHalf(name: string): BuiltIn {
  return (invoked) => {
    const [first] = invoked.given;
    // Not evaluated: only its type counts.
    const type = first && invoked.context.inner({ steps: [] }).expression(first).type;
    if (name === "__hadd" && type && isInteger(type)) return numeric("hadd.i32", I32, I32, I32)(invoked);
    const isBfloat = type?.kind === "struct" ? type.struct.name === "__nv_bfloat162" : type?.kind === "scalar" && type.scalar === "bf16";
    return (isBfloat ? BFLOATS : HALVES).get(name)!(invoked);
  };
}

/** Functions of half, __nv_bfloat16 and pairs of them. */
export const HALF_FUNCTIONS: BuiltIns = [
  ...halfConversions("half", "half2", F16),
  ...halfConversions("bfloat16", "__nv_bfloat162", BF16),
  ...[...HALVES.keys()].map((name) => [name, ofEitherHalf(name)] as const),
];
