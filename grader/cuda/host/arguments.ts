import { argumentCount } from "../errors/call-errors.ts";
import { LaunchError } from "../errors/error-kind.ts";
import type { Context } from "../check/context.ts";
import type { CudaType } from "../check/types.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import type { Translation } from "./code.ts";
import type { Scalar } from "./host-memory.ts";

/** The values of a call's arguments, as its parameters take them. */
export function argumentsOf(
  host: Translation,
  name: string,
  given: readonly Expression[],
  parameters: readonly CudaType[],
  context: Context,
  span: Span,
): (() => Scalar)[] {
  if (given.length !== parameters.length) throw argumentCount(span, name, [parameters.length], given.length);
  return parameters.map((type, i) => host.convert(host.expression(given[i]!, context), type, given[i]!.span).value);
}

/** A RangeError of the machine becomes an error at a place of the text. */
export function within(span: Span, run: () => Scalar): () => Scalar {
  return () => {
    try {
      return run();
    } catch (error) {
      if (error instanceof RangeError) throw new SourceError(error.message, span, error instanceof LaunchError ? error.code : undefined);
      throw error;
    }
  };
}
