import { pluralize } from "#pictures/format.ts";
import type { CudaType } from "../check/types.ts";
import { grouped, type Allocation, type Memory } from "../machine/memory.ts";
import type { FindingReport } from "../profile/launch-report.ts";
import type { Places } from "../profile/places.ts";
import type { Span } from "../source-error.ts";

/** Elements that a program takes from the device, and that no launch, no copy and no `cudaMemset` has written. */
export interface UnwrittenResult {
  readonly kind: "unwritten";
  /** The launch that left them; the last one before they are taken where none uses their array. */
  readonly launch: number;
  /** Of that launch in the text; of the copy or the read where no launch uses the array. */
  readonly span: Span;
  readonly elements: UnwrittenElements;
  /** A sentence, without the place in the text. */
  readonly message: string;
}

/** Elements of an array of the device. */
export interface UnwrittenElements {
  /** As the host calls it. */
  readonly array: string;
  /** First and last of each run of them, in order. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly count: number;
  /** Elements of the array. */
  readonly of: number;
  /** Where the array begins in the device's memory, and its bytes. */
  readonly base: number;
  readonly bytes: number;
  /** Of the copy or the read. */
  readonly taken: Span;
}

/** A launch as far as arrays are concerned. */
interface ResultLaunch {
  readonly number: number;
  readonly span: Span;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Where the arrays begin that its threads have stored to. */
  readonly stored: readonly number[];
  /** Its pointers. */
  readonly pointers: readonly number[];
}

/** What launches did to an array. */
interface History {
  readonly type: CudaType | undefined;
  /** The last launch that stored to it, and the last that was given a pointer to it. */
  writer: ResultLaunch | undefined;
  user: ResultLaunch | undefined;
}

/** Elements that were taken at one place. */
interface Taken {
  readonly allocation: Allocation;
  readonly span: Span;
  readonly isCopy: boolean;
  /** The launches as they were then. */
  readonly writer: ResultLaunch | undefined;
  readonly user: ResultLaunch | undefined;
  readonly last: ResultLaunch;
  readonly elements: Set<number>;
}

/** What a program takes although nothing has written it, as a finding of the launch that left it. */
export function unwrittenReport({ kind, span, message, elements }: UnwrittenResult, places: Places): FindingReport {
  const { array, ranges, count, of, taken } = elements;
  return {
    kind,
    span,
    ...places.at(span.from),
    text: places.text(span),
    elements: { array, ranges, count, of, ...places.at(taken.from) },
    message,
    further: 0,
    ...NO_ACCESS,
  };
}

/** The fields of a finding that is about no access. */
const NO_ACCESS = {
  site: undefined,
  address: undefined,
  space: undefined,
  other: undefined,
  request: undefined,
  bytesPerLane: undefined,
  op: undefined,
};

/** The most elements that are noted, and places. */
const MOST_ELEMENTS = 2 ** 20;
const MOST_PLACES = 20;
/** The most runs of elements that a sentence lists. */
const MOST_LISTED = 3;

/**
 * Watches what a program takes from the device's memory: copies to the host, and the host's reads of managed memory. An element of a struct
 * counts as written once any of its bytes is, because its padding never is; any other element once all of them are.
 */
export class UnwrittenResults {
  readonly #memory: Memory;
  /** By where the arrays begin. */
  readonly #histories = new Map<number, History>();
  readonly #taken = new Map<string, Taken>();
  #last: ResultLaunch | undefined;
  #left = MOST_ELEMENTS;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  allocated(base: number, type: CudaType | undefined): void {
    this.#histories.set(base, { type, writer: undefined, user: undefined });
  }

  /** A launch has ended. */
  launched(launch: ResultLaunch): void {
    this.#last = launch;
    for (const base of launch.stored) {
      const history = this.#histories.get(base);
      if (history) history.writer = launch;
    }
    for (const pointer of launch.pointers) {
      const allocation = this.#memory.find(pointer);
      const history = allocation && this.#histories.get(allocation.base);
      if (history) history.user = launch;
    }
  }

  /** Bytes are copied to the host. */
  copied(address: number, bytes: number, span: Span): void {
    this.#take(address, bytes, span, true);
  }

  /** The host reads bytes of managed memory: its own affair as long as no launch uses them. */
  read(address: number, bytes: number, span: Span): void {
    const allocation = this.#memory.find(address);
    const { writer, user } = (allocation && this.#histories.get(allocation.base)) ?? {};
    if (writer ?? user) this.#take(address, bytes, span, false);
  }

  /** Bytes were copied within the device: what the source lacks, the copy lacks, too, for the same reason. */
  moved(to: number, from: number): void {
    const [target, source] = [to, from].map((address) => this.#histories.get(this.#memory.find(address)?.base ?? -1));
    if (!target || !source) return;
    target.writer = source.writer;
    target.user = source.user ?? target.user;
  }

  /** All that was taken, in the order in which it was. @param lineOf the line of a place in the text */
  list(lineOf: (span: Span) => number): UnwrittenResult[] {
    return [...this.#taken.values()].map((taken) => {
      const { allocation, span, writer, user, last } = taken;
      const launch = writer ?? user;
      const { name: array, base, bytes } = allocation;
      const ranges = rangesOf(taken.elements);
      const elements = { array, ranges, count: taken.elements.size, of: lengthOf(allocation), base, bytes, taken: span };
      return {
        kind: "unwritten",
        launch: (launch ?? last).number,
        span: (launch ?? taken).span,
        elements,
        message: `${takenWords(elements, taken, lineOf(span))} ${whyWords(elements, taken)}`,
      };
    });
  }

  #take(address: number, count: number, span: Span, isCopy: boolean): void {
    const allocation = this.#memory.find(address);
    const last = this.#last;
    if (allocation?.written === undefined || last === undefined || count === 0 || this.#left <= 0) return;
    const end = address + count;
    if (allocation.written.isWritten(address, end)) return;
    const key = `${allocation.base} ${isCopy ? span.from : ""}`;
    const known = this.#taken.get(key);
    if (!known && this.#taken.size === MOST_PLACES) return;
    const { type, writer, user } = this.#histories.get(allocation.base) ?? {};
    const mayHavePadding = type !== undefined && type.kind !== "scalar" && type.kind !== "pointer";
    const { base, element, written } = allocation;
    const elements = known?.elements ?? new Set();
    const lastElement = Math.floor((end - 1 - base) / element.bytes);
    for (let number = Math.floor((address - base) / element.bytes); number <= lastElement && this.#left > 0; number++) {
      const from = Math.max(address, base + number * element.bytes);
      const to = Math.min(end, base + (number + 1) * element.bytes);
      if (mayHavePadding ? written.isAnyWritten(from, to) : written.isWritten(from, to)) continue;
      elements.add(number);
      this.#left--;
    }
    if (elements.size > 0 && !known) this.#taken.set(key, { allocation, span, isCopy, writer, user, last, elements });
  }
}

function lengthOf({ bytes, element }: Allocation): number {
  return Math.floor(bytes / element.bytes);
}

function rangesOf(elements: ReadonlySet<number>): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const element of [...elements].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && range[1] === element - 1) range[1] = element;
    else ranges.push([element, element]);
  }
  return ranges;
}

/** "Elements 32 to 39 of `d`, 8 of 40, are copied back in line 14, and nothing has written them." */
function takenWords({ array, ranges, count, of }: UnwrittenElements, { allocation, isCopy }: Taken, line: number): string {
  const noun = allocation.element.name === "byte" ? "Byte" : "Element";
  const listed = ranges
    .slice(0, MOST_LISTED)
    .map(([first, last]) => (first === last ? grouped(first) : `${grouped(first)} to ${grouped(last)}`));
  const left = ranges.length - MOST_LISTED;
  const words = left > 0 ? `${listed.join(", ")} and ${grouped(left)} more runs` : listed.join(", ").replace(/, ([^,]*)$/, " and $1");
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  const taken = isCopy ? "copied back" : "read by the host";
  return `${noun}${count === 1 ? "" : "s"} ${words} of \`${array}\`, ${grouped(count)} of ${grouped(of)}, ${are} ${taken} in line ${line}, and nothing has written ${them}.`;
}

function whyWords({ array, ranges, of }: UnwrittenElements, { writer, user, allocation }: Taken): string {
  if (!writer) return user ? `The launch is given \`${array}\` and writes nothing to it.` : `No launch is given \`${array}\`.`;
  const [blocks, threads] = [writer.grid, writer.block].map(([x, y, z]) => x * y * z) as [number, number];
  if (allocation.element.name !== "byte" && ranges[0]![0] >= blocks * threads)
    return `The launch has ${grouped(blocks * threads)} threads (${pluralize(blocks, "block", grouped)} of ${grouped(threads)}) for ${grouped(of)} elements.`;
  return `The launch was the last to write \`${array}\`.`;
}
