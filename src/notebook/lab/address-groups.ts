import { WARP_SIZE, WORD_BYTES, isActive, type Device, type WarpRequest } from "#simulator";
import { globalAtomicCost, sharedAtomicCost, sharedAtomicOf } from "#simulator/atomic-cost.ts";
import { count, pluralize } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import { elementAt, elementName, type BlockArray } from "./block-arrays.ts";
import type { BlockRequest } from "./block-recorder.ts";

/** The lanes of a request that access one address. */
export interface AddressGroup {
  /** The element there, as the text would name it. */
  readonly name: string;
  readonly lanes: readonly number[];
}

/** The distinct addresses of a request with their lanes, those of the most lanes first. */
export function addressGroups({ activeMask, addresses, base, space }: BlockRequest, arrays: readonly BlockArray[]): AddressGroup[] {
  const groups = new Map<number, number[]>();
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (!isActive(activeMask >>> 0, lane)) continue;
    const address = addresses[lane]!;
    groups.set(address, [...(groups.get(address) ?? []), lane]);
  }
  return [...groups]
    .map(([address, lanes]) => {
      const pointed = elementAt(arrays, base + address);
      return { name: pointed ? elementName(pointed.array, pointed.element) : `byte ${count(address)} of ${space} memory`, lanes };
    })
    .sort((a, b) => b.lanes.length - a.lanes.length);
}

/** What the groups mean for a request to constant memory, whose cache serves one address at a time (CUDA C++ Programming Guide, constant memory). */
export function constantSentence(groups: readonly AddressGroup[]): string {
  if (groups.length === 1) return "All lanes read one address: constant memory serves them at once.";
  return `The lanes read ${pluralize(groups.length, "address").replace(/s$/, "es")}: the request is split into ${count(groups.length)}, one after the other.`;
}

/** What the groups mean for an atomic. @param request the one whose groups they are */
export function contentionSentence(
  [busiest, ...others]: readonly AddressGroup[],
  { space, atomic, op, bytesPerLane }: Pick<BlockRequest, "space" | "atomic" | "op" | "bytesPerLane">,
): string {
  if (busiest === undefined) return "";
  if (busiest.lanes.length === 1) return "No lane waits for another: each updates an element of its own.";
  const elements = others.length === 0 ? "one element" : `${count(1 + others.length)} elements`;
  const meet = `The lanes update ${elements}; ${pluralize(busiest.lanes.length, "lane")} of the warp meet at ${busiest.name}`;
  if (space === "shared" && atomic && sharedAtomicOf(atomic, bytesPerLane, op === "atomic") === "counting")
    return `${meet}. Shared memory adds the constant 1 for all of them at once.`;
  return `${meet}, and take turns.`;
}

/** What a request of an atomic costs. */
export function atomicReadings(
  { activeMask, addresses, space, op, bytesPerLane, atomic = { kind: "other", on: "integers" } }: BlockRequest,
  { tagBanks }: Device,
): Reading[] {
  const request = { bytesPerLane, activeMask: activeMask >>> 0, addresses };
  if (space === "shared") {
    const { atomics, wavefronts, bankConflicts, loads, loadWavefronts } = sharedAtomicCost(
      request,
      sharedAtomicOf(atomic, bytesPerLane, op === "atomic"),
    );
    return [
      { name: "wavefronts", value: count(wavefronts) },
      { name: "conflicts", value: count(bankConflicts) },
      ...(atomics > 1 || loads > 0
        ? [
            { name: "turns of its loop", value: count(atomics) },
            { name: "loads of its loop", value: `${count(loads)} (${pluralize(loadWavefronts, "wavefront")})` },
          ]
        : []),
    ];
  }
  const { sectors, cacheLines } = globalAtomicCost(request, atomic.kind === "compare and swap", tagBanks);
  return [
    { name: "sectors", value: count(sectors) },
    { name: "lines", value: count(cacheLines) },
  ];
}

/**
 * A request to local memory as the hardware lays it out: word w of the 32 lanes lies side by side, in one cache line (CUDA C++
 * Programming Guide, local memory). Of a wider access, its first word.
 *
 * @param op what the picture draws it as
 * @param bytesPerLane of the access
 */
export function interleaved(
  { activeMask, addresses, warp }: BlockRequest,
  op: "load" | "store",
  bytesPerLane: number,
  localBytesPerThread: number,
): WarpRequest {
  return {
    space: "global",
    op,
    bytesPerLane: Math.min(bytesPerLane, WORD_BYTES) as WarpRequest["bytesPerLane"],
    activeMask: activeMask >>> 0,
    addresses: Array.from(addresses, (address, lane) => {
      const offset = address - (warp * WARP_SIZE + lane) * localBytesPerThread;
      const word = Math.floor(offset / WORD_BYTES);
      return (word * WARP_SIZE + lane) * WORD_BYTES + (offset % WORD_BYTES);
    }),
  };
}
