import type { Register, Step } from "../ir/program.ts";
import { eachRead } from "../ir/walk.ts";

/** The number of times that the text of a program reads each register. */
export class Reads {
  readonly #counts = new Map<Register, number>();

  constructor(steps: readonly Step[]) {
    eachRead(steps, (register) => this.#counts.set(register, this.of(register) + 1));
  }

  of(register: Register): number {
    return this.#counts.get(register) ?? 0;
  }
}
