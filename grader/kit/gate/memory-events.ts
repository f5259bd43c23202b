import { threadName } from "#cuda/machine/access-sentence.ts";
import type { AccessSite, SiteOp } from "#cuda/ir/access-site.ts";
import type { LaunchPlace } from "#cuda/machine/launch-place.ts";
import type { Memory } from "#cuda/machine/memory.ts";
import {
  WARP_SIZE,
  positionIn,
  volume,
  type Access,
  type Dim3,
  type IndexFunction,
  type Kernel,
  type LoopIndex,
  type Step,
} from "#simulator";
import type { Thread } from "#simulator/kernel/thread.ts";

/** Something that a thread does with memory, as one number: there are many of them. See `MemoryEvents`. */
type MemoryEvent = number;

const NOTHING_MORE: MemoryEvent = -2;
const BARRIER: MemoryEvent = -1;
const OPS: readonly SiteOp[] = ["load", "store", "reduction", "atomic"];
/** More arrays than a kernel has, and more bytes than a lane moves at once. */
const RADIX = 256;

/** Makes and names the events of a kernel's threads: loads, stores and barriers. */
class MemoryEvents {
  readonly #kernel: Kernel;
  readonly #arrays: readonly string[];

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#arrays = Object.keys(kernel.arrays);
  }

  /** @param byteOffset from the start of the array. Returns undefined for an array that the kernel does not have */
  access(op: SiteOp, array: string, byteOffset: number, bytes: number): MemoryEvent | undefined {
    const number = this.#arrays.indexOf(array);
    return number < 0 ? undefined : ((byteOffset * RADIX + bytes) * RADIX + number) * OPS.length + OPS.indexOf(op);
  }

  /** "load in[5]", "store out[8..11]". */
  nameOf(event: MemoryEvent): string {
    if (event === BARRIER) return "barrier";
    if (event === NOTHING_MORE) return "nothing more";
    const [rest, op] = [Math.floor(event / OPS.length), OPS[event % OPS.length] ?? ""];
    const [place, array] = [Math.floor(rest / RADIX), this.#arrays[rest % RADIX] ?? ""];
    const [offset, bytes] = [Math.floor(place / RADIX), place % RADIX];
    const { bytesPerElement } = this.#kernel.arrays[array] ?? { bytesPerElement: 1 };
    if (offset % bytesPerElement !== 0 || bytes % bytesPerElement !== 0) return `${op} ${bytes} bytes at byte ${offset} of ${array}`;
    const [first, count] = [offset / bytesPerElement, bytes / bytesPerElement];
    return `${op} ${array}[${count === 1 ? first : `${first}..${first + count - 1}`}]`;
  }

  /** A thread's events according to the kernel's steps, in order. The index functions are called, and no memory is modelled. */
  ofThread(thread: Thread): MemoryEvent[] {
    const events: MemoryEvent[] = [];
    this.#collect(this.#kernel.steps, thread, { iteration: 0, outerIteration: 0 }, events);
    return events;
  }

  #collect(steps: readonly Step[], thread: Thread, loop: LoopIndex, events: MemoryEvent[]): void {
    const ask = (index: IndexFunction): unknown => index(thread, this.#kernel.size as never, loop.iteration, loop.outerIteration);
    for (const step of steps) {
      switch (step.kind) {
        case "barrier":
          events.push(BARRIER);
          break;
        case "repeat": {
          const times = typeof step.times === "number" ? step.times : Number(ask(step.times) ?? 0);
          for (let iteration = 0; iteration < times; iteration++) {
            this.#collect(step.steps, thread, { iteration, outerIteration: loop.iteration }, events);
          }
          break;
        }
        case "combine":
        case "pack":
          break;
        case "move": {
          const [from, to] = [ask(step.load.index), ask(step.store.index)];
          if (from === null || to === null) break;
          events.push(this.#ofStep(step.load, from as number), this.#ofStep(step.store, to as number));
          break;
        }
        default: {
          const index = ask(step.index);
          if (index !== null) events.push(this.#ofStep(step, index as number));
        }
      }
    }
  }

  #ofStep({ kind, array, elementsPerLane = 1 }: Access, index: number): MemoryEvent {
    const { bytesPerElement } = this.#kernel.arrays[array] ?? { bytesPerElement: 1 };
    return this.access(kind, array, index * bytesPerElement, elementsPerLane * bytesPerElement) ?? NOTHING_MORE;
  }
}

/** Holds what the threads of a launch in the lab do, request by request, against a kernel as data. */
export class EventComparison {
  /** A sentence for each thread that does something else. */
  readonly differences: string[] = [];
  /** Arrivals of threads at barriers, if no thread ends before. */
  arrivals = 0;
  readonly #events: MemoryEvents;
  readonly #sites: readonly AccessSite[];
  readonly #place: LaunchPlace;
  readonly #memory: Memory;
  #block = -1;
  /** The kernel's events of each thread of the block that runs. */
  #expected: readonly (readonly MemoryEvent[])[] = [];
  /** How many of them each thread has made; Infinity once it has made another one. */
  readonly #met: Float64Array;

  /** @param sites of the program that runs */
  constructor(kernel: Kernel, sites: readonly AccessSite[], place: LaunchPlace, memory: Memory) {
    this.#events = new MemoryEvents(kernel);
    this.#sites = sites;
    this.#place = place;
    this.#memory = memory;
    this.#met = new Float64Array(volume(place.launch.blockDim));
  }

  request(site: number, activeMask: number, addresses: Float64Array): void {
    this.#startBlocks(this.#place.block);
    const { op, bytesPerLane } = this.#sites[site]!;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const thread = this.#place.threadOf(lane);
      if (this.#met[thread] === Infinity) continue;
      const event = this.#eventAt(op, addresses[lane]!, bytesPerLane);
      if (event !== undefined) this.#meet(thread, event);
    }
  }

  barrier(): void {
    this.#startBlocks(this.#place.block);
    this.arrivals += this.#met.length;
    for (let thread = 0; thread < this.#met.length; thread++) this.#meet(thread, BARRIER);
  }

  endLaunch(): void {
    this.#startBlocks(volume(this.#place.launch.gridDim));
  }

  /** Ends the block that ran, and starts those up to the given one. */
  #startBlocks(block: number): void {
    while (this.#block < block) {
      this.#expected.forEach(({ length }, thread) => {
        if (this.#met[thread]! < length) this.#meet(thread, NOTHING_MORE);
      });
      this.#block++;
      this.#expected = this.#eventsOfBlock(this.#block);
      this.#met.fill(0);
    }
  }

  #eventsOfBlock(block: number): MemoryEvent[][] {
    const { gridDim, blockDim } = this.#place.launch;
    if (block === volume(gridDim)) return [];
    const blockIdx: Dim3 = positionIn(gridDim, block);
    return Array.from({ length: volume(blockDim) }, (_, number) =>
      this.#events.ofThread({ gridDim, blockDim, blockIdx, threadIdx: positionIn(blockDim, number) }),
    );
  }

  #meet(thread: number, event: MemoryEvent): void {
    const met = this.#met[thread]!;
    if (met === Infinity) return;
    const expected = this.#expected[thread]?.[met] ?? NOTHING_MORE;
    this.#met[thread] = event === expected ? met + 1 : Infinity;
    if (event === expected) return;
    const name = threadName(this.#place.threadCoordinates(thread), this.#place.blockCoordinates(this.#block));
    this.differences.push(
      `${name} does "${this.#events.nameOf(event)}" where the kernel of exercise.ts does "${this.#events.nameOf(expected)}"`,
    );
  }

  /** Undefined for memory that is none of the kernel's arrays, such as a table. */
  #eventAt(op: SiteOp, address: number, bytes: number): MemoryEvent | undefined {
    const allocation = this.#memory.find(address);
    if (allocation === undefined) return undefined;
    const variable = allocation.space === "shared" ? this.#memory.sharedVariableAt(address) : undefined;
    const { name } = variable ?? allocation;
    return this.#events.access(op, name, address - allocation.base - (variable?.offset ?? 0), bytes);
  }
}
