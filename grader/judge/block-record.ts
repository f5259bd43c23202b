import {
  INACTIVE,
  WARP_SIZE,
  accessesOf,
  elementsInRegister,
  movesMatrices,
  rowPlaces,
  type Access,
  type Combine,
  type Kernel,
  type LoopIndex,
  type Pack,
  type PerformedAccess,
  type RowPlace,
} from "#simulator";
import type { SourcePlace } from "./result.ts";

/** The steps of one block's threads, in order: enough to say where any value of the block came from. */
export class BlockRecord {
  readonly #kernel: Kernel;
  readonly #events: BlockEvent[] = [];
  /** Elements that a thread has in a register of that name. */
  readonly #widths: ReadonlyMap<string, number>;
  #size = 0;
  #work = 0;
  #depth = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#widths = new Map(
      accessesOf(kernel.steps).map((access) => [
        registerOf(access),
        elementsInRegister(access, kernel.arrays[access.array]?.bytesPerElement ?? 1),
      ]),
    );
  }

  addAccess({ access, asked, indexes, loopIndex }: PerformedAccess): void {
    this.#size += asked.length;
    if (this.#size > LARGEST) return;
    this.#events.push({
      kind: "access",
      access,
      asked: asked.slice(),
      indexes: indexes === asked ? undefined : indexes.slice(),
      loopIndex,
    });
  }

  addRegisters(step: Combine | Pack, activeThreads: Uint8Array | null): void {
    this.#size += 1 + (activeThreads?.length ?? 0);
    if (this.#size > LARGEST) return;
    this.#events.push({ kind: "registers", step, activeThreads: activeThreads && activeThreads.slice() });
  }

  /**
   * The last store to an element, with everything that the stored value is made of; undefined where the block stores nothing there, or
   * where the value is made of too much.
   */
  storedIn(array: string, elementIndex: number): StoredValue | undefined {
    return this.#unlessTooMuch(() => {
      const store = this.#lastStore(array, elementIndex, this.#events.length);
      return store && { store: store.step, addends: this.#valueStoredBy(store) };
    });
  }

  #unlessTooMuch<T>(work: () => T): T | undefined {
    if (this.#size > LARGEST) return undefined;
    this.#work = 0;
    this.#depth = 0;
    try {
      return work();
    } catch (error) {
      if (error instanceof TooMuch) return undefined;
      throw error;
    }
  }

  /**
   * The step that stored a source element where an array holds it before an event; undefined if the array doesn't hold it.
   *
   * @param before number of the event, as in `PathStep`
   */
  whereIs(source: SourcePlace, inArray: string, before: number): PathStep | undefined {
    return this.#unlessTooMuch(() => this.#whereIs(source, inArray, before));
  }

  #whereIs({ array, elementIndex }: SourcePlace, inArray: string, before: number): PathStep | undefined {
    for (let number = before - 1; number >= 0; number--) {
      const event = this.#events[number]!;
      if (event.kind !== "access" || event.access.kind !== "store" || event.access.array !== inArray) continue;
      const width = event.access.elementsPerLane ?? 1;
      for (const [thread, index] of (event.indexes ?? event.asked).entries()) {
        for (let i = 0; index !== INACTIVE && i < width; i++) {
          const step = { number, event, thread, elementIndex: index + i };
          const [addend, ...others] = this.#valueStoredBy({ step, element: i });
          const [path] = addend ?? [];
          if (others.length > 0 || addend?.length !== 1 || path?.from?.array !== array || path.from.elementIndex !== elementIndex) continue;
          if (this.#lastStore(inArray, index + i, before)?.step.number === number) return step;
        }
      }
    }
    return undefined;
  }

  /** Whether a thread of the block has loaded a source element. */
  hasLoaded({ array, elementIndex }: SourcePlace): boolean {
    return this.#events.some((event) => {
      if (event.kind !== "access" || event.access.kind !== "load" || event.access.array !== array) return false;
      const width = event.access.elementsPerLane ?? 1;
      return (event.indexes ?? event.asked).some((index) => index !== INACTIVE && index <= elementIndex && elementIndex < index + width);
    });
  }

  #valueStoredBy({ step, element }: StoreOf): Addend[] {
    const { access } = step.event;
    const held = this.#slotOf(access, step.thread, element);
    return this.#valueOf(registerOf(access), held.lane, held.element, step.number);
  }

  /** For an element of a thread's register, the thread that gives the address of its row, and its place there: itself unless matrices move. */
  #rowPlaceOf(access: Access, thread: number, element: number): RowPlace {
    if (!movesMatrices(access.instruction)) return { lane: thread, element };
    const places = rowPlaces(access, this.#kernel);
    const place = places[(thread % WARP_SIZE) * (places.length / WARP_SIZE) + element]!;
    return { lane: thread - (thread % WARP_SIZE) + place.lane, element: place.element };
  }

  /** The reverse: the thread that has an element of the row that a thread gives the address of, and its place in the register. */
  #slotOf(access: Access, thread: number, element: number): RowPlace {
    if (!movesMatrices(access.instruction)) return { lane: thread, element };
    const places = rowPlaces(access, this.#kernel);
    const perLane = places.length / WARP_SIZE;
    const slot = places.findIndex((place) => place.lane === thread % WARP_SIZE && place.element === element);
    return { lane: thread - (thread % WARP_SIZE) + Math.floor(slot / perLane), element: slot % perLane };
  }

  /** The source of an element of a thread's register before an event. */
  #valueOf(register: string, thread: number, element: number, before: number): Addend[] {
    const added: Addend[][] = [];
    for (let number = before - 1; number >= 0; number--) {
      if (++this.#work > MOST_WORK) throw new TooMuch();
      const event = this.#events[number]!;
      if (event.kind === "access") {
        if (event.access.kind !== "load" || registerOf(event.access) !== register) continue;
        const place = this.#rowPlaceOf(event.access, thread, element);
        const index = (event.indexes ?? event.asked)[place.lane]!;
        if (index === INACTIVE) continue;
        added.push(this.#deeper(() => this.#valueLoaded({ number, event, thread: place.lane, elementIndex: index + place.element })));
        break;
      }
      const { step, activeThreads } = event;
      if (step.into !== register || (activeThreads !== null && activeThreads[thread] !== 1)) continue;
      if (step.kind === "combine") added.push(this.#deeper(() => this.#added(step, thread, element, number)));
      else {
        added.push(this.#deeper(() => this.#valueOf(step.from[element]!, thread, 0, number)));
        break;
      }
    }
    return added.reverse().flat();
  }

  #deeper(work: () => Addend[]): Addend[] {
    if (++this.#depth > DEEPEST) throw new TooMuch();
    const addends = work();
    this.#depth--;
    if ((this.#work += addends.length) > MOST_WORK) throw new TooMuch();
    return addends;
  }

  #added({ into, from, times }: Combine, thread: number, element: number, before: number): Addend[] {
    const width = this.#widths.get(from) ?? 1;
    const elements = (this.#widths.get(into) ?? 1) === 1 ? Array.from({ length: width }, (_, i) => i) : [element];
    return elements.flatMap((i) => {
      const addends = this.#valueOf(from, thread, i, before);
      if (times === undefined) return addends;
      const factors = this.#valueOf(times, thread, i, before);
      return addends.flatMap((addend) => factors.map((factor): Addend => [...addend, ...factor]));
    });
  }

  #valueLoaded(load: PathStep): Addend[] {
    const { array } = load.event.access;
    const place = { array, elementIndex: load.elementIndex };
    const stored = this.#lastStore(array, load.elementIndex, load.number);
    if (stored !== undefined) {
      const addends = this.#valueStoredBy(stored);
      const empty: Addend[] = [[{ steps: [load, stored.step], from: undefined }]];
      const through = (path: ValuePath): ValuePath => ({ ...path, steps: [load, stored.step, ...path.steps] });
      return addends.length === 0 ? empty : addends.map((addend) => addend.map(through));
    }
    const isSource = this.#kernel.arrays[array]?.contents === "source";
    return [[{ steps: [load], from: isSource ? place : undefined }]];
  }

  #lastStore(array: string, elementIndex: number, before: number): StoreOf | undefined {
    for (let number = before - 1; number >= 0; number--) {
      const event = this.#events[number]!;
      if (event.kind !== "access" || event.access.kind !== "store" || event.access.array !== array) continue;
      const indexes = event.indexes ?? event.asked;
      const width = event.access.elementsPerLane ?? 1;
      const isHere = (index: number): boolean => index !== INACTIVE && index <= elementIndex && elementIndex < index + width;
      const thread = width === 1 ? indexes.lastIndexOf(elementIndex) : indexes.findLastIndex(isHere);
      if (thread >= 0) return { step: { number, event, thread, elementIndex }, element: elementIndex - indexes[thread]! };
    }
    return undefined;
  }
}

interface AccessEvent {
  readonly kind: "access";
  readonly access: Access;
  /** The results of the index function; INACTIVE for an inactive thread. */
  readonly asked: Int32Array;
  /** The indexes that were used, if they differ. */
  readonly indexes: Int32Array | undefined;
  readonly loopIndex: LoopIndex;
}

type BlockEvent = AccessEvent | { readonly kind: "registers"; readonly step: Combine | Pack; readonly activeThreads: Uint8Array | null };

/** One load or store by one thread of the block, of one element. */
export interface PathStep {
  /** Number of the event in the block. */
  readonly number: number;
  readonly event: AccessEvent;
  /** Number of the thread in the block. */
  readonly thread: number;
  readonly elementIndex: number;
}

/** The way of a value back to where it came from, the latest step first. */
export interface ValuePath {
  readonly steps: readonly PathStep[];
  /** The source element at its end; undefined where it ends with nothing. */
  readonly from: SourcePlace | undefined;
}

/** One addend of a sum: one value, or several that were multiplied. */
export type Addend = readonly ValuePath[];

export interface StoredValue {
  readonly store: PathStep;
  readonly addends: readonly Addend[];
}

interface StoreOf {
  readonly step: PathStep;
  /** Number of the element in the vector that was stored. */
  readonly element: number;
}

/** Steps back, and steps at a time, after which a value is given up: sums of sums may have any number of addends. */
const MOST_WORK = 2_000_000;
const DEEPEST = 200;
/** The most indexes that are stored of a block, of 4 bytes each; with more steps than that, provenance is unknown. */
const LARGEST = 4_000_000;

class TooMuch extends Error {}

function registerOf({ register = "value" }: Access): string {
  return register;
}
