import { grouped, type Allocation } from "./memory.ts";

/** Elements of an array, as runs of neighbours. */
export interface ElementRanges {
  /** As the host calls it. */
  readonly array: string;
  /** First and last of each run of them, in order. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly count: number;
  /** Elements of the array. */
  readonly of: number;
  /** Whether they are bytes, because nothing says what the array is made of. */
  readonly areBytes?: true | undefined;
}

/** The most runs that are listed in words. */
const MOST_LISTED = 3;

/** Elements of an allocation by their numbers, in any order. */
export function elementRanges({ name, bytes, element }: Allocation, numbers: Iterable<number>): ElementRanges {
  const ranges: [number, number][] = [];
  const inOrder = [...new Set(numbers)].sort((a, b) => a - b);
  for (const number of inOrder) {
    const range = ranges.at(-1);
    if (range && range[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return {
    array: name,
    ranges,
    count: inOrder.length,
    of: Math.floor(bytes / element.bytes),
    ...(element.name === "byte" && { areBytes: true }),
  };
}

/** "elements 32 to 39 of `d`, 8 of 40" */
export function rangeWords({ array, ranges, count, of, areBytes }: ElementRanges): string {
  const listed = ranges
    .slice(0, MOST_LISTED)
    .map(([first, last]) => (first === last ? grouped(first) : `${grouped(first)} to ${grouped(last)}`));
  const left = ranges.length - MOST_LISTED;
  const words = left > 0 ? `${listed.join(", ")} and ${grouped(left)} more runs` : listed.join(", ").replace(/, ([^,]*)$/, " and $1");
  return `${areBytes ? "byte" : "element"}${count === 1 ? "" : "s"} ${words} of \`${array}\`, ${grouped(count)} of ${grouped(of)}`;
}
