import {
  positionIn,
  volume,
  type Dim3,
  type IndexFunction,
  type Kernel,
  type KernelArray,
  type Launch,
  type LoopIndex,
  type Step,
} from "#simulator";
import { own } from "./cuda-expressions.ts";
import { cudaToJavaScript } from "./cuda-program.ts";

/** What a thread does with memory, in order: `load in[5]`, `store out[8..11]`, `barrier`. */
export type MemoryEvents = readonly string[];

interface PositionedThread extends Launch {
  threadIdx: Dim3;
  blockIdx: Dim3;
}

/** How a thread of the launch is called in messages. */
export function threadName({ blockDim }: Launch, blockIdx: Dim3, thread: number): string {
  const { x, y, z } = positionIn(blockDim, thread);
  return `thread (${x}, ${y}, ${z}) of block (${blockIdx.x}, ${blockIdx.y}, ${blockIdx.z})`;
}

const eventOf = (kind: string, array: string, index: number, elements: number): string =>
  `${kind} ${array}[${elements === 1 ? index : `${index}..${index + elements - 1}`}]`;

/** What the threads of a block do according to a kernel as data. The index functions are asked, no memory is modelled. */
export function eventsOfSteps(kernel: Kernel, launch: Launch, blockIdx: Dim3): MemoryEvents[] {
  return Array.from({ length: volume(launch.blockDim) }, (_, number) => {
    const thread = { ...launch, blockIdx, threadIdx: positionIn(launch.blockDim, number) };
    const events: string[] = [];
    collect(kernel, kernel.steps, thread, { iteration: 0, outerIteration: 0 }, events);
    return events;
  });
}

function collect(kernel: Kernel, steps: readonly Step[], thread: PositionedThread, loop: LoopIndex, events: string[]): void {
  const ask = (index: IndexFunction): unknown => index(thread, kernel.size as never, loop.iteration, loop.outerIteration);
  for (const step of steps) {
    switch (step.kind) {
      case "barrier":
        events.push("barrier");
        break;
      case "repeat": {
        const times = typeof step.times === "number" ? step.times : Number(ask(step.times) ?? 0);
        for (let iteration = 0; iteration < times; iteration++) {
          collect(kernel, step.steps, thread, { iteration, outerIteration: loop.iteration }, events);
        }
        break;
      }
      case "combine":
      case "pack":
        break;
      case "move": {
        const [from, to] = [ask(step.load.index), ask(step.store.index)];
        if (from === null || to === null) break;
        events.push(eventOf("load", step.load.array, from as number, step.load.elementsPerLane ?? 1));
        events.push(eventOf("store", step.store.array, to as number, step.store.elementsPerLane ?? 1));
        break;
      }
      default: {
        const index = ask(step.index);
        if (index !== null) events.push(eventOf(step.kind, step.array, index as number, step.elementsPerLane ?? 1));
      }
    }
  }
}

/** A kernel's CUDA text, ready to run: as JavaScript, one generator per thread. */
export class CudaRun {
  readonly #kernel: Kernel;
  readonly #launch: Launch;
  readonly #thread: (values: object) => Generator<void>;
  readonly #memory: CudaMemory;

  /** @throws Error for a text that goes beyond what the tests of kernels understand */
  constructor(text: string, kernel: Kernel, launch: Launch) {
    this.#kernel = kernel;
    this.#launch = launch;
    this.#memory = new CudaMemory(kernel, launch);
    const body = cudaToJavaScript(text, Object.keys(kernel.arrays));
    // The text is the author's own, as exercise.ts is.
    this.#thread = (new Function("memory", body) as (memory: CudaMemory) => (values: object) => Generator<void>)(this.#memory);
  }

  /** The elements of an array in global memory, as the blocks that ran have left them. */
  elements(array: string): readonly number[] {
    return this.#memory.elements(array);
  }

  /**
   * Runs a block, its threads one after the other from barrier to barrier.
   *
   * @throws Error when threads of the block meet different barriers
   */
  block(blockIdx: Dim3): MemoryEvents[] {
    const memory = this.#memory;
    memory.beginBlock(blockIdx);
    const sizes = Object.entries(this.#kernel.size as Record<string, unknown>).map(([name, value]) => [own(name), value]);
    // A factor of the caller's, such as the a of a·x + y, is 1 here.
    const values = new Proxy(Object.fromEntries(sizes) as Record<string, unknown>, { get: (size, name: string) => size[name] ?? 1 });
    const threads = Array.from({ length: volume(this.#launch.blockDim) }, () => ({ steps: this.#thread(values), events: [] as string[] }));
    for (let waiting = threads.length; waiting > 0;) {
      waiting = threads.filter(({ steps, events }, number) => {
        memory.beginThread(positionIn(this.#launch.blockDim, number), events);
        const isWaiting = steps.next().done !== true;
        if (isWaiting) events.push("barrier");
        return isWaiting;
      }).length;
      if (waiting !== 0 && waiting !== threads.length)
        throw new Error(`only ${waiting} of ${threads.length} threads of a block reach a barrier`);
    }
    return threads.map(({ events }) => events);
  }
}

/** The memory that a kernel's text runs on. Elements of sources are small numbers, each array's in another order. */
class CudaMemory {
  readonly blockDim: Dim3;
  readonly gridDim: Dim3;
  threadIdx: Dim3 = { x: 0, y: 0, z: 0 };
  blockIdx: Dim3 = { x: 0, y: 0, z: 0 };
  readonly #kernel: Kernel;
  readonly #elements = new Map<string, number[]>();
  #events: string[] = [];

  constructor(kernel: Kernel, { blockDim, gridDim }: Launch) {
    this.#kernel = kernel;
    this.blockDim = blockDim;
    this.gridDim = gridDim;
    Object.entries(kernel.arrays).forEach(([name, { length, contents }], number) => {
      this.#elements.set(name, contents === "empty" ? [] : Array.from({ length }, (_, index) => sourceValue(number, index)));
    });
  }

  elements(array: string): readonly number[] {
    return this.#elements.get(array) ?? [];
  }

  beginBlock(blockIdx: Dim3): void {
    this.blockIdx = blockIdx;
    for (const [name, { space }] of Object.entries(this.#kernel.arrays)) if (space === "shared") this.#elements.set(name, []);
  }

  beginThread(threadIdx: Dim3, events: string[]): void {
    this.threadIdx = threadIdx;
    this.#events = events;
  }

  share(name: string, length: number | undefined): void {
    const array = this.#array(name);
    if (array.space !== "shared") throw new Error(`kernel.cu declares ${name} as shared memory, the exercise's kernel as global memory`);
    if (length !== undefined && length !== array.length) {
      throw new Error(`kernel.cu gives ${name} ${length} elements, the exercise's kernel ${array.length}`);
    }
  }

  entry(table: readonly number[], index: number): number {
    const entry = table[index];
    if (entry === undefined) throw new Error(`kernel.cu looks up entry ${index} of a table of ${table.length}`);
    return entry;
  }

  load(name: string, index: number, scalars: number | undefined, alignment: number | undefined): number | number[] {
    const count = this.#access("load", name, index, scalars, alignment);
    const elements = this.#elements.get(name) ?? [];
    return scalars === 1 ? (elements[index] ?? 0) : Array.from({ length: count }, (_, place) => elements[index + place] ?? 0);
  }

  store(name: string, index: number, scalars: number | undefined, alignment: number | undefined, value: number | readonly number[]): void {
    const count = this.#access("store", name, index, scalars, alignment);
    const elements = this.#elements.get(name) ?? [];
    for (let place = 0; place < count; place++) elements[index + place] = typeof value === "number" ? value : (value[place] ?? 0);
  }

  update(name: string, index: number, scalars: number, alignment: number | undefined, change: (old: number) => number): void {
    this.store(name, index, scalars, alignment, change(this.load(name, index, scalars, alignment) as number));
  }

  #array(name: string): KernelArray {
    const array = this.#kernel.arrays[name];
    if (array === undefined) throw new Error(`the exercise's kernel has no array ${name}`);
    return array;
  }

  #access(kind: string, name: string, index: number, scalars: number | undefined, alignment: number | undefined): number {
    const { length, bytesPerElement } = this.#array(name);
    const count = scalars ?? (alignment ?? 1) / bytesPerElement;
    const event = eventOf(kind, name, index, count);
    if (index < 0 || index + count > length) throw new Error(`kernel.cu goes out of bounds: ${event} of ${length} elements`);
    if (alignment !== undefined && (index * bytesPerElement) % alignment !== 0)
      throw new Error(`kernel.cu: ${event} is not aligned to ${alignment} bytes`);
    this.#events.push(event);
    return count;
  }
}

/** Small enough that sums of products are exact. */
export function sourceValue(array: number, index: number): number {
  return ((index * 7919 + array * 104_729) % 9973) + 1;
}
