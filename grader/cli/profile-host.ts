import { InputError } from "#classroom/assignment/input-error.ts";
import { profileHost, type ProfiledHost } from "#cuda/host/profile-host.ts";
import type { HostArray, HostProgress } from "#cuda/host/run-host.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import { Memory } from "#cuda/machine/memory.ts";
import { bytesOf, scalarType } from "#cuda/check/types.ts";
import { placeAt } from "#cuda/source-error.ts";
import type { HostLaunchProfile, Profile } from "#cuda/profile/profile-schema.ts";
import type { Device } from "#simulator";
import { hostText, launchCount } from "./profile-host-text.ts";
import { warn } from "./terminal.ts";

/** The options of a run of host code. */
interface HostRunOptions {
  /** The text's file, as the user named it. */
  readonly file: string;
  readonly text: string;
  readonly device: Device;
  /** The function that is run. */
  readonly entry: string;
  /** The arguments of `main`. */
  readonly words: readonly string[];
  /** Only launches of this kernel: for a template, with its arguments, or all its instances. */
  readonly kernel: string | undefined;
  /** Only the launch with this number. */
  readonly launchNumber: number | undefined;
  /** Names of arrays to write. */
  readonly arrays: readonly string[];
  /** Whether all blocks of every launch are run, however many. */
  readonly isWhole: boolean;
  /** Called every so often; returns whether to stop. */
  readonly progress: (progress: HostProgress) => boolean;
}

/** A run of host code, and those of its launches that the user wants to see. */
interface ShownHost {
  readonly profiled: ProfiledHost;
  /** At least one. */
  readonly shown: readonly HostLaunchProfile[];
}

/**
 * Runs the host code; its output goes to standard error.
 *
 * @throws InputError if it makes no launch, or not the one that is asked for
 */
export function runHostCode({ text, device, entry, words, kernel, launchNumber, arrays, isWhole, progress }: HostRunOptions): ShownHost {
  const profiled = profileHost(text, device, {
    entry,
    arguments: words,
    keep: arrays,
    progress,
    onPrint: (printed) => warn(printed),
    ...(isWhole && { wholeSteps: Infinity }),
  });
  const { launches, order, result } = profiled;
  if (result.exitCode !== 0) warn(`coalesce: ${entry} returned ${result.exitCode}\n`);
  for (const note of result.notes) warn(`coalesce: ${note}\n`);
  if (launches.length === 0) throw new InputError(`${entry} launched no kernel: there is nothing to profile`);
  if (launchNumber !== undefined && launchNumber > order.length) {
    throw new InputError(`${entry} made ${launchCount(order.length)}: there is no launch ${launchNumber}`);
  }
  const numbered = launchNumber === undefined ? launches : [launches[order[launchNumber - 1]!]!];
  const named = numbered.filter((launch) => kernel === undefined || launch.kernel === kernel || baseName(launch.kernel) === kernel);
  if (named.length === 0) {
    const kernels = [...new Set(numbered.map((launch) => launch.kernel))].join(", ");
    throw new InputError(
      launchNumber === undefined
        ? `${entry} does not launch ${kernel}; it launches ${kernels}`
        : `launch ${launchNumber} is of ${kernels}, not of ${kernel}`,
    );
  }
  // Of each kernel, the first launch with findings, or else its first.
  const shown = [...Map.groupBy(named, (launch) => launch.kernel).values()].map(
    (launches) => launches.find(({ findings }) => findings.length > 0) ?? launches[0]!,
  );
  return { profiled, shown };
}

function baseName(kernel: string): string {
  return kernel.replace(/<.*$/, "");
}

/** The first shown launch, with the run that it belongs to. */
export function hostProfile({ profiled: { launches, result }, shown }: ShownHost, { text, device, entry }: HostRunOptions): Profile {
  const { number, times: _, grid: __, block: ___, sharedBytes: ____, line: _____, column: ______, ...profile } = shown[0]!;
  const { exitCode, printed, notes, ended } = result;
  const place = ended && { ended: { ...placeAt(text, ended.span.from), array: ended.array, launch: ended.launch } };
  return {
    schema: "coalesce/profile/v1",
    device: device.id,
    ...profile,
    host: { function: entry, launch: number, launches: [...launches], exitCode, ...place, printed: [...printed], notes: [...notes] },
  };
}

/** The run for a terminal. */
export function hostPages({ profiled, shown }: ShownHost, { file, text, device, entry }: HostRunOptions): string {
  return hostText(profiled, shown, { file, text, device: device.id, entry });
}

/**
 * An array of the device at the end of the run, in a memory of its own.
 *
 * @param asBytes whether its elements do not matter
 * @throws InputError if there is none of that name, or its element type is not known
 */
export function arrayOfHost(name: string, { profiled: { result } }: ShownHost, asBytes: boolean): { placed: PlacedArray; memory: Memory } {
  const array = result.arrays.find(
    (candidate): candidate is HostArray & { bytes: Uint8Array } => candidate.name === name && candidate.bytes !== undefined,
  );
  if (!array) {
    const names = result.arrays.map((candidate) => candidate.name).join(", ") || "none";
    throw new InputError(`the host allocates no array "${name}" on the device; by the names of their variables, there are: ${names}`);
  }
  const { type = asBytes ? scalarType("u8") : undefined, bytes, sampled } = array;
  if (sampled !== undefined)
    throw new InputError(`"${name}" is not whole: of launch ${sampled}, only a sample of the blocks was run (--whole runs all)`);
  if (!type)
    throw new InputError(`nothing says what "${name}" is made of: write it as bytes, to a file whose name does not end in .json or .csv`);
  const memory = new Memory();
  const address = memory.allocate(name, bytes.length, "given");
  memory.u8.set(bytes, address);
  return { placed: { name, type, length: Math.floor(bytes.length / bytesOf(type)), address }, memory };
}
