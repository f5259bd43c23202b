import { computed, signal } from "@preact/signals";
import type { GradeResult } from "#judge/result.ts";
import type { PageData } from "#classroom/packages/page-data.ts";
import { bestFrom, keptFrom, withVerdict, type BestVerdicts } from "./best-verdicts.ts";
import { connect } from "./connect.ts";
import type { Lms } from "./lms.ts";
import { standingOf } from "./standing.ts";
import { reasonOf } from "#notebook/reason-of.ts";

/** How page and LMS get on. */
export type Connection =
  | { readonly kind: "connecting" }
  /** No LMS started the page. */
  | { readonly kind: "alone" }
  | { readonly kind: "connected"; readonly canFinish: boolean }
  /** The LMS has the score as it stands. */
  | { readonly kind: "reported"; readonly canFinish: boolean }
  | { readonly kind: "failed"; readonly reason: string; readonly canFinish: boolean }
  /** The visit is over. */
  | { readonly kind: "finished" };

/** One visit to a packaged assignment: the page's verdicts, and what the LMS has of them. It knows no DOM. */
export class LmsSession {
  readonly data: PageData;
  readonly best = signal<BestVerdicts>({});
  readonly connection = signal<Connection>({ kind: "connecting" });
  readonly standing = computed(() => standingOf(this.data.assignment, this.best.value));
  #lms: Lms | undefined;

  constructor(data: PageData) {
    this.data = data;
  }

  /** Finds the LMS, and takes up what former visits left there. */
  async start(): Promise<void> {
    try {
      this.#lms = await connect(this.data.standard);
      if (this.#lms === undefined) return void (this.connection.value = { kind: "alone" });
      // What was judged while the LMS was sought counts, too.
      this.best.value = { ...bestFrom(this.#lms.kept, this.data.exercises), ...this.best.value };
      this.connection.value = { kind: "connected", canFinish: this.#canFinish };
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A cell has judged an answer. */
  async hear(result: GradeResult): Promise<void> {
    const assigned = this.data.assignment.exercises.find(({ id }) => id === result.exercise);
    if (assigned === undefined) return;
    this.best.value = withVerdict(this.best.value, assigned, result);
    if (this.#lms !== undefined) await this.report();
  }

  /** Tells the LMS where the student stands; said again on demand when it did not take it. */
  async report(): Promise<void> {
    try {
      await this.#lms?.report(this.standing.value, keptFrom(this.best.value));
      this.connection.value = { kind: "reported", canFinish: this.#canFinish };
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The student is done. Gives the address to go on to, where the LMS has named one. */
  async finish(): Promise<string | undefined> {
    try {
      const address = await this.#lms?.finish?.(this.standing.value);
      this.connection.value = { kind: "finished" };
      return address;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** The page goes away. */
  leave(): void {
    this.#lms?.leave(this.standing.value);
  }

  get #canFinish(): boolean {
    return this.#lms?.finish !== undefined;
  }

  #fail(error: unknown): void {
    this.connection.value = { kind: "failed", reason: reasonOf(error), canFinish: this.#canFinish };
  }
}
