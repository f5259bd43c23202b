import { withEdits, type TextEdit } from "#cuda/profile/text-edits.ts";
import { batch, computed, effect, signal } from "@preact/signals";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { CodeEditor, Mistake } from "../editor/code-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { KeptSession, type Origin } from "../storage/kept-session.ts";
import { isSameRun } from "../storage/lab-runs.ts";
import { BlockWalk, costliestAccess } from "./block-walk.ts";
import { guessLaunch } from "#cuda/launch/guess-launch.ts";
import { splitKernelName } from "#cuda/launch/kernel-name.ts";
import type { LabKernel } from "./lab-kernel.ts";
import { Stopped } from "./lab-machine.ts";
import type { ArrayFormat, LabAnswers, LabExpected, LabProgress } from "./lab-messages.ts";
import type { CourseLinks, LabServices } from "./lab-services.ts";
import { LabWorks } from "./lab-works.ts";
import { shownLaunch } from "./host-shown.ts";
import { LaneWatch } from "./lane-watch.ts";
import { LineGuess } from "./line-guess.ts";
import { LiveRuns } from "./live-runs.ts";
import { movedLines } from "#cuda/text/moved-lines.ts";
import type { LabFinding, LabOutcome, LabProfile, LabRun } from "./profile.ts";
import { OtherGpus } from "./other-gpus.ts";
import { ReportComparison } from "./report-comparison.ts";
import { RunComparison } from "./run-comparison.ts";
import { RunHistory } from "./run-history.ts";
import { sumsOf } from "./run-sums.ts";
import type { SignatureParameter } from "#cuda/launch/signature.ts";
import type { LabSignature } from "./signature.ts";

/** After a pause of this length in changes, the kernel is saved and its signature read anew. */
const PAUSE_MS = 300;

/** The lab: the learner's kernels, the one that is open, and what its launch did. It does not touch the DOM. */
export class LabSession {
  readonly kernel;
  readonly keeping: KeptSession<LabKernel>;
  /** Something that the learner should know once. */
  readonly notice = signal<string | undefined>(undefined);
  /** Counts the kernels that were opened: fields start anew with each. */
  readonly opened = signal(0);
  readonly signature = signal<LabSignature | undefined>(undefined);
  /** How far the launch is that is running; undefined while none is. */
  readonly progress = signal<LabProgress | undefined>(undefined);
  /** The line of the loop that the run has been in for so long that the learner should know; undefined while it gets on. */
  readonly stuckAt = signal<number | undefined>(undefined);
  readonly outcome = signal<LabOutcome | undefined>(undefined);
  /** The last launch that ran. */
  readonly profile = signal<LabProfile | undefined>(undefined);
  /** Why the last launch was ended. */
  readonly stopped = signal<string | undefined>(undefined);
  /** The block that is walked through, and the access that is shown. */
  readonly walk: BlockWalk;
  /** Whether what came of the last run is of the text and launch as they are now. */
  readonly isCurrent = computed(() => {
    const ran = this.outcome.value?.run;
    const { source, launch, device, host } = this.kernel.value;
    if (ran?.source !== source || ran.device !== device) return false;
    if (host !== undefined) return ran.host !== undefined;
    return ran.host === undefined && JSON.stringify(ran.launch) === JSON.stringify(launch);
  });
  /** Whether the counts that are shown are: a run that ends in an error leaves those of the run before. */
  readonly areCountsCurrent = computed(() => this.isCurrent.value && this.outcome.value?.kind === "profile");
  /** Where the lines of the text are now that the counts are of. */
  readonly #movedLines = computed(() => movedLines(this.profile.value?.run.source ?? "", this.kernel.value.source));
  /** What is wrong with fields whose text is no value: the launch still has their last one. */
  readonly badFields = signal<ReadonlyMap<string, string>>(new Map());
  /** Fields say what is wrong with their own text; nothing else is wrong with a value. */
  readonly problems = computed((): ReadonlyMap<string, string> => new Map());
  readonly history: RunHistory;
  readonly comparison: RunComparison;
  readonly measured: ReportComparison;
  readonly laneWatch: LaneWatch;
  readonly otherGpus: OtherGpus;
  readonly guess: LineGuess;
  readonly live: LiveRuns;
  /** Counts the runs that the learner has asked for and that have ended. */
  readonly ended = signal(0);
  readonly course: CourseLinks | undefined;
  readonly #services: LabServices;
  /** Those that the launch has arguments for; undefined while it is as it was opened. */
  #parameters: readonly SignatureParameter[] | undefined;
  #editor: CodeEditor | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Counts runs: what one that was replaced by another has to say is not heard. */
  #started = 0;
  /** The run that was begun last, until what came of it is there. */
  #running: Running | undefined;
  /** Whether the learner wants the run that goes on: it was not begun by opening its kernel alone. */
  #isAskedFor = false;
  /** When a block or a launch ended last, or the run began. */
  #advanced = 0;
  /** What `opened` was when the counts that are shown were made. */
  #profiled = 0;
  readonly #works: LabWorks;

  /** @param first shown until another one is opened */
  constructor(first: LabKernel, services: LabServices) {
    this.kernel = signal(first);
    this.#services = services;
    this.keeping = new KeptSession(services);
    this.#works = new LabWorks(this.kernel, this.keeping);
    this.walk = new BlockWalk(this.profile, services.machine);
    this.history = new RunHistory(services.runs);
    this.comparison = new RunComparison(services.otherMachine);
    this.laneWatch = new LaneWatch(this.profile, this.walk, services.machine);
    this.measured = new ReportComparison(this.profile);
    this.otherGpus = new OtherGpus(services.gpuMachine);
    this.guess = new LineGuess(services.settings);
    this.live = new LiveRuns(services.settings);
    this.course = services.course;
    this.keeping.onMoved = (title) => {
      this.notice.value = `Another tab has changed this kernel. Both are kept: what you see here is “${title}”.`;
      this.kernel.value = { ...this.kernel.value, title };
      void this.history.follow(this.#historyKey());
    };
    effect(() => this.#mark());
    effect(() => this.#showLine());
  }

  /** From here on the editor holds the source. */
  attach(editor: CodeEditor): void {
    this.#editor = editor;
    this.#mark();
    this.#showLine();
  }

  /** Shows a kernel that is not among the learner's own, and leaves those as they are. */
  show(kernel: LabKernel, kind: "shared" | "started"): void {
    this.#works.leave();
    this.keeping.origin.value = { kind };
    this.#open(kernel);
  }

  openOwn(id: string): void {
    this.#works.leave();
    const kept = this.keeping.own.value.find((one) => one.id === id);
    if (kept === undefined) return;
    this.keeping.origin.value = { kind: "own", id };
    this.#open(kept.sketch);
  }

  editSource(source: string): void {
    const { value: kernel } = this.kernel;
    if (source === kernel.source) return;
    const other = this.#services.hasWorks === true ? this.#works.workFor(source) : undefined;
    if (other !== undefined) return this.#replaceWith(other.kernel, other.origin);
    const title = this.#works.titleFor(source);
    this.#change({ ...kernel, source, ...(title !== undefined && { title }) });
  }

  /** Opens another work for the text that is in the editor already; the open one stays as it was. @param origin undefined: a new one */
  #replaceWith(kernel: LabKernel, origin: Origin | undefined): void {
    this.#works.leave();
    this.keeping.origin.value = origin ?? { kind: "started" };
    if (origin === undefined && kernel.source.trim() !== "") {
      this.keeping.change(kernel);
      this.keeping.saveNow();
    }
    this.#open(kernel, origin === undefined);
  }

  /** Puts a definition or a barrier into the text, which can be undone like anything typed. */
  putIn(edits: readonly TextEdit[]): void {
    const source = withEdits(this.kernel.value.source, edits);
    if (this.#editor === undefined) return this.editSource(source);
    this.#editor.text = source;
    this.#editor.focus();
  }

  changeLaunch(change: Partial<KernelLaunch>): void {
    const { value: kernel } = this.kernel;
    this.#change({ ...kernel, launch: { ...kernel.launch, ...change } });
  }

  /** Launches another kernel of the text, or the same with other template arguments. */
  chooseKernel(name: string): void {
    this.changeLaunch({ kernel: name });
    void this.#readSignature();
  }

  /** Whether the text's `main` makes the launches, or the form does. */
  takeLaunchesFrom(origin: "main" | "form"): void {
    this.#change({ ...this.kernel.value, host: origin === "main" ? 1 : undefined });
    if (this.signature.value?.error !== undefined) this.signature.value = undefined;
    void this.run();
  }

  /** Shows another launch of those that `main` made. */
  async showLaunch(number: number): Promise<void> {
    const { value: profile } = this.profile;
    if (profile?.host === undefined) return;
    if (this.kernel.value.host !== undefined) this.#change({ ...this.kernel.value, host: number });
    const shown = shownLaunch({ run: profile.run, host: profile.host }, number);
    if (this.outcome.value === profile) this.outcome.value = shown;
    this.profile.value = shown;
    this.walk.chosen.value = costliestAccess(shown);
    await this.showBlock(0);
  }

  /** Notes what is wrong with the text in a field; undefined: it is a value. */
  noteField(field: string, problem: string | undefined): void {
    if (this.badFields.value.get(field) === problem) return;
    const bad = new Map(this.badFields.value);
    if (problem === undefined) bad.delete(field);
    else bad.set(field, problem);
    this.badFields.value = bad;
  }

  changeDevice(device: string): void {
    this.#change({ ...this.kernel.value, device });
  }

  rename(title: string): void {
    this.#works.named();
    this.#change({ ...this.kernel.value, title });
  }

  /** Keeps the kernel that is shown among the learner's own. */
  keepCopy(): void {
    if (this.keeping.origin.value.kind === "own") return;
    this.keeping.change(this.kernel.value);
    this.keeping.saveNow();
    void this.history.follow(this.#historyKey());
  }

  duplicate(): void {
    this.#works.opened();
    this.kernel.value = { ...this.kernel.value, title: `${this.kernel.value.title} (copy)` };
    this.keeping.duplicate(this.kernel.value);
    void this.history.follow(this.#historyKey());
  }

  /** Deletes the open kernel; the next one of the learner's is opened, or else `instead` is shown. */
  async remove(instead: LabKernel): Promise<void> {
    const next = await this.keeping.remove();
    if (next === undefined) this.show(instead, "started");
    else this.openOwn(next.id);
  }

  async undoRemove(): Promise<void> {
    const kept = await this.keeping.undoRemove();
    if (kept !== undefined) this.openOwn(kept.id);
  }

  /** Where a line of the text is now that the counts are of; undefined: nowhere. */
  lineNow(line: number): number | undefined {
    return this.#movedLines.value.get(line);
  }

  /** Whose counts are shown, while they are not of the text and launch as they are now; undefined: they are. */
  get whoseCounts(): string | undefined {
    const { value: profile } = this.profile;
    if (profile === undefined || this.areCountsCurrent.value) return undefined;
    const { launch, source } = this.kernel.value;
    if (this.#profiled !== this.opened.value) return "These counts are of the kernel that was open before.";
    const ran = profile.run.launch.kernel;
    const chosen = launch.kernel;
    const isOther = splitKernelName(ran).name !== splitKernelName(chosen).name && this.kernel.value.host === undefined;
    if (isOther) return `These counts are of \`${ran}\`, which ran last, not of \`${chosen}\`.`;
    const unread = this.signature.value?.error;
    if (unread !== undefined) return "The text does not compile now. These counts are of the text as it was at the last run.";
    if (profile.run.source !== source) return "These counts are of the text as it was at the last run.";
    return "These counts are of the launch as it was at the last run.";
  }

  /** Runs the launch. Another one that runs is ended; one that is the same, begun by itself or not, is from now on the one asked for. */
  run(cause: RunCause = "asked"): Promise<void> {
    if (this.progress.value !== undefined) {
      const running = this.#running;
      if (cause === "asked" && running !== undefined && isSameRun(running.of, this.#runOfNow)) {
        running.cause = cause;
        this.#isAskedFor = true;
        return running.ended;
      }
      this.#services.machine.stop();
    }
    const running: Running = { of: this.#runOfNow, cause, ended: Promise.resolve() };
    this.#running = running;
    return (running.ended = this.#run(running));
  }

  /** What the text and launch are as they are now. */
  get #runOfNow(): LabRun {
    const { source, launch, device, host } = this.kernel.value;
    return { source, launch, device, ...(host && { host }) };
  }

  async #run(running: Running): Promise<void> {
    const started = ++this.#started;
    void this.history.open(this.#historyKey());
    const isLatest = (): boolean => this.#started === started;
    this.#isAskedFor = running.cause !== "opened";
    this.stopped.value = undefined;
    this.progress.value = { blocks: 0 };
    try {
      await this.#readSignature();
      if (!isLatest()) return;
      running.of = this.#runOfNow;
      const began = (this.#advanced = performance.now());
      const outcome = await this.#services.machine.ask({ kind: "run", run: running.of }, (progress) => {
        if (isLatest()) this.#follow(progress);
      });
      if (!isLatest()) return;
      if (outcome.kind === "profile") this.live.note(performance.now() - began);
      // Who asks for it from here on wants another one.
      this.#running = undefined;
      await this.#take(outcome, running.cause);
      if (running.cause === "asked") this.ended.value++;
    } catch (error) {
      if (!isLatest()) return;
      if (!(error instanceof Stopped))
        this.notice.value = `The launch could not be run, which is our bug and not yours: ${reasonOf(error)}`;
      else this.stopped.value = error.message;
    } finally {
      if (isLatest()) this.progress.value = this.stuckAt.value = undefined;
    }
  }

  /** The learner wants the run that goes on, whatever it was begun for. */
  keepGoing(): void {
    this.#isAskedFor = true;
  }

  /** Shows how far the run is, and whether it has been in one place for long. */
  #follow(progress: LabProgress): void {
    const { value: before } = this.progress;
    const now = performance.now();
    // A page that has just come may take long to fetch the machine: what it opens with counts from its first word on.
    const isFirst = !this.#isAskedFor && before?.at === undefined;
    if (isFirst || progress.blocks !== before?.blocks || progress.host?.launches !== before.host?.launches) this.#advanced = now;
    this.progress.value = progress;
    const isStuck = now - this.#advanced >= STUCK_MS;
    const line = progress.at?.line;
    this.stuckAt.value = isStuck ? line : undefined;
    // Nobody has asked for this run: the learner comes back to the text, not to a loop that may never end.
    if (!this.#isAskedFor && now - this.#advanced >= ABANDONED_MS) {
      this.stop();
      const where = line === undefined ? "" : `, still in the loop at line ${line}`;
      this.stopped.value = `This kernel ran by itself, and was stopped after ${ABANDONED_MS / 1000} seconds without progress${where}. Run starts it again.`;
    }
  }

  /** Shows what came of a launch, and keeps it among the runs. */
  async #take(outcome: LabOutcome, cause: RunCause): Promise<void> {
    this.outcome.value = outcome;
    if (outcome.kind === "error") {
      // Of another kernel, nothing is shown beside this one's error.
      if (this.#profiled !== this.opened.value) this.profile.value = undefined;
      return;
    }
    this.#profiled = this.opened.value;
    const place = batch(() => {
      const place = this.walk.turnTo(outcome);
      this.profile.value = outcome;
      this.guess.ask(outcome);
      return place;
    });
    if (cause !== "changed") void this.history.add({ at: Date.now(), run: outcome.run, sums: sumsOf(outcome) });
    await this.walk.read(place);
  }

  /** Goes back to a version. The text and launch of now are kept among the runs. */
  restore(run: LabRun): void {
    const now = { at: Date.now(), run: this.#runOfNow };
    if (!this.history.has(now)) void this.history.add(now);
    this.#parameters = undefined;
    this.#change({ ...this.kernel.value, ...run, host: run.host });
    this.badFields.value = new Map();
    this.opened.value++;
    if (this.#editor !== undefined && this.#editor.text !== run.source) this.#editor.text = run.source;
    void this.run();
  }

  /** Ends the launch that is running. */
  stop(): void {
    this.#started++;
    this.#services.machine.stop();
    this.progress.value = this.stuckAt.value = undefined;
    this.stopped.value = this.profile.value === undefined ? "Stopped." : "Stopped. What is shown is of the launch before.";
  }

  async showBlock(block: number): Promise<void> {
    await this.walk.showBlock(block).catch((error: unknown) => {
      if (!(error instanceof Stopped)) this.notice.value = `The block could not be run: ${reasonOf(error)}`;
    });
  }

  /** Tells the runs of a visit apart. */
  get runNumber(): number {
    return this.#started;
  }

  /** The number of the launch that is shown, if `main` made it. */
  get #shownHost(): number | undefined {
    const profile = this.profile.value;
    return profile?.host && profile.run.host;
  }

  /** Elements of an array after the launch. */
  async valuesOf(array: number, from: number, most: number): Promise<readonly string[]> {
    return inMemory(await this.#services.machine.ask({ kind: "values", host: this.#shownHost, array, from, most }));
  }

  /** An array after the launch, as a file. */
  async fileOf(array: number, format: ArrayFormat): Promise<NonNullable<LabAnswers["file"]>> {
    return inMemory(await this.#services.machine.ask({ kind: "file", host: this.#shownHost, array, format }));
  }

  /** An array after the launch, compared with what it should hold. A text says why they cannot be compared. */
  async compareArray(array: number, expected: LabExpected, tolerance: number): Promise<NonNullable<LabAnswers["comparison"]>> {
    return inMemory(await this.#services.machine.ask({ kind: "comparison", host: this.#shownHost, array, expected, tolerance }));
  }

  /** @param isTitleOfText whether the title follows the text: nobody has chosen it */
  #open(kernel: LabKernel, isTitleOfText = false): void {
    clearTimeout(this.#pause);
    this.kernel.value = kernel;
    this.#works.opened(isTitleOfText);
    this.live.forget();
    this.comparison.close();
    this.signature.value = undefined;
    this.#parameters = undefined;
    this.outcome.value = undefined;
    this.badFields.value = new Map();
    this.opened.value++;
    if (this.#editor !== undefined && this.#editor.text !== kernel.source) this.#editor.text = kernel.source;
    if (kernel.source.trim() !== "") void this.run("opened");
    else this.#endRun();
  }

  #endRun(): void {
    if (this.progress.value !== undefined) this.stop();
    this.profile.value = this.stopped.value = undefined;
  }

  #change(kernel: LabKernel): void {
    this.kernel.value = kernel;
    this.stopped.value = undefined;
    this.keeping.change(kernel);
    void this.history.follow(this.#historyKey());
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.keeping.saveNow();
      if (this.progress.value === undefined) void this.#afterPause();
    }, PAUSE_MS);
  }

  /** Reads what has changed, and runs it where that takes no time. */
  async #afterPause(): Promise<void> {
    await this.#readSignature();
    const isInOrder = this.signature.value?.error === undefined && this.badFields.value.size === 0;
    const isIdle = this.progress.value === undefined && !this.isCurrent.value;
    if (this.live.isDue.value && !this.guess.isOn.value && isInOrder && isIdle) await this.run("changed");
  }

  /** Names the open kernel among all whose runs are kept. */
  #historyKey(): string {
    const { value: origin } = this.keeping.origin;
    return origin.kind === "own" ? `own/${origin.id}` : `${origin.kind}/${this.kernel.value.title}`;
  }

  /** Reads what the text offers, and gives the launch an argument for each parameter. */
  async #readSignature(): Promise<void> {
    const { source, launch } = this.kernel.value;
    try {
      const signature = await this.#services.machine.ask({ kind: "signature", source, kernel: launch.kernel });
      if (this.kernel.value.source !== source) return;
      this.#followMain(signature);
      // A kernel that the form cannot launch, as a template without arguments, `main` can.
      this.signature.value = this.kernel.value.host === undefined ? signature : { ...signature, error: undefined };
      if (signature.parameters === undefined) return;
      const fitting = guessLaunch(source, signature, this.kernel.value.launch, this.#parameters);
      this.#parameters = signature.parameters;
      if (JSON.stringify(fitting) === JSON.stringify(this.kernel.value.launch)) return;
      this.kernel.value = { ...this.kernel.value, launch: fitting };
      if (this.keeping.origin.value.kind === "own") this.keeping.change(this.kernel.value);
      this.keeping.saveNow();
    } catch (error) {
      if (!(error instanceof Stopped)) this.notice.value = `The lab could not read the text: ${reasonOf(error)}`;
    }
  }

  /** A text that has just got a `main` is a whole program; one that has lost it needs the form. */
  #followMain({ hasMain }: LabSignature): void {
    const { value: before } = this.signature;
    const { value: kernel } = this.kernel;
    // A file that was opened without a launch names no kernel.
    const hasNoLaunch = before === undefined ? kernel.launch.kernel === "" : !before.hasMain;
    if (hasMain && hasNoLaunch && kernel.host === undefined) this.kernel.value = { ...kernel, host: 1 };
    if (!hasMain && kernel.host !== undefined && before !== undefined) this.kernel.value = { ...kernel, host: undefined };
  }

  #showLine(): void {
    const line = this.areCountsCurrent.value && !this.guess.isCovered.value ? this.walk.shownLine.value : undefined;
    this.#editor?.showLine?.(this.stuckAt.value ?? line);
  }

  /** Marks what is wrong with the text: why it is not understood, or what its launch must not do. */
  #mark(): void {
    const unread = this.signature.value?.error;
    const outcome = this.isCurrent.value ? this.outcome.value : undefined;
    const places =
      unread !== undefined ? [unread] : outcome?.kind === "error" ? [outcome.error] : (outcome?.findings ?? []).flatMap(withOrders);
    const mistakes = places.flatMap(({ line, column, message, ...place }): Mistake[] => {
      if (line === undefined) return [];
      const text = "definition" in place ? place.definition : undefined;
      const fix = text === undefined ? undefined : { title: "Paste a definition above the text", edits: [{ start: 0, end: 0, text }] };
      return [{ line, message, ...(column !== undefined && { column }), ...(fix && { fix }) }];
    });
    this.#editor?.markAll?.(mistakes);
  }
}

/** A finding, and at the other accesses of its fault the same. */
function withOrders(finding: LabFinding): { readonly line: number; readonly column: number; readonly message: string }[] {
  const { line, column, message, orders = [] } = finding;
  return [{ line, column, message }, ...orders.map((order) => ({ line: order.line, column: order.column, message }))];
}

/** A run that goes on. */
interface Running {
  /** What it is of: the text and launch as they were when it began or, once its signature was read, when the machine was asked for it. */
  of: LabRun;
  cause: RunCause;
  ended: Promise<void>;
}

/** Why a kernel runs: the learner wants it, it was opened, or it was changed and takes no time. Changes are not kept among the runs. */
type RunCause = "asked" | "opened" | "changed";

/** A run in which no block has ended for so long is said to be where it is. */
const STUCK_MS = 1000;

/** A run that nobody has asked for is ended once no block has ended for so long: a slow phone may need most of it for a block that ends. */
const ABANDONED_MS = 3000;

/** @throws Error if the machine was stopped since the launch, and its memory with it */
function inMemory<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error("the memory of the launch is gone: run it again");
  return answer;
}
