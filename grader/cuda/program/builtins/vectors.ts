import { boolOperand, valueOperand } from "../conversions.ts";
import type { Value } from "../program.ts";
import { BF16, F16, F32, F64, I32, U32, builtInType } from "../types.ts";
import { arithmetic, call, comparison, convert } from "../values.ts";
import { argumentAs, expectArguments, structArgument, type BuiltIn, type BuiltIns, type Scalar, type Struct } from "./call.ts";
import { conversion, numeric, operation } from "./numbers.ts";

function makeVector(name: string): BuiltIn {
  const type = structNamed(name);
  return (invoked) => {
    const { fields } = type.struct;
    expectArguments(invoked, fields.length);
    const leaves = new Map(fields.map((field, i) => [`.${field.name}`, argumentAs(invoked, i, field.type as Scalar)] as const));
    return { kind: "aggregate", type, leaves };
  };
}

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

function structNamed(name: string): Struct {
  return builtInType(name) as Struct;
}

/** The type of the components, which all have one. */
function elementOf({ struct }: Struct): Scalar {
  return struct.fields[0]!.type as Scalar;
}

function halfFunctions(name: string, pair: string, type: Scalar): BuiltIns {
  const h = type.scalar;
  const shared: BuiltIns = [
    [`__${name}2float`, conversion(type, F32)],
    [`__float2${name}`, conversion(F32, type)],
    [`__float2${name}_rn`, conversion(F32, type)],
    [`__double2${name}`, conversion(F64, type)],
    [`__int2${name}_rn`, conversion(I32, type)],
    [`__uint2${name}_rn`, conversion(U32, type)],
    [`__${name}2int_rn`, numeric("rint.i32", I32, F32)],
    [`__${name}2int_rz`, conversion(type, I32)],
    [`__${name}22float2`, converted(pair, "float2")],
    [`__float22${name}2_rn`, converted("float2", pair)],
    [`__floats2${name}2_rn`, pairOf(pair, F32, 0, 1)],
    [`__float2${name}2_rn`, pairOf(pair, F32, 0, 0)],
    [`__${name}2${name}2`, pairOf(pair, type, 0, 0)],
    [`__halves2${name}2`, pairOf(pair, type, 0, 1)],
    [`__low2${name}`, componentOf(pair, ".x", type)],
    [`__high2${name}`, componentOf(pair, ".y", type)],
    [`__low2float`, componentOf(pair, ".x", F32)],
    [`__high2float`, componentOf(pair, ".y", F32)],
  ];
  if (name !== "half") return shared.filter(([known]) => !["__low2float", "__high2float"].includes(known));
  return [
    ...shared,
    ["make_half2", pairOf(pair, type, 0, 1)],
    ["__hadd", operation(type, "+")],
    ["__hsub", operation(type, "-")],
    ["__hmul", operation(type, "*")],
    ["__hdiv", operation(type, "/")],
    ["__hfma", numeric(`fma.${h}`, type, type, type, type)],
    ["__hadd2", pairwise(pair, 2, (a, b) => arithmetic(h, "+", a!, b!))],
    ["__hsub2", pairwise(pair, 2, (a, b) => arithmetic(h, "-", a!, b!))],
    ["__hmul2", pairwise(pair, 2, (a, b) => arithmetic(h, "*", a!, b!))],
    ["__h2div", pairwise(pair, 2, (a, b) => arithmetic(h, "/", a!, b!))],
    ["__hfma2", pairwise(pair, 3, (a, b, c) => call(h, `fma.${h}`, a!, b!, c!))],
    ["__hmax", numeric(`max.${h}`, type, type, type)],
    ["__hmin", numeric(`min.${h}`, type, type, type)],
    ["hexp", numeric(`exp.${h}`, type, type)],
    ["hsqrt", numeric(`sqrt.${h}`, type, type)],
    ["__hgt", compareHalves(type, ">")],
    ["__hlt", compareHalves(type, "<")],
    ["__hge", compareHalves(type, ">=")],
    ["__hle", compareHalves(type, "<=")],
    ["__heq", compareHalves(type, "==")],
    ["__hne", compareHalves(type, "!=")],
  ];
}

function compareHalves(type: Scalar, operator: ">" | "<" | ">=" | "<=" | "==" | "!="): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 2);
    return boolOperand(comparison(operator, argumentAs(invoked, 0, type), argumentAs(invoked, 1, type)));
  };
}

const VECTOR_ELEMENTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"];

/** `make_float4` and its kin; half, __nv_bfloat16 and pairs of them. */
export const VECTOR_FUNCTIONS: BuiltIns = [
  ...VECTOR_ELEMENTS.flatMap((element) =>
    [1, 2, 3, 4].map((length) => [`make_${element}${length}`, makeVector(`${element}${length}`)] as const),
  ),
  ...halfFunctions("half", "half2", F16),
  ...halfFunctions("bfloat16", "__nv_bfloat162", BF16),
];
