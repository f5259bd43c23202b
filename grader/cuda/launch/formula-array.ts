import { unusableFormula } from "../errors/launch-errors.ts";
import type { Device } from "#simulator";
import { compileProgram } from "../compile.ts";
import { typeName } from "../check/types.ts";
import { SourceError } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { ExpectedArray } from "./compare-arrays.ts";
import type { KernelLaunch } from "./launch.ts";
import { compileLaunched } from "./launched-kernel.ts";
import type { PlacedArray } from "./place-arguments.ts";
import { runLaunch } from "./run-launch.ts";

/** A name that no learner's text contains. */
const NAME = "coalesceExpected";
const THREADS = 256;

interface FormulaOptions {
  readonly device: Device;
  /** Limit of the launch's memory, in bytes. */
  readonly memoryBytes: number;
}

/**
 * The array that a formula describes: a CUDA expression for element `i`, which may use the text's functions and constants, and the kernel's
 * arguments as they are before the launch. `in[i % side * side + i / side]` is a transpose.
 *
 * @param like the array to compare it with: the result has its type and length
 * @throws RangeError if the formula is not understood, or reads outside of an array
 */
export function formulaArray(
  text: string,
  launch: KernelLaunch,
  like: PlacedArray,
  formula: string,
  options: FormulaOptions,
): ExpectedArray {
  const { parameters } = compileLaunched(text, launch.kernel);
  const element = typeName(like.type);
  const kernel = `
__global__ void ${NAME}(${[`${element}* ${NAME}Array`, ...parameters.map(({ type, name }) => `${typeName(type)} ${name}`)].join(", ")}) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < ${like.length}LL) ${NAME}Array[i] = (
${formula}
);
}
`;
  const run = {
    kernel: NAME,
    grid: [Math.ceil(like.length / THREADS), 1, 1] as [number, number, number],
    block: [THREADS, 1, 1] as [number, number, number],
    sharedBytes: 0,
    arguments: [{ array: `${NAME}Array`, type: element, length: like.length }, ...launch.arguments],
    symbols: launch.symbols,
  };
  const sanitizers = { memcheck: true, initcheck: false, racecheck: false };
  try {
    const { arrays, memory, findings } = runLaunch(compileProgram(parse(text + kernel), NAME, []), run, { ...options, sanitizers });
    const [wrong] = findings;
    if (wrong) throw unusableFormula(wrong.message);
    return { kind: "array", array: { ...arrays[0]!, name: "the formula" }, memory };
  } catch (error) {
    if (error instanceof SourceError || error instanceof RangeError) throw unusableFormula(error.message);
    throw error;
  }
}
