import { computed, signal } from "@preact/signals";
import type { AnswerText } from "#judge/answer-text.ts";
import { growthOf, type AnswerTime } from "#judge/answer-time.ts";
import type { Comparison } from "#judge/comparison.ts";
import type { ElementMap } from "#judge/element-map.ts";
import type { Preview } from "#judge/grade.ts";
import type { PreviewRun } from "#judge/preview.ts";
import type { Lesson } from "#judge/report/beginner-mistake.ts";
import { accessCosts } from "#judge/report/passed-sentence.ts";
import { firstFailure } from "#judge/report/verdict-line.ts";
import type { CheckResult, GradeResult, Provenance } from "#judge/result.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import { mistakeAt, type CodeEditor } from "../editor/code-editor.ts";
import type { ExerciseData, Solution, SolutionText } from "../exercise-data.ts";
import type { AnswerVersion, NotPassed, RunSubject } from "../own-gpu/run-exercise.ts";
import { TypingRun } from "../typing-run.ts";
import { reasonOf } from "../reason-of.ts";
import type { Draft } from "../storage/draft.ts";
import type { Passed } from "../storage/passed.ts";
import type { AnswerTimes, Success } from "../storage/successes.ts";
import {
  assignmentWithoutCuda,
  keptBack,
  personalCasesOf,
  type KeptBack,
  type PersonalCases,
  type SavedAssignment,
} from "../storage/saved-assignments.ts";
import { TextSession, type TextServices } from "../text-session.ts";
import { textKey, type AnswerLanguage } from "./answer-language.ts";
import { sealedBack } from "./sealed-solution.ts";

/** What is the same where an answer fails the same way again: the misconception, or else the first failed check. */
function failureOf(result: GradeResult): string | undefined {
  if (result.status !== "fail") return undefined;
  return result.diagnosis?.id ?? firstFailure(result.checks)?.id;
}

/**
 * The hint for a failure: of those not yet shown, the first that names the access which the failed check is about, or else the first. The last
 * hint, which is nearly the answer, is left to who asks for it.
 */
export function hintFor(failure: string, hints: readonly string[], shown: number): number | undefined {
  const access = failure.split("-")[0] ?? "";
  const left = hints.slice(0, -1).flatMap((hint, place) => (place < shown ? [] : [{ hint, place }]));
  return (left.find(({ hint }) => new RegExp(String.raw`\b${access}\b`).test(hint)) ?? left[0])?.place;
}

/** What a session works with: the sandbox, what is saved in the browser, and what is fetched only when it is needed. */
export interface CellServices extends TextServices {
  readonly sandbox: Pick<Sandbox, "grade" | "preview" | "elementMap" | "compare" | "time">;
  readonly readPassed: () => Promise<Passed | undefined>;
  /** Whether an answer was graded in this browser before. */
  readonly hasTried: () => Promise<boolean>;
  readonly saveResult: (text: string, result: GradeResult) => Promise<void>;
  /** What was achieved with a text on an earlier visit. */
  readonly readSuccess: (text: string) => Promise<Success | undefined>;
  readonly saveSuccess: (text: string, success: Success) => Promise<void>;
  readonly wrongSources: () => Promise<Readonly<Record<string, string>>>;
  /** The course's solution, opened with the key of an assignment where it is sealed. */
  readonly solution: (saved: readonly SavedAssignment[]) => Promise<Solution>;
  /** The assignments that were opened in this browser. */
  readonly savedAssignments: () => Promise<readonly SavedAssignment[]>;
}

/** What an answer in CUDA C++ is written for and begins with. */
export interface InCuda {
  /** The text of kernel.cu. */
  readonly kernel: string;
  readonly starter: string;
}

/** An open exercise cell, in one language: the learner's text, its results, and what is saved of both. It does not touch the DOM. */
export class CellSession extends TextSession {
  readonly exercise: ExerciseData;
  readonly preview = signal<Preview | undefined>(undefined);
  /** The last preview that could be drawn. */
  readonly picture = signal<PreviewRun | undefined>(undefined);
  readonly result = signal<GradeResult | undefined>(undefined);
  /** The text that the result is about. */
  readonly gradedText = signal<string | undefined>(undefined);
  /** What a teacher would ask about the text that failed. */
  readonly advice = signal<Lesson | undefined>(undefined);
  readonly isGrading = signal(false);
  /** The failed check that has a picture: the first, unless the learner chose another one. */
  readonly failure = signal<CheckResult | undefined>(undefined);
  /** What became of every element that the failure is about; absent where it is about a cost. */
  readonly elementMap = signal<ElementMap | undefined>(undefined);
  /** Where the element came from that the failure is about, or the one that was chosen since. */
  readonly provenance = signal<Provenance | undefined>(undefined);
  /** What the learner's text achieved, once it has passed; more of it comes as it is known. */
  readonly success = signal<Success | undefined>(undefined);
  /** The text that passed. */
  readonly passedText = signal<string | undefined>(undefined);
  /** Whether the picture is that of the success; otherwise it follows the typing. */
  readonly isSuccessShown = signal(false);
  /** Whether the picture is that of the failure; otherwise it follows the typing. */
  readonly isFailureShown = signal(false);
  readonly hintsShown = signal(0);
  /** Whether the last hint came by itself, after the same failure twice. */
  readonly hintCameBy = signal(false);
  #lastFailure: { readonly failure: string; readonly source: string } | undefined;
  readonly solution = signal<Solution | undefined>(undefined);
  /** Whether an answer was graded, on this visit or an earlier one. */
  readonly hasTried = signal(false);
  /** What an assignment keeps back at the moment. */
  readonly keptBack = signal<{ readonly solutions?: KeptBack; readonly hints?: KeptBack }>({});
  /** The cases that only this student has, by the link that was opened. */
  readonly personal = signal<PersonalCases | undefined>(undefined);
  #assignments: readonly SavedAssignment[] = [];
  /** What is to be known of the language. */
  readonly languageNote = computed(() => {
    if (this.language === "typescript") return undefined;
    const assignment = this.assignment.value;
    const rules = "A function fills each hole of the kernel; an index below 0 stands for `null`. Name parameters as the kernel does.";
    if (assignment === undefined) return rules;
    return `${rules} The assignment ${assignment} takes TypeScript: what you write here isn’t handed in.`;
  });
  /** Title of an assignment that was opened here, has the exercise, and takes no answers in CUDA C++. */
  readonly assignment = signal<string | undefined>(undefined);
  /** The draft was written for an earlier version of the exercise. */
  readonly isFromFormerVersion = signal(false);
  readonly passed = signal<Passed | undefined>(undefined);
  readonly isResultStale = computed(() => this.result.value !== undefined && this.gradedText.value !== this.text.value);
  readonly #services: CellServices;
  readonly #previews: TypingRun<string, Preview>;
  readonly #inCuda: InCuda | undefined;

  /** @param inCuda for a text in CUDA C++; without it, it is TypeScript */
  constructor(exercise: ExerciseData, services: CellServices, inCuda?: InCuda) {
    super((inCuda ?? exercise).starter, services);
    this.exercise = exercise;
    this.#inCuda = inCuda;
    this.#services = services;
    this.#previews = new TypingRun({
      input: () => this.text.value,
      work: (source) => this.loaded(() => this.running(() => services.sandbox.preview({ exercise: exercise.id, ...this.#answer(source) }))),
      isError: ({ status }) => status !== "ran",
      show: (preview) => this.#showPreview(preview),
    });
  }

  get language(): AnswerLanguage {
    return this.#inCuda === undefined ? "typescript" : "cuda";
  }

  /** What the text is stored by. */
  get key(): string {
    return textKey(this.exercise.id, this.language);
  }

  /** A text of the learner's, for the sandbox. */
  #answer(source: string): AnswerText {
    return this.#inCuda === undefined ? { source } : { source, kernel: this.#inCuda.kernel };
  }

  /** A text of the learner's, for what looks for beginners' mistakes in TypeScript. */
  #forAdvice(source: string): string {
    return this.#inCuda === undefined ? source : "";
  }

  protected override onKey(): void {
    this.#previews.type();
  }

  protected override onPause(): void {
    if (this.passedText.value !== this.text.value) this.isSuccessShown.value = false;
    this.#previews.pause();
  }

  override async restore(): Promise<Draft | undefined> {
    // Together: storage that does not answer is waited for once.
    const [draft] = await Promise.all([super.restore(), this.#readRecords()]);
    this.isFromFormerVersion.value = draft !== undefined && draft.exerciseVersion !== this.exercise.version;
    await this.#restoreSuccess();
    return draft;
  }

  async #readRecords(): Promise<void> {
    try {
      const { readPassed, hasTried, savedAssignments } = this.#services;
      [this.passed.value, this.hasTried.value, this.#assignments] = await Promise.all([readPassed(), hasTried(), savedAssignments()]);
      this.#lookUpKeptBack();
      this.personal.value = personalCasesOf(this.#assignments, this.exercise.id);
      this.assignment.value = assignmentWithoutCuda(this.#assignments, this.exercise.id);
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }

  /** Without it, everything but the picture of an earlier pass is there. */
  async #restoreSuccess(): Promise<void> {
    const text = this.text.value;
    const success = await this.#services.readSuccess(text).catch(() => undefined);
    if (success !== undefined) this.#showSuccess(text, success);
  }

  #showSuccess(text: string, success: Success | undefined): void {
    this.passedText.value = success && text;
    this.success.value = success;
    this.isSuccessShown.value = success !== undefined;
  }

  /** Titles of the cases by id, in the order of a result. */
  get caseTitles(): Readonly<Record<string, string>> {
    const own = this.personal.value?.cases.map(({ title }, i) => [`personal-${i + 1}`, title] as const) ?? [];
    return { ...this.exercise.caseTitles, ...Object.fromEntries(own) };
  }

  get #personalSeeds(): { readonly personalSeeds?: readonly number[] } {
    const { personal } = this;
    return personal.value === undefined ? {} : { personalSeeds: personal.value.cases.map(({ seed }) => seed) };
  }

  /** Runs the text that was restored, for its picture. */
  start(): void {
    if (!this.isHeldBack.value) this.#previews.pause();
  }

  override attach(editor: CodeEditor): void {
    super.attach(editor);
    if (this.result.value !== undefined && !this.isResultStale.value) this.#showMistake(this.result.value);
    void this.#showGuilty();
  }

  async grade(): Promise<void> {
    if (this.isGrading.value) return;
    this.isGrading.value = true;
    this.release();
    try {
      const source = this.text.value;
      const { id, version } = this.exercise;
      const result = await this.loaded(async () => {
        const wrongSources = await this.#services.wrongSources();
        return this.running(() =>
          this.#services.sandbox.grade({
            exercise: id,
            exerciseVersion: version,
            ...this.#answer(source),
            wrongSources,
            isFollowed: true,
            ...this.#personalSeeds,
          }),
        );
      });
      if (result === undefined) return;
      this.gradedText.value = source;
      this.result.value = result;
      if (result.status !== "fault") this.hasTried.value = true;
      this.#escalate(result, source);
      this.showFailure(result.status === "fail" ? firstFailure(result.checks) : undefined);
      this.advice.value = await this.loaded(async () =>
        (await import("#judge/report/advice.ts")).adviceFor(result, this.#forAdvice(source)),
      );
      this.#showMistake(result);
      this.#showSuccess(source, result.status === "pass" ? { checks: result.checks.length, costs: accessCosts(result) } : undefined);
      if (result.status === "pass") void this.#explain(source);
      await this.#saveResult(source, result);
    } finally {
      this.isGrading.value = false;
    }
  }

  /** Shows how a check fails; undefined leaves the picture to the typing. */
  showFailure(check: CheckResult | undefined): void {
    this.failure.value = check;
    this.isFailureShown.value = check !== undefined;
    this.elementMap.value = undefined;
    this.#follow(check === undefined ? undefined : this.#provenanceOf(check));
    if (check !== undefined) void this.mapElements(check);
  }

  /** The way of the element that a failure is about, as the verdict has it. */
  #provenanceOf({ case: caseId, kind }: CheckResult): Provenance | undefined {
    const result = this.result.value;
    const provenance = result?.status === "fail" ? result.provenance : undefined;
    return provenance?.case === caseId && kind === "correctness" ? provenance : undefined;
  }

  /** Shows the way of an element, and in the editor the function where it goes wrong. */
  #follow(provenance: Provenance | undefined): void {
    this.provenance.value = provenance;
    void this.#showGuilty();
  }

  async #showGuilty(): Promise<void> {
    const provenance = this.provenance.value;
    const source = this.gradedText.value;
    const only = provenance?.suspects.length === 1 ? provenance.suspects[0] : undefined;
    const name = provenance?.guilty === undefined ? only : provenance.steps[provenance.guilty]?.function;
    if (name === undefined || source === undefined || this.isResultStale.value) return this.showLines(undefined);
    const advice = await this.loaded(() => import("#judge/report/advice.ts"));
    if (this.provenance.value === provenance && !this.isResultStale.value)
      this.showLines(advice?.functionLines(this.#forAdvice(source), name));
  }

  override edit(text: string): void {
    super.edit(text);
    if (this.isResultStale.value) this.showLines(undefined);
  }

  /** Runs the case of a failure once more for its map of elements. @param element whose threads are wanted, in a large case */
  async mapElements({ id, case: caseId }: CheckResult, element?: number): Promise<void> {
    const failure = this.failure.value;
    const source = this.gradedText.value;
    const result = this.result.value;
    if (source === undefined) return;
    const job = {
      exercise: this.exercise.id,
      ...this.#answer(source),
      case: caseId,
      check: id,
      ...(element !== undefined && { element, suspects: (result?.status === "fail" && result.provenance?.suspects) || [] }),
      ...this.#personalSeeds,
    };
    const outcome = await this.loaded(() => this.running(() => this.#services.sandbox.elementMap(job)));
    if (outcome?.status !== "mapped" || this.failure.value !== failure) return;
    this.elementMap.value = outcome;
    if (element !== undefined) this.#follow(outcome.provenance);
  }

  /** An open page may outlast the time until which something is kept back. */
  #lookUpKeptBack(): void {
    const of = (what: "solutions" | "hints") => keptBack(this.#assignments, this.exercise.id, what, Date.now());
    const solutions = of("solutions") ?? sealedBack(this.exercise, this.#assignments);
    const hints = of("hints");
    this.keptBack.value = { ...(solutions && { solutions }), ...(hints && { hints }) };
  }

  showHint(): void {
    this.#lookUpKeptBack();
    if (this.keptBack.value.hints) return;
    this.hintCameBy.value = false;
    this.hintsShown.value = Math.min(this.hintsShown.value + 1, this.exercise.hints.length);
  }

  /** The same failure of another text gets the hint that belongs to it, or else the next one; nearly the answer only who asks for it. */
  #escalate(result: GradeResult, source: string): void {
    const failure = failureOf(result);
    const isAgain = failure !== undefined && failure === this.#lastFailure?.failure && source !== this.#lastFailure.source;
    this.#lastFailure = failure === undefined ? undefined : { failure, source };
    this.hintCameBy.value = false;
    this.#lookUpKeptBack();
    if (!isAgain || this.keptBack.value.hints) return;
    const next = hintFor(failure, this.exercise.hints, this.hintsShown.value);
    if (next === undefined) return;
    this.hintsShown.value = next + 1;
    this.hintCameBy.value = true;
  }

  async showSolution(): Promise<void> {
    this.solution.value = await this.readSolution();
  }

  /** A solution's text, in the language of the cell. */
  textOf(solution: Solution): SolutionText {
    return this.#inCuda === undefined ? solution : solution.inCuda;
  }

  /** The course's solution, for a comparison that leaves the picture as it is. */
  async readSolution(): Promise<Solution | undefined> {
    this.#lookUpKeptBack();
    if (this.keptBack.value.solutions) return undefined;
    return this.loaded(() => this.#services.solution(this.#assignments));
  }

  /** The text that passed, with a costlier version and the course's solution where there are such and nothing keeps them back. */
  async passedSubject(): Promise<RunSubject | NotPassed> {
    const own = this.passedText.value;
    if (own === undefined) return { says: "Only what the judge has passed runs on your GPU." };
    const { naive, measured } = this.exercise;
    const naiveSource = naive === undefined ? undefined : (await this.loaded(this.#services.wrongSources))?.[naive];
    const solution = (await this.readSolution())?.text;
    const versions: AnswerVersion[] = [
      ...(naiveSource === undefined || naiveSource === own ? [] : [{ id: "naive", source: naiveSource } as const]),
      { id: "own", source: own },
      ...(solution === undefined || solution === own ? [] : [{ id: "solution", source: solution } as const]),
    ];
    return { versions, measured };
  }

  hideSolution(): void {
    this.solution.value = undefined;
  }

  /** What a pass achieved: the verdict stands already. */
  async #explain(source: string): Promise<void> {
    const { naive, starter } = this.exercise;
    const naiveSource = naive === undefined ? undefined : (await this.loaded(this.#services.wrongSources))?.[naive];
    const comparison = naiveSource === undefined ? undefined : await this.#compare(source, naiveSource);
    if (comparison !== undefined) this.#learn(source, { comparison });
    const fromNaive = comparison?.change;
    const change = fromNaive ?? (await this.#compare(source, starter))?.change;
    if (change !== undefined) this.#learn(source, { change: { ...change, from: fromNaive === undefined ? "starter" : "naive" } });
    const times = await this.#time(source, naiveSource);
    if (times !== undefined) this.#learn(source, { times });
    const success = this.success.value;
    if (success === undefined || this.passedText.value !== source) return;
    // It is made again at the next pass.
    await this.#services.saveSuccess(source, success).catch(() => undefined);
  }

  /** Adds to the success of a text, unless another one has been graded since. */
  #learn(source: string, more: Partial<Success>): void {
    const success = this.success.value;
    if (success !== undefined && this.passedText.value === source) this.success.value = { ...success, ...more };
  }

  async #compare(source: string, other: string): Promise<Comparison | undefined> {
    if (this.passedText.value !== source || other === source) return undefined;
    const outcome = await this.loaded(() => this.#services.sandbox.compare({ exercise: this.exercise.id, ...this.#answer(source), other }));
    return outcome?.status === "compared" ? outcome : undefined;
  }

  /**
   * In a case that is large enough for both, if it is reached before the learner goes on: the model takes a few times as long as the counts,
   * and a case that was made larger takes seconds.
   */
  async #time(source: string, naiveSource: string | undefined): Promise<AnswerTimes | undefined> {
    const time = async (timed: AnswerText | undefined, growth: number): Promise<AnswerTime | undefined> => {
      if (timed === undefined || this.passedText.value !== source) return undefined;
      const job = { exercise: this.exercise.id, ...timed, growth };
      const outcome = await this.loaded(() => this.#services.sandbox.time(job, { givesWay: growth > 1 }));
      return outcome?.status === "timed" ? outcome : undefined;
    };
    const both = async (growth: number): Promise<AnswerTimes | undefined> => {
      const own = await time(this.#answer(source), growth);
      const naive = own && naiveSource !== undefined ? await time({ source: naiveSource }, growth) : undefined;
      return own && { own, ...(naive && { naive }) };
    };
    const small = await both(1);
    if (small === undefined) return undefined;
    const growth = growthOf(small.own, small.naive);
    const larger = growth === 1 ? undefined : await both(growth);
    return larger === undefined || (small.naive && !larger.naive) ? small : larger;
  }

  #showPreview(preview: Preview): void {
    this.preview.value = preview;
    if (preview.status === "ran") this.picture.value = preview;
    if (preview.status === "error") this.mark(mistakeAt(preview.error));
  }

  #showMistake(result: GradeResult): void {
    this.mark(mistakeAt(result.status === "error" ? result.error : this.advice.value));
  }

  async #saveResult(text: string, result: GradeResult): Promise<void> {
    if (result.status === "pass") this.passed.value ??= { at: Date.now(), exerciseVersion: this.exercise.version };
    try {
      await this.#services.saveResult(text, result);
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }
}
