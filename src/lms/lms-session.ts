import { computed, signal } from "@preact/signals";
import type { LmsStandard, PageData } from "#classroom/packages/page-data.ts";
import type { GradeResult } from "#judge/result.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import type { Lms } from "./lms.ts";
import { Scorm12, findApi, type ApiWindow } from "./scorm12.ts";
import { standingOf, textOfVerdicts, verdictsFromText, withVerdict, type BestVerdicts } from "./standing.ts";

/** The state of the connection between page and LMS. */
export type Connection =
  | { readonly kind: "connecting" }
  /** No LMS started the page. */
  | { readonly kind: "alone" }
  | { readonly kind: "connected"; readonly canFinish: boolean }
  /** The LMS has the current score. */
  | { readonly kind: "reported"; readonly canFinish: boolean }
  | { readonly kind: "failed"; readonly reason: string; readonly canFinish: boolean }
  /** The visit is over. */
  | { readonly kind: "finished" };

/**
 * An address that the LMS has given, if it is one of the web: `javascript:…` would run as a script of the page.
 *
 * @returns undefined for any other
 */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

/** One visit to a packaged assignment: the page's verdicts, and which of them the LMS has. It does not touch the DOM. */
export class LmsSession {
  readonly data: PageData;
  readonly best = signal<BestVerdicts>({});
  readonly connection = signal<Connection>({ kind: "connecting" });
  readonly standing = computed(() => standingOf(this.data.assignment, this.best.value));
  #lms: Lms | undefined;

  constructor(data: PageData) {
    this.data = data;
  }

  /** Finds the LMS, and continues from what earlier visits stored there. */
  async start(): Promise<void> {
    try {
      this.#lms = await connect(this.data.standard);
      if (this.#lms === undefined) return void (this.connection.value = { kind: "alone" });
      // Verdicts that came in while the LMS was being looked for count, too.
      this.best.value = { ...verdictsFromText(this.#lms.savedText, this.data.exercises), ...this.best.value };
      this.connection.value = { kind: "connected", canFinish: this.#canFinish };
    } catch (error) {
      this.#fail(error);
    }
  }

  /** To be called when a cell has graded an answer. */
  async addResult(result: GradeResult): Promise<void> {
    const assigned = this.data.assignment.exercises.find(({ id }) => id === result.exercise);
    if (assigned === undefined) return;
    this.best.value = withVerdict(this.best.value, assigned, result);
    if (this.#lms !== undefined) await this.report();
  }

  /** Reports the standing to the LMS; called again by the student if the LMS did not accept it. */
  async report(): Promise<void> {
    try {
      await this.#lms?.report(this.standing.value, textOfVerdicts(this.best.value));
      this.connection.value = { kind: "reported", canFinish: this.#canFinish };
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the visit. Returns the address to go to next, if the LMS has given one. */
  async finish(): Promise<string | undefined> {
    try {
      const address = await this.#lms?.finish?.(this.standing.value);
      this.connection.value = { kind: "finished" };
      return address === undefined ? undefined : webAddress(address);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** To be called when the page goes away. */
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

/**
 * The LMS that started this page, or undefined when the page runs on its own.
 *
 * @throws Error when there is one and it does not respond as it should
 */
async function connect(standard: LmsStandard): Promise<Lms | undefined> {
  switch (standard) {
    case "scorm-1.2": {
      const api = findApi(window as unknown as ApiWindow);
      return api && new Scorm12(api);
    }
    case "cmi5": {
      const { Cmi5Lms } = await import("./cmi5.ts");
      return Cmi5Lms.connect();
    }
  }
}
