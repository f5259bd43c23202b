/** Keeps a number and its unit on one line. */
const NO_BREAK_SPACE = "\u00a0";

/** A number with commas between thousands: 4,096. */
export function count(value: number): string {
  return String(value).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** What a number is the number of, where its unit is a noun in parentheses: "lane" of "(lane)". */
export function namedUnit(unit: string): string | undefined {
  return unit.startsWith("(") && unit.endsWith(")") ? unit.slice(1, -1) : undefined;
}

/** A number that is formatted already, with its unit: 2,367 GB/s, but 80%, and lane 14, whose unit is "(lane)". */
export function withUnit(number: string, unit: string): string {
  const noun = namedUnit(unit);
  if (noun !== undefined) return `${noun}${NO_BREAK_SPACE}${number}`;
  return unit.startsWith("%") ? `${number}${unit}` : `${number}${NO_BREAK_SPACE}${unit}`;
}

/** A count with its noun: 1 sector, 4 sectors. `digits` formats the number, by default with `count`. */
export function pluralize(value: number, noun: string, digits: (value: number) => string = count): string {
  return `${digits(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A number in a unit that may be a noun in the plural: 1 sector, 16 sectors, 2.14 times slower, 80%. `digits` formats the number. */
export function inUnit(value: number, unit: string, digits: (value: number) => string = count): string {
  return /^[a-z]+s$/.test(unit) ? pluralize(value, unit.slice(0, -1), digits) : withUnit(digits(value), unit);
}

/** A number of bytes with its unit: 4,096 B. */
export function bytes(value: number): string {
  return withUnit(count(value), "B");
}

/** A ratio as a percentage with at most three significant digits: 0.03125 is 3.13%. */
export function percent(ratio: number): string {
  return withUnit(decimal(ratio * 100), "%");
}

/** A number with at most three significant digits, whole from 100 up: 7.19, 12.5, 330. */
export function decimal(value: number): string {
  return value >= 100 ? count(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** So many numbers or ranges with one distance between them are written as the first three and the last. */
const FEWEST_ABBREVIATED = 6;

/** Ascending whole numbers with consecutive ones as ranges, and long series of equal steps abbreviated: 0–3, 8, 10–11; 1, 3, 5, …, 31. */
export function ranges(numbers: readonly number[]): string {
  const runs: Run[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const parts: string[] = [];
  for (let at = 0; at < runs.length;) {
    const series = seriesAt(runs, at);
    const isLong = series.length >= FEWEST_ABBREVIATED;
    parts.push(...(isLong ? [...series.slice(0, 3).map(runText), "…", runText(series.at(-1)!)] : [runText(runs[at]!)]));
    at += isLong ? series.length : 1;
  }
  return parts.join(", ");
}

/** Consecutive numbers. */
interface Run {
  readonly first: number;
  last: number;
}

/** The runs from one on that have its length, and each the same distance to the one before. */
function seriesAt(runs: readonly Run[], from: number): readonly Run[] {
  const length = runs[from]!.last - runs[from]!.first;
  const step = (runs[from + 1]?.first ?? 0) - runs[from]!.first;
  let to = from + 1;
  while (to < runs.length && runs[to]!.first - runs[to - 1]!.first === step && runs[to]!.last - runs[to]!.first === length) to++;
  return runs.slice(from, to);
}

const runText = ({ first, last }: Run): string => (first === last ? `${first}` : `${first}–${last}`);

/** A text with its first letter as a capital. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
