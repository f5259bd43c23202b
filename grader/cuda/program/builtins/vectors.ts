import { builtInType } from "../types.ts";
import { argumentAs, expectArguments, type BuiltIn, type BuiltIns, type Scalar, type Struct } from "./call.ts";

function makeVector(name: string): BuiltIn {
  const type = structNamed(name);
  return (invoked) => {
    const { fields } = type.struct;
    expectArguments(invoked, fields.length);
    const leaves = new Map(fields.map((field, i) => [`.${field.name}`, argumentAs(invoked, i, field.type as Scalar)] as const));
    return { kind: "aggregate", type, leaves };
  };
}

export function structNamed(name: string): Struct {
  return builtInType(name) as Struct;
}

const VECTOR_ELEMENTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"];

/** `make_float4` and its kin. */
export const VECTOR_FUNCTIONS: BuiltIns = [
  ...VECTOR_ELEMENTS.flatMap((element) =>
    [1, 2, 3, 4].map((length) => [`make_${element}${length}`, makeVector(`${element}${length}`)] as const),
  ),
];
