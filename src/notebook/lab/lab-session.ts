import { batch, computed, effect, signal } from "@preact/signals";
import { volume } from "#simulator";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { CodeEditor, Mistake } from "../editor/code-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { KeptSession, type Origin } from "../storage/kept-session.ts";
import { rankedAccesses } from "./access-cost.ts";
import { guessLaunch } from "./guess-launch.ts";
import { NEW_TITLE, UNKNOWN_LAUNCH, dimensionsOf, splitKernelName, type LabKernel } from "./lab-kernel.ts";
import { Stopped } from "./lab-machine.ts";
import type { ArrayFormat, LabAnswers, LabExpected, LabProgress } from "./lab-messages.ts";
import type { CourseLinks, LabServices } from "./lab-services.ts";
import { shownLaunch } from "./host-shown.ts";
import { LineGuess } from "./line-guess.ts";
import { LiveRuns } from "./live-runs.ts";
import { isAnotherText, kernelNames, movedLines } from "./moved-lines.ts";
import type { BlockRequests } from "./block-requests.ts";
import { isOfAccess, passesOf, placeAtStep, stepAt, stepsOf, type RequestPlace } from "./block-steps.ts";
import type { LabOutcome, LabProfile, LabRun } from "./profile.ts";
import { OtherGpus } from "./other-gpus.ts";
import { RunComparison } from "./run-comparison.ts";
import { RunHistory } from "./run-history.ts";
import { sumsOf } from "./run-sums.ts";
import type { Signature, SignatureParameter } from "./signature.ts";

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
  readonly signature = signal<Signature | undefined>(undefined);
  /** How far the launch is that is running; undefined while none is. */
  readonly progress = signal<LabProgress | undefined>(undefined);
  /** The line of the loop that the run has been in for so long that the learner should know; undefined while it gets on. */
  readonly stuckAt = signal<number | undefined>(undefined);
  readonly outcome = signal<LabOutcome | undefined>(undefined);
  /** The last launch that ran. */
  readonly profile = signal<LabProfile | undefined>(undefined);
  /** Why the last launch was ended. */
  readonly stopped = signal<string | undefined>(undefined);
  /** The access whose request is shown: its number in the profile's list. */
  readonly chosen = signal(0);
  /** Number of the block whose requests are shown. */
  readonly block = signal(0);
  readonly requests = signal<BlockRequests | undefined>(undefined);
  /** The requests and barriers of the block, one after the other. */
  readonly steps = computed(() => (this.requests.value === undefined ? [] : stepsOf(this.requests.value)));
  /** For each warp, the steps in which it makes the chosen access. */
  readonly passes = computed(() => {
    const access = this.profile.value?.accesses[this.chosen.value];
    return access === undefined ? new Map<number, readonly number[]>() : passesOf(this.steps.value, access);
  });
  readonly #wantedStep = signal<number | undefined>(undefined);
  /** The step of the block that is shown: at first, the first one that makes the chosen access. */
  readonly step = computed(() => this.#wantedStep.value ?? stepAt(this.passes.value, FIRST_PLACE));
  /** The line of the text that the step is about. */
  readonly shownLine = computed(() => {
    const step = this.step.value === undefined ? undefined : this.steps.value[this.step.value];
    if (step?.kind === "barrier") return step.barrier.line;
    return this.profile.value?.accesses[this.chosen.value]?.line;
  });
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
  /** When a block or a launch ended last, or the run began. */
  #advanced = 0;
  /** What `opened` was when the counts that are shown were made. */
  #profiled = 0;
  /** The source of the open kernel when it was opened. */
  #openedSource: string;
  /** Whether the learner has given the open kernel a title, and its text is as it was opened. */
  #isNamedOnly = false;
  /** Whether the title follows the text: nobody has chosen it. */
  #isTitleOfText = false;
  /** Works that another text has taken the place of in the editor, by their texts: undo brings them back. */
  readonly #replaced = new Map<string, { readonly kernel: LabKernel; readonly origin: Origin }>();

  /** @param first shown until another one is opened */
  constructor(first: LabKernel, services: LabServices) {
    this.kernel = signal(first);
    this.#openedSource = first.source;
    this.#services = services;
    this.keeping = new KeptSession(services);
    this.history = new RunHistory(services.runs);
    this.comparison = new RunComparison(services.otherMachine);
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
    this.#leave();
    this.keeping.origin.value = { kind };
    this.#isTitleOfText = false;
    this.#open(kernel);
  }

  openOwn(id: string): void {
    this.#leave();
    const kept = this.keeping.own.value.find((one) => one.id === id);
    if (kept === undefined) return;
    this.keeping.origin.value = { kind: "own", id };
    this.#isTitleOfText = false;
    this.#open(kept.sketch);
  }

  editSource(source: string): void {
    const { value: kernel } = this.kernel;
    if (source === kernel.source) return;
    const replaced = this.#replaced.get(source);
    const { hasWorks } = this.#services;
    if (hasWorks === true && replaced !== undefined && this.#isThere(replaced.origin))
      return this.#replaceWith(replaced.kernel, replaced.origin);
    if (hasWorks === true && this.#isAnotherWork(source)) return this.#replaceWith(this.#newKernel(source), undefined);
    this.#change({ ...kernel, source, ...(this.#isTitleOfText && { title: this.#titleOf(source) }) });
  }

  /** The learner's, those included that are being saved. */
  get #works() {
    return [...this.keeping.own.value, ...this.keeping.unsaved.map(({ kept }) => kept)];
  }

  #isThere(origin: Origin): boolean {
    return origin.kind !== "own" || this.#works.some(({ id }) => id === origin.id);
  }

  /** Whether a text is one that was pasted over the open one, or the beginning of a new one. */
  #isAnotherWork(source: string): boolean {
    const { value: kernel } = this.kernel;
    // A work that the learner has given a title and nothing else yet waits for its text.
    if (this.keeping.origin.value.kind === "own" && kernel.source === this.#openedSource && this.#isNamedOnly) return false;
    return isAnotherText(kernel.source, source) || (source.trim() === "" && kernel.source.trim() !== "");
  }

  #newKernel(source: string): LabKernel {
    const { schema, device } = this.kernel.value;
    return { schema, device, title: this.#titleOf(source), source, launch: UNKNOWN_LAUNCH };
  }

  /** The name of a text's first kernel, with a number where another work has it. */
  #titleOf(source: string): string {
    const title = kernelNames(source)[0] ?? NEW_TITLE;
    const { value: origin } = this.keeping.origin;
    const others = this.#works.filter(({ id }) => origin.kind !== "own" || id !== origin.id || !this.#isTitleOfText);
    const taken = new Set(others.map(({ sketch }) => sketch.title));
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? title : `${title} ${number}`;
      if (!taken.has(numbered)) return numbered;
    }
  }

  /** Saves the open work, and remembers it by its text: another one is to be opened. */
  #leave(): void {
    this.keeping.saveNow();
    this.#replaced.set(this.kernel.value.source, { kernel: this.kernel.value, origin: this.keeping.origin.value });
  }

  /** Opens another work for the text that is in the editor already; the open one stays as it was. @param origin undefined: a new one */
  #replaceWith(kernel: LabKernel, origin: Origin | undefined): void {
    this.#leave();
    this.keeping.origin.value = origin ?? { kind: "started" };
    this.#isTitleOfText = origin === undefined;
    if (origin === undefined && kernel.source.trim() !== "") {
      this.keeping.change(kernel);
      this.keeping.saveNow();
    }
    this.#open(kernel);
  }

  /** Puts a definition above the text, which can be undone like anything typed. */
  putAbove(definition: string): void {
    const source = `${definition}${this.kernel.value.source}`;
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
    this.chosen.value = costliestAccess(shown);
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
    this.#isTitleOfText = false;
    this.#isNamedOnly ||= this.keeping.origin.value.kind !== "own" && this.kernel.value.source === this.#openedSource;
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
    this.#isTitleOfText = this.#isNamedOnly = false;
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
    const [ran, chosen] = [profile.run.launch.kernel, launch.kernel];
    const isOther = splitKernelName(ran).name !== splitKernelName(chosen).name && this.kernel.value.host === undefined;
    if (isOther) return `These counts are of \`${ran}\`, which ran last, not of \`${chosen}\`.`;
    const unread = this.signature.value?.error;
    if (unread !== undefined) return "The text does not compile now. These counts are of the text as it was at the last run.";
    if (profile.run.source !== source) return "These counts are of the text as it was at the last run.";
    return "These counts are of the launch as it was at the last run.";
  }

  /** Runs the launch; one that runs already is ended. */
  async run(cause: RunCause = "asked"): Promise<void> {
    if (this.progress.value !== undefined) this.#services.machine.stop();
    const started = ++this.#started;
    void this.history.open(this.#historyKey());
    const isLatest = (): boolean => this.#started === started;
    this.stopped.value = undefined;
    this.progress.value = { blocks: 0 };
    try {
      await this.#readSignature();
      if (!isLatest()) return;
      const { source, launch, device, host } = this.kernel.value;
      const began = (this.#advanced = performance.now());
      const outcome = await this.#services.machine.ask(
        { kind: "run", run: { source, launch, device, ...(host && { host }) } },
        (progress) => {
          if (isLatest()) this.#follow(progress, cause);
        },
      );
      if (!isLatest()) return;
      if (outcome.kind === "profile") this.live.note(performance.now() - began);
      await this.#take(outcome, cause);
      if (cause === "asked") this.ended.value++;
    } catch (error) {
      if (!isLatest()) return;
      if (!(error instanceof Stopped))
        this.notice.value = `The launch could not be run, which is our bug and not yours: ${reasonOf(error)}`;
      else this.stopped.value = error.message;
    } finally {
      if (isLatest()) this.progress.value = this.stuckAt.value = undefined;
    }
  }

  /** Shows how far the run is, and whether it has been in one place for long. */
  #follow(progress: LabProgress, cause: RunCause): void {
    const { value: before } = this.progress;
    const now = performance.now();
    // What comes before the first word is the time that the machine takes to be there.
    const isFirst = before?.at === undefined && before?.host === undefined;
    if (isFirst || progress.blocks !== before.blocks || progress.host?.launches !== before.host?.launches) this.#advanced = now;
    this.progress.value = progress;
    const isStuck = now - this.#advanced >= STUCK_MS;
    const line = progress.at?.line;
    this.stuckAt.value = isStuck ? line : undefined;
    // Nobody has asked for this run: the learner comes back to the text, not to a loop that may never end.
    if (isStuck && cause === "opened") {
      this.stop();
      const where = line === undefined ? "" : `, still in the loop at line ${line}`;
      this.stopped.value = `Opening ran this kernel, and stopped it after a second without progress${where}. Run starts it again.`;
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
    const isLikeLast = this.profile.value !== undefined && accessTexts(this.profile.value) === accessTexts(outcome);
    const place = isLikeLast ? this.#place() : FIRST_PLACE;
    this.profile.value = outcome;
    this.guess.ask(outcome);
    if (!isLikeLast) this.chosen.value = costliestAccess(outcome);
    if (!isLikeLast || this.block.value >= volume(dimensionsOf(outcome.run.launch).gridDim)) this.block.value = 0;
    if (cause !== "changed") void this.history.add({ at: Date.now(), run: outcome.run, sums: sumsOf(outcome) });
    await this.#readRequests(place);
  }

  /** Goes back to a version. The text and launch of now are kept among the runs. */
  restore(run: LabRun): void {
    const { source, launch, device, host } = this.kernel.value;
    const now = { at: Date.now(), run: { source, launch, device, ...(host && { host }) } };
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

  /** Shows the requests of an access: that of the same warp and pass, where there is one. */
  choose(number: number): void {
    const place = this.#place();
    batch(() => {
      this.chosen.value = number;
      this.#wantedStep.value = stepAt(this.passes.value, place);
    });
  }

  /** Shows a step of the block, with the access that it makes. */
  goTo(number: number): void {
    const step = this.steps.value[number];
    if (step === undefined) return;
    batch(() => {
      this.#wantedStep.value = number;
      if (step.kind !== "request") return;
      const access = this.profile.value?.accesses.findIndex((access) => isOfAccess(step.request, access)) ?? -1;
      if (access >= 0) this.chosen.value = access;
    });
  }

  async showBlock(block: number): Promise<void> {
    this.block.value = block;
    await this.#readRequests().catch((error: unknown) => {
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

  #open(kernel: LabKernel): void {
    clearTimeout(this.#pause);
    this.kernel.value = kernel;
    this.#openedSource = kernel.source;
    this.#isNamedOnly = false;
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

  /** The warp and the pass that are shown. */
  #place(): RequestPlace {
    return placeAtStep(this.passes.value, this.step.value ?? 0) ?? FIRST_PLACE;
  }

  /** A text that has just got a `main` is a whole program; one that has lost it needs the form. */
  #followMain({ hasMain }: Signature): void {
    const { value: before } = this.signature;
    const { value: kernel } = this.kernel;
    // A file that was opened without a launch names no kernel.
    const hasNoLaunch = before === undefined ? kernel.launch.kernel === "" : !before.hasMain;
    if (hasMain && hasNoLaunch && kernel.host === undefined) this.kernel.value = { ...kernel, host: 1 };
    if (!hasMain && kernel.host !== undefined && before !== undefined) this.kernel.value = { ...kernel, host: undefined };
  }

  /** @param place the warp and the pass to show, if the block has them; absent: those that are shown when the requests have come */
  async #readRequests(place?: RequestPlace): Promise<void> {
    const ran = this.profile.value?.run;
    if (ran === undefined) return;
    const block = this.block.value;
    const requests = await this.#services.machine.ask({ kind: "requests", run: ran, block });
    if (this.profile.value?.run !== ran || this.block.value !== block) return;
    const shown = place ?? this.#place();
    batch(() => {
      this.requests.value = requests;
      this.#wantedStep.value = stepAt(this.passes.value, shown);
    });
  }

  #showLine(): void {
    const line = this.areCountsCurrent.value && !this.guess.isCovered.value ? this.shownLine.value : undefined;
    this.#editor?.showLine?.(this.stuckAt.value ?? line);
  }

  /** Marks what is wrong with the text: why it is not understood, or what its launch must not do. */
  #mark(): void {
    const unread = this.signature.value?.error;
    const outcome = this.isCurrent.value ? this.outcome.value : undefined;
    const places = unread !== undefined ? [unread] : outcome?.kind === "error" ? [outcome.error] : (outcome?.findings ?? []);
    const mistakes = places.flatMap(({ line, column, message, ...place }): Mistake[] => {
      if (line === undefined) return [];
      const text = "definition" in place ? place.definition : undefined;
      const fix = text === undefined ? undefined : { title: "Paste a definition above the text", edits: [{ start: 0, end: 0, text }] };
      return [{ line, message, ...(column !== undefined && { column }), ...(fix && { fix }) }];
    });
    this.#editor?.markAll?.(mistakes);
  }
}

/** Why a kernel runs: the learner wants it, it was opened, or it was changed and takes no time. Changes are not kept among the runs. */
type RunCause = "asked" | "opened" | "changed";

/** A run in which no block has ended for so long is said to be where it is. */
const STUCK_MS = 1000;

const FIRST_PLACE: RequestPlace = { warp: 0, pass: 0 };

/** Two profiles with the same are of the same accesses: what the learner has chosen stays. */
function accessTexts({ accesses }: LabProfile): string {
  return accesses.map(({ text, counts }) => `${text} ${counts.space}`).join("\n");
}

/** The access to show first: the one furthest above its ideal, the first of equals. */
export function costliestAccess(profile: LabProfile): number {
  return rankedAccesses(profile)[0] ?? 0;
}

/** @throws Error if the machine was stopped since the launch, and its memory with it */
function inMemory<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error("the memory of the launch is gone: run it again");
  return answer;
}
