/** Points to hundredths, a half upwards: 1.005 is 1.01, although the nearest double lies below it. */
export function hundredths(points: number): number {
  return Math.round(points * 100 * (1 + Number.EPSILON)) / 100;
}
