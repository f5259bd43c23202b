import { compileProgram, kernelsOf, type CompiledKernel } from "#cuda/program/compile-program.ts";
import { SourceError, placeAt } from "#cuda/source-error.ts";
import { parse } from "#cuda/syntax/parse.ts";
import type { TemplateArgument } from "#cuda/syntax/tree.ts";
import { splitKernelName } from "./lab-kernel.ts";

/** Why a text does not run, as data. */
export interface LabError {
  readonly message: string;
  /** From 1; undefined for what is wrong with the launch. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/**
 * Compiles the kernel of a text that a launch names.
 *
 * @throws SourceError at the place in the text that is not understood
 * @throws RangeError when there is no such kernel
 */
export function compileText(source: string, kernel: string): CompiledKernel {
  const { name, templateArguments } = splitKernelName(kernel);
  return compileProgram(parse(source), name, templateArgumentsOf(source, templateArguments));
}

/** Reads template arguments in the light of the text: its macros, types and constants may stand in them. */
function templateArgumentsOf(source: string, written: string): readonly TemplateArgument[] {
  if (written.trim() === "") return [];
  const probe = `${source}\ntemplate <int> struct CoalesceProbe; CoalesceProbe<${written}>* coalesceProbe;`;
  try {
    const declared = parse(probe).declarations.at(-1);
    const type = declared?.kind === "variables" ? declared.variables[0]?.type : undefined;
    if (type?.kind === "pointer" && type.to.kind === "named" && type.to.templateArguments !== undefined) return type.to.templateArguments;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  throw new RangeError(`\`${written}\` is no list of template arguments.`);
}

/** The kernels of a text, in order. */
export function kernelNames(source: string): { readonly name: string; readonly templateParameters: readonly string[] }[] {
  return kernelsOf(parse(source)).map(({ name, templateParameters }) => ({
    name,
    templateParameters: templateParameters.map((parameter) => parameter.name),
  }));
}

/** An error of compiling or running a text; other errors are the lab's own, and thrown again. */
export function labErrorOf(error: unknown, source: string): LabError {
  if (error instanceof SourceError) return { message: error.message, ...placeAt(source, error.span.from) };
  if (error instanceof RangeError) return { message: error.message, line: undefined, column: undefined };
  throw error;
}
