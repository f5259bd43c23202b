import { FINDINGS, type FindingKind } from "../errors/findings.ts";
import type { Span } from "../source-error.ts";
import type { SiteOp } from "../ir/access-site.ts";
import type { ElementRanges } from "./element-ranges.ts";
import type { Fault } from "./fault.ts";
import { indexText, type Space } from "./memory.ts";

/** Coordinates of a thread in its block, or of a block in its grid. */
export type Coordinates = readonly [x: number, y: number, z: number];

/** The warp's request that has the finding, for its picture. */
interface FoundRequest {
  readonly activeMask: number;
  /** 32 byte addresses, lane 0 first; those of inactive lanes mean nothing. */
  readonly addresses: readonly number[];
  /** The lane that the finding names. */
  readonly lane: number;
}

/** The other thread of a race. */
export interface OtherThread {
  readonly thread: Coordinates;
  readonly block: Coordinates;
}

/** As racecheck names them: a load after a store, a store after a load, a store after a store. */
export type Hazard = "RAW" | "WAR" | "WAW";

/** Facts of a race besides its threads: for its message, and for who looks for its other access. */
export interface RaceStory {
  /** "Thread (1, 0, 0) of block (0, 0, 0) reads `last`" */
  readonly clause: string;
  readonly hazard: Hazard;
  /** Whether the other thread, or all the others, are of the same block. */
  readonly isWithinBlock: boolean;
  /** Whether both threads are lanes of the warp that executes the store. */
  readonly isOneStore: boolean;
  /** The number of the racing request, counted from 1 over those that the race check has seen in the launch. */
  readonly request: number;
}

/** The lowest and the highest index of the accesses of one place that leave their array. */
interface Reached {
  lowest: number;
  highest: number;
}

/** The array, or the row of one, that an access left. */
export interface LeftArray extends Partial<Readonly<Reached>> {
  /** The kernel's name for it. Empty where it has none, or the array isn't known. */
  readonly name: string;
  /** The host's name for what a parameter points to, if it's another. */
  readonly given?: string | undefined;
  /** The element that the access would be: less than 0, or not less than the length. */
  readonly index: number;
  readonly length: number;
  /** Its name is empty for what is no element of the array: a row of rows. */
  readonly element: { readonly name: string; readonly bytes: number };
  /** The address of its first byte. */
  readonly base: number;
}

/**
 * The order of a launch's copies with which it hangs. Times are numbered from 1, in the order in which these copies begin and land, and the
 * thread of the finding begins to wait.
 */
export interface LandingOrder {
  /** In the order in which they land. */
  readonly copies: readonly LandedCopy[];
  /** When the thread of the finding begins its last wait. */
  readonly waits: number;
  /** The last time: nothing happens any more. */
  readonly hangs: number;
}

interface LandedCopy {
  /** Its number in the order in which the launch's copies begin, from 1. */
  readonly copy: number;
  readonly span: Span;
  /** The thread that begins it. */
  readonly thread: Coordinates;
  readonly block: Coordinates;
  readonly bytes: number;
  /** "to `tile`": where it lands in shared memory, or what it takes from there. */
  readonly where: string;
  readonly begun: number;
  readonly landed: number;
}

/** A thread's access to memory. */
export interface FoundAccess {
  readonly op: SiteOp;
  /** Its address must be a multiple of these. */
  readonly bytes: number;
  /** Whether it's a row of a matrix that `ldmatrix` reads or `stmatrix` writes. */
  readonly isMatrixRow: boolean;
}

/** A fault of the kernel: what, where in the text, by which thread. */
export interface Finding {
  readonly kind: FindingKind;
  /** The number of the access site; undefined for a barrier. */
  readonly site: number | undefined;
  readonly span: Span;
  readonly thread: Coordinates;
  readonly block: Coordinates;
  /** Undefined for a barrier. */
  readonly address: number | undefined;
  /** Undefined for a barrier, and for an address that belongs to no memory. */
  readonly space: Space | undefined;
  /** The access that has the finding; undefined for a barrier, and for a copy in bulk. */
  readonly access?: FoundAccess;
  /** The kernel's name for the array or variable that the address is in; undefined for memory without a name. */
  readonly array?: string | undefined;
  /** The variable without a value that a product of matrices adds to. */
  readonly unset?: string;
  /** The array or row that an access left, if that is known. */
  readonly left?: LeftArray | undefined;
  /** The other thread of a race; undefined, too, if there are several, and the one on record is the thread itself. */
  readonly other: OtherThread | undefined;
  readonly race?: RaceStory;
  readonly request: FoundRequest | undefined;
  /** A sentence, without the place in the text. */
  readonly message: string;
  /** How many more of this kind there were at this place: other threads, other passes of a loop. */
  readonly further: number;
  /** For a warp that waits for ever: when it began to, as `PendingCopy` counts time. */
  readonly since?: number;
  /** For a launch that hangs: the cause, as the catalogue lists it, if it's known. */
  readonly cause?: string;
  /** For a launch that hangs with one order of its copies: that order. */
  readonly landings?: LandingOrder;
  /** Elements that two threads store to here, for races between stores to an array in global memory. */
  readonly storedTwice?: ElementRanges;
}

const KINDS: readonly FindingKind[] = FINDINGS.map(({ kind }) => kind);

/** A key for a kind and a span, as one number: a kernel may have millions of findings. */
function keyOf(kind: FindingKind, { from, to }: Span): number {
  return (from * 2 ** 22 + (to - from)) * KINDS.length + KINDS.indexOf(kind);
}

/** A sentence about one access, with what the others of its place reach: "…; index 47 is reached here." */
function withReach(message: string, { index, length }: LeftArray, { lowest, highest }: Reached): string {
  const before = lowest < Math.min(index, 0);
  const after = highest > Math.max(index, length - 1);
  if (!before && !after) return message;
  const [low, high] = [lowest, highest].map(indexText);
  const reached = before && after ? `indexes ${low} and ${high} are` : `index ${before ? low : high} is`;
  return `${message.endsWith(".") ? message.slice(0, -1) : message}; ${reached} reached here.`;
}

/** How many findings are stored. */
const MAX_FINDINGS = 100;
/** How many addresses that two threads store to are stored. */
const MAX_STORED_TWICE = 2 ** 16;

interface KnownPlace {
  readonly finding: Omit<Finding, "further">;
  further: number;
  readonly reached: Reached | undefined;
}

/** The findings of a launch: the first of each kind at each place, in the order in which they were made, and the number of the others. */
export class Findings {
  readonly #byPlace = new Map<number, KnownPlace>();
  /** By the same keys. */
  readonly #storedTwice = new Map<number, Set<number>>();
  #unlisted = 0;
  #fault: Fault | undefined;

  /** Notes what would end the kernel on a GPU: the first fault counts. */
  end(fault: () => Fault | undefined): void {
    this.#fault ??= fault();
  }

  /** The first fault of the launch. */
  get fault(): Fault | undefined {
    return this.#fault;
  }

  /**
   * Adds a finding; `describe` is called only if it is the first of its kind at its place.
   *
   * @param index of an access that leaves its array: the element that it would be
   */
  add(kind: FindingKind, span: Span, describe: () => Omit<Finding, "kind" | "span" | "further">, index?: number): void {
    const place = keyOf(kind, span);
    const known = this.#byPlace.get(place);
    if (known) {
      known.further++;
      if (index !== undefined && known.reached) {
        if (index < known.reached.lowest) known.reached.lowest = index;
        if (index > known.reached.highest) known.reached.highest = index;
      }
    } else if (this.#byPlace.size === MAX_FINDINGS) this.#unlisted++;
    else {
      const reached = index === undefined ? undefined : { lowest: index, highest: index };
      this.#byPlace.set(place, { finding: { kind, span, ...describe() }, further: 0, reached });
    }
  }

  /** Adds a race between two stores to an address. */
  addStoredTwice(span: Span, address: number, describe: () => Omit<Finding, "kind" | "span" | "further">): void {
    this.add("race", span, describe);
    const place = keyOf("race", span);
    const known = this.#storedTwice.get(place);
    if (!known) this.#storedTwice.set(place, new Set([address]));
    else if (known.size < MAX_STORED_TWICE) known.add(address);
  }

  /** Whether there is one of this kind at this place: then the next is only counted. */
  has(kind: FindingKind, span: Span): boolean {
    return this.#byPlace.has(keyOf(kind, span));
  }

  get list(): Finding[] {
    return [...this.#byPlace.values()].map(({ finding, further, reached }) => ({
      ...finding,
      ...(finding.left && reached && { left: { ...finding.left, ...reached }, message: withReach(finding.message, finding.left, reached) }),
      further,
    }));
  }

  /** The addresses that two threads store to at a place. */
  storedTwice(span: Span): ReadonlySet<number> | undefined {
    return this.#storedTwice.get(keyOf("race", span));
  }

  /** Findings at places beyond the first `MAX_FINDINGS`. */
  get unlisted(): number {
    return this.#unlisted;
  }
}
