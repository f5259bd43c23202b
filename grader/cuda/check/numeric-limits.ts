import type { TypeNode } from "../syntax/tree.ts";
import type { Context } from "./context.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import { constantOf } from "./conversions.ts";
import type { ScalarType } from "../ir/program.ts";
import { constant } from "../ir/values.ts";

type Limits = Readonly<Record<"min" | "max" | "lowest" | "epsilon" | "infinity", number | bigint>>;

function whole(bits: number, isSigned: boolean): Limits {
  const max = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n;
  const min = isSigned ? -max - 1n : 0n;
  return { min, max, lowest: min, epsilon: 0, infinity: 0 };
}

const LIMITS: Partial<Record<ScalarType, Limits>> = {
  i8: whole(8, true),
  u8: whole(8, false),
  i16: whole(16, true),
  u16: whole(16, false),
  i32: whole(32, true),
  u32: whole(32, false),
  i64: whole(64, true),
  u64: whole(64, false),
  f32: { min: 2 ** -126, max: 3.4028234663852886e38, lowest: -3.4028234663852886e38, epsilon: 2 ** -23, infinity: Infinity },
  f64: { min: 2 ** -1022, max: Number.MAX_VALUE, lowest: -Number.MAX_VALUE, epsilon: 2 ** -52, infinity: Infinity },
};

/** `std::numeric_limits<float>::max()` and its kin. */
export function numericLimit(owner: TypeNode, name: string, context: Context): (CheckedExpression & { kind: "constant" }) | undefined {
  if (owner.kind !== "named" || !/^(?:(?:cuda::)?std::)?numeric_limits$/.test(owner.name)) return undefined;
  const [argument] = owner.templateArguments ?? [];
  const type =
    argument?.kind === "type"
      ? context.type(argument.type)
      : argument?.kind === "value" && argument.value.kind === "name"
        ? context.type({ ...argument.value, kind: "named", isConst: false })
        : undefined;
  if (type?.kind !== "scalar") return undefined;
  const limits = LIMITS[type.scalar];
  return limits && Object.hasOwn(limits, name) ? constantOf(type, constant(type.scalar, limits[name as keyof Limits])) : undefined;
}
