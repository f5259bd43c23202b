import { INACTIVE, WARP_SIZE, accessesOf, volume, type Device, type Dim3, type Kernel, type Launch, type Trace } from "#simulator";
import { MemorySystem } from "#memory/memory-system.ts";
import { occupancyOf, type Occupancy } from "#memory/occupancy.ts";
import { estimateTime, type LaunchCosts } from "./estimate-time.ts";

/** Arrays begin at multiples of this, as cudaMalloc gives them. */
const ARRAY_ALIGNMENT = 256;
/** Steps of a program that an access of index functions stands for: the index, the guard, the access itself. */
const STEPS_PER_REQUEST = 6;

/** Watches a kernel of index functions from its first access to its last, for what it moves past L1 and how long it takes. */
export class KernelWatch {
  readonly #device: Device;
  readonly #launch: Launch;
  readonly #system: MemorySystem;
  readonly #occupancy: Occupancy;
  readonly #accesses: readonly WatchedAccess[];
  readonly #addresses = new Float64Array(WARP_SIZE);

  /** @param launch of the kernel, which starts next */
  constructor(kernel: Kernel, launch: Launch, device: Device) {
    this.#device = device;
    this.#launch = launch;
    const arrays = Object.values(kernel.arrays);
    const sharedBytes = arrays
      .filter(({ space }) => space === "shared")
      .reduce((sum, { length, bytesPerElement }) => sum + length * bytesPerElement, 0);
    this.#occupancy = occupancyOf(device, { threads: volume(launch.blockDim), sharedBytes });
    // Index functions are arithmetic: nothing keeps a compiler from loading before it stores.
    this.#system = new MemorySystem(device, this.#occupancy, volume(launch.gridDim), true);
    const bases = basesOf(kernel);
    this.#accesses = accessesOf(kernel.steps).map((access) => {
      const { space, bytesPerElement } = kernel.arrays[access.array]!;
      return {
        does: access.kind,
        isGlobal: space === "global",
        base: bases.get(access.array) ?? 0,
        bytesPerElement,
        bytesPerLane: bytesPerElement * (access.elementsPerLane ?? 1),
      };
    });
  }

  /** For `RunOptions.observe`. */
  readonly observe = (accessNumber: number, indexes: Int32Array, { x, y, z }: Dim3): void => {
    const access = this.#accesses[accessNumber]!;
    if (!access.isGlobal) return;
    const { gridDim } = this.#launch;
    const block = x + gridDim.x * (y + gridDim.y * z);
    const { base, bytesPerElement, bytesPerLane, does } = access;
    for (let warp = 0; warp * WARP_SIZE < indexes.length; warp++) {
      let mask = 0;
      for (let lane = 0; lane < WARP_SIZE; lane++) {
        const index = indexes[warp * WARP_SIZE + lane]!;
        if (index === INACTIVE) continue;
        mask |= 1 << lane;
        this.#addresses[lane] = base + index * bytesPerElement;
      }
      if (mask !== 0) this.#system.request(block, warp, accessNumber, does, bytesPerLane, mask, this.#addresses);
    }
  };

  /** What the launch cost, once it has ended. */
  costs({ accesses }: Trace): LaunchCosts {
    let [tagWavefronts, sharedWavefronts, requests] = [0, 0, 0];
    for (const access of accesses) {
      requests += access.requests;
      if (access.space === "global") tagWavefronts += access.tagWavefronts;
      else sharedWavefronts += access.wavefronts;
    }
    const memory = this.#system.counts();
    const time = estimateTime(this.#device, {
      blocks: volume(this.#launch.gridDim),
      warpsPerBlock: Math.ceil(volume(this.#launch.blockDim) / WARP_SIZE),
      occupancy: this.#occupancy,
      memory,
      tagWavefronts,
      sharedWavefronts,
      steps: STEPS_PER_REQUEST * requests,
    });
    return { memory, time };
  }
}

interface WatchedAccess {
  readonly does: "load" | "store";
  readonly isGlobal: boolean;
  /** Address of the array's first byte. */
  readonly base: number;
  readonly bytesPerElement: number;
  readonly bytesPerLane: number;
}

/** Where the arrays of global memory begin, one behind the other. */
function basesOf({ arrays }: Kernel): ReadonlyMap<string, number> {
  const bases = new Map<string, number>();
  let next = 0;
  for (const [name, { space, length, bytesPerElement }] of Object.entries(arrays)) {
    if (space !== "global") continue;
    bases.set(name, next);
    next += Math.ceil((length * bytesPerElement) / ARRAY_ALIGNMENT) * ARRAY_ALIGNMENT;
  }
  return bases;
}
