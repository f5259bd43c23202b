import { readTicks, saveTicks } from "../storage/ticks.ts";
import { judge, type CompareResults, type Goal, type RunTraits } from "./goal.ts";
import type { WrongResults } from "./wrong-results.ts";

/** The goals of a cell: the marks in its prompt, ticked once a run has done what they ask for, on this visit or an earlier one. */
export class CellGoals {
  readonly #cell: HTMLElement;
  /** Ticks are kept with those of checklists, which "My work" takes along. */
  readonly #key: string;
  readonly #reached: Set<string>;

  /** @param key what the learner's text is stored by */
  constructor(cell: HTMLElement, key: string) {
    this.#cell = cell;
    this.#key = `coalesce.checklist.${key}`;
    this.#reached = this.#marks.length === 0 ? new Set() : readTicks(this.#key, () => localStorage);
    for (const mark of this.#marks) if (this.#reached.has(wordsOf(mark))) tick(mark);
  }

  /**
   * Ticks what a run has done.
   *
   * @param compare absent where runs leave no results
   * @returns the first goal that the run would have reached if it left the right results
   */
  async judge(run: RunTraits, compare: CompareResults = async () => undefined): Promise<WrongResults | undefined> {
    let wrong: WrongResults | undefined;
    const fresh: HTMLElement[] = [];
    const goals = this.#goals;
    for (const [number, mark] of this.#marks.entries()) {
      const goal = goals[number];
      if (goal === undefined || this.#reached.has(wordsOf(mark))) continue;
      const verdict = await judge(goal, run, compare);
      if (verdict.kind === "reached") fresh.push(mark);
      if (verdict.kind === "wrong") wrong ??= { goal: wordsOf(mark), difference: verdict.difference };
    }
    this.#tick(fresh);
    return wrong;
  }

  #tick(fresh: readonly HTMLElement[]): void {
    if (fresh.length === 0) return;
    const marks = this.#marks;
    for (const mark of fresh) {
      this.#reached.add(wordsOf(mark));
      tick(mark);
      mark.dataset["fresh"] = "";
    }
    saveTicks(this.#key, this.#reached, () => localStorage);
    const done = marks.filter((mark) => this.#reached.has(wordsOf(mark))).length;
    const news = this.#cell.querySelector(".goal-news");
    if (news) news.textContent = `Done${marks.length > 1 ? `, ${done} of ${marks.length}` : ""}: ${fresh.map(wordsOf).join(", ")}`;
  }

  get #marks(): HTMLElement[] {
    return [...this.#cell.querySelectorAll<HTMLElement>(".prompt [data-goal]")];
  }

  get #goals(): readonly Goal[] {
    const { goals } = JSON.parse(this.#cell.querySelector("script[data-goals]")?.textContent ?? '{"goals":[]}') as {
      readonly goals: readonly Goal[];
    };
    return goals;
  }
}

function wordsOf(mark: HTMLElement): string {
  return (mark.querySelector(".goal-words")?.textContent ?? "").replace(/\s+/g, " ").trim();
}

function tick(mark: HTMLElement): void {
  mark.dataset["reached"] = "";
  const state = mark.querySelector(".goal-state");
  if (state) state.textContent = " (done)";
}
