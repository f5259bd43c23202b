/** A change of a text at one place. */
export interface TextEdit {
  /** In UTF-16 units. */
  readonly offset: number;
  /** How many characters from there on are taken out; none if it is left out. */
  readonly removes?: number | undefined;
  /** The text that is put there. */
  readonly text: string;
}

/** A text with edits; of those at one offset, the first stands first. @throws RangeError if one takes out what another one changes */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let end = 0;
  for (const { offset, removes = 0, text: put } of inOrder(edits)) {
    if (offset < end) throw new RangeError("two edits change the same characters");
    result += text.slice(end, offset) + put;
    end = offset + removes;
  }
  return result + text.slice(end);
}

export function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.offset - b.offset);
}
