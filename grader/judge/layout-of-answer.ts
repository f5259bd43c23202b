import type { Answer } from "#sandbox/answer/load-answer.ts";
import { describeLayout, type LayoutDescription } from "#simulator";
import type { JudgedLayout } from "./exercise.ts";

/** The offsets that an answer gives to the places of a tile, row after row; undefined where it gives none for some place. */
export function offsetsOf(layout: JudgedLayout, answer: Answer): number[] | undefined {
  const { rows, columns, together } = layout;
  const offsets: number[] = [];
  try {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column += together) {
        const offset = layout.offset(answer, row, column);
        if (typeof offset !== "number" || !Number.isInteger(offset) || offset < 0 || offset >= LARGEST) return undefined;
        offsets.push(offset);
      }
    }
  } catch {
    // The kernel's run says what is wrong with the function.
    return undefined;
  }
  return offsets;
}

/** More elements than a block's shared memory has. */
const LARGEST = 1 << 20;

/** What kind of layout an answer gives; undefined for an exercise that asks for none, and for an answer that doesn't give one. */
export function layoutOfAnswer(layout: JudgedLayout | undefined, answer: Answer): LayoutDescription | undefined {
  const offsets = layout && offsetsOf(layout, answer);
  if (layout === undefined || offsets === undefined) return undefined;
  const { offset: _, ...shape } = layout;
  return describeLayout({ ...shape, offsets });
}
