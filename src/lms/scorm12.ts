import { LmsRefused, type Lms } from "./lms.ts";
import type { Scorm12Api } from "./scorm12-api.ts";
import { shareOf, statusOf, type Standing } from "./standing.ts";

const MS_PER_SECOND = 1000;

/** An LMS that speaks SCORM 1.2. It answers at once, so nothing is lost when the page goes away. */
export class Scorm12 implements Lms {
  readonly kept: string;
  readonly #api: Scorm12Api;
  readonly #startedAt = Date.now();
  #hasLeft = false;

  /** @throws LmsRefused when the LMS does not begin a session. */
  constructor(api: Scorm12Api) {
    this.#api = api;
    this.#demand("LMSInitialize", api.LMSInitialize(""));
    this.kept = api.LMSGetValue("cmi.suspend_data");
    if (api.LMSGetValue("cmi.core.lesson_status") === "not attempted") this.#set("cmi.core.lesson_status", "incomplete");
    this.#set("cmi.core.exit", "suspend");
    this.#demand("LMSCommit", api.LMSCommit(""));
  }

  async report(standing: Standing, kept: string): Promise<void> {
    // The score has to be of a scale of 0 to 100, whatever the assignment is worth. Source: SCORM 1.2 RTE, 3.4.4, cmi.core.score.raw.
    this.#set("cmi.core.score.min", "0");
    this.#set("cmi.core.score.max", "100");
    this.#set("cmi.core.score.raw", String(Math.round(shareOf(standing) * 10_000) / 100));
    this.#set("cmi.core.lesson_status", statusOf(standing));
    this.#set("cmi.suspend_data", kept);
    this.#demand("LMSCommit", this.#api.LMSCommit(""));
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#api.LMSSetValue("cmi.core.session_time", timespan(Date.now() - this.#startedAt));
    this.#api.LMSFinish("");
  }

  #set(element: string, value: string): void {
    this.#demand(element, this.#api.LMSSetValue(element, value));
  }

  #demand(what: string, answer: unknown): void {
    // Some systems answer with a boolean.
    if (String(answer) === "true") return;
    const code = this.#api.LMSGetLastError();
    throw new LmsRefused(`${what}: ${this.#api.LMSGetErrorString(code) || "refused"} (error ${code})`);
  }
}

/** A length of time as SCORM 1.2 spells it: 0000:02:05.50. */
export function timespan(milliseconds: number): string {
  const seconds = milliseconds / MS_PER_SECOND;
  const digits = (value: number, width: number): string => String(Math.floor(value)).padStart(width, "0");
  return `${digits(seconds / 3600, 4)}:${digits((seconds / 60) % 60, 2)}:${digits(seconds % 60, 2)}.${digits((seconds * 100) % 100, 2)}`;
}
