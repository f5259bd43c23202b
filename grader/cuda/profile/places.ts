import type { Span } from "../source-error.ts";

/** Finds lines and columns of offsets in a text. */
export class Places {
  readonly #text: string;
  /** Offsets at which lines start. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  /** Both from 1; columns in UTF-16 units. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.#starts[low]! + 1 };
  }

  text({ from, to }: Span): string {
    return this.#text.slice(from, to);
  }

  /** What stands at a span, on one line; an instruction in several pieces of an `asm`'s text is put together. */
  oneLine(span: Span): string {
    return this.text(span)
      .replaceAll(/(?:\\[nt])*"\s+"/g, "")
      .replaceAll(/\s+/g, " ");
  }
}
