import { ACCESS_WIDTHS, devices, volume, type Launch } from "#simulator";
import type { Size } from "#judge/exercise.ts";
import { LONGEST_NAME, LONGEST_TABLE, MOST_ARRAYS, MOST_CONSTANTS, MOST_STEPS, NAME_PATTERN, stepCount } from "#judge/sketch-limits.ts";
import { count } from "#pictures/format.ts";
import type { FreeKernel, Program, SketchAccess, SketchArray, SketchStep } from "#judge/sketch.ts";

/** What is wrong with fields of a kernel, by the field: "arrays.0.name". */
export type KernelProblems = ReadonlyMap<string, string>;

/** CUDA C++ Programming Guide, technical specifications: threads per block. */
export const MOST_THREADS = 1024;
const WIDEST_SHARED_BYTES = 16;

/** What keeps a kernel from being run that single fields cannot see: names, and what does not fit together. */
export function kernelProblems({ kernel }: Program): KernelProblems {
  const problems = [...launchProblems(kernel.launch), ...sizeProblems(kernel.size)];
  if (kernel.kind === "free") {
    problems.push(...lengthProblems(kernel));
    problems.push(...kernel.arrays.flatMap((array, number) => arrayProblems(array, `arrays.${number}`, kernel.arrays)));
    problems.push(...stepsProblems(kernel.steps, "steps", kernel));
  }
  return new Map(problems);
}

/** What a kernel needs before there is anything to draw of it; undefined for one that accesses memory. */
export function whatIsMissing({ kernel }: Program): string | undefined {
  if (kernel.kind !== "free" || kernel.steps.some(accessesMemory)) return undefined;
  return kernel.arrays.length === 0
    ? "The kernel is empty. Under “Arrays”, press “Add an array”. Then, under “Steps”, add a load of it: there will be something to draw."
    : "The kernel accesses no memory yet. Under “Steps”, add a load or a store.";
}

function accessesMemory(step: SketchStep): boolean {
  return step.kind === "repeat" ? step.steps.some(accessesMemory) : step.kind !== "barrier";
}

type Problem = readonly [field: string, message: string];

function launchProblems({ blockDim }: Launch): Problem[] {
  const threads = volume(blockDim);
  return threads > MOST_THREADS
    ? [["blockDim", `A block has at most ${count(MOST_THREADS)} threads; this one has ${count(threads)}.`]]
    : [];
}

function sizeProblems(size: Size): Problem[] {
  const constants = Object.entries(size);
  const problems = constants.flatMap(([name, value], number): Problem[] => {
    const isTooLong = typeof value !== "number" && value.length > LONGEST_TABLE;
    return [
      ...nameProblems(name, `size.${number}.name`, "A constant needs a name of letters and digits, such as width."),
      ...(isTooLong
        ? [[`size.${number}.value`, `A table has at most ${count(LONGEST_TABLE)} numbers; this one has ${count(value.length)}.`] as const]
        : []),
    ];
  });
  if (constants.length > MOST_CONSTANTS) {
    problems.push(["size", `A sketch has at most ${MOST_CONSTANTS} constants; this one has ${constants.length}. Remove some of them.`]);
  }
  return problems;
}

function lengthProblems({ arrays, steps }: FreeKernel): Problem[] {
  const problems: Problem[] = [];
  if (arrays.length > MOST_ARRAYS) {
    problems.push(["arrays", `A sketch has at most ${MOST_ARRAYS} arrays; this one has ${arrays.length}. Remove some of them.`]);
  }
  const all = stepCount(steps);
  if (all > MOST_STEPS) {
    problems.push(["steps", `A sketch has at most ${MOST_STEPS} steps, with those in loops; this one has ${all}. Remove some of them.`]);
  }
  return problems;
}

/** @param missing what is said where there is no name, or something that is none */
function nameProblems(name: string, field: string, missing: string): Problem[] {
  if (!NAME_PATTERN.test(name)) return [[field, missing]];
  return name.length > LONGEST_NAME ? [[field, `A name has at most ${LONGEST_NAME} characters; this one has ${count(name.length)}.`]] : [];
}

function arrayProblems({ name }: SketchArray, field: string, arrays: readonly SketchArray[]): Problem[] {
  const problems = nameProblems(name, `${field}.name`, "An array needs a name of letters and digits, such as input.");
  const isTaken = arrays.filter((array) => array.name === name).length > 1;
  return problems.length === 0 && isTaken ? [[`${field}.name`, `Two arrays are called ${name}.`]] : problems;
}

function stepsProblems(steps: readonly SketchStep[], field: string, kernel: FreeKernel): Problem[] {
  return steps.flatMap((step, number): Problem[] => {
    const place = `${field}.${number}`;
    switch (step.kind) {
      case "barrier":
        return [];
      case "repeat":
        return stepsProblems(step.steps, `${place}.steps`, kernel);
      case "load":
      case "store":
        return accessProblems(step, place, kernel);
    }
  });
}

function accessProblems({ name, array: arrayName, elementsPerLane = 1 }: SketchAccess, field: string, kernel: FreeKernel): Problem[] {
  const array = kernel.arrays.find((one) => one.name === arrayName);
  const problems = nameProblems(name, `${field}.name`, "A step needs the name of the function that gives its index, such as read.");
  if (array === undefined) return [...problems, [`${field}.array`, "Choose an array for this step."]];
  const bytesPerLane = array.bytesPerElement * elementsPerLane;
  const widest = array.space === "shared" ? WIDEST_SHARED_BYTES : (devices[kernel.device]?.widestAccessBytes ?? WIDEST_SHARED_BYTES);
  if (bytesPerLane > widest || !ACCESS_WIDTHS.some((width) => width === bytesPerLane)) {
    problems.push([`${field}.elementsPerLane`, `A lane would move ${bytesPerLane} bytes; here it moves at most ${widest}.`]);
  }
  return problems;
}

/** Whether a source seems to export a function of this name: for offering to add one, not for judging. */
export function exportsFunction(source: string, name: string): boolean {
  return new RegExp(String.raw`\bexport\s+(?:function|const|let|var)\s+${name.replaceAll("$", String.raw`\$`)}(?![\w$])`).test(source);
}

/** A source with one more index function: each thread its own element. */
export function withFunction(source: string, name: string): string {
  const added = `export function ${name}({ threadIdx, blockIdx, blockDim }: Thread) {\n  return blockIdx.x * blockDim.x + threadIdx.x;\n}\n`;
  return source.trim() === "" ? added : `${source.trimEnd()}\n\n${added}`;
}

/** A name that is not taken: "data", "data2". */
export function freshName(stem: string, taken: readonly string[]): string {
  if (!taken.includes(stem)) return stem;
  let number = 2;
  while (taken.includes(`${stem}${number}`)) number++;
  return `${stem}${number}`;
}
