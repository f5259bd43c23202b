import type { Register, Step, Value } from "../ir/program.ts";
import type { Definitions } from "./definitions.ts";

/** An address of more operations is not computed before a loop. */
const MOST_OPERATIONS = 64;

/** A value with the operations, registers and constants that it is made of. */
interface Sized {
  readonly value: Value;
  readonly operations: number;
}

/**
 * Loop invariants: values in a loop in terms of registers that the loop does not set. What a step sets is known behind it in its list of
 * steps, and in the steps within those; it is followed step by step.
 */
export class LoopInvariants {
  readonly #definitions: Definitions;
  readonly #fixed: Register | undefined;
  readonly #values: Map<Register, Sized | undefined>;

  /**
   * @param definitions in the loop
   * @param fixed a register that is taken as it is although the loop sets it
   */
  constructor(definitions: Definitions, fixed?: Register, values?: ReadonlyMap<Register, Sized | undefined>) {
    this.#definitions = definitions;
    this.#fixed = fixed;
    this.#values = new Map(values);
  }

  /** The invariants that are known at the beginning of the steps in a step. */
  within(): LoopInvariants {
    return new LoopInvariants(this.#definitions, this.#fixed, this.#values);
  }

  /** Moves behind a step. What the loop sets at several places has another value at another time. */
  follow(step: Step): void {
    if (step.kind === "set" && this.#definitions.of(step.register).length === 1)
      this.#values.set(step.register, this.#sized(step.value, { left: MOST_OPERATIONS }));
  }

  /** The value before the loop; undefined where it changes from pass to pass. */
  of(value: Value): Value | undefined {
    return this.#sized(value, { left: MOST_OPERATIONS })?.value;
  }

  #sized(value: Value, operations: { left: number }): Sized | undefined {
    const before = operations.left;
    const found = this.#inTermsOf(value, operations);
    return found && { value: found, operations: before - operations.left };
  }

  #inTermsOf(value: Value, operations: { left: number }): Value | undefined {
    if (--operations.left < 0) return undefined;
    const of = (operand: Value): Value | undefined => this.#inTermsOf(operand, operations);
    switch (value.kind) {
      case "register": {
        if (value.register === this.#fixed || !this.#definitions.has(value.register)) return value;
        const known = this.#values.get(value.register);
        operations.left -= known?.operations ?? 0;
        return operations.left < 0 ? undefined : known?.value;
      }
      case "constant":
      case "symbol":
        return value;
      case "special":
        return value.special === "activeMask" ? undefined : value;
      case "arithmetic": {
        const left = of(value.left);
        const right = of(value.right);
        return left && right && { ...value, left, right };
      }
      case "convert":
      case "negate": {
        const operand = of(value.operand);
        return operand && { ...value, operand };
      }
      case "offset": {
        const pointer = of(value.pointer);
        const index = of(value.index);
        return pointer && index && { ...value, pointer, index };
      }
      default:
        return undefined;
    }
  }
}
