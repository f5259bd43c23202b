/**
 * Something that the user gave is wrong: an option, a file, an assignment, a link. The message says what is wrong and what to do about it.
 * The command line ends with exit code 2 for every one of these; any other error is a bug.
 */
export class InputError extends Error {
  override name = "InputError";
  /** One line per problem. */
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const list = typeof problems === "string" ? [problems] : problems;
    super(list.join("\n"), options);
    this.problems = list;
  }
}
