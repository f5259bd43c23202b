import { pluralize } from "#pictures/format.ts";
import { KernelRefused } from "#webgpu/compute-kernel.ts";
import { fittingSize } from "#webgpu/fitting-size.ts";
import type { OwnGpu } from "#webgpu/open-gpu.ts";
import { copyKernel, type LaneWidth } from "#webgpu/probes/copies.ts";
import { probeArrays, type ProbeKernel } from "#webgpu/probes/probe-kernels.ts";
import { sharedStrideKernel } from "#webgpu/probes/shared-reads.ts";
import { stridedCopyKernel } from "#webgpu/probes/strided-copies.ts";
import { transposeKernel, type TransposeName } from "#webgpu/probes/transposes.ts";
import { spreadOf } from "#webgpu/spread.ts";
import { timeRuns, type KernelTime, type Timing } from "#webgpu/time-runs.ts";
import type { GpuTaskTools } from "./gpu-task.ts";
import { ownMeasures, type MeasureId } from "./own-measure.ts";

/** Kernels that all take so long; the sizes ascend to the one that the measurement is meant for. */
interface SizedKernels {
  readonly sizes: readonly number[];
  /** One kernel for each row of the measure. */
  readonly kernelsOf: (size: number) => readonly ProbeKernel[];
  /** How many times as long kernels of one size take as those of another; the ratio of the sizes if undefined. */
  readonly growth?: (from: number, to: number) => number;
  /** A size for the note: "arrays of 128 MiB". */
  readonly say: (size: number) => string;
}

const MIB = 2 ** 20;
/** Bytes of an array, up to more than any cache holds. */
const ARRAY_SIZES = [1 * MIB, 4 * MIB, 16 * MIB, 64 * MIB, 128 * MIB];
const arraysOf = (size: number): string => `arrays of ${size / MIB} MiB`;

/** The transposes by the names that they have in the measurement files. */
const TRANSPOSES: Readonly<Record<string, TransposeName>> = {
  mcopy: "copy",
  tr_naive: "naive",
  tr_tile: "tile 32",
  tr_tile_pad1: "tile 32, pitch 33",
  tr_swizzle: "tile 32, swizzled",
};

function stridedCopies(strides: readonly number[]): SizedKernels {
  return {
    sizes: ARRAY_SIZES,
    kernelsOf: (size) => {
      const arrays = probeArrays(size);
      return strides.map((stride) => stridedCopyKernel(arrays, size, stride));
    },
    say: arraysOf,
  };
}

/** Workgroups that load from shared memory, and how often they go round their loop. */
const SHARED_LOADS = [
  { workgroups: 8, turns: 1 },
  { workgroups: 32, turns: 16 },
  { workgroups: 256, turns: 64 },
  { workgroups: 1024, turns: 256 },
];
const loadsOf = (place: number): number => SHARED_LOADS[place]!.workgroups * SHARED_LOADS[place]!.turns;

const numbers = (id: MeasureId): number[] => ownMeasures[id].rows.map(({ key }) => Number(key));

const KERNELS: Readonly<Record<MeasureId, () => SizedKernels>> = {
  "one-stride": () => stridedCopies(numbers("one-stride")),
  strides: () => stridedCopies(numbers("strides")),
  "shared-strides": () => ({
    sizes: SHARED_LOADS.map((_, place) => place),
    kernelsOf: (place) => numbers("shared-strides").map((stride) => sharedStrideKernel(stride, SHARED_LOADS[place]!)),
    growth: (from, to) => loadsOf(to) / loadsOf(from),
    say: (place) =>
      `${SHARED_LOADS[place]!.workgroups} workgroups of 256 threads, whose loop has ${pluralize(SHARED_LOADS[place]!.turns, "turn")}`,
  }),
  transposes: () => ({
    sizes: [256, 1024, 2048, 4096],
    kernelsOf: (side) => {
      const arrays = probeArrays(4 * side * side);
      return ownMeasures.transposes.rows.map(({ key }) => transposeKernel(arrays, side, TRANSPOSES[key]!));
    },
    growth: (from, to) => (to / from) ** 2,
    say: (side) => `matrices of ${side.toLocaleString("en")} × ${side.toLocaleString("en")}`,
  }),
  widths: () => ({
    sizes: ARRAY_SIZES,
    kernelsOf: (size) => {
      const arrays = probeArrays(size);
      return numbers("widths").map((width) => copyKernel(arrays, size, width as LaneWidth));
    },
    say: arraysOf,
  }),
};

/** What was measured on the reader's GPU: each row's time for the same work. */
export interface Measured {
  /** Row by row, in microseconds of as much work as the first row's dispatch does. */
  readonly times: readonly KernelTime[];
  readonly clock: Timing["clock"];
  readonly longestSubmission: number;
  /** What was measured: "arrays of 128 MiB". */
  readonly size: string;
  /** Whether it is smaller than ours: this GPU would have taken too long. */
  readonly isSmaller: boolean;
}

/** Measures on the reader's GPU what a lesson measured on ours, in sizes that it can do in bounded time. */
export async function measure(id: MeasureId, gpu: OwnGpu, tools: GpuTaskTools): Promise<Measured> {
  const { sizes, kernelsOf, say, growth } = KERNELS[id]();
  const options = { ...tools, budget: 5000 };
  const fitting = await fittingSize(gpu, sizes, (one) => kernelsOf(one).map(({ kernel }) => kernel), {
    ...options,
    ...(growth && { growth }),
  });
  // An estimate may be off: then a smaller size is tried.
  for (const size of sizes.slice(0, fitting === undefined ? 0 : sizes.indexOf(fitting) + 1).reverse()) {
    const kernels = kernelsOf(size);
    const timing = await timeRuns(
      gpu,
      kernels.map(({ kernel }) => kernel),
      options,
    );
    if (timing.status === "too-long") continue;
    const work = kernels.map((kernel) => kernel.work);
    const { clock, longestSubmission } = timing;
    return { times: perWork(timing.times, work), clock, longestSubmission, size: say(size), isSmaller: size !== sizes.at(-1) };
  }
  throw new KernelRefused("One run keeps this GPU for longer than a page may, even on little data.");
}

/** Times of as much work as the first kernel's. */
function perWork(times: readonly KernelTime[], work: readonly number[]): KernelTime[] {
  return times.map((time, row) => {
    const rounds = time.rounds.map((microseconds) => (microseconds * work[0]!) / work[row]!);
    return { ...time, rounds, microseconds: spreadOf(rounds) };
  });
}
