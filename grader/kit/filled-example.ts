/** The answer that a faded example's two functions make with the others: what is filled in stands first, so that its lines are the learner's. */
export function filledExample({ given }: { readonly given: string }, filled: string): string {
  return `${filled.trimEnd()}\n\n${given}`;
}
