import { WARP_SIZE, volume, type Device, type Launch } from "#simulator";
import { MemorySystem, type KernelFacts } from "#memory/memory-system.ts";
import { occupancyOf, type Occupancy } from "#memory/occupancy.ts";
import { estimateTime, type LaunchCosts, type LaunchWork } from "./estimate-time.ts";

/** The counts of one access's requests, as far as they take time. */
export type TimedCounts =
  | { readonly space: "global"; readonly tagWavefronts: number }
  | { readonly space: "shared"; readonly wavefronts: number }
  | { readonly space: "local" | "constant" | "cluster" | "bulk" };

/** The work that the warps of a launch executed. */
type Executed = Pick<LaunchWork, "instructions" | "unitClocks" | "tensorClocks" | "tensorWaits" | "barriers"> & Partial<typeof NOT_COUNTED>;

/** Counts that are unknown for a kernel of index functions. */
const NOT_COUNTED = { localLoads: 0, localStores: 0, localStoreSectors: 0, constantPasses: 0, farConstants: 0 };

/** Measures a launch past L1, wherever its requests come from, and returns its costs. */
export class LaunchMeter {
  /** Receives the launch's requests to global memory. */
  readonly system: MemorySystem;
  readonly #device: Device;
  readonly #occupancy: Occupancy;
  readonly #blocks: number;
  readonly warpsPerBlock: number;

  /**
   * @param sharedBytes shared memory of a block
   * @param facts that the kernel's text states
   */
  constructor(device: Device, { gridDim, blockDim }: Launch, sharedBytes: number, facts: KernelFacts) {
    const threads = volume(blockDim);
    this.#device = device;
    this.#blocks = volume(gridDim);
    this.warpsPerBlock = Math.ceil(threads / WARP_SIZE);
    this.#occupancy = occupancyOf(device, { threads, sharedBytes });
    this.system = new MemorySystem(device, this.#occupancy, this.#blocks, facts);
  }

  /** Warps of the launch. */
  get warps(): number {
    return this.#blocks * this.warpsPerBlock;
  }

  /**
   * The costs of the launch, once it has ended.
   *
   * @param counts of all its requests
   * @param executed by its warps
   */
  costs(counts: Iterable<TimedCounts>, executed: Executed): LaunchCosts {
    let tagWavefronts = 0;
    let sharedWavefronts = 0;
    for (const own of counts) {
      if (own.space === "global") tagWavefronts += own.tagWavefronts;
      else if (own.space === "shared") sharedWavefronts += own.wavefronts;
    }
    const { warpsPerBlock } = this;
    const blocks = this.#blocks;
    const occupancy = this.#occupancy;
    const memory = this.system.counts();
    const work = { blocks, warpsPerBlock, occupancy, memory, tagWavefronts, sharedWavefronts, ...NOT_COUNTED, ...executed };
    return { work, time: estimateTime(this.#device, work) };
  }
}
