/** The fate of an element, and the character for it. */
export const ELEMENT_SIGNS = {
  right: ".",
  /** Never stored although it should hold something, or never loaded. */
  missing: "m",
  /** Holds another element, or nothing, or should not have been stored in. */
  wrong: "w",
  /** Stored, or loaded, more than once. */
  twice: "2",
  /** Wrong, because the thread that stored it had read outside an array. */
  outside: "x",
  /** Wrong, because the thread that stored it had read from an index at which its vector may not start. */
  misaligned: "a",
} as const;

export type ElementFate = keyof typeof ELEMENT_SIGNS;

/**
 * The threads of consecutive elements and what they stored: entry i is about element `from` + i. A thread is its block's number times
 * the threads of a block, plus its own number in the block; -1 is no thread.
 */
export interface ElementThreads {
  readonly from: number;
  /** How many times an element was stored, or loaded. */
  readonly times: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** The value that it holds at the end and the one that it should hold, 0 for nothing: see `KernelArray.expected`. */
  readonly held: readonly number[];
  readonly expected: readonly number[];
}

/** In longer arrays, the threads are recorded for one element only. */
export const MAX_ELEMENTS_WITH_THREADS = 65_536;

const TOUCHED = 1;
const TWICE = 2;
const WRONG = 4;
const TAINTED = { outside: 8, misaligned: 16 };

/** Why a read fails: what it brought is taken for nothing, and so is what is stored of it. */
export type ReadFault = keyof typeof TAINTED;

/** The fates of the elements of one array. One byte per element; threads and values for a part of them. */
export class Fates {
  readonly array: string;
  readonly op: "load" | "store";
  readonly #initial: (elementIndex: number) => number;
  readonly #expected: (elementIndex: number) => number;
  readonly #flags: Uint8Array;
  readonly #from: number;
  readonly #times: Int32Array;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #held: Int32Array;

  constructor(
    array: string,
    op: "load" | "store",
    length: number,
    element: number | undefined,
    initial: (elementIndex: number) => number,
    expected: (elementIndex: number) => number,
  ) {
    const keepsAll = length <= MAX_ELEMENTS_WITH_THREADS;
    const kept = keepsAll ? length : element === undefined ? 0 : 1;
    this.array = array;
    this.op = op;
    this.#initial = initial;
    this.#expected = expected;
    this.#flags = new Uint8Array(length);
    this.#from = keepsAll ? 0 : (element ?? 0);
    this.#times = new Int32Array(kept);
    this.#first = new Int32Array(kept).fill(-1);
    this.#last = new Int32Array(kept).fill(-1);
    this.#held = Int32Array.from({ length: kept }, (_, i) => initial(this.#from + i));
  }

  /** Notes that a thread stored a value in an element, or loaded it. @param fault of a read that the value comes from */
  note(element: number, thread: number, value: number, fault: ReadFault | undefined): void {
    const flags = this.#flags[element]! & (TOUCHED | TWICE);
    const isWrong = this.op === "store" && value !== this.#expected(element);
    this.#flags[element] = (flags === 0 ? TOUCHED : TOUCHED | TWICE) | (isWrong ? WRONG | (fault ? TAINTED[fault] : 0) : 0);
    const kept = element - this.#from;
    if (kept < 0 || kept >= this.#times.length) return;
    if (this.#times[kept]!++ === 0) this.#first[kept] = thread;
    this.#last[kept] = thread;
    if (this.op === "store") this.#held[kept] = value;
  }

  signs(): string {
    const codes = Uint8Array.from(this.#flags, (flags, element) => ELEMENT_SIGNS[this.#fate(flags, element)].charCodeAt(0));
    let text = "";
    for (let start = 0; start < codes.length; start += 8192) text += String.fromCharCode(...codes.subarray(start, start + 8192));
    return text;
  }

  #fate(flags: number, element: number): ElementFate {
    if ((flags & TOUCHED) === 0) {
      const isRight = this.op === "store" && this.#initial(element) === this.#expected(element);
      return isRight ? "right" : "missing";
    }
    if ((flags & TWICE) !== 0) return "twice";
    if ((flags & TAINTED.outside) !== 0) return "outside";
    if ((flags & TAINTED.misaligned) !== 0) return "misaligned";
    return (flags & WRONG) !== 0 ? "wrong" : "right";
  }

  threads(): ElementThreads {
    const expected = Array.from(this.#times, (_, i) => this.#expected(this.#from + i));
    const [times, first, last, held] = [this.#times, this.#first, this.#last, this.#held].map((numbers) => Array.from(numbers));
    return { from: this.#from, times: times!, first: first!, last: last!, held: held!, expected };
  }
}
