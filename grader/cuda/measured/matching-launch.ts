import { ReportError, type MeasuredLaunch } from "./measured-launch.ts";

/** A launch of the lab: its kernel as `<<<…>>>` names it, and its sizes. */
export interface LaunchShape {
  /** "tiled<32, float>" */
  readonly kernel: string;
  readonly grid: readonly number[];
  readonly block: readonly number[];
}

/**
 * The launch of a report that is most like one of the lab: of the same kernel, then with the same template arguments, then of the same
 * sizes, then the first.
 *
 * @throws ReportError if the report has no launch of the kernel
 */
export function matchingLaunch(launches: readonly MeasuredLaunch[], shape: LaunchShape): MeasuredLaunch {
  const own = kernelParts(shape.kernel);
  const ofKernel = launches.filter(({ kernel }) => kernelParts(kernel).name === own.name);
  if (ofKernel.length === 0) {
    const names = [...new Set(launches.map(({ kernel }) => kernelParts(kernel).name))];
    throw new ReportError(
      `The report has no launch of ${own.name}; it has ${names.slice(0, 8).join(", ")}${names.length > 8 ? ", …" : ""}.`,
    );
  }
  const score = (launch: MeasuredLaunch): number =>
    (own.templateArguments === kernelParts(launch.kernel).templateArguments ? 4 : 0) +
    (isSameLaunch(launch, shape) ? 2 : 0) +
    (isBlockEqual(launch, shape) ? 1 : 0);
  return ofKernel.reduce((best, launch) => (score(launch) > score(best) ? launch : best));
}

/** Whether both launch as many threads in the same shape; a report that doesn't say is taken to. */
export function isSameLaunch(measured: Pick<MeasuredLaunch, "grid" | "block">, shape: Omit<LaunchShape, "kernel">): boolean {
  return (measured.grid === undefined || areEqual(measured.grid, shape.grid)) && isBlockEqual(measured, shape);
}

export function isBlockEqual({ block }: Pick<MeasuredLaunch, "block">, shape: Pick<LaunchShape, "block">): boolean {
  return block === undefined || areEqual(block, shape.block);
}

function areEqual(one: readonly number[], other: readonly number[]): boolean {
  return [0, 1, 2].every((axis) => (one[axis] ?? 1) === (other[axis] ?? 1));
}

interface KernelParts {
  /** Without namespaces. */
  readonly name: string;
  /** "32,float"; empty for none. */
  readonly templateArguments: string;
}

/** Takes apart `void tools::tiled<(int)32, float>(float *, int)`, and the same as a launch has it: `tiled<32, float>`. */
export function kernelParts(kernel: string): KernelParts {
  let depth = 0;
  let name = "";
  let given = "";
  for (const letter of kernel) {
    if (letter === "<") depth++;
    if (depth > 0) given += letter;
    else if (letter === "(") break;
    else name += letter;
    if (letter === ">") depth--;
  }
  return {
    name:
      name
        .trim()
        .split(/\s+|::/)
        .at(-1) ?? "",
    templateArguments: given
      .slice(1, -1)
      .replaceAll(/\(\w[\w ]*\)/g, "")
      .replaceAll(/\s+/g, ""),
  };
}
