import type { Dim3, Launch } from "./launch.ts";

/** What an index function is told about the thread that it answers for: CUDA's built-in variables. */
export interface Thread {
  readonly threadIdx: Dim3;
  readonly blockIdx: Dim3;
  readonly blockDim: Dim3;
  readonly gridDim: Dim3;
}

/**
 * Coordinates that their owner can move and nobody else can change. Getters of a class, because the engine
 * inlines them: an accessor of an object literal, frozen, makes an index function ten times slower.
 */
class Coordinates implements Dim3 {
  #x = 0;
  #y = 0;
  #z = 0;

  constructor() {
    Object.freeze(this);
  }

  get x(): number {
    return this.#x;
  }

  get y(): number {
    return this.#y;
  }

  get z(): number {
    return this.#z;
  }

  /** A function beside the object, so that the object itself offers no way to move it. */
  static place(coordinates: Coordinates, x: number, y: number, z: number): void {
    coordinates.#x = x;
    coordinates.#y = y;
    coordinates.#z = z;
  }
}

const { place } = Coordinates;
// A coordinate leads to its class: the class must not lead on to `place`.
delete (Coordinates as { place?: unknown }).place;
Object.freeze(Coordinates.prototype);
Object.freeze(Coordinates);

/** One thread after the other, seen through one frozen object. */
export class ThreadCursor {
  readonly thread: Thread;
  readonly #threadIdx = new Coordinates();
  readonly #blockIdx = new Coordinates();

  constructor({ gridDim, blockDim }: Launch) {
    const block = new Coordinates();
    const grid = new Coordinates();
    place(block, blockDim.x, blockDim.y, blockDim.z);
    place(grid, gridDim.x, gridDim.y, gridDim.z);
    this.thread = Object.freeze({ threadIdx: this.#threadIdx, blockIdx: this.#blockIdx, blockDim: block, gridDim: grid });
  }

  moveToBlock({ x, y, z }: Dim3): void {
    place(this.#blockIdx, x, y, z);
  }

  moveToThread({ x, y, z }: Dim3): void {
    place(this.#threadIdx, x, y, z);
  }
}
