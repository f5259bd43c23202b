import { LmsRefused, type Lms } from "./lms.ts";
import { shareOf, statusOf, type Standing } from "./standing.ts";

const MS_PER_SECOND = 1000;

/** An LMS that speaks SCORM 1.2. Its calls are synchronous, so nothing is lost when the page goes away. */
export class Scorm12 implements Lms {
  readonly savedText: string;
  readonly #api: Scorm12Api;
  readonly #startedAt = Date.now();
  #hasLeft = false;

  /** @throws LmsRefused when the LMS does not start a session */
  constructor(api: Scorm12Api) {
    this.#api = api;
    this.#expectTrue("LMSInitialize", api.LMSInitialize(""));
    this.savedText = api.LMSGetValue("cmi.suspend_data");
    if (api.LMSGetValue("cmi.core.lesson_status") === "not attempted") this.#set("cmi.core.lesson_status", "incomplete");
    this.#set("cmi.core.exit", "suspend");
    this.#expectTrue("LMSCommit", api.LMSCommit(""));
  }

  async report(standing: Standing, savedText: string): Promise<void> {
    // The score must be on a scale of 0 to 100, whatever the assignment is worth. Source: SCORM 1.2 RTE, 3.4.4, cmi.core.score.raw.
    this.#set("cmi.core.score.min", "0");
    this.#set("cmi.core.score.max", "100");
    this.#set("cmi.core.score.raw", String(Math.round(shareOf(standing) * 10_000) / 100));
    this.#set("cmi.core.lesson_status", statusOf(standing));
    this.#set("cmi.suspend_data", savedText);
    this.#expectTrue("LMSCommit", this.#api.LMSCommit(""));
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#api.LMSSetValue("cmi.core.session_time", timespan(Date.now() - this.#startedAt));
    this.#api.LMSFinish("");
  }

  #set(element: string, value: string): void {
    this.#expectTrue(element, this.#api.LMSSetValue(element, value));
  }

  #expectTrue(what: string, answer: unknown): void {
    // Some systems answer with a boolean.
    if (String(answer) === "true") return;
    const code = this.#api.LMSGetLastError();
    throw new LmsRefused(`${what}: ${this.#api.LMSGetErrorString(code) || "refused"} (error ${code})`);
  }
}

/** A duration as SCORM 1.2 writes it: 0000:02:05.50. */
export function timespan(milliseconds: number): string {
  const seconds = milliseconds / MS_PER_SECOND;
  const digits = (value: number, width: number): string => String(Math.floor(value)).padStart(width, "0");
  return `${digits(seconds / 3600, 4)}:${digits((seconds / 60) % 60, 2)}:${digits(seconds % 60, 2)}.${digits((seconds * 100) % 100, 2)}`;
}

/** The calls that SCORM 1.2 offers to a page. All arguments and results are strings; "true" and "false" say whether a call succeeded. */
export interface Scorm12Api {
  LMSInitialize(nothing: ""): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(nothing: ""): string;
  LMSFinish(nothing: ""): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
}

/** The properties of a window that the search reads. */
export interface ApiWindow {
  readonly API?: Scorm12Api;
  readonly parent: ApiWindow;
  readonly opener: ApiWindow | null;
}

/** No LMS nests its frames deeper; the limit ends the search in any case. */
const MAX_PARENTS = 50;

/**
 * The object `API` that the LMS has put into a window around the page, or into the one that opened it. Source: SCORM 1.2
 * Run-Time Environment, 3.3.6. It is written out here because the usual wrapper, by pipwerks, is in no package registry, and the
 * libraries that are there implement the LMS's side.
 */
export function findApi(page: ApiWindow): Scorm12Api | undefined {
  const opener = readable(() => page.opener);
  return apiAround(page) ?? (opener ? apiAround(opener) : undefined);
}

function apiAround(window: ApiWindow): Scorm12Api | undefined {
  let current = window;
  for (let depth = 0; depth < MAX_PARENTS; depth++) {
    const at = current;
    const api = readable(() => at.API);
    if (api) return api;
    const parent = readable(() => at.parent);
    if (!parent || parent === current) return undefined;
    current = parent;
  }
  return undefined;
}

/** Reading from a window of another origin throws; then there is no API for this page in it. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
