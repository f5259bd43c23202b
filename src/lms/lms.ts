import type { Standing } from "./standing.ts";

/** A learning management system that has started the page. */
export interface Lms {
  /** The text that the page stored there on earlier visits; empty on the first. */
  readonly savedText: string;
  /**
   * Reports the student's standing, and stores a text for the next visit.
   *
   * @throws LmsRefused when the LMS does not accept it
   */
  report(standing: Standing, savedText: string): Promise<void>;
  /** Ends the visit, once. Works while the page goes away. */
  leave(standing: Standing): void;
  /** For a system that the student has to return to: ends the visit, and returns the address to go to, if there is one. */
  readonly finish?: (standing: Standing) => Promise<string | undefined>;
}

/** The LMS did not accept what the page sent. The message is for the student. */
export class LmsRefused extends Error {
  override name = "LmsRefused";
}
