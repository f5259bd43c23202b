import { count, decimal } from "#pictures/format.ts";

const BYTES_PER_MIB = 2 ** 20;

/** A number to the nearest whole one: 3 014.6 is 3 015. */
export function rounded(value: number): string {
  return count(Math.round(value));
}

/** A ratio in a table: 7.19×. */
export function multiple(ratio: number): string {
  return `${decimal(ratio)}×`;
}

/** A ratio in running text: 7.19 times. */
export function times(ratio: number): string {
  return `${decimal(ratio)} times`;
}

/** A bandwidth in whole GB/s. */
export function gigabytesPerSecond(value: number): string {
  return `${rounded(value)}\u00a0GB/s`;
}

/** A number of bytes in MiB. */
export function mebibytes(value: number): string {
  return `${decimal(value / BYTES_PER_MIB)} MiB`;
}
