import { KernelRefused, KernelSet, runOnce, type ComputeKernel, type GpuArray } from "#webgpu/compute-kernel.ts";
import { fittingSize } from "#webgpu/fitting-size.ts";
import type { OwnGpu } from "#webgpu/open-gpu.ts";
import { timeSet, type Timing } from "#webgpu/time-runs.ts";
import { count } from "#pictures/format.ts";
import type { Exercise } from "#judge/exercise.ts";
import { LEAST_LIMITS, expectedWords, gpuKernel, timingCase, type LaunchedSize } from "#wgsl/exercise-kernel.ts";
import { differingElements, initialWords, type GpuBuffer, type GpuKernel } from "#wgsl/gpu-kernel.ts";
import type { MeasuredPattern } from "../exercise-data.ts";
import type { AnswerTimes } from "../storage/successes.ts";
import type { GpuTaskTools } from "./gpu-task.ts";

/** A version of an exercise's answer that is run. */
export interface AnswerVersion {
  readonly id: "naive" | "own" | "solution";
  readonly source: string;
}

/** What is run, and what its times are drawn beside. */
export interface RunSubject {
  /** The versions to compare, the learner's among them. */
  readonly versions: readonly AnswerVersion[];
  /** The exercise's pattern as it was timed on our GPUs. */
  readonly measured: MeasuredPattern | undefined;
}

/** An answer that doesn't run on a GPU, because the judge hasn't passed it. */
export interface NotPassed {
  readonly says: string;
}

export interface RunOnGpuProps {
  readonly exercise: string;
  /** Read when the button is pressed: what is run, or a sentence for the learner where the judge hasn't passed the answer. */
  readonly subject: () => Promise<RunSubject | NotPassed>;
  /** By the model; it may come later. */
  readonly modelled?: AnswerTimes | undefined;
}

/** A version's name in a sentence. */
export const VERSION_NAMES: Readonly<Record<AnswerVersion["id"], string>> = {
  naive: "the costlier version",
  own: "your answer",
  solution: "the course’s solution",
};

/** What the versions of an answer did on the reader's GPU. */
export interface ExerciseRun {
  /** The size that was timed, as an answer is given it. */
  readonly size: LaunchedSize["size"];
  /** Elements of the results that were compared with what the exercise expects: those of one version. */
  readonly elements: number;
  readonly versions: readonly RunVersion[];
  /** In the order of the versions. Undefined where one run keeps this GPU for longer than a page may. */
  readonly timing: Timing | undefined;
  /** Microseconds that a kernel takes which does nothing: what starting one takes. */
  readonly emptyMicroseconds: number;
  /** Where the shaders do something else than the kernel in CUDA. */
  readonly notes: readonly string[];
  /** Versions that could not be written for the GPU, with the reason. */
  readonly left: readonly { readonly id: AnswerVersion["id"]; readonly reason: string }[];
}

interface RunVersion {
  readonly id: AnswerVersion["id"];
  /** Elements that differ from what the exercise expects. */
  readonly different: number;
}

/** The most bytes of an array: more than caches hold, and computed in a moment. */
const MOST_ARRAY_BYTES = 64 * 2 ** 20;

/** How many times as much as at full size there is to do, ascending. */
const GROWTHS = [1, 4, 16, 64];

/** A kernel that does nothing. */
const EMPTY: ComputeKernel = {
  name: "nothing",
  wgsl: "@compute @workgroup_size(1) fn main() {}",
  bindings: [],
  workgroups: [1, 1, 1],
  workgroupSize: [1, 1, 1],
};

/** Finds out, without a GPU, whether the reader's version can be written for one. @throws KernelRefused if not */
export function checkTranslation(exercise: Exercise, versions: readonly AnswerVersion[]): void {
  const [smallest] = ascendingCases(exercise, versions, LEAST_LIMITS);
  const own = versions.find(({ id }) => id === "own");
  if (smallest !== undefined && own !== undefined) shaderOf(exercise, smallest, own, LEAST_LIMITS);
}

/**
 * Runs versions of an answer in turn on the reader's GPU: compares all of their results with what the exercise expects, and times them.
 *
 * @param versions the reader's among them
 * @throws KernelRefused where the reader's cannot be written for a GPU
 */
export async function runExercise(
  exercise: Exercise,
  versions: readonly AnswerVersion[],
  gpu: OwnGpu,
  tools: GpuTaskTools,
): Promise<ExerciseRun> {
  const { limits } = gpu.device;
  const bounded = {
    maxComputeInvocationsPerWorkgroup: limits.maxComputeInvocationsPerWorkgroup,
    maxStorageBufferBindingSize: Math.min(limits.maxStorageBufferBindingSize, MOST_ARRAY_BYTES),
    maxBufferSize: limits.maxBufferSize,
  };
  const ascending = ascendingCases(exercise, versions, bounded);
  const left: { id: AnswerVersion["id"]; reason: string }[] = [];
  const translated: AnswerVersion[] = [];
  for (const version of versions) {
    const translation = gpuKernel(exercise, ascending[0]!, version.source, bounded);
    if (translation.status === "translated") translated.push(version);
    else if (version.id === "own") throw new KernelRefused(refusal(translation));
    else left.push({ id: version.id, reason: translation.reason });
  }
  // In a large case, an index may leave the range of 32 bits.
  const cases = ascending.filter((launched) =>
    translated.every(({ source }) => gpuKernel(exercise, launched, source, bounded).status === "translated"),
  );
  const kernelsOf = (place: number) => translated.map((version) => shaderOf(exercise, cases[place]!, version, bounded));
  const place = await fittingSize(
    gpu,
    cases.map((_, at) => at),
    (at) => shared(kernelsOf(at), translated),
    { ...tools, growth: (from, to) => threadsOf(cases[to]!) / threadsOf(cases[from]!) },
  );
  const launched = cases[place ?? 0]!;
  const shaders = kernelsOf(place ?? 0);
  const kernels = shared(shaders, translated);
  const set = await KernelSet.prepare(gpu, [...kernels, EMPTY]);
  try {
    const compared: Compared[] = [];
    for (const [index, shader] of shaders.entries()) {
      tools.signal.throwIfAborted();
      compared.push(await compare(exercise, launched, translated[index]!, shader, set, index));
    }
    const timing = place === undefined ? undefined : await timeSet(set, { ...tools, budget: 4000 });
    const isTimed = timing?.status === "timed";
    return {
      size: launched.size,
      elements: compared[0]!.elements,
      versions: translated.map(({ id }, index) => ({ id, different: compared[index]!.different })),
      timing: isTimed ? { ...timing, times: timing.times.slice(0, -1) } : undefined,
      emptyMicroseconds: isTimed ? timing.times.at(-1)!.microseconds.median : 0,
      notes: [...new Set(shaders.flatMap(({ notes }) => notes))],
      left,
    };
  } finally {
    set.release();
  }
}

/** The largest case that isn't at full size, the one that is, and larger ones. */
function ascendingCases(exercise: Exercise, versions: readonly AnswerVersion[], limits: Parameters<typeof timingCase>[2]): LaunchedSize[] {
  const sources = versions.map(({ source }) => source);
  const small = exercise.cases.filter(({ fullSize }) => !fullSize).sort((a, b) => threadsOf(a) - threadsOf(b));
  const found: LaunchedSize[] = small.slice(-1);
  for (const launched of GROWTHS.map((growth) => timingCase(exercise, sources, limits, growth))) {
    if (threadsOf(launched) > (found.length === 0 ? 0 : threadsOf(found.at(-1)!))) found.push(launched);
  }
  return found;
}

function threadsOf({ launch: { gridDim, blockDim } }: LaunchedSize): number {
  return gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z;
}

function refusal({ line, reason, isAboutAnswer }: { line?: number; reason: string; isAboutAnswer: boolean }): string {
  const where = line === undefined ? "" : ` in line ${count(line)}`;
  const who = isAboutAnswer ? `Your answer ${reason}${where}` : `The kernel of this exercise ${reason}`;
  return `${who}: this has no counterpart in the language that browsers give to GPUs. Your pass stands, and the counts above hold.`;
}

/** @throws KernelRefused for one that was translated for another size, and isn't for this one */
function shaderOf(
  exercise: Exercise,
  launched: LaunchedSize,
  { source }: AnswerVersion,
  limits: Parameters<typeof gpuKernel>[3],
): GpuKernel {
  const translation = gpuKernel(exercise, launched, source, limits);
  if (translation.status === "not-translated") throw new KernelRefused(refusal(translation));
  return translation.kernel;
}

/** Kernels that share all arrays that begin alike. */
function shared(shaders: readonly GpuKernel[], versions: readonly AnswerVersion[]): ComputeKernel[] {
  // Tables are the case's own, and may be as long as arrays are.
  const arrays = new Map<unknown, GpuArray>();
  return shaders.map((shader, index) => {
    const own = shader.buffers.map((buffer) => {
      const key = buffer.contents.kind === "numbers" ? buffer.contents.numbers : JSON.stringify(buffer);
      const array = arrays.get(key) ?? new LazyArray(buffer);
      arrays.set(key, array);
      return array;
    });
    return {
      name: VERSION_NAMES[versions[index]!.id],
      wgsl: shader.code,
      bindings: shader.bindings.map(({ buffer, access }, binding) => ({ binding, array: own[buffer]!, kind: access })),
      workgroups: shader.workgroups,
      workgroupSize: shader.workgroupSize,
      sharedBytes: shader.sharedBytes,
    };
  });
}

/** An array whose contents are made when they are first asked for: limits are checked before. */
class LazyArray implements GpuArray {
  readonly #buffer: GpuBuffer;
  #words: Uint32Array<ArrayBuffer> | undefined;

  constructor(buffer: GpuBuffer) {
    this.#buffer = buffer;
  }

  get name(): string {
    return this.#buffer.name;
  }

  get byteLength(): number {
    return this.#buffer.bytes;
  }

  get contents(): Uint32Array<ArrayBuffer> | undefined {
    return this.#buffer.contents.kind === "zeros" ? undefined : (this.#words ??= initialWords(this.#buffer));
  }
}

interface Compared {
  readonly elements: number;
  readonly different: number;
}

/** @throws KernelRefused where the shader left out what the kernel would have done */
async function compare(
  exercise: Exercise,
  launched: LaunchedSize,
  { source }: AnswerVersion,
  shader: GpuKernel,
  set: KernelSet,
  index: number,
): Promise<Compared> {
  const { bindings } = set.kernels[index]!.kernel;
  const written = shader.buffers.filter(({ isWritten }) => isWritten);
  const arrayOf = (buffer: GpuBuffer): GpuArray =>
    bindings[shader.bindings.findIndex((binding) => shader.buffers[binding.buffer] === buffer)]!.array;
  const contents = await runOnce(set, index, written.map(arrayOf));
  const expected = await expectedWords(exercise, launched, source, shader);
  let elements = 0;
  let different = 0;
  for (const [place, buffer] of written.entries()) {
    const words = new Uint32Array(contents[place]!);
    if (buffer.name === "faults" && words.some((word) => word !== 0))
      throw new KernelRefused("On the GPU, an index left its array: this is a defect of the translation, and none of your answer.");
    const right = expected[buffer.name];
    if (right === undefined) continue;
    elements += (right.length / Math.max(1, buffer.bytesPerElement / 4)) * (buffer.bytesPerElement < 4 ? 4 / buffer.bytesPerElement : 1);
    different += differingElements(buffer, words, right).length;
  }
  return { elements, different };
}
