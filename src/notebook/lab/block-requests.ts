import { devices, h200 } from "#simulator";
import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import { runLaunch } from "#cuda/launch/run-launch.ts";
import type { Memory, Space } from "#cuda/machine/memory.ts";
import { MEMORY_BYTES, type LabRun } from "./profile.ts";

/** The requests of one block's warps, in the order in which they were made. */
export interface BlockRequests {
  /** Number of the block in the grid. */
  readonly block: number;
  readonly requests: readonly BlockRequest[];
  /** Requests beyond those that are kept. */
  readonly further: number;
}

export interface BlockRequest {
  readonly site: number;
  readonly warp: number;
  /** Bit i: lane i takes part. */
  readonly activeMask: number;
  readonly space: Space;
  /** The array that the first active lane points into. */
  readonly array: string;
  /** Of an element of the array. */
  readonly elementBytes: number;
  /** 32 byte addresses, counted from the start of the array. */
  readonly addresses: Float64Array;
}

/** The most requests of a block that are kept. */
export const MOST_REQUESTS = 20_000;

/** Thrown out of the machine as soon as the block has ended. */
class BlockEnded extends Error {}

/** Runs a launch as far as the end of one block, and keeps what its warps asked memory for. */
export function requestsOfBlock({ source, launch, device }: LabRun, block: number): BlockRequests {
  const kernel = compileLaunched(source, launch.kernel);
  let requests: BlockRequest[] = [];
  let further = 0;
  try {
    runLaunch(kernel, launch, {
      device: devices[device] ?? h200,
      memoryBytes: MEMORY_BYTES,
      sanitizers: { memcheck: false, initcheck: false, racecheck: false },
      observe: (place, memory) => {
        requests = [];
        further = 0;
        return (site, activeMask, addresses, space) => {
          if (place.block > block) throw new BlockEnded();
          if (place.block < block) return;
          if (requests.length === MOST_REQUESTS) further++;
          else requests.push({ site, warp: place.warp, activeMask, space, ...placed(activeMask, addresses, memory) });
        };
      },
    });
  } catch (error) {
    if (!(error instanceof BlockEnded)) throw error;
  }
  return { block, requests, further };
}

/** The addresses of a request, counted from the start of the array that the first active lane points into. */
function placed(activeMask: number, addresses: Float64Array, memory: Memory): Pick<BlockRequest, "array" | "elementBytes" | "addresses"> {
  const first = addresses[31 - Math.clz32(activeMask & -activeMask)] ?? 0;
  const { name = "", base = 0, element = { bytes: 1 } } = memory.find(first) ?? {};
  return { array: name, elementBytes: element.bytes, addresses: addresses.map((address) => address - base) };
}
