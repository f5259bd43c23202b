import { callsTooDeep, stackFull, tooManySteps } from "../errors/host-errors.ts";
import type { Device } from "#simulator";
import type { FunctionNode } from "../syntax/tree.ts";
import type { GivenArgument, CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import { DeviceErrors } from "./device-errors.ts";
import { Random } from "./random.ts";
import { HOST_BASE, STACK_BYTES, type HostMemory, type Scalar } from "./host-memory.ts";

/** A launch as the host asks for it. */
export interface AskedLaunch {
  readonly kernel: FunctionNode;
  readonly given: readonly (GivenArgument | undefined)[];
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  /** Blocks of a cluster along x, y and z, if the launch says so. */
  readonly cluster: readonly [number, number, number] | undefined;
  /** A scalar or pointer, or the address of a struct. */
  readonly arguments: readonly { readonly type: CudaType; readonly value: Scalar }[];
  readonly span: Span;
}

/** A `__constant__` or `__device__` variable in the device's memory. */
export interface PlacedSymbol {
  readonly name: string;
  readonly address: number;
  readonly bytes: number;
  readonly type: CudaType;
}

/** The exit code of a program that ends itself, by SIGABRT. */
export const ABORTED = 134;

/** `exit(code)`. */
export class HostExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit(${code})`);
    this.code = code;
  }
}

/** An `assert` of the host whose condition is false. */
export class FailedAssertion extends HostExit {
  readonly span: Span;

  constructor(span: Span) {
    super(ABORTED);
    this.span = span;
  }
}

/** A place in the host's calls. */
export interface HostMark {
  readonly frame: number;
  readonly top: number;
  readonly calls: number;
}

/** The parts of a machine for the host's code. */
export interface HostMachineOptions {
  readonly memory: HostMemory;
  readonly device: Device;
  readonly symbols: ReadonlyMap<string, PlacedSymbol>;
  /** The most steps: statements, passes of loops, calls. */
  readonly limit: number;
  readonly launch: (asked: AskedLaunch) => void;
  /** Called every so often; throws to end the run. */
  readonly poll: () => void;
  /** Is told what is printed, when it is. */
  readonly onPrint?: ((text: string) => void) | undefined;
}

/** Steps of the host between two calls of `poll`. */
const STEPS_PER_POLL = 2 ** 18;
/** So many bytes of an allocation, a copy or a text cost as much as a step. */
const BYTES_PER_STEP = 256;
/** Calls of functions of the host inside each other: fewer than JavaScript's stack has room for. */
const MOST_CALLS = 1000;

/** The most that the host may print, in characters. */
const MOST_TEXT = 200_000;
/** Said once, in the place of all that is printed beyond. */
const REST_IS_DROPPED = `[The host has printed ${MOST_TEXT.toLocaleString("en-US")} characters; what it prints from here on is not shown.]`;

/** A call of a function of the host: where its variables begin. */
export interface FrameLife {
  readonly frame: number;
}

/** The state of the host's code while it runs. */
export class HostMachine {
  readonly memory: HostMemory;
  readonly device: Device;
  readonly symbols: ReadonlyMap<string, PlacedSymbol>;
  readonly launch: (asked: AskedLaunch) => void;
  /** Start of the running function's frame, as an offset into the host's memory. */
  frame = 0;
  /** End of the last frame. */
  top = 0;
  /** The result of the function that has just ended; the address of a struct. */
  returned: Scalar = 0;
  /** The label of the `goto` that has just run. */
  label = "";
  steps = 0;
  readonly errors: DeviceErrors;
  text = "";
  /** Whether the host asked how long something took. */
  askedForTime = false;
  random = new Random();
  /** Contents of string streams, by their addresses. */
  readonly texts = new Map<number, string>();
  /** Notes for a reader of the result. */
  readonly notes = new Set<string>();
  /** The exception that the innermost running handler has caught. */
  caught: Error | undefined;
  /** The cluster that the next launch asks for, by an attribute. */
  nextCluster: readonly [number, number, number] | undefined;
  /** Place of the running statement in the text. */
  place: Span = { from: 0, to: 0 };
  /** Calls that may not have ended, those behind the last included. */
  readonly #begun: FrameLife[] = [];
  #calls = 0;
  #due: number;
  readonly #limit: number;
  readonly #poll: () => void;
  readonly #onPrint: ((text: string) => void) | undefined;
  #nextHandle = 1;
  /** Whether more was printed than is kept. */
  #isFull = false;

  constructor({ memory, device, symbols, limit, launch, poll, onPrint }: HostMachineOptions) {
    this.memory = memory;
    this.errors = new DeviceErrors(() => memory.early.waited());
    this.device = device;
    this.symbols = symbols;
    this.launch = launch;
    this.#limit = limit;
    this.#due = Math.min(limit + 1, STEPS_PER_POLL);
    this.#poll = poll;
    this.#onPrint = onPrint;
  }

  step(span: Span): void {
    // What is done in a header is done for a call of the text.
    if (span.to > 0) this.place = span;
    if (++this.steps >= this.#due) this.#check(span);
  }

  /** Counts what is done with so many bytes at once. */
  work(bytes: number, span: Span): void {
    this.steps += Math.ceil(bytes / BYTES_PER_STEP);
    if (this.steps >= this.#due) this.#check(span);
  }

  #check(span: Span): void {
    if (this.steps > this.#limit) throw tooManySteps(span, this.#limit.toLocaleString("en-US"));
    this.#due = Math.min(this.#limit + 1, this.steps + STEPS_PER_POLL);
    this.#poll();
  }

  /** `malloc` and its like. */
  allocate(bytes: number, span: Span, isContainers = false): number {
    const before = this.memory.bytesSearched;
    const address = this.memory.allocate(bytes, span, isContainers);
    this.work(bytes + this.memory.bytesSearched - before, span);
    return address;
  }

  copy(to: number, from: number, bytes: number, span: Span): void {
    if (bytes > 256) this.work(bytes, span);
    const source = this.memory.bytes(from, bytes, span, false);
    this.memory.bytes(to, bytes, span, true).set(source);
  }

  readText(address: number, span: Span): string {
    const text = this.memory.readText(address, span);
    this.work(text.length, span);
    return text;
  }

  /** A mark in the host's calls, to come back to. */
  mark(): HostMark {
    return { frame: this.frame, top: this.top, calls: this.#calls };
  }

  returnTo({ frame, top, calls }: HostMark): void {
    this.frame = frame;
    this.top = top;
    this.#calls = calls;
  }

  /** Runs the body of a function that was called. */
  call<T>(span: Span, body: () => T): T {
    if (++this.#calls > MOST_CALLS) throw callsTooDeep(span);
    const result = body();
    this.#calls--;
    return result;
  }

  enter(frame: number, bytes: number, span: Span): void {
    if (frame + bytes > STACK_BYTES) throw stackFull(span);
    this.frame = frame;
    this.top = frame + bytes;
    const calls = this.#begun;
    while (calls.length > 0 && calls.at(-1)!.frame >= frame) calls.pop();
    calls.push({ frame });
  }

  /** The call that a frame belongs to now. */
  lifeOf(frame: number): FrameLife {
    return this.#begun.findLast((call) => call.frame === frame)!;
  }

  /** Whether a call has not ended. */
  lives(call: FrameLife): boolean {
    return (call.frame < this.top || call.frame === this.frame) && this.#begun.includes(call);
  }

  print(text: string): void {
    if (this.#isFull) return;
    const room = MOST_TEXT - this.text.length;
    this.#isFull = text.length > room;
    const kept = this.#isFull ? `${text.slice(0, room)}\n${REST_IS_DROPPED}\n` : text;
    this.text += kept;
    this.#onPrint?.(kept);
  }

  /** A number for an event or a stream. */
  newHandle(): number {
    return this.#nextHandle++;
  }

  /** Address of a variable of the running function. */
  local(offset: number): number {
    return HOST_BASE + this.frame + offset;
  }
}
