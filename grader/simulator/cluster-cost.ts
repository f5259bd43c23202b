import { AtomicCounter } from "./atomic-cost.ts";
import type { Device } from "./devices.ts";
import { GlobalCounter } from "./global-cost.ts";
import { WARP_SIZE, checkAddress, isActive, type AccessWidth } from "./warp-request.ts";

// The rules were found on an H200: hardware/data/cluster-requests.jsonl.

/**
 * An access to shared memory of a cluster: `ld`, `st`, `atom`, `red`, `st.async` and `red.async` with `.shared::cluster`, or with a generic
 * address. "compare": compare and swap; "loop": the loop for additions to floats.
 */
export type ClusterOp = "load" | "store" | "atomic" | "compare" | "loop" | "st.async" | "red.async";

/** One warp's access to the shared memory of blocks in its cluster. */
export interface ClusterRequest {
  readonly op: ClusterOp;
  readonly bytesPerLane: AccessWidth;
  /** Bit i is set when lane i is active. */
  readonly activeMask: number;
  /** The rank in the cluster of the block that asks. */
  readonly block: number;
  /** The rank of the block that each of 32 lanes reaches into. */
  readonly blocks: readonly number[];
  /** 32 byte addresses in those blocks' shared memory, lane 0 first; those of inactive lanes are ignored. */
  readonly addresses: readonly number[];
}

/** The cost of the lanes that leave the SM, by the profiler's counters of distributed shared memory. */
export interface ClusterCost {
  /** l1tex__t_requests_pipe_lsu_mem_dshared_op_{ld,st,atom,redas}: 1, or the turns of the loop; 0 where no lane leaves. */
  readonly requests: number;
  /** Sectors that cross the network between the SMs (l1tex__t_sectors_…). */
  readonly sectors: number;
  /** Lines of 128 bytes (l1tex__t_set_accesses_…). */
  readonly cacheLines: number;
  /** Passes of the tag stage (l1tex__t_output_wavefronts_…). */
  readonly tagWavefronts: number;
  /**
   * Wavefronts that count for the asking block's own shared memory, where the counter has those of lanes that stay
   * (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom).
   */
  readonly wavefronts: number;
  /** Loads of the loop, and their sectors (…_mem_dshared_op_ld). */
  readonly loads: number;
  readonly loadSectors: number;
}

/**
 * Whether an access to the block's own shared memory leaves the SM all the same, as `st.async` and `red.async` do. Plain loads, stores and
 * atomics don't: they cost what they cost without a cluster (`sharedCost`, `sharedAtomicCost`).
 */
export function alwaysLeaves(op: ClusterOp): boolean {
  return op === "st.async" || op === "red.async";
}

/** The lanes of a request that leave the SM, as a mask. */
export function leavingLanes({ op, activeMask, block, blocks }: ClusterRequest): number {
  if (alwaysLeaves(op)) return activeMask;
  let leaving = 0;
  for (let lane = 0; lane < WARP_SIZE; lane++) if (isActive(activeMask, lane) && blocks[lane] !== block) leaving |= 1 << lane;
  return leaving >>> 0;
}

/** From a line in one block's shared memory to the same one in the next block's, as the tag banks have it. Measured for up to 8 blocks. */
const BLOCK_DISTANCE_BYTES = 2 ** 23;

/** Where the tag stage has an address in the shared memory of a block of the cluster. */
export function clusterPlace(block: number, address: number): number {
  return block * BLOCK_DISTANCE_BYTES + address;
}

/**
 * Counts the lanes of an access that leave the SM.
 *
 * @throws RangeError for a request that hardware would refuse
 */
export function clusterCost(request: ClusterRequest, device: Device): ClusterCost {
  const { op, bytesPerLane, activeMask, blocks, addresses } = request;
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (isActive(activeMask, lane)) checkAddress(addresses[lane]!, lane, bytesPerLane);
  }
  const counter = new ClusterCounter(device);
  const leaving = leavingLanes(request);
  const places = addresses.map((address, lane) => clusterPlace(blocks[lane]!, address));
  counter.count(op, bytesPerLane, leaving, places, (activeMask & ~leaving) !== 0);
  return { ...counter.cost };
}

/**
 * The counting behind `clusterCost`, for millions of requests: after its construction it allocates nothing.
 *
 * Another block's shared memory is memory behind L1, and has no banks: loads and stores count as those of global memory at the same places;
 * atomics, `st.async` and `red.async` as global atomics.
 */
export class ClusterCounter {
  /** The cost of the last request. The object is reused: copy it to keep it. */
  readonly cost = { requests: 0, sectors: 0, cacheLines: 0, tagWavefronts: 0, wavefronts: 0, loads: 0, loadSectors: 0 };
  readonly #loads: GlobalCounter;
  readonly #atomics: AtomicCounter;

  constructor(device: Device) {
    this.#loads = new GlobalCounter(device);
    this.#atomics = new AtomicCounter(device.tagBanks);
  }

  /**
   * @param leaving the lanes that leave the SM
   * @param places of the lanes: see `clusterPlace`
   * @param doOthersStay whether the request has other lanes, which stay
   */
  count(op: ClusterOp, bytesPerLane: AccessWidth, leaving: number, places: ArrayLike<number>, doOthersStay: boolean): void {
    const { cost } = this;
    cost.requests = cost.sectors = cost.cacheLines = cost.tagWavefronts = cost.wavefronts = cost.loads = cost.loadSectors = 0;
    if (leaving === 0) return;
    if (op === "loop") return this.#countLoop(bytesPerLane, leaving, places, doOthersStay);
    if (op === "load" || op === "store") {
      this.#loads.count("load", bytesPerLane, leaving, places);
      this.#add(this.#loads.cost);
      return;
    }
    this.#atomics.countGlobal(op === "compare", leaving, places);
    this.#add(this.#atomics.global);
    if (!doOthersStay && !alwaysLeaves(op)) cost.wavefronts = op === "compare" ? 2 : 1;
  }

  /** In each turn, the remaining lanes load, then compare and swap; those that fail go on. */
  #countLoop(bytesPerLane: AccessWidth, leaving: number, places: ArrayLike<number>, doOthersStay: boolean): void {
    const { cost } = this;
    for (let remaining = leaving; remaining !== 0;) {
      this.#loads.count("load", bytesPerLane, remaining, places);
      cost.loads++;
      cost.loadSectors += this.#loads.cost.sectors;
      remaining = this.#atomics.countTurn(remaining, places);
      this.#add(this.#atomics.global);
    }
    // Which space the address lies in is asked once, for the lanes that stay, too.
    cost.wavefronts = 2 * cost.loads + (doOthersStay ? 0 : 1);
  }

  #add({ sectors, cacheLines, tagWavefronts }: Pick<ClusterCost, "sectors" | "cacheLines" | "tagWavefronts">): void {
    this.cost.requests++;
    this.cost.sectors += sectors;
    this.cost.cacheLines += cacheLines;
    this.cost.tagWavefronts += tagWavefronts;
  }
}
