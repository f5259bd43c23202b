import { argumentCount, noOverload } from "../errors/call-errors.ts";
import { numberFunctions } from "../numbers/function-table.ts";
import type { Context } from "../check/context.ts";
import { commonType } from "../check/conversions.ts";
import { MATH, OVERLOADS } from "../check/math-names.ts";
import { BF16, F16, F32, F64, I32, isFloating, type CudaType, typeName } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { decayed, type Code, type Translation } from "./code.ts";
import type { Scalar } from "./host-memory.ts";

/** A call of a function of <cmath>, for the types that are given; undefined if it has none of this name. */
export function mathFunction(
  host: Translation,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code | undefined {
  const target = CONVERSIONS.get(name);
  const [only] = given;
  if (target && only && given.length === 1) return host.convert(host.expression(only, context), target, span);
  const overload = OVERLOADS.find(([known, count]) => known === name && count === given.length);
  const math = MATH.find(([known]) => known === name);
  if (!overload && !math) return undefined;
  const codes = given.map((argument) => host.expression(argument, context));
  const [, base, result, ...parameters] = overload ? overloaded(overload, codes, span) : math!;
  if (codes.length !== parameters.length) throw argumentCount(span, name, [parameters.length], codes.length);
  if (!Object.hasOwn(numberFunctions, base))
    throw noOverload(
      span,
      name,
      codes.map(({ type }) => typeName(type)),
    );
  const run = numberFunctions[base] as (...values: Scalar[]) => Scalar;
  const values = codes.map((code, i) => host.convert(code, parameters[i]!, span).value);
  const [a, b] = values;
  if (values.length === 1) return { type: result, value: () => run(a!()) };
  if (values.length === 2) return { type: result, value: () => run(a!(), b!()) };
  return { type: result, value: () => run(...values.map((value) => value())) };
}

/** Conversions that CUDA's headers also have for the host. */
const CONVERSIONS = new Map<string, CudaType>([
  ["__float2half", F16],
  ["__float2half_rn", F16],
  ["__double2half", F16],
  ["__int2half_rn", F16],
  ["__half2float", F32],
  ["__float2bfloat16", BF16],
  ["__float2bfloat16_rn", BF16],
  ["__double2bfloat16", BF16],
  ["__bfloat162float", F32],
]);

type Chosen = readonly [name: string, base: string, result: CudaType, ...parameters: CudaType[]];

function overloaded([name, count, kinds]: (typeof OVERLOADS)[number], codes: readonly Code[], span: Span): Chosen {
  let type = codes.map((code) => decayed(code.type)).reduce((a, b) => commonType(a, b, span));
  if (type.kind === "scalar" && !isFloating(type)) type = kinds === "floating" ? F64 : commonType(type, I32, span);
  const scalar = type.kind === "scalar" ? type.scalar : "f64";
  return [name, `${name}.${scalar}`, type, ...Array.from({ length: count }, () => type)];
}
