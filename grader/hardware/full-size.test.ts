import { expect, test } from "vitest";
import { global, load, run, shared, store, threads } from "#testing/kernel-builders.ts";
import { kernelCounters } from "./kernel-timings.ts";
import type { Kernel, Step } from "#simulator/kernel/kernel.ts";
import type { Thread } from "#simulator/kernel/thread.ts";
import type { Trace } from "#simulator/kernel/trace.ts";

// The transposes of 4096 × 4096 floats, as they were profiled: the size at which the counters hold no noise of a launch.
const SIDE = 4096;
const TILE = 32;

const column = ({ threadIdx, blockIdx }: Thread): number => blockIdx.x * TILE + threadIdx.x;
const row = ({ threadIdx, blockIdx }: Thread): number => blockIdx.y * TILE + threadIdx.y;
const transposed = (i: number): number => (i % SIDE) * SIDE + Math.floor(i / SIDE) + 1;

const read = load("in", (thread) => row(thread) * SIDE + column(thread));
const naive: readonly Step[] = [read, store("out", (thread) => column(thread) * SIDE + row(thread))];

/** Through a tile whose rows are `pitch` words apart. */
const throughTile = (pitch: number): readonly Step[] => [
  read,
  store("tile", ({ threadIdx }) => threadIdx.y * pitch + threadIdx.x),
  { kind: "barrier" },
  load("tile", ({ threadIdx }) => threadIdx.x * pitch + threadIdx.y),
  store("out", ({ threadIdx, blockIdx }) => (blockIdx.x * TILE + threadIdx.y) * SIDE + blockIdx.y * TILE + threadIdx.x),
];

function transpose(steps: readonly Step[], pitch: number): Trace {
  const arrays: Kernel["arrays"] = { in: global(SIDE ** 2, "source"), out: global(SIDE ** 2, "empty", transposed) };
  const grid = { x: SIDE / TILE, y: SIDE / TILE, z: 1 };
  const launch = { ...threads(1, { x: TILE, y: TILE, z: 1 }), gridDim: grid };
  return run(pitch === 0 ? arrays : { ...arrays, tile: shared(TILE * pitch) }, steps, launch);
}

function counterOf(kernel: string, metric: string): number {
  const value = kernelCounters("h100").find(({ name, param }) => name === kernel && param === SIDE)?.counters[metric];
  if (value === undefined) throw new Error(`${metric} of ${kernel} was not measured at ${SIDE}`);
  return value;
}

test.each<[kernel: string, steps: readonly Step[], pitch: number]>([
  ["tr_naive", naive, 0],
  ["tr_tile", throughTile(TILE), TILE],
  ["tr_tile_pad1", throughTile(TILE + 1), TILE + 1],
])("%s at full size: requests and sectors are the profiler's; conflicts are never more than it counts", (kernel, steps, pitch) => {
  const { accesses, violations } = transpose(steps, pitch);
  expect(violations).toEqual([]);
  for (const access of accesses) {
    const direction = access.op === "load" ? "ld" : "st";
    if (access.space === "global") {
      expect([access.requests, access.sectors]).toEqual([
        counterOf(kernel, `l1tex__t_requests_pipe_lsu_mem_global_op_${direction}.sum`),
        counterOf(kernel, `l1tex__t_sectors_pipe_lsu_mem_global_op_${direction}.sum`),
      ]);
    } else {
      const surplus = counterOf(kernel, `l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_${direction}.sum`) - access.bankConflicts;
      expect(surplus).toBeGreaterThan(0);
      expect(counterOf(kernel, `l1tex__data_pipe_lsu_wavefronts_mem_shared_op_${direction}.sum`)).toBe(access.wavefronts + surplus);
    }
  }
});
