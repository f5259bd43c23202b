import type { Memory } from "../machine/memory.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import type { Coordinates } from "../machine/findings.ts";
import { formatted } from "./print-text.ts";

/** A line of a kernel's output, with the thread that printed it. */
export interface PrintedLine {
  readonly text: string;
  readonly thread: Coordinates;
  readonly block: Coordinates;
}

/** How many lines are stored; the others are counted. */
const MOST_LINES = 1000;

/** Collects the output of `printf`. */
export class Printer {
  readonly lines: PrintedLine[] = [];
  further = 0;
  readonly #formats: readonly string[];
  readonly #place: LaunchPlace;
  readonly #memory: Memory;

  constructor(formats: readonly string[], place: LaunchPlace, memory: Memory) {
    this.#formats = formats;
    this.#place = place;
    this.#memory = memory;
  }

  /** Prints for each lane of the mask. An operand is one value for all lanes, or 32. */
  print(format: number, warp: number, mask: number, operands: readonly (number | bigint | readonly (number | bigint)[])[]): void {
    for (let lane = 0; lane < 32; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      if (this.lines.length === MOST_LINES) {
        this.further++;
        continue;
      }
      const own = operands.map((operand) => (typeof operand === "object" ? operand[lane]! : operand));
      this.lines.push({
        text: formatted(this.#formats[format] ?? "", own, (address) => textAt(this.#memory.u8, address)).replace(/\n$/, ""),
        thread: this.#place.threadCoordinates(warp * 32 + lane),
        block: this.#place.blockCoordinates(this.#place.block),
      });
    }
  }
}

/** The longest string that is printed; its terminating zero is not. */
const LONGEST_TEXT = 1000;

function textAt(bytes: Uint8Array, address: number): string {
  const end = bytes.subarray(0, address + LONGEST_TEXT).indexOf(0, address);
  return new TextDecoder().decode(bytes.slice(address, end < 0 ? address + LONGEST_TEXT : end));
}
