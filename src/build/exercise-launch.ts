import { bindKernel } from "#judge/bind-kernel.ts";
import { firstCase, naiveAnswer, type Exercise, type Size } from "#judge/exercise.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import type { Kernel } from "#simulator";
import type { KernelLaunch, LaunchArgument } from "#cuda/launch/launch.ts";
import { fillKernel } from "#kit/cuda/fill-kernel.ts";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { translateAnswer } from "#kit/cuda/translate-answer.ts";
import { KERNEL_FILE, wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { exerciseModule, exercisesRoot } from "#kit/installation.ts";
import { wholeSignature } from "#notebook/lab/described-launch.ts";
import type { SignatureParameter } from "#cuda/launch/signature.ts";

/** An exercise's kernel in CUDA with an answer in its holes; undefined where the answer cannot be shown in CUDA. */
export function filledWith({ exercise, files }: ExerciseFolder, answer: string): string | undefined {
  const kernel = new KernelText(files.get(KERNEL_FILE) ?? "");
  const { text, missing } = fillKernel(kernel, translateAnswer(answer, exercise.exports, kernel));
  return missing.length === 0 ? text : undefined;
}

/** The launch that runs an exercise's kernel in the lab, whatever fills its holes. */
export async function launchInLab(folder: ExerciseFolder): Promise<KernelLaunch> {
  const { exercise, files } = folder;
  const text = filledWith(folder, files.get("solution.ts") ?? "");
  if (text === undefined) throw new Error(`exercises/${exercise.id}: the solution cannot be shown in CUDA`);
  const solution = (await import(exerciseModule(exercisesRoot, exercise.id, "solution"))) as Answer;
  return exerciseLaunch(exercise, solution, text);
}

/** The kernel with the naive answer in its holes; undefined where there is none, or it cannot be shown in CUDA. */
export function naiveKernel(folder: ExerciseFolder): string | undefined {
  const naive = naiveAnswer(folder.exercise);
  const answer = naive === undefined ? undefined : wrongSources(folder.files)[naive];
  return answer === undefined ? undefined : filledWith(folder, answer);
}

/**
 * The first case of an exercise as a launch of its kernel in CUDA: the case's grid, block and sizes, and arrays as long as those of
 * exercise.ts; where the learner chooses a number that decides it, as long as the largest number needs.
 *
 * @param source kernel.cu with its holes filled
 * @param solution a right answer
 * @throws RangeError when the kernel has an argument that exercise.ts does not know
 */
function exerciseLaunch(exercise: Exercise, solution: Answer, source: string): KernelLaunch {
  const one = firstCase(exercise);
  const largest = exercise.exports.flatMap(({ name, range }) => (range === undefined ? [] : [[name, range[1]] as const]));
  const kernels = [solution, { ...solution, ...Object.fromEntries(largest) }].map((answer) => bindKernel(exercise, one, answer));
  const signature = wholeSignature(source, undefined);
  const { gridDim, blockDim } = one.launch;
  return {
    kernel: signature.kernel,
    grid: [gridDim.x, gridDim.y, gridDim.z],
    block: [blockDim.x, blockDim.y, blockDim.z],
    sharedBytes: /extern\s+__shared__/.test(source) ? Math.max(...kernels.map(sharedBytes)) : 0,
    arguments: (signature.parameters ?? []).map((parameter) => argumentFor(parameter, kernels, one.size)),
    symbols: [],
  };
}

function sharedBytes({ arrays }: Kernel): number {
  const shared = Object.values(arrays).filter(({ space }) => space === "shared");
  return shared.reduce((bytes, { length, bytesPerElement }) => bytes + length * bytesPerElement, 0);
}

function argumentFor(parameter: SignatureParameter, kernels: readonly Kernel[], size: Size): LaunchArgument {
  const { name, type } = parameter;
  const given = size[name];
  if (parameter.kind === "array") {
    if (typeof given === "object") return { array: name, type, length: Math.max(1, given.length), fill: { values: [...given] } };
    const arrays = kernels.flatMap(({ arrays }) => arrays[name] ?? []);
    const [array] = arrays;
    if (array === undefined) throw new RangeError(`kernel.cu has an array \`${name}\`, which the kernel of exercise.ts has not`);
    const isSource = array.contents === "source";
    return { array: name, type, length: Math.max(...arrays.map(({ length }) => length)), ...(isSource && { fill: { indexModulo: 128 } }) };
  }
  if (parameter.kind === "value") return { value: typeof given === "number" ? given : 1, type };
  throw new RangeError(`kernel.cu has an argument \`${name}\` of type ${type}, for which a case has no value`);
}
