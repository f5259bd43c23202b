import type { Span } from "../source-error.ts";

/** An operation on a barrier object. */
export type BarrierOperation = "initialize" | "arrive" | "expect" | "copy";

/** The operations of one kind by one place of the text on a barrier object in one of its phases. */
export interface BarrierAct {
  readonly operation: BarrierOperation;
  readonly span: Span;
  /** The number of the phase that was current; for a copy, of the one in which its bytes land. */
  readonly phase: number;
  /** Arrivals, or bytes. */
  count: number;
}

/** The operations on the barrier objects of a cluster in the current phase of each and in the one before, for messages. */
export class BarrierActs {
  readonly #acts = new Map<number, BarrierAct[]>();
  /** Threads that have arrived in the current phase, by their number in the cluster. */
  readonly #arrived = new Map<number, { readonly phase: number; readonly threads: Set<number> }>();

  clear(): void {
    this.#acts.clear();
    this.#arrived.clear();
  }

  /** @param address of the object */
  note(address: number, act: BarrierAct): void {
    const acts = (this.#acts.get(address) ?? []).filter((one) => one.operation === "initialize" || one.phase >= act.phase - 1);
    const known = acts.find(
      ({ operation, span, phase }) => operation === act.operation && phase === act.phase && span.from === act.span.from,
    );
    if (known) known.count += act.count;
    else acts.push(act);
    this.#acts.set(address, acts);
  }

  noteThread(address: number, phase: number, thread: number): void {
    const known = this.#arrived.get(address);
    if (known?.phase === phase) known.threads.add(thread);
    else this.#arrived.set(address, { phase, threads: new Set([thread]) });
  }

  /** The operations on an object, in the order in which they began. */
  of(address: number): readonly BarrierAct[] {
    return this.#acts.get(address) ?? [];
  }

  threads(address: number, phase: number): ReadonlySet<number> {
    const known = this.#arrived.get(address);
    return known?.phase === phase ? known.threads : new Set();
  }
}
