import type { Memory } from "../machine/memory.ts";
import type { Span } from "../source-error.ts";

/** An access of the host to memory that it shares with the device, while a launch may still be at work on it. */
export interface EarlyAccess {
  readonly kind: "race";
  /** Number of the launch. */
  readonly launch: number;
  /** That launch in the text. */
  readonly launched: Span;
  /** The host's access in the text. */
  readonly span: Span;
  readonly array: string;
  readonly isWrite: boolean;
}

/** A launch that has not been waited for. */
interface RunningLaunch {
  readonly number: number;
  readonly span: Span;
  /** Where the arrays begin that its threads have stored to, and those that it was given. */
  readonly stored: ReadonlyMap<number, unknown>;
  readonly given: ReadonlySet<number>;
}

/** The most launches that are told of, and launches that are kept. */
const MOST_EARLY = 20;
const MOST_RUNNING = 64;

/**
 * Watches what the host does to managed and pinned memory between a launch and the next call that waits for the device. Launches return at
 * once: until then, their kernels may not have begun. The first access to an array after a launch is noted.
 */
export class EarlyAccesses {
  #running: RunningLaunch[] = [];
  readonly #found = new Map<string, EarlyAccess>();
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  launched({ pointers, ...launch }: Omit<RunningLaunch, "given"> & { readonly pointers: readonly number[] }): void {
    const given = new Set(pointers.flatMap((pointer) => this.#memory.find(pointer)?.base ?? []));
    this.#running = [...this.#running.slice(1 - MOST_RUNNING), { ...launch, given }];
  }

  /** The host has waited for the device. */
  waited(): void {
    if (this.#running.length > 0) this.#running = [];
  }

  /** The host accesses an array of managed or pinned memory. */
  accessed(base: number, array: string, isWrite: boolean, span: Span): void {
    if (this.#running.length === 0) return;
    const launch = this.#running.findLast(({ stored, given }) => stored.has(base) || (isWrite && given.has(base)));
    if (launch === undefined) return;
    const { number, span: launched } = launch;
    const key = `${array} ${launched.from}`;
    if (this.#found.has(key) || this.#found.size === MOST_EARLY) return;
    this.#found.set(key, { kind: "race", launch: number, launched, span, array, isWrite });
  }

  list(): EarlyAccess[] {
    return [...this.#found.values()];
  }
}
