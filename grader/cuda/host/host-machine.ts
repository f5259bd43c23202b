import type { Device } from "#simulator";
import type { FunctionNode, Span } from "../syntax/tree.ts";
import type { GivenArgument, CudaType } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import { HOST_BASE, STACK_BYTES, type HostMemory, type Scalar } from "./host-memory.ts";

/** A launch as the host asks for it. */
export interface AskedLaunch {
  readonly kernel: FunctionNode;
  readonly given: readonly (GivenArgument | undefined)[];
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
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

/** `exit(code)`, or a failed `assert`. */
export class HostExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit(${code})`);
    this.code = code;
  }
}

/** The most that the host may print, in characters. */
const MOST_TEXT = 200_000;

/** What the host's code works on while it runs. */
export class HostMachine {
  readonly memory: HostMemory;
  readonly device: Device;
  readonly symbols: ReadonlyMap<string, PlacedSymbol>;
  readonly launch: (asked: AskedLaunch) => void;
  /** Where the variables of the running function begin, as an offset into the host's memory. */
  frame = 0;
  /** What the function that has just ended returned; of a struct, its address. */
  returned: Scalar = 0;
  steps = 0;
  /** CUDA's error code, kept until it is asked for. */
  error = 0;
  text = "";
  /** Whether the host asked how long something took. */
  askedForTime = false;
  random = 1;
  readonly #limit: number;
  #nextHandle = 1;

  constructor(
    memory: HostMemory,
    device: Device,
    symbols: ReadonlyMap<string, PlacedSymbol>,
    limit: number,
    launch: (asked: AskedLaunch) => void,
  ) {
    this.memory = memory;
    this.device = device;
    this.symbols = symbols;
    this.#limit = limit;
    this.launch = launch;
  }

  step(span: Span): void {
    if (++this.steps > this.#limit)
      throw new SourceError(
        `The host's code takes more than ${this.#limit.toLocaleString("en-US")} steps; is there a loop that does not end?`,
        span,
      );
  }

  enter(frame: number, bytes: number, span: Span): void {
    if (frame + bytes > STACK_BYTES) throw new SourceError("The host's stack is full: calls go too deep, or arrays are too large.", span);
    this.frame = frame;
  }

  print(text: string): void {
    if (this.text.length < MOST_TEXT) this.text += text;
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
