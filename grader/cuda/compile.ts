import { placeAt, type Span } from "./source-error.ts";
import { checkProgram } from "./check/check-host.ts";
import { checkFile, checkKernel, typeNamed } from "./check/check.ts";
import type { CheckedProgram } from "./check/checked-tree.ts";
import type { Context } from "./check/context.ts";
import { evaluated } from "./check/names.ts";
import type { CudaType, GivenArgument } from "./check/types.ts";
import { isStackOverflow } from "./errors/error-kind.ts";
import { noSuchKernel } from "./errors/launch-errors.ts";
import { nestedTooDeep } from "./errors/syntax-errors.ts";
import { evaluate } from "./lower/constant-evaluation.ts";
import { lowerKernel, type LoweredKernel } from "./lower/lower-kernel.ts";
import type { CompileOptions } from "./lower/lowering.ts";
import { optimized } from "./passes/passes.ts";
import type { FunctionNode, SourceFile, TemplateArgument } from "./syntax/tree.ts";

/**
 * The lab's compiler, from a text to the program of a kernel:
 *
 * - `text/` and `syntax/` read the text: macros, tokens, tree
 * - `check/` finds names, types, overloads and conversions: the checked tree
 * - `lower/` writes calls out, and makes steps of one thread: the IR
 * - `passes/` leave out what a compiler leaves out
 *
 * `emit/` makes JavaScript of the program, and `machine/` runs it. The host's code is checked as well; `host/` makes closures of its tree.
 */

export interface CompiledKernel extends LoweredKernel {
  /** Finds a type by its name in the text, for a launch that names it. */
  readonly typeNamed: (name: string) => CudaType | undefined;
  /** The arguments of its template, with those that the template itself gives. */
  readonly templateArguments: readonly GivenArgument[];
  /** The line of the text that a place is in, from 1. */
  readonly lineOf: (span: Span) => number;
}

/** The arguments of a kernel's template, found where the text's names are declared. */
type FindArguments = (top: Context) => readonly (GivenArgument | undefined)[];

/** All kernels of a text with a body. */
export function kernelsOf(file: SourceFile): readonly FunctionNode[] {
  return file.declarations.filter(
    (declared): declared is FunctionNode => declared.kind === "function" && declared.runs.global && declared.body !== undefined,
  );
}

/**
 * Compiles one kernel of a text, with the device functions that it calls.
 *
 * @param name of the kernel
 * @param templateArguments for a template, as written in a launch: `tiled<16, float>`
 * @throws SourceError at the place in the text that is not understood
 */
export function compileProgram(
  file: SourceFile,
  name: string,
  templateArguments: readonly TemplateArgument[],
  options?: CompileOptions,
): CompiledKernel {
  const node = kernelsOf(file).find((kernel) => kernel.name === name);
  if (node === undefined) throw noKernel(file, name);
  return compileKernel(file, node, (top) => evaluated(templateArguments, top), options);
}

/** Compiles a kernel of a text, and leaves out what a compiler leaves out. */
export function compileKernel(file: SourceFile, node: FunctionNode, given: FindArguments, options: CompileOptions = {}): CompiledKernel {
  try {
    const kernel = translateKernel(file, node, given, options);
    return { ...kernel, program: optimized(kernel.program, options.asWritten) };
  } catch (error) {
    throw isStackOverflow(error) ? nestedTooDeep(node.nameSpan) : error;
  }
}

/** Checks a kernel of a text, and lowers it with each access that the text has. */
export function translateKernel(file: SourceFile, node: FunctionNode, given: FindArguments, options?: CompileOptions): CompiledKernel {
  const top = openFile(file);
  const checked = checkKernel(node, given(top), top);
  const { templateArguments } = checked;
  const lineOf = ({ from }: Span): number => placeAt(file.text, from).line;
  return { ...lowerKernel(checked, options), typeNamed: (name) => typeNamed(name, top), templateArguments, lineOf };
}

/** Declares what a text declares. @param headers declare what is known with and without `std::`, as the library is */
export function openFile(file: SourceFile, headers?: SourceFile): Context {
  return checkFile(file, evaluate, headers);
}

/** Checks a program of the host, which `host/` makes closures of. @param top declares what the text and the headers declare */
export function checkHost(entry: FunctionNode, file: SourceFile, headers: SourceFile, top: Context): CheckedProgram {
  return checkProgram(entry, file, headers, top);
}

/** The error of a text without a kernel of a name, or with one that cannot be read. */
function noKernel(file: SourceFile, name: string): Error {
  const found = file.declarations.find((declared) => declared.kind === "function" && declared.name === name && declared.refused);
  if (found?.kind === "function" && found.refused) return found.refused;
  return noSuchKernel(
    name,
    kernelsOf(file).map((kernel) => kernel.name),
  );
}
