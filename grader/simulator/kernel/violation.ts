import type { WarpRequest } from "../warp-request.ts";
import type { RequestFault } from "./request-fault.ts";
import type { LocatedRequest, RequestLocation } from "./located-request.ts";

export type ViolationKind =
  /** An address outside its array. */
  | "out-of-bounds"
  /** A vector access whose first element isn't a multiple of its number of elements. */
  | "misaligned"
  /** An element of global memory that was stored twice. */
  | "written-twice"
  /** A store of an element that belongs elsewhere. */
  | "wrong-element"
  /** An element of an output that nothing was stored in, although it should hold something else at the end. */
  | "missing-element"
  /** An element that must be loaded only once, loaded again. */
  | "read-twice"
  /** An element that must be loaded once and that no thread loaded. */
  | "never-read"
  /** A load of an element that nothing was stored in. */
  | "read-before-write"
  /** Two threads touch one element, at least one of them storing, with no barrier between them. */
  | "race"
  /** A store of a register that the thread has not loaded. */
  | "empty-register"
  /** Threads of one block that do not arrive at a barrier equally often. */
  | "divergent-barrier";

export interface ViolationDetail {
  /** Number, in its block, of the other thread of a race; absent when it is in another block. */
  readonly otherThread?: number;
  /** The value that was found, 0 for nothing: see `KernelArray.expected`. */
  readonly found?: number;
  /** The value that was expected, 0 for nothing. */
  readonly expected?: number;
}

/** Something that a kernel must not do, with the location of its first occurrence. */
export interface Violation extends ViolationDetail {
  readonly kind: ViolationKind;
  readonly array: string;
  /** Where it was done; undefined for an element that no thread touched. */
  readonly location: RequestLocation | undefined;
  /** The request that did it, invalid lanes included; absent for an element that no thread touched. */
  readonly request?: WarpRequest;
  /** For "out-of-bounds" and "misaligned": where all lanes of the request wanted to go. */
  readonly fault?: RequestFault;
  /** The lane that did it; undefined for an element that no thread touched. */
  readonly lane: number | undefined;
  /** Index of the element that it happened to. */
  readonly elementIndex: number;
  /** How many times it happened in this access. */
  readonly count: number;
  /** For "read-twice" and "written-twice": how many elements of the array it happened to, in all accesses; each counts once. */
  readonly elements?: number;
}

/** One occurrence of a violation by a thread. */
export interface Occurrence {
  readonly kind: ViolationKind;
  readonly array: string;
  readonly accessNumber: number;
  readonly lane: number;
  readonly elementIndex: number;
  /** Called for the first occurrence of its kind only. */
  readonly locate: () => LocatedRequest & { readonly fault?: RequestFault };
  readonly detail: ViolationDetail | undefined;
}

/** Elements of one array, one bit each: a Set has no room for those of a full-size array. */
class ElementSet {
  #bits = new Int32Array(32);
  size = 0;

  add(elementIndex: number): void {
    const word = elementIndex >>> 5;
    if (word >= this.#bits.length) {
      const larger = new Int32Array(2 * word);
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const before = this.#bits[word]!;
    this.#bits[word] = before | (1 << elementIndex);
    if (this.#bits[word] !== before) this.size++;
  }
}

/** A violation of which more may come. */
type Counted = Violation & { count: number };

/** Collects violations: the first of each kind for each access, and how many there were. */
export class ViolationLog {
  readonly #violations: Counted[] = [];
  /** The same by kind and number of the access. A kernel that is wrong everywhere adds millions: no key is made of the two. */
  readonly #ofAccesses = new Map<ViolationKind, Counted[]>();
  /** The elements that no thread touched, by kind and array. */
  readonly #missing = new Map<ViolationKind, Map<string, Counted>>();
  /** The elements that were touched more than once, by kind and array. */
  readonly #repeated = new Map<ViolationKind, Map<string, ElementSet>>();

  add({ kind, array, accessNumber, lane, elementIndex, locate, detail }: Occurrence): void {
    if (kind === "read-twice" || kind === "written-twice") {
      within(within(this.#repeated, kind, newMap<string, ElementSet>), array, newSet).add(elementIndex);
    }
    const ofKind = within(this.#ofAccesses, kind, newList);
    const known = ofKind[accessNumber];
    if (known !== undefined) known.count++;
    else this.#violations.push((ofKind[accessNumber] = { kind, array, ...locate(), lane, elementIndex, count: 1, ...detail }));
  }

  /** Adds an element that the kernel did not treat as it should have, and that no thread touched. */
  addMissing(kind: ViolationKind, array: string, elementIndex: number, detail: ViolationDetail | undefined): void {
    const ofKind = within(this.#missing, kind, newMap<string, Counted>);
    const known = ofKind.get(array);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const missing = { kind, array, location: undefined, lane: undefined, elementIndex, count: 1, ...detail };
    ofKind.set(array, missing);
    this.#violations.push(missing);
  }

  list(): Violation[] {
    return this.#violations.map((violation) => {
      const repeated = this.#repeated.get(violation.kind)?.get(violation.array);
      return repeated ? { ...violation, elements: repeated.size } : violation;
    });
  }
}

/** The value of a key, made when it is first asked for. */
function within<K, V>(map: Map<K, V>, key: K, made: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = made()));
  return value;
}

const newMap = <K, V>(): Map<K, V> => new Map<K, V>();
const newSet = (): ElementSet => new ElementSet();
const newList = (): Counted[] => [];
