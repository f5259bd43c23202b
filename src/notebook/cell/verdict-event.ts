import type { GradeResult } from "#judge/result.ts";

/** What a cell tells the page around it when an answer has been judged. */
export const VERDICT_EVENT = "exercise-verdict";

declare global {
  interface HTMLElementEventMap {
    [VERDICT_EVENT]: CustomEvent<GradeResult>;
  }
}

/** Tells it from the cell upwards. */
export function announceVerdict(cell: HTMLElement, result: GradeResult): void {
  cell.dispatchEvent(new CustomEvent(VERDICT_EVENT, { bubbles: true, detail: result }));
}
