import { computed, signal } from "@preact/signals";
import type { BudgetVerdict, CaseVerdict } from "#judge/cuda/cuda-verdict.ts";
import type { CapstoneVerdict } from "#judge/cuda/grade-cuda.ts";
import type { GradeResult } from "#judge/result.ts";
import { mistakeAt, type CodeEditor } from "../editor/code-editor.ts";
import { sealedBack } from "../cell/sealed-solution.ts";
import type { SolutionText } from "../exercise-data.ts";
import { Stopped } from "../lab/lab-machine.ts";
import type { Draft } from "../storage/draft.ts";
import type { Passed } from "../storage/passed.ts";
import { keptBack, personalCasesOf, type KeptBack, type SavedAssignment } from "../storage/saved-assignments.ts";
import { TextSession, type TextServices } from "../text-session.ts";
import type { CapstoneData } from "./capstone-data.ts";
import type { CapstoneMachine } from "./capstone-machine.ts";

/** What a session works with. */
export interface CapstoneServices extends TextServices {
  readonly machine: Pick<CapstoneMachine, "judge" | "stop">;
  readonly readPassed: () => Promise<Passed | undefined>;
  readonly hasTried: () => Promise<boolean>;
  readonly saveResult: (text: string, result: GradeResult) => Promise<void>;
  readonly noteHints: (hints: number) => Promise<void>;
  readonly noteSolution: () => Promise<void>;
  readonly wrongSources: () => Promise<Readonly<Record<string, string>>>;
  readonly solution: (saved: readonly SavedAssignment[]) => Promise<SolutionText>;
  readonly savedAssignments: () => Promise<readonly SavedAssignment[]>;
}

/** A budget's count before, in the starter, and after. */
export interface MovedCount extends Pick<BudgetVerdict, "case" | "count"> {
  readonly before: number;
  readonly after: number;
  readonly allowed: number;
}

/** An open capstone: the learner's text, the verdict on it, and what is saved of both. It does not touch the DOM. */
export class CapstoneSession extends TextSession {
  readonly capstone: CapstoneData;
  readonly verdict = signal<CapstoneVerdict | undefined>(undefined);
  /** The verdict in the form in which it is kept. */
  readonly result = signal<GradeResult | undefined>(undefined);
  readonly gradedText = signal<string | undefined>(undefined);
  readonly isGrading = signal(false);
  /** Why the last grading has no verdict. */
  readonly problem = signal<string | undefined>(undefined);
  readonly hintsShown = signal(0);
  readonly solution = signal<SolutionText | undefined>(undefined);
  readonly hasTried = signal(false);
  readonly passed = signal<Passed | undefined>(undefined);
  readonly keptBack = signal<KeptBack | undefined>(undefined);
  /** What moved from the starter to the text that has passed; undefined until both are known. */
  readonly moved = signal<readonly MovedCount[] | undefined>(undefined);
  readonly isStale = computed(() => this.verdict.value !== undefined && this.gradedText.value !== this.text.value);
  readonly #services: CapstoneServices;
  #assignments: readonly SavedAssignment[] = [];

  constructor(capstone: CapstoneData, services: CapstoneServices) {
    super(capstone.starter, services);
    this.capstone = capstone;
    this.#services = services;
  }

  /** A capstone runs when it is graded. */
  protected override onPause(): void {}

  override async restore(): Promise<Draft | undefined> {
    const [draft] = await Promise.all([super.restore(), this.#readRecords()]);
    return draft;
  }

  async #readRecords(): Promise<void> {
    const { readPassed, hasTried, savedAssignments } = this.#services;
    try {
      [this.passed.value, this.hasTried.value, this.#assignments] = await Promise.all([readPassed(), hasTried(), savedAssignments()]);
    } catch {
      // The text session says what this browser does not store.
    }
    this.#lookUpKeptBack();
  }

  #lookUpKeptBack(): void {
    const { capstone } = this;
    this.keptBack.value = keptBack(this.#assignments, capstone.id, "solutions", Date.now()) ?? sealedBack(capstone, this.#assignments);
  }

  override attach(editor: CodeEditor): void {
    super.attach(editor);
    this.#showPlace();
  }

  override edit(text: string): void {
    super.edit(text);
    if (this.isStale.value) this.showLines(undefined);
  }

  async grade(): Promise<void> {
    if (this.isGrading.value) return;
    this.isGrading.value = true;
    this.problem.value = undefined;
    this.release();
    const source = this.text.value;
    try {
      const answer = await this.loaded(async () => {
        const wrongSources = await this.#services.wrongSources();
        return this.running(() => this.#judge(source, wrongSources));
      });
      if (answer === undefined) return;
      this.gradedText.value = source;
      this.verdict.value = answer.capstone;
      this.result.value = answer.result;
      this.moved.value = undefined;
      this.hasTried.value = true;
      this.#showPlace();
      await this.#services.saveResult(source, answer.result).catch(() => undefined);
      if (answer.result.status === "pass") {
        this.passed.value ??= { at: Date.now(), exerciseVersion: this.capstone.version };
        await this.#compare(answer.capstone);
      }
    } finally {
      this.isGrading.value = false;
    }
  }

  stop(): void {
    this.#services.machine.stop("The answer was stopped; it has no verdict.");
  }

  /** The verdict on a text, or undefined if it was stopped or the judge failed: then it is said why. */
  async #judge(source: string, wrongSources: Readonly<Record<string, string>>) {
    const { id, version } = this.capstone;
    const personal = personalCasesOf(this.#assignments, id)?.cases.map(({ seed }) => seed);
    try {
      return await this.#services.machine.judge({
        capstone: id,
        version,
        source,
        wrongSources,
        ...(personal && { personalSeeds: personal }),
      });
    } catch (error) {
      const { message } = error as Error;
      this.problem.value = error instanceof Stopped ? message : `The judge failed, which is our bug and not yours: ${message}`;
      return undefined;
    }
  }

  /** Judges the starter, too, for what has moved since. */
  async #compare({ verdict }: CapstoneVerdict): Promise<void> {
    const starter = await this.#judge(this.capstone.starter, {});
    const before = starter?.capstone.verdict;
    if (before === undefined || before.status === "error" || verdict.status === "error") return;
    this.moved.value = verdict.budgets.flatMap(({ case: id, count, counted, allowed }) => {
      const former = before.budgets.find((budget) => budget.case === id && budget.count === count)?.counted;
      return counted === undefined || former === undefined ? [] : [{ case: id, count, before: former, after: counted, allowed }];
    });
  }

  /** Marks the place of an error, or the line where a case or a budget is lost. */
  #showPlace(): void {
    const { value: capstone } = this.verdict;
    this.mark(undefined);
    this.showLines(undefined);
    if (capstone === undefined || this.isStale.value) return;
    const { verdict } = capstone;
    if (verdict.status === "error") {
      const { message, line, column = 1 } = verdict;
      if (line !== undefined) this.mark(mistakeAt({ message, line, column }));
      return;
    }
    const line = guiltyLine(verdict.cases, verdict.budgets);
    if (line !== undefined) this.showLines({ from: line, to: line });
  }

  showHint(): void {
    this.hintsShown.value = Math.min(this.hintsShown.value + 1, this.capstone.hints.length);
    void this.#services.noteHints(this.hintsShown.value).catch(() => undefined);
  }

  async showSolution(): Promise<void> {
    this.#lookUpKeptBack();
    if (this.keptBack.value) return;
    this.solution.value = await this.loaded(() => this.#services.solution(this.#assignments));
    if (this.solution.value) await this.#services.noteSolution().catch(() => undefined);
  }

  hideSolution(): void {
    this.solution.value = undefined;
  }
}

/** The line of the text that a verdict is lost at: of a finding, of the store of a wrong element, or of the access that costs most. */
export function guiltyLine(cases: readonly CaseVerdict[], budgets: readonly BudgetVerdict[]): number | undefined {
  const wrong = cases.find(({ values, findings }) => values.verdict === "fail" || findings.length > 0);
  if (wrong !== undefined) {
    const { values, findings } = wrong;
    return findings[0]?.line ?? (values.verdict === "fail" ? values.wrong?.writer?.line : undefined);
  }
  return budgets.find(({ verdict }) => verdict === "fail")?.guilty?.line;
}
