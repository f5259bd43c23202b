import type { TagBanks } from "./devices.ts";
import { DistinctSet } from "./distinct-set.ts";
import { tagBank } from "./global-cost.ts";
import { SharedCounter } from "./shared-cost.ts";
import { BANK_COUNT, CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, WORD_BYTES, firstLaneOf, isActive } from "./warp-request.ts";

// The rules were found on an H200: hardware/data/atomic-requests.jsonl.

/** One warp's atomic operation. */
export interface AtomicRequest {
  readonly bytesPerLane: number;
  readonly activeMask: number;
  /** The byte address of each lane; those of inactive lanes do not count. */
  readonly addresses: ArrayLike<number>;
}

/** An atomic's operation, as far as its cost depends on it. */
export interface AtomicOperation {
  /** "add one": the constant 1, to an integer. */
  readonly kind: "add one" | "add" | "exchange" | "compare and swap" | "other";
  /**
   * The operand in one request: a number of each lane, or all parts of a vector. "pairs of halves": `half2`, and `__nv_bfloat162`, which is
   * not measured; "vectors of floats": `float2` and `float4`, of which the latter is not measured.
   */
  readonly on: "integers" | "floats" | "pairs of halves" | "vectors of floats";
  /** Whether the compiler doesn't know which memory the address is in: its instruction is one for any memory. */
  readonly isGeneric?: true;
}

/** Whether global memory carries an operation out as an atomic even if nobody uses its result; any other is a reduction then. */
export function isNeverReduction({ kind, on }: AtomicOperation): boolean {
  return kind === "exchange" || kind === "compare and swap" || on === "pairs of halves";
}

/** The cost of an atomic on global memory, whether it is a reduction or returns a value. */
export interface GlobalAtomicCost {
  /** Sectors of the lanes that each pass serves (l1tex__t_sectors_pipe_lsu_mem_global_op_{red,atom}). */
  readonly sectors: number;
  /** Cache lines that all passes look up, or their halves for compare and swap (l1tex__t_set_accesses_…). */
  readonly cacheLines: number;
  /** Passes of the tag bank that has most (l1tex__t_output_wavefronts_…). */
  readonly tagWavefronts: number;
}

/** Counts an atomic on global memory. */
export function globalAtomicCost(request: AtomicRequest, compares: boolean, tagBanks: TagBanks): GlobalAtomicCost {
  const counter = new AtomicCounter(tagBanks);
  counter.countGlobal(compares, request.activeMask, request.addresses);
  return counter.global;
}

/**
 * How shared memory carries out an atomic:
 * "counting": an addition of the constant 1 to an integer, whose result is not used;
 * "integer": any other operation on an integer of 4 bytes, and exchanges; "compare" apart, which is a compare and swap;
 * "loop": additions to floats and to anything of 8 bytes, for which a loop loads, adds, compares and swaps;
 * "asking loop": the same of a program that first asks in which space the address lies.
 */
export type SharedAtomic = "counting" | "integer" | "compare" | "loop" | "asking loop";

/**
 * How shared memory carries an operation out. Measured for 4 bytes, and for additions of 8; the others are as the instruction set has them. An
 * instruction for any memory doesn't count lanes, and a loop for any memory asks first, as that of a `half2` always does.
 */
export function sharedAtomicOf({ kind, on, isGeneric }: AtomicOperation, bytesPerLane: number, usesResult: boolean): SharedAtomic {
  if (on === "pairs of halves") return "asking loop";
  if (bytesPerLane >= WORD_BYTES && kind === "compare and swap") return "compare";
  if (bytesPerLane >= WORD_BYTES && kind === "exchange") return "integer";
  if (on !== "integers" || bytesPerLane !== WORD_BYTES) return isGeneric ? "asking loop" : "loop";
  return kind === "add one" && !usesResult && !isGeneric ? "counting" : "integer";
}

/** The cost of an atomic on shared memory. */
export interface SharedAtomicCost {
  /** Atomic instructions: 1, or the turns of the loop (smsp__inst_executed_op_shared_atom). */
  readonly atomics: number;
  readonly wavefronts: number;
  readonly bankConflicts: number;
  /** Loads of the loop, and their wavefronts (…_mem_shared_op_ld). */
  readonly loads: number;
  readonly loadWavefronts: number;
}

/** Counts an atomic on shared memory. */
export function sharedAtomicCost({ bytesPerLane, activeMask, addresses }: AtomicRequest, kind: SharedAtomic): SharedAtomicCost {
  const counter = new AtomicCounter({ count: 4 });
  counter.countShared(kind, bytesPerLane, activeMask, addresses);
  return counter.shared;
}

const HALF_WARP = 16;
/** Bytes that a compare and swap looks up at a time. */
const COMPARED_BYTES = CACHE_LINE_BYTES / 2;

/** The counting behind `globalAtomicCost` and `sharedAtomicCost`, for millions of requests: after its construction it allocates nothing. */
export class AtomicCounter {
  /** The cost of the last request. The objects are reused: copy them to keep them. */
  readonly global = { sectors: 0, cacheLines: 0, tagWavefronts: 0 };
  readonly shared = { atomics: 0, wavefronts: 0, bankConflicts: 0, loads: 0, loadWavefronts: 0 };
  readonly #tagBanks: TagBanks;
  /** Masks of the lanes whose line each tag bank looks up. */
  readonly #lanesOnTagBank = new Int32Array(4);
  /** The last pass in which a waiting lane had each place, a byte's distance from the start of its line. */
  readonly #passOfPlace = new Int32Array(CACHE_LINE_BYTES);
  #pass = 0;
  readonly #loads = new SharedCounter();
  readonly #addresses = new DistinctSet();
  readonly #triedBanks = new DistinctSet();
  readonly #lanesOnBank = new Int32Array(BANK_COUNT);

  constructor(tagBanks: TagBanks) {
    this.#tagBanks = tagBanks;
  }

  /**
   * On each tag bank, a pass looks up the line of the first lane that waits, and serves the lanes on it. A lane waits for a later pass if any
   * waiting lane before it, on whichever line of the bank, has the same place within its line. So lanes on one address are served one after
   * the other, and lines of one bank can hold each other up. Where the device's banks are not known, only lanes on one line do.
   */
  countGlobal(compares: boolean, activeMask: number, addresses: ArrayLike<number>): void {
    this.#serve(compares ? COMPARED_BYTES : CACHE_LINE_BYTES, activeMask, addresses, false);
  }

  /**
   * Counts the compare and swap of a loop that adds floats behind the network of a cluster: each line is looked up once, and a lane that would
   * have to wait fails. Returns the lanes that failed.
   */
  countTurn(activeMask: number, addresses: ArrayLike<number>): number {
    return this.#serve(COMPARED_BYTES, activeMask, addresses, true);
  }

  #serve(lineBytes: number, activeMask: number, addresses: ArrayLike<number>, isTurn: boolean): number {
    const { masks, count } = this.#tagBanks;
    const { global } = this;
    global.sectors = global.cacheLines = global.tagWavefronts = 0;
    this.#lanesOnTagBank.fill(0);
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!isActive(activeMask, lane)) continue;
      const bank = masks ? tagBank(Math.floor(addresses[lane]! / CACHE_LINE_BYTES), masks) : 0;
      this.#lanesOnTagBank[bank]! |= 1 << lane;
    }
    let failed = 0;
    for (let bank = 0; bank < count; bank++) {
      const before = global.cacheLines;
      failed |= this.#serveTagBank(this.#lanesOnTagBank[bank]!, lineBytes, addresses, isTurn);
      const passes = global.cacheLines - before;
      if (passes > global.tagWavefronts) global.tagWavefronts = passes;
    }
    if (!masks) global.tagWavefronts = Math.ceil(global.cacheLines / count);
    return failed;
  }

  /** Serves the lanes of one tag bank. Returns those that failed in a turn. */
  #serveTagBank(waiting: number, lineBytes: number, addresses: ArrayLike<number>, isTurn: boolean): number {
    const areBanksKnown = this.#tagBanks.masks !== undefined;
    let failed = 0;
    while (waiting !== 0) {
      const line = Math.floor(addresses[firstLaneOf(waiting)]! / lineBytes);
      const pass = this.#nextPass();
      this.global.cacheLines++;
      let sectors = 0;
      for (let lanes = waiting; lanes !== 0; lanes &= lanes - 1) {
        const lane = firstLaneOf(lanes);
        const address = addresses[lane]!;
        const isOnLine = Math.floor(address / lineBytes) === line;
        if (!isOnLine && !areBanksKnown) continue;
        const placeInLine = address % CACHE_LINE_BYTES;
        const isServed = isOnLine && this.#passOfPlace[placeInLine] !== pass;
        this.#passOfPlace[placeInLine] = pass;
        if (isServed) sectors |= 1 << Math.floor(placeInLine / SECTOR_BYTES);
        else if (isTurn && isOnLine) failed |= 1 << lane;
        if (isServed || (isTurn && isOnLine)) waiting &= ~(1 << lane);
      }
      for (; sectors !== 0; sectors &= sectors - 1) this.global.sectors++;
    }
    return failed;
  }

  /** A number that no place of a line has been given yet. */
  #nextPass(): number {
    if (this.#pass === 0x7fffffff) {
      this.#passOfPlace.fill(0);
      this.#pass = 0;
    }
    return ++this.#pass;
  }

  countShared(kind: SharedAtomic, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    if (kind === "loop" || kind === "asking loop") {
      this.#countLoop(bytesPerLane, activeMask, addresses);
      if (kind === "asking loop") this.shared.wavefronts++;
      return;
    }
    this.#addresses.clear();
    this.#lanesOnBank.fill(0);
    let busiest = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!isActive(activeMask, lane)) continue;
      const word = Math.floor(addresses[lane]! / WORD_BYTES);
      if (kind === "counting" && !this.#addresses.add(word)) continue;
      const lanes = ++this.#lanesOnBank[word % BANK_COUNT]!;
      if (lanes > busiest) busiest = lanes;
    }
    this.shared.atomics = 1;
    this.shared.wavefronts = kind === "compare" ? 2 * busiest : busiest;
    this.shared.bankConflicts = Math.max(0, busiest - 1);
    this.shared.loads = 0;
    this.shared.loadWavefronts = 0;
  }

  /** In each turn of the loop, the lowest remaining lane of each bank tries; for 8 bytes, of each bank and half of the warp. */
  #countLoop(bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const lanesTogether = bytesPerLane === 8 ? HALF_WARP : WARP_SIZE;
    const rowBytes = BANK_COUNT * WORD_BYTES;
    const { shared } = this;
    shared.wavefronts = shared.bankConflicts = shared.loads = shared.loadWavefronts = 0;
    for (let remaining = activeMask; remaining !== 0; shared.loads++) {
      this.#loads.count("load", bytesPerLane, remaining, addresses);
      shared.loadWavefronts += this.#loads.cost.wavefronts;
      const triedBanks = this.#triedBanks;
      const changed = this.#addresses;
      triedBanks.clear();
      changed.clear();
      let groups = 0;
      let lastGroup = -1;
      const waiting = remaining;
      for (let lane = 0; lane < WARP_SIZE; lane++) {
        if (!isActive(waiting, lane)) continue;
        const address = addresses[lane]!;
        const group = Math.floor(lane / lanesTogether);
        if (group !== lastGroup) groups++;
        lastGroup = group;
        // A value that another lane has changed in this turn is not the one that this lane has loaded.
        if (triedBanks.add(group * rowBytes + (address % rowBytes)) && changed.add(address)) remaining &= ~(1 << lane);
      }
      shared.wavefronts += 2 * groups;
    }
    shared.atomics = shared.loads;
  }
}
