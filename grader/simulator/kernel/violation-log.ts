import type { RequestLocation } from "./trace.ts";
import type { Violation, ViolationDetail, ViolationKind } from "./violation.ts";

/** Collects violations: the first of each kind of each access, and how many there were. */
export class ViolationLog {
  readonly #violations = new Map<string, Violation & { count: number }>();

  /**
   * @param locate called for the first violation of its kind only
   */
  add(
    kind: ViolationKind,
    array: string,
    accessNumber: number,
    lane: number,
    elementIndex: number,
    locate: () => RequestLocation,
    detail: ViolationDetail | undefined,
  ): void {
    const key = `${kind} ${accessNumber}`;
    const known = this.#violations.get(key);
    if (known) known.count++;
    else this.#violations.set(key, { kind, array, location: locate(), lane, elementIndex, count: 1, ...detail });
  }

  addMissing(kind: ViolationKind, array: string, elementIndex: number, detail: ViolationDetail | undefined): void {
    const key = `${kind} ${array}`;
    const known = this.#violations.get(key);
    if (known) known.count++;
    else this.#violations.set(key, { kind, array, location: undefined, lane: undefined, elementIndex, count: 1, ...detail });
  }

  list(): Violation[] {
    return [...this.#violations.values()];
  }
}
