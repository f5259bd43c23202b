import { decimal } from "#pictures/format.ts";

const NARROW_SPACE = "\u202f";
const PREFIXES = ["", "k", "M", "G", "T"];

/** A large quantity in thousands, millions and so on of its unit: 2 147 483 648 B is 2.15 GB. */
export function scaled(value: number, unit: string): string {
  const power = Math.min(PREFIXES.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return `${decimal(value / 1000 ** power)}${NARROW_SPACE}${PREFIXES[power]}${unit}`.trimEnd();
}

/** A rate of operations, from GFLOP/s. */
export function flopRate(gflops: number): string {
  return scaled(gflops * 1e9, "FLOP/s");
}
