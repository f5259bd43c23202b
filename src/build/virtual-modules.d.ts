/** For each exercise, by id, functions that load what a page needs of it: see vite-exercises.ts. */
declare module "virtual:exercises" {
  import type { Preview } from "#judge/grade.ts";
  import type {
    ExerciseData,
    FadedData,
    KernelInCuda,
    Misconception,
    SealedSolution,
    Solution,
    TriedCase,
  } from "#notebook/exercise-data.ts";

  export const exercises: Readonly<
    Record<
      string,
      {
        readonly data: () => Promise<{ default: ExerciseData }>;
        /** Null where the exercise has no faded example, or it is kept back as the solution is. */
        readonly faded: () => Promise<{ default: FadedData | null }>;
        readonly kernelInCuda: () => Promise<{ default: KernelInCuda }>;
        readonly solution: () => Promise<{ default: Solution | SealedSolution }>;
        /** What the starter does in the small case, for the picture that the page is built with. */
        readonly starterPreview: () => Promise<{ default: Preview }>;
        readonly firstCase: () => Promise<{ default: TriedCase }>;
        readonly wrongSources: () => Promise<{ default: Readonly<Record<string, string>> }>;
        /** The wrong answers again, with what their authors are told: for quizzes. */
        readonly misconceptions: () => Promise<{ default: Readonly<Record<string, Misconception>> }>;
      }
    >
  >;
}

/** For each capstone, by id, functions that load what a page needs of it: see vite-capstones.ts. */
declare module "virtual:capstones" {
  import type { CapstoneData } from "#notebook/capstone/capstone-data.ts";
  import type { SealedSolution, SolutionText } from "#notebook/exercise-data.ts";

  export const capstones: Readonly<
    Record<
      string,
      {
        readonly data: () => Promise<{ default: CapstoneData }>;
        readonly solution: () => Promise<{ default: SolutionText | SealedSolution }>;
        readonly wrongSources: () => Promise<{ default: Readonly<Record<string, string>> }>;
      }
    >
  >;
}

/** The text of the script that runs in the sandbox's worker: see vite-sandbox.ts. */
declare module "virtual:sandbox-worker" {
  const source: string;
  export default source;
}

/** The same for answers in CUDA: the script has the lab's compiler as well. */
declare module "virtual:cuda-sandbox-worker" {
  const source: string;
  export default source;
}

/** The course's types for answers, as text for the editor's TypeScript service. */
declare module "*/ambient.d.ts?raw" {
  const text: string;
  export default text;
}

/** Measurements of GPUs: see vite-hardware.ts. */
declare module "virtual:hardware" {
  import type { CapstoneTiming } from "#hardware/capstone-timings.ts";
  import type { KernelCounters, KernelTiming } from "#hardware/kernel-timings.ts";
  import type { ComparedLaunch, HeldOutLaunch } from "#hardware/compared-launches.ts";
  import type { L1Loads } from "#hardware/l1-loads.ts";
  import type { CountedMatrix, MeasuredAsync } from "#hardware/measured-async.ts";
  import type { MeasuredFragment } from "#hardware/measured-fragments.ts";
  import type { MeasuredGalleryKernel } from "#hardware/measured-gallery.ts";
  import type { MeasuredRuns } from "#hardware/measured-runs.ts";
  import type { MeasuredLanding } from "#hardware/measured-tiles.ts";
  import type { MeasuredWmma } from "#hardware/measured-wmma.ts";
  import type { GpuProbe } from "#hardware/gpu-probe.ts";
  import type { MeasuredGpu } from "#hardware/measured-gpu.ts";

  /** Whole kernels, timed on an H100. */
  export const timings: readonly KernelTiming[];
  /** The probes of the memory system, timed on an H200. */
  export const timingsH200: readonly KernelTiming[];
  /** What Nsight Compute counted over the same launches. */
  export const counters: Readonly<Record<"h100" | "h200", readonly KernelCounters[]>>;
  /** Single warp requests measured on an H100: how many, and for how many of them every count of the simulator agrees. */
  export const requests: { readonly total: number; readonly agreeing: number };
  /** Loads of an H100 with L1 caching on and off. */
  export const loads: L1Loads;
  /** Loads and stores of four matrices of a tile, as an H100 counted them. */
  export const matrices: readonly CountedMatrix[];
  /** How many loads and stores of matrices, and how many copies, GPUs counted one by one; the simulator agrees with all of them. */
  export const countedAsync: { readonly matrices: number; readonly copies: number };
  /** Boxes that TMA copied on an H200, and where they landed. */
  export const landings: readonly MeasuredLanding[];
  /** The kernels of the gallery, timed and counted on an H200. */
  export const gallery: readonly MeasuredGalleryKernel[];
  /** Single loads and stores of matrices, and copies, each with its addresses and what a GPU counted. */
  export const asyncRequests: readonly MeasuredAsync[];
  /** Which lane held which element of the matrices of tensor cores, on an H200. */
  export const fragments: readonly MeasuredFragment[];
  /** Loads and stores of fragments of wmma, as an H200 counted them. */
  export const wmmaRequests: readonly MeasuredWmma[];
  /** Kernels that wait, and some that wait wrongly, run twenty times each on an H200. */
  export const runs: readonly MeasuredRuns[];
  /** Launches that were measured, as the GPU and as the model have them. */
  export const compared: readonly ComparedLaunch[];
  /** Kernels of other people, as predicted for a GPU and as measured there. */
  export const heldOut: readonly HeldOutLaunch[];
  /** How long each capstone's starter and solution take, by its id. */
  export const capstones: Readonly<Record<string, CapstoneTiming>>;
  /** GPUs that readers have measured. */
  export const readersGpus: readonly MeasuredGpu[];
  /** What GPUs showed in a browser, or through Dawn; programs in the place of one come last. */
  export const gpuProbes: readonly GpuProbe[];
}

/** Runs the sketches of lessons while the site is built: see vite-sketches.ts. */
declare module "virtual:sketch-runs" {
  import type { SketchRun } from "#judge/run-sketch.ts";
  import type { Sketch } from "#judge/sketch.ts";

  /** @throws Error when the sketch does not run */
  export function runSketch(sketch: Sketch): Promise<SketchRun>;
}

/** The lab's errors: see lab-errors.ts. */
declare module "virtual:lab-errors" {
  import type { ErrorGroup } from "#build/lab-errors.ts";

  const groups: readonly ErrorGroup[];
  export default groups;
  /** Names of the instructions of PTX that the lab runs. */
  export const instructions: readonly string[];
}

/** The reference of `#kit`: see kit-reference.ts. */
declare module "virtual:kit-reference" {
  import type { KitGroup } from "#build/kit-reference.ts";

  const groups: readonly KitGroup[];
  export default groups;
}
