/** Pieces of a text, and what each is replaced by. */
export type Edits = Readonly<Record<string, string>>;

/** The text with all pieces replaced at once, so that two can be exchanged. */
export function edited(text: string, edits: Edits): string {
  const pieces = Object.keys(edits);
  const missing = pieces.find((piece) => !text.includes(piece));
  if (missing !== undefined) throw new RangeError(`a goal replaces “${missing}”, which isn't in the cell's code`);
  if (pieces.length === 0) return text;
  const any = new RegExp(
    pieces
      .toSorted((a, b) => b.length - a.length)
      .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("|"),
    "g",
  );
  return text.replace(any, (piece) => edits[piece]!);
}
