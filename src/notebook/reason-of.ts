/** What went wrong, in the words of whoever threw it: to stand in a sentence that says what it means for the reader. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
