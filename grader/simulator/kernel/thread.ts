import type { MemoryOp } from "../warp-request.ts";
import type { Dim3, Launch } from "./launch.ts";

/** The thread that an index function is called for: CUDA's built-in variables. */
export interface Thread {
  readonly threadIdx: Dim3;
  readonly blockIdx: Dim3;
  readonly blockDim: Dim3;
  readonly gridDim: Dim3;
}

/**
 * Coordinates that only this module can change. They are getters of a class because the engine inlines those: with getters of a
 * frozen object literal an index function is ten times slower.
 */
export class Coordinates implements Dim3 {
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

  static place(coordinates: Coordinates, x: number, y: number, z: number): void {
    coordinates.#x = x;
    coordinates.#y = y;
    coordinates.#z = z;
  }

  static placeX(coordinates: Coordinates, x: number): void {
    coordinates.#x = x;
  }
}

/** Sets coordinates. Not a method, so that an answer, which gets the object, cannot change it. */
export const place = Coordinates.place;
/** Sets x alone: for the next thread of a row. */
export const placeX = Coordinates.placeX;
delete (Coordinates as { place?: unknown }).place;
delete (Coordinates as { placeX?: unknown }).placeX;
Object.freeze(Coordinates.prototype);
// An answer can reach the getters themselves, too, and could leave something on them for the next one.
for (const { get } of Object.values(Object.getOwnPropertyDescriptors(Coordinates.prototype))) if (get) Object.freeze(get);
Object.freeze(Coordinates);

/** The call of an index function that a run is making. */
export interface CallPlace {
  /** The name of the access or trip count. */
  readonly name: string;
  /** Its kind: the index of a load or of a store, which have one name in a copy, or the trip count of a repeat. */
  readonly kind: MemoryOp | "repeat" | undefined;
  readonly blockIdx: Dim3;
  readonly threadIdx: Dim3;
  /** Whether it is the second call for this thread, which rechecks purity. */
  readonly isRecheck: boolean;
}

/** Presents one thread after the other through a single frozen object. */
export class ThreadCursor {
  /** The name of the access or trip count whose function is being called. */
  name = "";
  kind: CallPlace["kind"];
  isRecheck = false;
  readonly thread: Thread;
  readonly threadIdx = new Coordinates();
  readonly blockIdx = new Coordinates();

  constructor({ gridDim, blockDim }: Launch) {
    const block = new Coordinates();
    const grid = new Coordinates();
    place(block, blockDim.x, blockDim.y, blockDim.z);
    place(grid, gridDim.x, gridDim.y, gridDim.z);
    this.thread = Object.freeze({ threadIdx: this.threadIdx, blockIdx: this.blockIdx, blockDim: block, gridDim: grid });
  }

  moveToBlock({ x, y, z }: Dim3): void {
    place(this.blockIdx, x, y, z);
  }

  callPlace(): CallPlace {
    return { name: this.name, kind: this.kind, ...this.position(), isRecheck: this.isRecheck };
  }

  /** The thread that the cursor is on, as plain data. */
  position(): { blockIdx: Dim3; threadIdx: Dim3 } {
    return { blockIdx: copy(this.blockIdx), threadIdx: copy(this.threadIdx) };
  }
}

function copy({ x, y, z }: Dim3): Dim3 {
  return { x, y, z };
}
