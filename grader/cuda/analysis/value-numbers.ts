import type { Value, Variable } from "../ir/program.ts";
import { essenceOf, operandsOf } from "../ir/walk.ts";

/** A source of a value besides its operands; its number says what it holds at the point in question. */
export type Source = Variable | "activeMask";

/** An address as bytes behind another one, by that one's number. Equal bases are equal addresses. */
export interface BasedAddress {
  readonly base: number;
  readonly bytes: number;
}

/** Value numbering: values with equal numbers are equal. */
export class ValueNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #based = new Map<number, BasedAddress>();
  #next = 0;

  /** A number unlike all others. */
  fresh(): number {
    return this.#next++;
  }

  /** @param held the number of what a register, an array or the mask holds where the value is computed */
  of(value: Value, held: (source: Source) => number): number {
    if (value.kind === "register") return held(value.register);
    if (value.kind === "special" && value.special === "activeMask") return held("activeMask");
    const operands = operandsOf(value).map((operand) => this.of(operand, held));
    const array = value.kind === "element" ? held(value.array) : "";
    const key = [essenceOf(value), array, ...operands].join(" ");
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.fresh()));
    if (value.kind === "offset" && value.index.kind === "constant") {
      const { base, bytes } = this.based(operands[0]!);
      this.#based.set(number, { base, bytes: bytes + Number(value.index.value) * value.bytes });
    }
    return number;
  }

  /** An address by its number: `p->y` is so many bytes behind `p`. */
  based(address: number): BasedAddress {
    return this.#based.get(address) ?? { base: address, bytes: 0 };
  }
}
