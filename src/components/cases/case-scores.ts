import { CASE_POINTS, caseScore, type ScoredCase } from "#notebook/cases/case-score.ts";
import { allCaseRecords } from "#notebook/storage/case-files.ts";

/** Shows what the learner has scored in the case files: each case, each concept before and after, and all of them. */
class CaseScores extends HTMLElement {
  connectedCallback(): void {
    void this.#show().catch((error: unknown) => console.warn("What was answered in this browser cannot be read.", error));
  }

  async #show(): Promise<void> {
    const cases = JSON.parse(this.querySelector("[data-cases]")?.textContent ?? "[]") as readonly (ScoredCase & {
      readonly concept: string;
    })[];
    const records = await allCaseRecords();
    const scoreOf = (some: readonly ScoredCase[]): string => {
      const { points, begun } = caseScore(some, cases, records);
      return begun === 0 ? "–" : String(points);
    };
    for (const one of cases) {
      const { points, begun, answered } = caseScore([one], cases, records);
      const place = this.querySelector(`[data-case="${one.id}"] .case-score`);
      if (place && begun > 0) place.textContent = `${points} of ${CASE_POINTS}${answered === 0 ? ", begun" : ""}`;
      const cell = this.querySelector(`[data-concept="${one.concept}"] [data-set="${one.set}"]`);
      if (cell) cell.textContent = scoreOf([one]);
    }
    const both = (["first", "last"] as const).map((set) => {
      const six = cases.filter((one) => one.set === set);
      const cell = this.querySelector(`[data-total] [data-set="${set}"]`);
      if (cell) cell.textContent = scoreOf(six);
      return caseScore(six, cases, records);
    });
    this.querySelector(".case-news")!.textContent = newsOf(both);
  }
}

/** What the two scores say together, once all questions are answered. */
function newsOf(both: readonly { readonly points: number; readonly answered: number }[]): string {
  const [first, last] = both;
  if (first === undefined || last === undefined || first.answered < 6) return "";
  if (last.answered < 6) return "You know where you stand. The last six will show how far you have come.";
  const more = last.points - first.points;
  if (more > 0) return `${more} ${more === 1 ? "point" : "points"} more than at the start.`;
  return "No more points than at the start: the table shows which concepts to look at again.";
}

customElements.define("case-scores", CaseScores);
