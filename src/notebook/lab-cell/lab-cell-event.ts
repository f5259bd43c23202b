/** A lab cell that was opened. */
export interface OpenLabCell {
  /** The learner's text as it is now. */
  readonly text: () => string;
  /** Runs it. */
  readonly run: () => void;
}

/** The event of a lab cell that was opened. */
export const LAB_CELL_OPENED = "lab-cell-opened";

declare global {
  interface HTMLElementEventMap {
    [LAB_CELL_OPENED]: CustomEvent<OpenLabCell>;
  }
}
