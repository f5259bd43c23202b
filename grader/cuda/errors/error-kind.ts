import { SourceError, type Span } from "../source-error.ts";

/** One kind of error: makes the error at a place of the text, in words about what stands there. */
export type ErrorKind<Words extends readonly unknown[]> = (span: Span, ...words: Words) => SourceError;

/**
 * Declares a kind of error. Its doc comment is its entry in the list of errors, which the site and a test read: when it comes, in the first
 * paragraph; what to do, in the second; and a program that has it behind `@example`, with the place between two `▸`.
 *
 * @param code what the list has it under
 * @param Thrown the class of its errors, which is given the words too
 */
export function errorKind<Words extends readonly unknown[]>(
  code: string,
  says: (...words: Words) => string,
  Thrown: (new (message: string, span: Span, code: string, ...words: Words) => SourceError) | typeof SourceError = SourceError,
): ErrorKind<Words> {
  return (span, ...words) => new Thrown(says(...words), span, code, ...words);
}

/** An error of a launch, or of the memory that it needs: it has no place in the text. */
export class LaunchError extends RangeError {
  /** By which the catalogue lists it. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Declares a kind of error that has no place in the text; its doc comment is its entry, as with {@link errorKind}. */
export function launchErrorKind<Words extends readonly unknown[]>(
  code: string,
  says: (...words: Words) => string,
): (...words: Words) => LaunchError {
  return (...words) => new LaunchError(says(...words), code);
}

/** JavaScript's own stack has no more room: engines say it in words of their own. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message);
}
