import { accessesOf, arrayOf, elementsInRegister, type Access, type Combine, type Kernel, type Pack } from "./kernel.ts";
import { threadsInWholeWarps, type Launch } from "./launch.ts";

/**
 * The registers of a block's threads by name. A register has one value per thread and per element of its vector: the value of a
 * source element or a sum of several, 0 for nothing.
 */
export class Registers {
  readonly #threads: number;
  readonly #registers = new Map<string, Int32Array>();

  /** @throws RangeError for a register that accesses of different widths use */
  constructor(kernel: Kernel, launch: Launch) {
    this.#threads = threadsInWholeWarps(launch);
    for (const access of accessesOf(kernel.steps)) {
      const name = registerOf(access);
      const length = this.#threads * elementsInRegister(access, arrayOf(access, kernel).bytesPerElement);
      const known = this.#registers.get(name);
      if (known && known.length !== length) throw new RangeError(`register "${name}" is used with vectors of different lengths`);
      if (!known) this.#registers.set(name, new Int32Array(length));
    }
  }

  /** The register that an access loads into or stores from. */
  of(access: Access): Int32Array {
    return this.#named(registerOf(access));
  }

  clear(): void {
    for (const register of this.#registers.values()) register.fill(0);
  }

  /**
   * Carries out `into += from` or `into += from * times`.
   *
   * @param activeThreads one flag per thread, 0 for those that do not reach the step; null when all do
   */
  combine({ into, from, times }: Combine, activeThreads: Uint8Array | null): void {
    const sums = this.#named(into);
    const addends = this.#named(from);
    const factors = times === undefined ? undefined : this.#named(times);
    const toOneElement = sums.length === this.#threads;
    if ((sums.length !== addends.length && !toOneElement) || (factors && factors.length !== addends.length)) {
      throw new RangeError(`registers ${quoted([into, from, ...(times === undefined ? [] : [times])])} hold vectors of different lengths`);
    }
    const elementsPerThread = addends.length / this.#threads;
    for (let thread = 0, i = 0; thread < this.#threads; thread++) {
      const end = i + elementsPerThread;
      if (activeThreads !== null && activeThreads[thread] !== 1) i = end;
      for (; i < end; i++) {
        const sum = toOneElement ? thread : i;
        sums[sum] = (sums[sum]! + (factors ? Math.imul(addends[i]!, factors[i]!) : addends[i]!)) | 0;
      }
    }
  }

  /**
   * Carries out `into = make_float2(from[0], from[1])`.
   *
   * @param activeThreads one flag per thread, 0 for those that do not reach the step; null when all do
   */
  pack({ into, from }: Pack, activeThreads: Uint8Array | null): void {
    const vectors = this.#named(into);
    const elements = from.map((name) => this.#named(name));
    if (vectors.length !== from.length * this.#threads || elements.some(({ length }) => length !== this.#threads)) {
      throw new RangeError(`register "${into}" does not hold as many elements as there are in ${quoted(from)}`);
    }
    for (let thread = 0; thread < this.#threads; thread++) {
      if (activeThreads !== null && activeThreads[thread] !== 1) continue;
      for (const [i, element] of elements.entries()) vectors[thread * from.length + i] = element[thread]!;
    }
  }

  #named(name: string): Int32Array {
    const register = this.#registers.get(name);
    if (!register) throw new RangeError(`a combine or pack step uses register "${name}", which no access loads or stores`);
    return register;
  }
}

function registerOf(access: Access): string {
  return access.register ?? "value";
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
