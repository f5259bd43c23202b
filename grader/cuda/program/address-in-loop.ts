import type { Value } from "../ir/program.ts";

/** More parts than an address has: what is larger is left as it is. */
export const MOST_PARTS = 64;

/** How many parts may follow. */
export interface PartsLeft {
  left: number;
}

type RegisterValue = Extract<Value, { kind: "register" }>;

/**
 * An address, or a part of it, in terms of what a loop does not change.
 *
 * @param ofRegister what a register stands for; undefined for one that changes
 * @param parts counts down
 * @returns undefined where it changes from pass to pass, or has too many parts
 */
export function inTermsOf(
  value: Value,
  ofRegister: (register: RegisterValue, parts: PartsLeft) => Value | undefined,
  parts: PartsLeft,
): Value | undefined {
  if (--parts.left < 0) return undefined;
  const of = (operand: Value): Value | undefined => inTermsOf(operand, ofRegister, parts);
  switch (value.kind) {
    case "register":
      return ofRegister(value, parts);
    case "constant":
    case "symbol":
      return value;
    case "special":
      return value.special === "activeMask" ? undefined : value;
    case "arithmetic": {
      const [left, right] = [of(value.left), of(value.right)];
      return left && right && { ...value, left, right };
    }
    case "convert":
    case "negate": {
      const operand = of(value.operand);
      return operand && { ...value, operand };
    }
    case "offset": {
      const [pointer, index] = [of(value.pointer), of(value.index)];
      return pointer && index && { ...value, pointer, index };
    }
    default:
      return undefined;
  }
}
