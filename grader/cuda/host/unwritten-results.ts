import { pluralize } from "#pictures/format.ts";
import type { CudaType } from "../check/types.ts";
import { elementRanges, rangeWords, type ElementRanges } from "../machine/element-ranges.ts";
import { grouped, type Allocation, type Memory } from "../machine/memory.ts";
import type { Span } from "../source-error.ts";

/** Elements that a program takes from the device, and that no launch, no copy and no `cudaMemset` has written. */
export interface UnwrittenResult {
  readonly kind: "unwritten";
  /** The launch that left them; the last one before they are taken where none uses their array. */
  readonly launch: number;
  /** That launch in the text; the copy or the read where no launch uses the array. */
  readonly span: Span;
  readonly elements: ElementRanges;
  /** The copy or the read in the text. */
  readonly taken: Span;
  /** Whether the host reads any of them: a program may copy more than it needs. */
  readonly isUsed: boolean;
  /** Whether a launch has written to the array at all. */
  readonly isWritten: boolean;
  /** Which elements, in a sentence without the place in the text, and what the launch did to their array. */
  readonly words: string;
  readonly why: string;
}

/** A launch as far as arrays are concerned. */
interface ResultLaunch {
  readonly number: number;
  readonly span: Span;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Where the arrays begin that its threads have stored to. */
  readonly stored: ReadonlyMap<number, unknown>;
  /** Its pointers. */
  readonly pointers: readonly number[];
  /** Whether it depends on data which elements it writes of the array that begins here. */
  readonly dependsOnData: (base: number) => boolean;
}

/** Rows that begin so many bytes apart, and have fewer: what is between them belongs to none. */
export interface PaddedRows {
  readonly pitchBytes: number;
  readonly bytes: number;
}

/** An array's launches: who wrote it, and who used it. */
interface History {
  readonly type: CudaType | undefined;
  readonly rows: PaddedRows | undefined;
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
  isUsed: boolean;
}

/** Bytes of the host that were copied from elements that nothing has written. */
interface UnwrittenCopy {
  readonly from: number;
  readonly to: number;
  /** For each byte: 1 as long as it holds what nothing has written. */
  readonly isLacking: Uint8Array;
  readonly taken: Taken;
}

/** The most elements that are noted, and places. */
const MOST_ELEMENTS = 2 ** 20;
const MOST_PLACES = 20;
/** The most copies that are watched at a time: the last ones. */
const MOST_COPIES = 64;

/**
 * Watches what a program takes from the device's memory: copies to the host, and the host's reads of managed memory. An element of a struct
 * counts as written once any of its bytes is, because its padding never is; any other element once all of them are. Where it depends on data
 * which elements a launch writes, as in a compaction, those that it leaves are reported only if the program reads what was copied.
 */
export class UnwrittenResults {
  /** Where the bytes of the host begin and end that were copied from elements that nothing has written. */
  copiesStart = Infinity;
  copiesEnd = 0;
  /** Whether anything was copied to the host, and from it. */
  isTaken = false;
  isGiven = false;
  #copies: readonly UnwrittenCopy[] = [];
  readonly #memory: Memory;
  /** By where the arrays begin. */
  readonly #histories = new Map<number, History>();
  readonly #taken = new Map<string, Taken>();
  #last: ResultLaunch | undefined;
  #left = MOST_ELEMENTS;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  allocated(base: number, type: CudaType | undefined, rows: PaddedRows | undefined): void {
    this.#histories.set(base, { type, rows, writer: undefined, user: undefined });
  }

  /** A launch has ended. */
  launched(launch: ResultLaunch): void {
    this.#last = launch;
    for (const base of launch.stored.keys()) {
      const history = this.#histories.get(base);
      if (history) history.writer = launch;
    }
    for (const pointer of launch.pointers) {
      const allocation = this.#memory.find(pointer);
      const history = allocation && this.#histories.get(allocation.base);
      if (history) history.user = launch;
    }
  }

  /** Bytes were copied to the host. */
  copied(to: number, from: number, bytes: number, span: Span): void {
    this.isTaken = true;
    const taken = this.#take(from, bytes, span, true);
    if (!taken || taken.isUsed) return;
    const { base, element } = taken.allocation;
    // One element may be a variable, whose reads are not seen.
    taken.isUsed = bytes <= element.bytes;
    const isLacking = new Uint8Array(bytes);
    for (const number of taken.elements) {
      const at = base + number * element.bytes - from;
      isLacking.fill(1, Math.max(0, at), Math.max(0, at + element.bytes));
    }
    if (!taken.isUsed) this.#watch([...this.#copies.slice(1 - MOST_COPIES), { from: to, to: to + bytes, isLacking, taken }]);
  }

  #watch(copies: readonly UnwrittenCopy[]): void {
    this.#copies = copies;
    this.copiesStart = copies.reduce((start, { from }) => Math.min(start, from), Infinity);
    this.copiesEnd = copies.reduce((end, { to }) => Math.max(end, to), 0);
  }

  /** The host accesses memory of its own between `copiesStart` and `copiesEnd`. */
  used(address: number, bytes: number, isWrite: boolean): void {
    let isNew = false;
    for (const { from, to, isLacking, taken } of this.#copies) {
      const first = Math.max(address, from) - from;
      const last = Math.min(address + bytes, to) - from;
      if (isWrite) isLacking.fill(0, Math.min(first, last), last);
      if (isWrite || taken.isUsed || !isLacking.subarray(Math.min(first, last), Math.max(0, last)).includes(1)) continue;
      taken.isUsed = true;
      isNew = true;
    }
    if (isNew) this.#watch(this.#copies.filter(({ taken }) => !taken.isUsed));
  }

  /** The host reads bytes of managed memory: its own affair as long as no launch uses them. */
  read(address: number, bytes: number, span: Span): void {
    const allocation = this.#memory.find(address);
    const { writer, user } = (allocation && this.#histories.get(allocation.base)) ?? {};
    const taken = (writer ?? user) && this.#take(address, bytes, span, false);
    if (taken) taken.isUsed = true;
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
    const listed = [...this.#taken.values()].filter(({ isUsed, writer, allocation }) => isUsed || !writer?.dependsOnData(allocation.base));
    return listed.map((taken) => {
      const { allocation, span, writer, user, last } = taken;
      const launch = writer ?? user;
      const elements = elementRanges(allocation, taken.elements);
      return {
        kind: "unwritten",
        launch: (launch ?? last).number,
        span: (launch ?? taken).span,
        elements,
        taken: span,
        isUsed: taken.isUsed,
        isWritten: writer !== undefined,
        words: takenWords(elements, taken, lineOf(span)),
        why: whyWords(elements, taken),
      };
    });
  }

  /** Notes the elements of a range that nothing has written; undefined if there are none. */
  #take(address: number, count: number, span: Span, isCopy: boolean): Taken | undefined {
    const allocation = this.#memory.find(address);
    const last = this.#last;
    if (allocation?.written === undefined || last === undefined || count === 0 || this.#left <= 0) return undefined;
    const end = address + count;
    if (allocation.written.isWritten(address, end)) return undefined;
    const key = `${allocation.base} ${isCopy ? span.from : ""}`;
    const known = this.#taken.get(key);
    if (!known && this.#taken.size === MOST_PLACES) return undefined;
    const { type, rows, writer, user } = this.#histories.get(allocation.base) ?? {};
    const mayHavePadding = type !== undefined && type.kind !== "scalar" && type.kind !== "pointer";
    const { base, element, written } = allocation;
    const elements = known?.elements ?? new Set();
    const lastElement = Math.floor((end - 1 - base) / element.bytes);
    for (let number = Math.floor((address - base) / element.bytes); number <= lastElement && this.#left > 0; number++) {
      const from = Math.max(address, base + number * element.bytes);
      const to = Math.min(end, base + (number + 1) * element.bytes);
      if (rows && (from - base) % rows.pitchBytes >= rows.bytes) continue;
      if (mayHavePadding ? written.isAnyWritten(from, to) : written.isWritten(from, to)) continue;
      elements.add(number);
      this.#left--;
    }
    if (elements.size === 0) return undefined;
    const taken = known ?? { allocation, span, isCopy, writer, user, last, elements, isUsed: false };
    this.#taken.set(key, taken);
    return taken;
  }
}

/** "Elements 32 to 39 of `d`, 8 of 40, are copied back in line 14, and nothing has written them." */
function takenWords(elements: ElementRanges, { isCopy }: Taken, line: number): string {
  const words = rangeWords(elements);
  const [are, them] = elements.count === 1 ? ["is", "it"] : ["are", "them"];
  return `${words[0]!.toUpperCase()}${words.slice(1)}, ${are} ${isCopy ? "copied back" : "read by the host"} in line ${line}, and nothing has written ${them}.`;
}

function whyWords({ array, ranges, of, areBytes }: ElementRanges, { writer, user }: Taken): string {
  if (!writer) return user ? `The launch is given \`${array}\` and writes nothing to it.` : `No launch is given \`${array}\`.`;
  const [blocks, threads] = [writer.grid, writer.block].map(([x, y, z]) => x * y * z) as [number, number];
  // Those that as many threads as elements would have written.
  const [first, last] = ranges.length === 1 ? ranges[0]! : [];
  if (!areBytes && first === blocks * threads && last === of - 1)
    return `The launch has ${grouped(blocks * threads)} threads (${pluralize(blocks, "block", grouped)} of ${grouped(threads)}) for ${grouped(of)} elements.`;
  return `The launch was the last to write \`${array}\`.`;
}
