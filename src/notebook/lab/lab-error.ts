import { LaunchError } from "#cuda/errors/error-kind.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { remedyOf } from "#cuda/host/missing-definition.ts";
import { SourceError, placeAt } from "#cuda/source-error.ts";

/** Why a text does not run, as data. */
export interface LabError {
  readonly message: string;
  /** From 1; undefined for what is wrong with the launch. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** By which the list of errors has it (`lab/errors/#code`). */
  readonly code?: string;
  /** What would go above the text, where it lacks a definition. */
  readonly definition?: string;
}

/** An error of compiling or running a text; other errors are the lab's own, and thrown again. */
export function labErrorOf(error: unknown, source: string): LabError {
  const nowhere = { line: undefined, column: undefined };
  if (error instanceof SourceError) {
    const { advice, definition } = remedyOf(error, source) ?? {};
    const message = advice === undefined ? error.message : `${error.message} ${advice}`;
    const { code } = error;
    return {
      message,
      ...placeAt(source, error.span.from),
      ...(code !== undefined && { code }),
      ...(definition !== undefined && { definition }),
    };
  }
  if (error instanceof TooMuchWorkError) {
    const place = error.step === undefined ? nowhere : placeAt(source, error.step.span.from);
    return { message: `The launch was ended: ${error.message}`, ...place, code: error.code };
  }
  if (error instanceof LaunchError) return { message: error.message, ...nowhere, code: error.code };
  if (error instanceof RangeError) return { message: error.message, ...nowhere };
  throw error;
}
