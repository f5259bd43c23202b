/** Threads that execute an instruction together (CUDA C++ Programming Guide, SIMT architecture). */
export const WARP_SIZE = 32;
/** The unit in which memory moves: an aligned block of 32 bytes. */
export const SECTOR_BYTES = 32;
/** The unit that the L1 cache looks up: an aligned block of 128 bytes, 4 sectors. */
export const CACHE_LINE_BYTES = 128;
/** Columns of shared memory, each of which can serve one word per wavefront. */
export const BANK_COUNT = 32;
/** The width of a bank: an aligned block of 4 bytes. */
export const WORD_BYTES = 4;

/** The widths of a lane's load or store by one instruction, in bytes. 32 needs a Blackwell device. */
export const ACCESS_WIDTHS = [1, 2, 4, 8, 16, 32] as const;
export type AccessWidth = (typeof ACCESS_WIDTHS)[number];

/** The widest access to shared memory, in bytes per lane, on every device. */
export const WIDEST_SHARED_ACCESS_BYTES = 16;

export type MemorySpace = "global" | "shared";
export type MemoryOp = "load" | "store";

/**
 * An instruction that is no plain load or store. `ldmatrix` and `stmatrix`: a lane gives the address of a matrix's row of 16 bytes.
 * `cp.async.cg`: each lane copies 16 bytes from global to shared memory. `TMA`: a unit of its own copies a tile, and no lane takes part.
 */
export type Instruction = "ldmatrix" | "stmatrix" | "cp.async.cg" | "TMA";

/** The common properties of one access's requests: which memory, which direction, how wide. */
export interface RequestShape {
  readonly space: MemorySpace;
  readonly op: MemoryOp;
  readonly bytesPerLane: AccessWidth;
  /** Absent for a plain load or store. */
  readonly instruction?: Instruction;
}

/** Whether an instruction moves matrices of eight rows, each of them counted by itself. */
export function movesMatrices(instruction: Instruction | undefined): boolean {
  return instruction === "ldmatrix" || instruction === "stmatrix";
}

/** Whether a profiler counts wavefronts for a request: for what arrives in shared memory by `cp.async.cg` or TMA, there is no counter. */
export function hasWavefronts({ space, instruction }: Pick<RequestShape, "space" | "instruction">): boolean {
  return space === "global" || (instruction !== "cp.async.cg" && instruction !== "TMA");
}

/** One warp's execution of one load or store. */
export interface WarpRequest extends RequestShape {
  /** Bit i is set when lane i is active. */
  readonly activeMask: number;
  /** 32 byte addresses, lane 0 first; those of inactive lanes are ignored. */
  readonly addresses: readonly number[];
  /** For the side of a `cp.async.cg` that reads global memory: where each lane's bytes go in shared memory, by which its sectors are counted. */
  readonly sharedAddresses?: readonly number[];
}

/** All 32 lanes are active. */
export const FULL_MASK = 0xffffffff;

export function isActive(activeMask: number, lane: number): boolean {
  return ((activeMask >>> lane) & 1) === 1;
}

/** The first active lane of a warp of which some are. */
export function firstLaneOf(activeMask: number): number {
  return 31 - Math.clz32(activeMask & -activeMask);
}

/** The part of a `Device` that limits how wide an access may be. */
interface WidthLimit {
  readonly name: string;
  readonly widestAccessBytes: AccessWidth;
}

/**
 * Refuses a request that hardware would refuse: an unknown width, a misaligned lane, a value that is not an address.
 *
 * @throws RangeError that names the lane, the value and the rule.
 */
export function checkRequest(request: WarpRequest, space: MemorySpace, device: WidthLimit): void {
  const { bytesPerLane, addresses, activeMask } = request;
  if (request.space !== space) throw new RangeError(`expected a ${space} request, not a ${request.space} one`);
  if (request.op !== "load" && request.op !== "store") throw new RangeError(`op is ${String(request.op)}; it is load or store`);
  if (!ACCESS_WIDTHS.includes(bytesPerLane)) {
    throw new RangeError(`${bytesPerLane} bytes per lane: a lane loads or stores ${ACCESS_WIDTHS.join(", ")} bytes`);
  }
  const widest = space === "shared" ? WIDEST_SHARED_ACCESS_BYTES : device.widestAccessBytes;
  if (bytesPerLane > widest) {
    throw new RangeError(`${bytesPerLane} bytes per lane: the widest ${space} access of the ${device.name} is ${widest} bytes`);
  }
  if (!Number.isInteger(activeMask)) throw new RangeError(`activeMask is ${activeMask}; it is a 32-bit integer, bit i for lane i`);
  if (addresses.length !== WARP_SIZE) {
    throw new RangeError(`${addresses.length} addresses: a warp has ${WARP_SIZE} lanes, inactive ones included`);
  }
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (isActive(activeMask, lane)) checkAddress(addresses[lane]!, lane, bytesPerLane);
  }
}

/**
 * @param field where the address stands, if there are several fields of addresses
 * @throws RangeError for what is no address, or not one of an access of so many bytes
 */
export function checkAddress(byteAddress: number, lane: number, bytesPerLane: number, field?: string): void {
  if (!Number.isSafeInteger(byteAddress) || byteAddress < 0 || Object.is(byteAddress, -0)) {
    throw new RangeError(`${placeOf(lane, field)}: ${String(byteAddress)} is not a byte address; it must be a whole number from 0 up`);
  }
  if (byteAddress % bytesPerLane !== 0) {
    throw new RangeError(
      `${placeOf(lane, field)}: an access of ${bytesPerLane} bytes at byte ${byteAddress} is not aligned; the address must be a multiple of ${bytesPerLane}`,
    );
  }
}

const placeOf = (lane: number, field?: string): string => (field === undefined ? `lane ${lane}` : `${field}, lane ${lane}`);
