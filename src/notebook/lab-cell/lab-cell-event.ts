/** The event of a lab cell that was opened. */
export const LAB_CELL_OPENED = "lab-cell-opened";

declare global {
  interface HTMLElementEventMap {
    [LAB_CELL_OPENED]: CustomEvent<{
      /** The learner's text as it is now. */
      readonly text: () => string;
    }>;
  }
}
