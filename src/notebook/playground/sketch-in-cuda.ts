import type { ExerciseKernel, FreeKernel, Sketch, SketchAccess, SketchArray, SketchStep } from "#judge/sketch.ts";
import type { KernelLaunch, LaunchArgument } from "#cuda/launch/launch.ts";
import { fillKernel, reasonOf } from "#kit/cuda/fill-kernel.ts";
import { freeName } from "#kit/cuda/cuda-names.ts";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { translateAnswer } from "#kit/cuda/translate-answer.ts";
import type { ExportSpec } from "#sandbox/answer/load-answer.ts";
import type { KernelInCuda } from "../exercise-data.ts";
import { LONGEST_TITLE, type LabKernel } from "../lab/lab-kernel.ts";

/** A sketch that cannot be written in CUDA. Its message says why, for the learner who wrote it. */
export class NotInCuda extends Error {
  override name = "NotInCuda";
}

/** The exercise whose kernel a sketch has. */
export interface SketchedExercise {
  readonly exports: readonly ExportSpec[];
  readonly inCuda: KernelInCuda;
}

/**
 * A sketch as a kernel of the lab: its functions stand where its steps call them, and the launch is the sketch's.
 *
 * @param exercise for the kernel of an exercise
 * @throws NotInCuda where the functions do what CUDA has no words for, or the steps move elements of different sizes
 */
export function sketchInCuda({ title, program }: Sketch, exercise?: SketchedExercise): LabKernel {
  const { source, kernel } = program;
  const common = { schema: "coalesce/lab-kernel/v1", title: title.slice(0, LONGEST_TITLE) } as const;
  if (kernel.kind === "free") {
    const template = templateOf(kernel, title);
    const specs = [...new Set(accessesOf(kernel.steps).map(({ name }) => name))].map((name): ExportSpec => ({
      name,
      kind: "function",
      description: `${name}(thread, size, iteration, outerIteration)`,
    }));
    return { ...common, source: filled(template.text, source, specs), launch: template.launch, device: kernel.device };
  }
  if (exercise === undefined) throw new NotInCuda("The kernel of its exercise is not at hand.");
  const { text, launch } = exercise.inCuda;
  return { ...common, source: filled(text, source, exercise.exports), launch: launchOf(kernel, launch), device: "h100" };
}

function filled(template: string, source: string, specs: readonly ExportSpec[]): string {
  const kernel = new KernelText(template);
  let translation;
  try {
    translation = translateAnswer(source, specs, kernel);
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotInCuda("The functions cannot be read: correct the mistake first.", { cause: error });
    throw error;
  }
  const missing = translation.exports.find(({ status }) => status === "not-translated");
  if (missing !== undefined) throw new NotInCuda(`\`${missing.name}\` has no counterpart in CUDA: ${reasonOf(missing)}.`);
  return fillKernel(kernel, translation).text;
}

/** The exercise's launch with the grid, the block and the numbers of the sketch. */
function launchOf({ launch: { gridDim, blockDim }, size }: ExerciseKernel, launch: KernelLaunch): KernelLaunch {
  const grid = [gridDim.x, gridDim.y, gridDim.z] as [number, number, number];
  const block = [blockDim.x, blockDim.y, blockDim.z] as [number, number, number];
  const isFirstCase = JSON.stringify([grid, block]) === JSON.stringify([launch.grid, launch.block]);
  const values = Object.values(size).filter((value) => typeof value === "number");
  const own = launch.arguments.flatMap((argument) => ("value" in argument ? [Number(argument.value)] : []));
  if (!isFirstCase || own.some((value) => !values.includes(value)))
    throw new NotInCuda("In CUDA, an exercise’s kernel has the launch and the sizes of its first case: set these again.");
  return launch;
}

/** The CUDA types of elements by their bytes, and of several that a lane moves at once. */
const ELEMENTS: Readonly<Record<SketchArray["bytesPerElement"], string>> = {
  1: "unsigned char",
  2: "short",
  4: "float",
  8: "double",
  16: "float4",
};
const VECTORS: Readonly<Record<string, string>> = {
  "float/2": "float2",
  "float/4": "float4",
  "double/2": "double2",
  "short/2": "short2",
  "short/4": "short4",
};

function templateOf(kernel: FreeKernel, title: string): { readonly text: string; readonly launch: KernelLaunch } {
  const accesses = accessesOf(kernel.steps);
  const arrays = kernel.arrays.filter(({ name }) => accesses.some(({ array }) => array === name));
  const widths = new Set(accesses.map(({ array, elementsPerLane = 1 }) => `${bytesOf(arrays, array)}/${elementsPerLane}`));
  const [width] = widths;
  if (width === undefined) throw new NotInCuda("Its kernel accesses no memory yet.");
  if (widths.size > 1) throw new NotInCuda("Its steps move elements of different sizes through one register, which has one type in CUDA.");
  const [bytes, perLane] = width.split("/").map(Number) as [SketchArray["bytesPerElement"], number];
  const element = ELEMENTS[bytes];
  const moved = perLane === 1 ? element : VECTORS[`${element}/${perLane}`];
  if (moved === undefined) throw new NotInCuda(`CUDA has no type of ${perLane} elements of ${bytes} bytes that one instruction moves.`);
  const global = arrays.filter(({ space }) => space === "global");
  const isStored = ({ name }: SketchArray): boolean => accesses.some(({ kind, array }) => kind === "store" && array === name);
  const parameters = [
    ...global.map((array) => `${isStored(array) ? "" : "const "}${element}* ${array.name}`),
    ...Object.entries(kernel.size).map(([name, value]) => (typeof value === "number" ? `int ${name}` : `const int* ${name}`)),
  ];
  const taken = new Set([...kernel.arrays.map(({ name }) => name), ...Object.keys(kernel.size), ...accesses.map(({ name }) => name)]);
  const free = (wanted: string): string => {
    const name = freeName(wanted, (name) => taken.has(name));
    taken.add(name);
    return name;
  };
  const name = free(
    title
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(0, 4)
      .join("_") ?? "kernel",
  );
  const lines = new Lines(arrays, { element, moved, register: free("value"), free });
  lines.addSteps(kernel.steps, "  ", []);
  const shared = arrays.filter(({ space }) => space === "shared");
  const text = [
    `__global__ void ${name}(${parameters.join(", ")}) {`,
    ...shared.map((array) => `  __shared__ ${element} ${array.name}[${array.length}];`),
    `  ${moved} ${lines.register}${moved === element && element !== "float4" ? " = 0" : " = {}"};`,
    ...lines.all,
    "}",
    "",
  ].join("\n");
  const { gridDim, blockDim } = kernel.launch;
  return {
    text,
    launch: {
      kernel: name,
      grid: [gridDim.x, gridDim.y, gridDim.z],
      block: [blockDim.x, blockDim.y, blockDim.z],
      sharedBytes: 0,
      arguments: [
        ...global.map(({ name: array, length, contents }): LaunchArgument => ({
          array,
          type: element,
          length,
          ...(contents === "source" && element !== "float4" && { fill: { indexModulo: 128 } }),
        })),
        ...Object.entries(kernel.size).map(([array, value]): LaunchArgument =>
          typeof value === "number"
            ? { value, type: "int" }
            : { array, type: "int", length: Math.max(1, value.length), fill: { values: [...value] } },
        ),
      ],
      symbols: [],
    },
  };
}

const bytesOf = (arrays: readonly SketchArray[], name: string): number => arrays.find((array) => array.name === name)?.bytesPerElement ?? 4;

interface RegisterNames {
  readonly element: string;
  /** What a lane moves at once. */
  readonly moved: string;
  readonly register: string;
  readonly free: (wanted: string) => string;
}

/** The steps of a sketch, line by line. An index of -1 is that of a thread which sits the access out. */
class Lines {
  readonly all: string[] = [];
  readonly register: string;
  readonly #arrays: readonly SketchArray[];
  readonly #names: RegisterNames;

  constructor(arrays: readonly SketchArray[], names: RegisterNames) {
    this.#arrays = arrays;
    this.#names = names;
    this.register = names.register;
  }

  /** @param loops variables of the loops around, the innermost first */
  addSteps(steps: readonly SketchStep[], indent: string, loops: readonly string[]): void {
    for (const step of steps) {
      if (step.kind === "barrier") this.all.push(`${indent}__syncthreads();`);
      else if (step.kind === "repeat") {
        const pass = this.#names.free("pass");
        this.all.push(`${indent}for (int ${pass} = 0; ${pass} < ${step.times}; ${pass}++) {`);
        this.addSteps(step.steps, `${indent}  `, [pass, ...loops]);
        this.all.push(`${indent}}`);
      } else this.#addAccess(step, indent, loops);
    }
  }

  #addAccess({ kind, name, array }: SketchAccess, indent: string, [iteration = "0", outer = "0"]: readonly string[]): void {
    const { element, moved, register, free } = this.#names;
    const index = free(`${name}Index`);
    const isKnown = this.#arrays.some((one) => one.name === array);
    if (!isKnown) throw new NotInCuda(`There is no array “${array}”.`);
    const place =
      moved === element ? `${array}[${index}]` : `*reinterpret_cast<${kind === "load" ? "const " : ""}${moved}*>(&${array}[${index}])`;
    this.all.push(
      `${indent}const int ${index} = {{${name}(${iteration}, ${outer})}};`,
      `${indent}if (${index} >= 0) ${kind === "load" ? `${register} = ${place}` : `${place} = ${register}`};`,
    );
  }
}

function accessesOf(steps: readonly SketchStep[]): SketchAccess[] {
  return steps.flatMap((step) => (step.kind === "barrier" ? [] : step.kind === "repeat" ? accessesOf(step.steps) : [step]));
}
