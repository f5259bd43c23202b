import { computed, signal } from "@preact/signals";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import { downloadText } from "#notebook/download-text.ts";
import { composeHandIn } from "./compose-hand-in.ts";
import { isUnjudged, judged, readWorks } from "./read-work.ts";
import { rememberedStudent, rememberStudent, type Student } from "./remembered-student.ts";
import type { Work } from "./work.ts";
import { contentsOf, recordHandIn, writtenHandIns, type WrittenHandIn } from "./written-hand-ins.ts";
import { reasonOf } from "#notebook/reason-of.ts";

/** Handing in one assignment: who, what of it there is, and what was written before. */
export class HandingIn {
  readonly assignment: PublicAssignment;
  /** As the browser held it when it was last read; undefined until then. */
  readonly works = signal<readonly Work[] | undefined>(undefined);
  /** In the order in which they were written. */
  readonly handIns = signal<readonly WrittenHandIn[]>([]);
  readonly student = signal<Student>({ id: "", name: "" });
  /** What the page is doing towards a file; undefined while it does nothing. */
  readonly progress = signal<string | undefined>(undefined);
  /** The file that was written on this visit. */
  readonly justWritten = signal<WrittenHandIn | undefined>(undefined);
  readonly complaint = signal<string | undefined>(undefined);
  /** What stands in the last hand-in. */
  readonly last = computed(() => {
    const last = this.handIns.value.at(-1);
    return last && contentsOf(last);
  });

  #wasNamed = false;

  constructor(assignment: PublicAssignment) {
    this.assignment = assignment;
  }

  /** Reads drafts and hand-ins as they are now: other tabs may have gone on. */
  async refresh(): Promise<void> {
    try {
      [this.works.value, this.handIns.value] = await Promise.all([readWorks(this.assignment), writtenHandIns(this.assignment.id)]);
    } catch (error) {
      this.complaint.value = `What this browser keeps cannot be read (${reasonOf(error)}). Download your code on the exercises' pages.`;
    }
  }

  /** What was typed meanwhile stays. */
  async recallStudent(): Promise<void> {
    try {
      const remembered = await rememberedStudent();
      if (!this.#wasNamed) this.student.value = remembered;
    } catch {
      // Then it is typed again; `refresh` says that storage cannot be read.
    }
  }

  nameStudent(student: Student): void {
    this.#wasNamed = true;
    this.student.value = student;
    void rememberStudent(student).catch(() => undefined);
  }

  /** Writes the file with all texts as they are now. Its time is that of this call, however long grading takes. */
  async write(): Promise<void> {
    if (this.progress.value !== undefined) return;
    const handedInAt = Date.now();
    this.complaint.value = undefined;
    this.justWritten.value = undefined;
    this.progress.value = "Collecting your code…";
    try {
      const works = await this.#judgeAll(await readWorks(this.assignment));
      const handIn = composeHandIn(this.assignment.id, this.student.value, works, handedInAt);
      // Before the file is there: whoever has it may leave at once.
      const forgotten = await this.#record(handIn);
      downloadText(handIn.fileName, handIn.text, "application/json");
      this.works.value = works;
      this.justWritten.value = handIn;
      this.handIns.value = [...this.handIns.value, handIn];
      if (forgotten !== undefined)
        this.complaint.value = `The file was written, but this browser does not remember it (${forgotten}): keep the file.`;
    } catch (error) {
      this.complaint.value = `No file was written: ${reasonOf(error)}`;
    } finally {
      this.progress.value = undefined;
    }
  }

  downloadAgain({ fileName, text }: WrittenHandIn): void {
    downloadText(fileName, text, "application/json");
  }

  /** @returns why it could not be kept; a browser without storage writes the file all the same */
  async #record(handIn: WrittenHandIn): Promise<string | undefined> {
    try {
      await recordHandIn(this.assignment.id, handIn);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** One after the other: they share the page's sandbox. */
  async #judgeAll(works: readonly Work[]): Promise<Work[]> {
    const total = works.filter(isUnjudged).length;
    const done: Work[] = [];
    let number = 0;
    for (const work of works) {
      const isToJudge = isUnjudged(work);
      if (isToJudge) this.progress.value = `Grading ${++number} of ${total}: ${work.data?.title ?? work.exercise}…`;
      done.push(isToJudge ? await judged(work) : work);
    }
    return done;
  }
}
