import { typeOfArgument } from "../../errors/call-errors.ts";
import { scalarOf, store } from "../access.ts";
import { balanced, convertTo, valueOperand } from "../conversions.ts";
import { MATH, OVERLOADS } from "../math-names.ts";
import { SCALAR_BYTES, type Value } from "../../ir/program.ts";
import { F32, F64, I32, I64, U32, builtInType, isInteger, typeName, type CudaType } from "../types.ts";
import { arithmetic, bits, call, constant, convert } from "../../ir/values.ts";
import { NOTHING, argument, argumentAs, expectArguments, targetArgument, type BuiltIn, type BuiltIns, type Scalar } from "./call.ts";

/** A function of numbers: its arguments are converted to these types, in order. */
export function numeric(name: string, result: Scalar, ...parameters: Scalar[]): BuiltIn {
  return numberFunction(name, result, parameters, false);
}

/** @param isFast whether a GPU's is a faster, less exact one */
function numberFunction(name: string, result: Scalar, parameters: readonly Scalar[], isFast: boolean): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, parameters.length);
    const operands = parameters.map((type, i) => argumentAs(invoked, i, type));
    return valueOperand(result, { ...call(result.scalar, name, ...operands), ...(isFast && { isFast }) });
  };
}

/** A function that exists for several types: the common type of its arguments chooses. */
function overloaded(base: string, parameters: number, kinds: "floating" | "all"): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, parameters);
    const { context, span } = invoked;
    const operands = invoked.given.map((_, i) => argument(invoked, i));
    let type = operands[0]!.type;
    for (const operand of operands.slice(1))
      type = balanced(valueOperand(type, zeroOf(type)), valueOperand(operand.type, zeroOf(operand.type)), context, span).type;
    if (type.kind !== "scalar") throw typeOfArgument(span, invoked.name, typeName(type));
    if (kinds === "floating" && isInteger(type)) type = F64;
    if (isInteger(type) && SCALAR_BYTES[type.scalar] < 4) type = I32;
    const chosen = type as Scalar;
    const values = operands.map((operand) => scalarOf(convertTo(chosen, operand, context, span), context, span));
    return valueOperand(chosen, call(chosen.scalar, `${base}.${chosen.scalar}`, ...values));
  };
}

function zeroOf(type: CudaType): Value {
  return constant(type.kind === "scalar" ? type.scalar : "ptr", 0);
}

/** `__float_as_int` and its kin. */
export function reinterpret(from: Scalar, to: Scalar): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 1);
    return valueOperand(to, bits(to.scalar, argumentAs(invoked, 0, from)));
  };
}

export function conversion(from: Scalar, to: Scalar): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 1);
    return valueOperand(to, convert(to.scalar, argumentAs(invoked, 0, from)));
  };
}

export function operation(type: Scalar, operator: "+" | "-" | "*" | "/"): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 2);
    return valueOperand(type, arithmetic(type.scalar, operator, argumentAs(invoked, 0, type), argumentAs(invoked, 1, type)));
  };
}

/** `sincosf(angle, &sine, &cosine)`. */
function sincos(type: Scalar): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 3);
    const { context, span } = invoked;
    const angle = context.keep(argumentAs(invoked, 0, type), span);
    for (const [position, base] of [
      [1, "sin"],
      [2, "cos"],
    ] as const) {
      const place = targetArgument(invoked, position);
      const value = valueOperand(type, call(type.scalar, `${base}.${type.scalar}`, angle));
      store(place, convertTo(place.type, value, context, span), context, span);
    }
    return NOTHING;
  };
}

export const I16 = builtInType("short") as Scalar;
export const U16 = builtInType("unsigned short") as Scalar;

/** Functions of numbers. */
export const NUMBER_FUNCTIONS: BuiltIns = [
  ...MATH.map(([name, base, result, ...parameters]) => [name, numberFunction(base, result, parameters, name.startsWith("__"))] as const),
  ...OVERLOADS.map(([name, parameters, kinds]) => [name, overloaded(name, parameters, kinds)] as const),
  ["sincosf", sincos(F32)],
  ["__sincosf", sincos(F32)],
  ["sincos", sincos(F64)],
  ["__float_as_int", reinterpret(F32, I32)],
  ["__float_as_uint", reinterpret(F32, U32)],
  ["__int_as_float", reinterpret(I32, F32)],
  ["__uint_as_float", reinterpret(U32, F32)],
  ["__double_as_longlong", reinterpret(F64, I64)],
  ["__longlong_as_double", reinterpret(I64, F64)],
];
