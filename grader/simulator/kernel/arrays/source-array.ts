import type { ArrayState, Moves } from "./array-state.ts";

/** Global memory that the kernel only loads from: element i is source element `firstId` + i, for ever. */
export class SourceArray implements ArrayState {
  readonly #firstId: number;

  constructor(firstId: number) {
    this.#firstId = firstId;
  }

  load(indexes: Int32Array, { elementsPerLane, register }: Moves): void {
    const firstId = this.#firstId;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread];
      if (index < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) register[thread * elementsPerLane + i] = firstId + index + i;
    }
  }

  store(): never {
    throw new Error("the kernel stores to an array that was taken for read-only");
  }

  finish(): void {}
}
