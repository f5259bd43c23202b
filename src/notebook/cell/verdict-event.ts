import type { GradeResult } from "#judge/result.ts";

/** The event that tells the page around a cell that an answer has been judged. */
export const VERDICT_EVENT = "exercise-verdict";

declare global {
  interface HTMLElementEventMap {
    [VERDICT_EVENT]: CustomEvent<GradeResult>;
  }
}

export function announceVerdict(cell: HTMLElement, result: GradeResult): void {
  cell.dispatchEvent(new CustomEvent(VERDICT_EVENT, { bubbles: true, detail: result }));
}
