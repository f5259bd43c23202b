import type { Register, Value } from "../ir/program.ts";
import type { Loop } from "../ir/loop.ts";
import { Definitions } from "./definitions.ts";

/** Of an address in a loop: the pointer that it begins with, and the bytes that it moves from pass to pass, where a compiler knows them. */
export interface AddressStep {
  readonly pointer: Register | undefined;
  readonly bytes: number | undefined;
}

/** What is set from itself, over others, is not followed further than this. */
const MOST_REGISTERS = 64;

/** How the addresses in a loop move from pass to pass, as far as a compiler can tell. */
export class AddressSteps {
  readonly #definitions: Definitions;

  constructor(loop: Loop) {
    this.#definitions = new Definitions([loop]);
  }

  of(address: Value): AddressStep {
    return this.#address(address, MOST_REGISTERS);
  }

  #address(address: Value, depth: number): AddressStep {
    if (address.kind === "offset") {
      const { pointer, bytes } = this.#address(address.pointer, depth);
      const elements = this.#step(address.index, depth, true);
      return { pointer, bytes: bytes === undefined || elements === undefined ? undefined : bytes + elements * address.bytes };
    }
    if (address.kind !== "register" || depth === 0) return { pointer: undefined, bytes: undefined };
    const { register } = address;
    if (!this.#definitions.has(register)) return { pointer: register, bytes: 0 };
    const value = this.#definitions.onlyValue(register);
    if (!value) return { pointer: undefined, bytes: undefined };
    const moved = movedFrom(value, register);
    if (moved === undefined) return this.#address(value, depth - 1);
    const elements = moved.kind === "constant" ? Number(moved.value) : undefined;
    const bytes = value.kind === "offset" && elements !== undefined ? elements * value.bytes : undefined;
    return { pointer: register, bytes };
  }

  /**
   * By how much a whole number grows from pass to pass; undefined if the compiler does not know.
   *
   * @param isWidened whether it becomes 64 bits wide: an unsigned sum of 32 bits may begin again at 0 before that
   */
  #step(value: Value, depth: number, isWidened: boolean): number | undefined {
    switch (value.kind) {
      case "constant":
      case "special":
      case "symbol":
        return 0;
      case "convert":
        return this.#step(value.operand, depth, isWidened || value.type === "i64" || value.type === "u64");
      case "register":
        return this.#registerStep(value.register, depth, isWidened);
      case "arithmetic": {
        const [left, right] = [this.#step(value.left, depth, isWidened), this.#step(value.right, depth, isWidened)];
        if (left === 0 && right === 0) return 0;
        if (left === undefined || right === undefined || (isWidened && value.type === "u32")) return undefined;
        if (value.operator === "+") return left + right;
        if (value.operator === "-") return left - right;
        if (value.operator === "*" && value.right.kind === "constant") return left * Number(value.right.value);
        if (value.operator === "*" && value.left.kind === "constant") return right * Number(value.left.value);
        if (value.operator === "<<" && value.right.kind === "constant") return left * 2 ** Number(value.right.value);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  #registerStep(register: Register, depth: number, isWidened: boolean): number | undefined {
    if (!this.#definitions.has(register)) return 0;
    const only = this.#definitions.onlyValue(register);
    if (!only || depth === 0) return undefined;
    const moved = movedFrom(only, register);
    if (moved === undefined) return this.#step(only, depth - 1, isWidened);
    const isMinus = only.kind === "arithmetic" && only.operator === "-";
    return moved.kind === "constant" ? (isMinus ? -1 : 1) * Number(moved.value) : undefined;
  }
}

/** What is added to a register's own value, or taken from it; undefined if a value is nothing of the kind. */
function movedFrom(value: Value, register: Register): Value | undefined {
  const isOwn = (side: Value): boolean => side.kind === "register" && side.register === register;
  if (value.kind === "offset" && isOwn(value.pointer)) return value.index;
  if (value.kind !== "arithmetic" || (value.operator !== "+" && value.operator !== "-")) return undefined;
  if (isOwn(value.left)) return value.right;
  return isOwn(value.right) && value.operator === "+" ? value.left : undefined;
}
