import { SourceError } from "../source-error.ts";
import { TooManyStepsError } from "../errors/host-errors.ts";
import { TooMuchWorkError } from "../machine/run-program.ts";
import type { Places } from "../profile/places.ts";
import type { Remedy } from "../profile/remedy.ts";
import { withEdits } from "../profile/text-edits.ts";
import type { EarlyAccess } from "./early-accesses.ts";
import { isTooLong, type ProgramToTry } from "./grid-remedy.ts";
import { HostStoppedError, runHost } from "./run-host.ts";

const WAIT = "cudaDeviceSynchronize();";

/**
 * `cudaDeviceSynchronize()` behind a launch: tried by running the program with it, unless that takes too long.
 *
 * @param program undefined if it is not to be run
 * @param microseconds of the launch, by estimate
 */
export function withoutEarlyAccess(
  { launched, array }: EarlyAccess,
  program: Omit<ProgramToTry, "microseconds"> | undefined,
  microseconds: number | undefined,
  places: Places,
): Omit<Remedy, "ends"> {
  const end = program?.text.indexOf(";", launched.to) ?? -1;
  const { line } = places.at(launched.from);
  const untried = { words: `Put \`${WAIT.slice(0, -1)}\` after line ${line}.`, edits: [] };
  if (program === undefined || end < 0 || microseconds === undefined || isTooLong(program.result)) return untried;
  const edits = [{ offset: end + 1, text: ` ${WAIT}` }];
  const { text, device, options } = program;
  try {
    const { early } = runHost(withEdits(text, edits), { ...options, device });
    if (early.some((left) => left.array === array && left.launched.from === launched.from)) return untried;
  } catch (error) {
    if (error instanceof SourceError || error instanceof RangeError || error instanceof TooMuchWorkError) return untried;
    if (error instanceof TooManyStepsError || error instanceof HostStoppedError) return untried;
    throw error;
  }
  return { words: `\`${WAIT.slice(0, -1)}\` after line ${line}`, edits, microseconds: { before: microseconds, after: microseconds } };
}
