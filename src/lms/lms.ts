import type { Standing } from "./standing.ts";

/** A learning management system that the page was started from. */
export interface Lms {
  /** What the page left there on former visits; empty on the first. */
  readonly kept: string;
  /**
   * Reports where the student stands, and leaves a text for the next visit.
   *
   * @throws LmsRefused when the LMS does not take it.
   */
  report(standing: Standing, kept: string): Promise<void>;
  /** Ends the visit, once. Works while the page goes away. */
  leave(standing: Standing): void;
  /** For a system that the student has to go back to: ends the visit, and gives the address to go to, where there is one. */
  readonly finish?: (standing: Standing) => Promise<string | undefined>;
}

/** The LMS did not take what the page told it. The message is for the student. */
export class LmsRefused extends Error {
  override name = "LmsRefused";
}
