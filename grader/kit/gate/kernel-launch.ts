import type { KernelLaunch, LaunchArgument } from "#cuda/launch/launch.ts";
import { sharedVariablesOf } from "#cuda/launch/run-launch.ts";
import type { CompiledKernel } from "#cuda/compile.ts";
import type { KernelParameter } from "#cuda/lower/lower-kernel.ts";
import { bytesOf, typeName } from "#cuda/check/types.ts";
import type { Kernel, KernelArray, Launch } from "#simulator";

/**
 * The launch in the lab of a kernel.cu: its pointers are the arrays and tables of the exercise's kernel, its numbers the sizes.
 *
 * @throws Error where the text's arrays are not those of the exercise's kernel
 */
export function launchOf({ program, parameters }: CompiledKernel, kernel: Kernel, { gridDim, blockDim }: Launch): KernelLaunch {
  const sharedBytes = dynamicSharedBytes(program.dynamicShared?.name, kernel);
  for (const { name, bytes } of sharedVariablesOf(program, sharedBytes)) {
    const { length, bytesPerElement } = arrayOf(name, "shared", kernel);
    if (bytes !== length * bytesPerElement) {
      throw new Error(`kernel.cu gives ${name} ${bytes / bytesPerElement} elements, the exercise's kernel ${length}`);
    }
  }
  return {
    kernel: program.kernel,
    grid: [gridDim.x, gridDim.y, gridDim.z],
    block: [blockDim.x, blockDim.y, blockDim.z],
    sharedBytes,
    arguments: parameters.map((parameter) => argumentOf(parameter, kernel)),
    symbols: [],
  };
}

function dynamicSharedBytes(name: string | undefined, kernel: Kernel): number {
  if (name === undefined) return 0;
  const { length, bytesPerElement } = arrayOf(name, "shared", kernel);
  return length * bytesPerElement;
}

function argumentOf({ name, type }: KernelParameter, kernel: Kernel): LaunchArgument {
  const given = (kernel.size as Readonly<Record<string, number | readonly number[]>>)[name];
  // A factor of the caller's, such as the a of a·x + y, is 1 here.
  if (type.kind !== "pointer") return { value: typeof given === "number" ? given : 1, type: typeName(type) };
  const element = typeName(type.to);
  if (kernel.arrays[name] === undefined && typeof given === "object") {
    return { array: name, type: element, length: given.length, fill: { values: [...given] } };
  }
  const { length, bytesPerElement, contents } = arrayOf(name, "global", kernel);
  const elements = Math.floor((length * bytesPerElement) / bytesOf(type.to));
  if (contents === "empty") return { array: name, type: element, length: elements };
  const number = Object.keys(kernel.arrays).indexOf(name);
  return {
    array: name,
    type: element,
    length: elements,
    fill: { values: Array.from({ length }, (_, index) => sourceValue(number, index)) },
  };
}

function arrayOf(name: string, space: KernelArray["space"], { arrays }: Kernel): KernelArray {
  const array = arrays[name];
  if (array === undefined) throw new Error(`the exercise's kernel has no array "${name}"`);
  if (array.space !== space) {
    throw new Error(`kernel.cu declares ${name} as ${space} memory, the exercise's kernel as ${array.space} memory`);
  }
  return array;
}

/** The initial value of a source's element: another number for each array. Small enough that sums of products are exact in a float. */
export function sourceValue(array: number, index: number): number {
  return ((index * 7919 + array * 104_729) % 97) + 1;
}
