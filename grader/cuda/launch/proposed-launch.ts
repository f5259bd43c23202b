import { parse } from "../syntax/parse.ts";
import { SourceError } from "../source-error.ts";
import { guessLaunch } from "./guess-launch.ts";
import type { KernelLaunch } from "./launch.ts";
import { kernelNames, parametersOf } from "./signature.ts";

/**
 * A launch for a kernel of a text, with sizes that are guessed; undefined if the text has no kernel that can be compiled.
 *
 * @param wanted the first one unless it is named
 */
export function proposedLaunch(source: string, wanted?: string): KernelLaunch | undefined {
  try {
    const kernels = kernelNames(parse(source));
    const kernel = wanted ?? kernels[0]?.name;
    if (kernel === undefined) return undefined;
    // The parameters of a template are known once it has arguments.
    const named = guessLaunch(source, { kernels, kernel, parameters: [], symbols: [] }, undefined).kernel;
    return guessLaunch(source, { kernels, kernel: named, ...parametersOf(source, named) }, undefined);
  } catch (error) {
    if (error instanceof SourceError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A launch as a file of few lines: one for each argument. */
export function launchLines({ arguments: given, symbols: _, ...launch }: KernelLaunch): string {
  const head = JSON.stringify(launch).slice(0, -1);
  return `${head},"arguments":[\n${given.map((argument) => `  ${JSON.stringify(argument)}`).join(",\n")}]}`;
}
