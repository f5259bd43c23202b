/** The message of whatever was thrown, to be quoted in a sentence that tells the reader what it means. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
