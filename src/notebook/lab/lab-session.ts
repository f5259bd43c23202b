import { computed, effect, signal } from "@preact/signals";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { CodeEditor, Mistake } from "../editor/code-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { KeptSession, type KeptServices } from "../storage/kept-session.ts";
import { guessLaunch } from "./guess-launch.ts";
import type { LabKernel } from "./lab-kernel.ts";
import { Stopped, type LabMachine } from "./lab-machine.ts";
import type { LabProgress } from "./lab-messages.ts";
import type { BlockRequests } from "./block-requests.ts";
import type { LabOutcome, LabProfile, LabRun } from "./profile.ts";
import type { Signature, SignatureParameter } from "./signature.ts";

/** After a pause of this length in changes, the kernel is saved and its signature read anew. */
const PAUSE_MS = 300;

export interface LabServices extends KeptServices<LabKernel> {
  readonly machine: Pick<LabMachine, "ask" | "stop">;
}

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
  /** Whether what is shown is of the text and launch as they are now. */
  readonly isCurrent = computed(() => {
    const ran = this.outcome.value?.run;
    const { source, launch, device } = this.kernel.value;
    return ran?.source === source && ran.device === device && JSON.stringify(ran.launch) === JSON.stringify(launch);
  });
  /** What is wrong with fields whose text is no value: the launch still has their last one. */
  readonly badFields = signal<ReadonlyMap<string, string>>(new Map());
  /** Fields say what is wrong with their own text; nothing else is wrong with a value. */
  readonly problems = computed((): ReadonlyMap<string, string> => new Map());
  readonly #services: LabServices;
  /** Those that the launch has arguments for; undefined while it is as it was opened. */
  #parameters: readonly SignatureParameter[] | undefined;
  #editor: CodeEditor | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** @param first shown until another one is opened */
  constructor(first: LabKernel, services: LabServices) {
    this.kernel = signal(first);
    this.#services = services;
    this.keeping = new KeptSession(services);
    this.keeping.onMoved = (title) => {
      this.notice.value = `Another tab has changed this kernel. Both are kept: what you see here is “${title}”.`;
      this.kernel.value = { ...this.kernel.value, title };
    };
    effect(() => this.#mark());
  }

  /** From here on the editor holds the source. */
  attach(editor: CodeEditor): void {
    this.#editor = editor;
    this.#mark();
  }

  /** Shows a kernel that is not among the learner's own, and leaves those as they are. */
  show(kernel: LabKernel, kind: "shared" | "started"): void {
    this.keeping.saveNow();
    this.keeping.origin.value = { kind };
    this.#open(kernel);
  }

  openOwn(id: string): void {
    this.keeping.saveNow();
    const kept = this.keeping.own.value.find((one) => one.id === id);
    if (kept === undefined) return;
    this.keeping.origin.value = { kind: "own", id };
    this.#open(kept.sketch);
  }

  editSource(source: string): void {
    if (source !== this.kernel.value.source) this.#change({ ...this.kernel.value, source });
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
    this.#change({ ...this.kernel.value, title });
  }

  /** Keeps the kernel that is shown among the learner's own. */
  keepCopy(): void {
    if (this.keeping.origin.value.kind === "own") return;
    this.keeping.change(this.kernel.value);
    this.keeping.saveNow();
  }

  duplicate(): void {
    this.kernel.value = { ...this.kernel.value, title: `${this.kernel.value.title} (copy)` };
    this.keeping.duplicate(this.kernel.value);
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

  /** Runs the launch; one that runs already is ended. */
  async run(): Promise<void> {
    if (this.progress.value !== undefined) this.stop();
    await this.#readSignature();
    const { source, launch, device } = this.kernel.value;
    const run: LabRun = { source, launch, device };
    this.stopped.value = undefined;
    const started = { steps: 0, blocks: 0 };
    this.progress.value = started;
    try {
      const outcome = await this.#services.machine.ask({ kind: "run", run }, (progress) => (this.progress.value = progress));
      this.outcome.value = outcome;
      if (outcome.kind === "profile") {
        const isLikeLast = this.profile.value !== undefined && accessTexts(this.profile.value) === accessTexts(outcome);
        this.profile.value = outcome;
        if (!isLikeLast) this.chosen.value = costliestAccess(outcome);
        this.block.value = 0;
        await this.#readRequests();
      }
    } catch (error) {
      if (!(error instanceof Stopped))
        this.notice.value = `The launch could not be run, which is our bug and not yours: ${reasonOf(error)}`;
      else this.stopped.value = error.message;
    } finally {
      this.progress.value = undefined;
    }
  }

  /** Ends the launch that is running. */
  stop(): void {
    this.#services.machine.stop("Stopped. What is shown is of the launch before.");
    this.progress.value = undefined;
  }

  /** Shows the requests of an access. */
  choose(number: number): void {
    this.chosen.value = number;
  }

  async showBlock(block: number): Promise<void> {
    this.block.value = block;
    await this.#readRequests().catch((error: unknown) => {
      if (!(error instanceof Stopped)) this.notice.value = `The block could not be run: ${reasonOf(error)}`;
    });
  }

  /** Elements of an array after the launch. */
  async valuesOf(array: number, from: number, most: number): Promise<readonly string[]> {
    return this.#services.machine.ask({ kind: "values", array, from, most });
  }

  #open(kernel: LabKernel): void {
    clearTimeout(this.#pause);
    if (this.progress.value !== undefined) this.stop();
    this.kernel.value = kernel;
    this.signature.value = undefined;
    this.#parameters = undefined;
    this.outcome.value = undefined;
    this.badFields.value = new Map();
    this.opened.value++;
    if (this.#editor !== undefined && this.#editor.text !== kernel.source) this.#editor.text = kernel.source;
    void this.run();
  }

  #change(kernel: LabKernel): void {
    this.kernel.value = kernel;
    this.stopped.value = undefined;
    this.keeping.change(kernel);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.keeping.saveNow();
      if (this.progress.value === undefined) void this.#readSignature();
    }, PAUSE_MS);
  }

  /** Reads what the text offers, and gives the launch an argument for each parameter. */
  async #readSignature(): Promise<void> {
    const { source, launch } = this.kernel.value;
    try {
      const signature = await this.#services.machine.ask({ kind: "signature", source, kernel: launch.kernel });
      if (this.kernel.value.source !== source) return;
      this.signature.value = signature;
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

  async #readRequests(): Promise<void> {
    const ran = this.profile.value?.run;
    if (ran === undefined) return;
    const block = this.block.value;
    const requests = await this.#services.machine.ask({ kind: "requests", run: ran, block });
    if (this.profile.value?.run === ran && this.block.value === block) this.requests.value = requests;
  }

  /** Marks what is wrong with the text: why it is not understood, or what its launch must not do. */
  #mark(): void {
    const unread = this.signature.value?.error;
    const outcome = this.isCurrent.value ? this.outcome.value : undefined;
    const places = unread !== undefined ? [unread] : outcome?.kind === "error" ? [outcome.error] : (outcome?.findings ?? []);
    const mistakes = places.flatMap(({ line, column, message }): Mistake[] => {
      return line === undefined ? [] : [{ line, message, ...(column !== undefined && { column }) }];
    });
    this.#editor?.markAll?.(mistakes);
  }
}

/** Two profiles with the same are of the same accesses: what the learner has chosen stays. */
function accessTexts({ accesses }: LabProfile): string {
  return accesses.map(({ text, counts }) => `${text} ${counts.space}`).join("\n");
}

/** The access to show first: the one furthest above its ideal, the first of equals. */
export function costliestAccess({ accesses }: LabProfile): number {
  const excess = accesses.map(({ counts }) => {
    if (counts.space === "global") return (counts.sectors - counts.idealSectors) / 4;
    return counts.space === "shared" ? counts.bankConflicts : 0;
  });
  return Math.max(0, excess.indexOf(Math.max(...excess)));
}
