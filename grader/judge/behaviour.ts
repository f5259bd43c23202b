import type { Answer } from "#sandbox/answer/answer.ts";

/**
 * What an answer does in one case, boiled down: two answers that give the same indexes to the same threads, access by access,
 * have the same digest, however they are written.
 */
export class BehaviourDigest {
  #hash = 0x811c9dc5;

  /** Takes in the indexes of one access of one block. */
  add(accessNumber: number, indexes: Int32Array): void {
    let hash = Math.imul(this.#hash ^ accessNumber, 0x01000193);
    for (const index of indexes) {
      // FNV-1a over whole words, with a rotation so that the upper bits count too.
      hash = Math.imul(hash ^ index, 0x01000193);
      hash = (hash << 5) | (hash >>> 27);
    }
    this.#hash = hash;
  }

  get value(): number {
    return this.#hash >>> 0;
  }
}

/** The numbers that an answer chose are part of what it does. */
export function chosenNumbers(answer: Answer): string {
  return JSON.stringify(Object.entries(answer).filter(([, value]) => typeof value === "number"));
}
