/** A place in a text, as editors number it: both from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export function sourcePosition(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
