import { signal } from "@preact/signals";
import type { CellGoals } from "../goals/cell-goals.ts";
import { edited } from "../goals/edits.ts";
import type { WrongResults } from "../goals/wrong-results.ts";
import { Stopped } from "../lab/lab-machine.ts";
import type { LabProfile } from "../lab/profile.ts";
import { launchTraits } from "./launch-traits.ts";
import type { LabServices } from "../lab/lab-services.ts";
import { LabSession } from "../lab/lab-session.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { TextSession, type TextServices } from "../text-session.ts";
import { withoutLastBreak } from "../static-code.ts";
import type { CodeEditor } from "../editor/code-editor.ts";

/** What a session works with: the lab's machine, and what is saved in the browser. */
export interface LabCellServices extends Pick<LabServices, "machine">, TextServices {}

/** The text is kept as a draft of the cell, so that the session of the lab keeps nothing itself. */
const keptAsDraft = {
  read: () => Promise.resolve({ own: [], broken: [] }),
  save: () => Promise.resolve({ kind: "saved" as const }),
  markDeleted: () => Promise.resolve(),
  kept: (id: string, sketch: LabKernel) => ({ id, sketch, savedAt: 0, revision: "" }),
  newId: () => "cell",
};

/**
 * An open lab cell: the learner's text, which is kept as that of a try cell is, and the lab that runs it. The launch is the lesson's; it
 * follows the text's parameters as in the lab. It does not touch the DOM.
 */
export class LabCellSession extends TextSession {
  readonly lab: LabSession;
  /** The goal that the last run would have reached with other results. */
  readonly wrongResults = signal<WrongResults | undefined>(undefined);
  readonly #starting: LabKernel;
  readonly #machine: LabServices["machine"];

  /** @param starting the kernel that the lesson starts with */
  constructor(starting: LabKernel, { machine, ...services }: LabCellServices) {
    const source = withoutLastBreak(starting.source);
    super(source, services);
    this.#starting = { ...starting, source };
    this.#machine = machine;
    const marked: LabServices["machine"] = {
      ask: (question, onProgress) => this.running(() => machine.ask(question, onProgress)),
      stop: (reason) => machine.stop(reason),
    };
    this.lab = new LabSession(this.#starting, { machine: marked, ...keptAsDraft });
  }

  override attach(editor: CodeEditor): void {
    super.attach(editor);
    this.lab.attach(editor);
    if (!this.isHeldBack.value) void this.lab.run();
  }

  override edit(text: string): void {
    super.edit(text);
    this.lab.editSource(text);
  }

  /** Ticks the goals that a run has reached; its results are compared with those of the lesson's kernel. */
  async judge(profile: LabProfile | undefined, goals: Pick<CellGoals, "judge">): Promise<void> {
    this.wrongResults.value = undefined;
    if (profile === undefined) return;
    const { source, launch, device } = this.#starting;
    try {
      const wrong = await goals.judge(launchTraits(profile), async (edits) => {
        const expected = { source: edited(source, edits), launch, device };
        return this.#machine.ask({ kind: "results", run: profile.run, expected });
      });
      // A run that has ended meanwhile says itself what is wrong with it.
      if (this.lab.profile.value === profile) this.wrongResults.value = wrong;
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  /** The launch becomes the lesson's again, too. */
  override async reset(): Promise<void> {
    await super.reset();
    this.lab.show(this.#starting, "started");
  }

  override async bringBack(): Promise<void> {
    await super.bringBack();
    void this.lab.run();
  }

  override async takeOther(): Promise<void> {
    await super.takeOther();
    void this.lab.run();
  }

  protected override onPause(): void {
    this.lab.editSource(this.text.value);
  }

  /** The session of the lab marks what is wrong with the text. */
  protected override mark(): void {}
}
