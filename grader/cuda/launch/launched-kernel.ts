import { kernelName } from "../errors/launch-errors.ts";
import { compileProgram, type CompiledKernel } from "../compile.ts";
import { SourceError } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { SourceFile, TemplateArgument } from "../syntax/tree.ts";

/** A text, and the kernel in it that a launch names. */
interface LaunchedKernel {
  readonly file: SourceFile;
  readonly name: string;
  /** Empty if it is not a template. */
  readonly templateArguments: readonly TemplateArgument[];
}

/**
 * Parses a text, and the name by which a launch calls one of its kernels: `scale`, `tiled<16, float>`, or `tiled<TILE, Pixel>` with a macro
 * and a type of the text.
 *
 * @throws SourceError at the place in the text that is not understood
 * @throws RangeError if the text has no kernel of that name
 */
export function launchedKernel(text: string, kernel: string): LaunchedKernel {
  // Parsed as a type after the text: there the text's macros and types are known.
  let declarations: SourceFile["declarations"];
  let headers: SourceFile["headers"];
  try {
    ({ declarations, headers } = parse(`${text}\n\nusing launched = ${kernel};`));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // Either the text alone has the error, too, or it is in the name.
    parse(text);
    throw kernelName(kernel, error.message);
  }
  const launched = declarations.at(-1);
  const own = declarations.slice(0, -1);
  if (launched?.kind !== "alias" || launched.type.kind !== "named" || own.some(({ span }) => span.from >= text.length)) {
    throw kernelName(kernel, "A kernel is named as `scale`, or a template as `tiled<16, float>`.");
  }
  return { file: { text, declarations: own, headers }, name: launched.type.name, templateArguments: launched.type.templateArguments ?? [] };
}

/**
 * Compiles the kernel of a text that a launch names.
 *
 * @throws SourceError at the place in the text that is not understood
 * @throws RangeError if the text has no kernel of that name
 */
export function compileLaunched(text: string, kernel: string): CompiledKernel {
  const { file, name, templateArguments } = launchedKernel(text, kernel);
  return compileProgram(file, name, templateArguments);
}
