import { INACTIVE, WARP_SIZE, accessesOf, type Device, type Dim3, type Kernel, type Launch, type Trace } from "#simulator";
import type { LaunchCosts } from "./estimate-time.ts";
import { LaunchMeter } from "./launch-meter.ts";
import type { MemoryAccess } from "#memory/memory-system.ts";

/** Arrays begin at multiples of this, as cudaMalloc gives them. */
const ARRAY_ALIGNMENT = 256;
/** Instructions that begin and end a warp, and those that a request of index functions stands for: the index, the guard, the access itself. */
const INSTRUCTIONS_PER_WARP = 8;
const INSTRUCTIONS_PER_REQUEST = 5;

/** Watches a kernel of index functions from its first access to its last, for its traffic past L1 and its duration. */
export class KernelWatch {
  readonly #launch: Launch;
  readonly #meter: LaunchMeter;
  readonly #accesses: readonly WatchedAccess[];
  readonly #addresses = new Float64Array(WARP_SIZE);

  /** @param launch of the kernel, which starts next */
  constructor(kernel: Kernel, launch: Launch, device: Device) {
    this.#launch = launch;
    const sharedBytes = Object.values(kernel.arrays)
      .filter(({ space }) => space === "shared")
      .reduce((sum, { length, bytesPerElement }) => sum + length * bytesPerElement, 0);
    // Index functions are arithmetic: a compiler is free to load before it stores.
    this.#meter = new LaunchMeter(device, launch, sharedBytes, { isRestrict: true });
    const bases = basesOf(kernel);
    this.#accesses = accessesOf(kernel.steps).map((access, number) => {
      const { space, bytesPerElement } = kernel.arrays[access.array]!;
      return {
        number,
        operation: access.kind,
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
    const { base, bytesPerElement } = access;
    for (let warp = 0; warp * WARP_SIZE < indexes.length; warp++) {
      let mask = 0;
      for (let lane = 0; lane < WARP_SIZE; lane++) {
        const index = indexes[warp * WARP_SIZE + lane]!;
        if (index === INACTIVE) continue;
        mask |= 1 << lane;
        this.#addresses[lane] = base + index * bytesPerElement;
      }
      if (mask !== 0) this.#meter.system.request({ block, warp }, access, mask, this.#addresses);
    }
  };

  /** The costs of the launch, once it has ended. */
  costs({ accesses, barriers }: Trace): LaunchCosts {
    const requests = accesses.reduce((sum, access) => sum + access.requests, 0);
    const { warps, warpsPerBlock } = this.#meter;
    const instructions = INSTRUCTIONS_PER_WARP * warps + INSTRUCTIONS_PER_REQUEST * requests;
    return this.#meter.costs(accesses, { instructions, unitClocks: 0, barriers: barriers * warpsPerBlock });
  }
}

interface WatchedAccess extends MemoryAccess {
  readonly isGlobal: boolean;
  /** Address of the array's first byte. */
  readonly base: number;
  readonly bytesPerElement: number;
}

/** The addresses of the arrays in global memory, one after the other. */
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
