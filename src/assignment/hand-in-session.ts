import { computed, signal } from "@preact/signals";
import { capstones } from "virtual:capstones";
import { exercises } from "virtual:exercises";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import type { OwnExercise } from "#classroom/assignment/own-exercise.ts";
import { downloadText } from "#notebook/download-text.ts";
import { textKey } from "#notebook/cell/answer-language.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import type { GradeJob } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import { pageCudaSandbox, pageSandbox } from "#notebook/sandbox/page-sandbox.ts";
import { restoreRecord } from "#notebook/storage/drafts.ts";
import { readPassed } from "#notebook/storage/passed.ts";
import { readVerdict, saveResult, verdictOn } from "#notebook/storage/results.ts";
import { personalCasesOf, type PersonalCases } from "#notebook/storage/saved-assignments.ts";
import { composeHandIn, contentsOf, readHandIns, readStudent, saveHandIn, saveStudent, type SavedHandIn, type Student } from "./hand-in.ts";
import { verdictOnDraft, type Work } from "./work.ts";

/** Handing in one assignment: the student, the work on its exercises, and earlier hand-ins. It does not touch the DOM. */
export class HandInSession {
  readonly assignment: PublicAssignment;
  /** The work as it was last read from the browser's storage; undefined until then. */
  readonly works = signal<readonly Work[] | undefined>(undefined);
  /** In the order in which they were written. */
  readonly handIns = signal<readonly SavedHandIn[]>([]);
  readonly student = signal<Student>({ id: "", name: "" });
  /** What the page is doing to write a file; undefined while it is doing nothing. */
  readonly progress = signal<string | undefined>(undefined);
  /** The file that was written on this visit. */
  readonly justWritten = signal<SavedHandIn | undefined>(undefined);
  readonly complaint = signal<string | undefined>(undefined);
  /** The last hand-in. */
  readonly last = computed(() => {
    const last = this.handIns.value.at(-1);
    return last && contentsOf(last);
  });

  #wasTyped = false;

  constructor(assignment: PublicAssignment) {
    this.assignment = assignment;
  }

  /** Reads drafts and hand-ins as they are now: other tabs may have changed them. */
  async refresh(): Promise<void> {
    try {
      [this.works.value, this.handIns.value] = await Promise.all([readWorks(this.assignment), readHandIns(this.assignment.id)]);
    } catch (error) {
      this.complaint.value = `What is saved in this browser cannot be read (${reasonOf(error)}). Download your code on the exercises' pages.`;
    }
  }

  /** Reads the student of the last hand-in; what was typed meanwhile stays. */
  async restoreStudent(): Promise<void> {
    try {
      const remembered = await readStudent();
      const { student: id } = this.assignment.personal ?? {};
      if (!this.#wasTyped) this.student.value = id === undefined ? remembered : { ...remembered, id };
    } catch {
      // The student types it again; `refresh` reports that the storage cannot be read.
    }
  }

  setStudent(student: Student): void {
    this.#wasTyped = true;
    this.student.value = student;
    void saveStudent(student).catch(() => undefined);
  }

  /** Writes the file with all texts as they are now. Its time is the time of this call, however long grading takes. */
  async write(): Promise<void> {
    if (this.progress.value !== undefined) return;
    const handedInAt = Date.now();
    this.complaint.value = undefined;
    this.justWritten.value = undefined;
    this.progress.value = "Collecting your code…";
    try {
      const works = await this.#gradeAll(await readWorks(this.assignment));
      const handIn = composeHandIn(this.assignment.id, this.student.value, works, handedInAt);
      // Before the download: a student who has the file may close the page at once.
      const notSaved = await this.#save(handIn);
      downloadText(handIn.fileName, handIn.text, "application/json");
      this.works.value = works;
      this.justWritten.value = handIn;
      this.handIns.value = [...this.handIns.value, handIn];
      if (notSaved !== undefined) {
        this.complaint.value = `The file was written, but could not be saved in this browser (${notSaved}): keep the file.`;
      }
    } catch (error) {
      this.complaint.value = `No file was written: ${reasonOf(error)}`;
    } finally {
      this.progress.value = undefined;
    }
  }

  downloadAgain({ fileName, text }: SavedHandIn): void {
    downloadText(fileName, text, "application/json");
  }

  /** @returns why it could not be saved; a browser without storage can still write the file */
  async #save(handIn: SavedHandIn): Promise<string | undefined> {
    try {
      await saveHandIn(this.assignment.id, handIn);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** Grades what was not graded yet, one after the other: they share the page's sandbox. */
  async #gradeAll(works: readonly Work[]): Promise<Work[]> {
    const total = works.filter(isUngraded).length;
    const done: Work[] = [];
    let number = 0;
    for (const work of works) {
      const isToGrade = isUngraded(work);
      if (isToGrade) this.progress.value = `Grading ${++number} of ${total}: ${work.data?.title ?? work.exercise}…`;
      done.push(isToGrade ? await graded(work, personalCasesOf([{ assignment: this.assignment }], work.exercise)) : work);
    }
    return done;
  }
}

/** What an assignment brings of an exercise; undefined for those that the course has, whatever the assignment says of them. */
export function ownExerciseOf({ own }: PublicAssignment, exercise: string): OwnExercise | undefined {
  return exercises[exercise] === undefined && capstones[exercise] === undefined ? own?.find(({ id }) => id === exercise) : undefined;
}

/** What the text of such an exercise is stored by: apart from the course's, and from cells. */
export const ownKey = (exercise: string): string => `own/${exercise}`;

/** The work on all exercises of an assignment, as this browser has it now. */
function readWorks(assignment: PublicAssignment): Promise<Work[]> {
  return Promise.all(
    assignment.exercises.map(async ({ id: exercise, points }) => {
      const own = ownExerciseOf(assignment, exercise);
      if (own !== undefined) {
        const record = await restoreRecord(ownKey(exercise));
        return {
          exercise,
          points,
          wasPassed: false,
          isOwn: true as const,
          data: { title: own.title, version: own.version, points },
          ...(record && { draft: record.current }),
        };
      }
      const [data, passed, { language, draft, verdict }] = await Promise.all([
        (exercises[exercise] ?? capstones[exercise])?.data(),
        readPassed(exercise),
        // A capstone has one language, and one text.
        draftOf(exercise, capstones[exercise] ? { ...assignment, languages: ["typescript"] } : assignment),
      ]);
      return {
        exercise,
        points,
        wasPassed: passed !== undefined,
        ...(capstones[exercise] && { isCapstone: true as const }),
        ...(data && { data: data.default }),
        ...(draft && { draft }),
        ...(language && { language }),
        ...(verdict && { verdict }),
      };
    }),
  );
}

/** The text that is handed in: of those in the languages that the assignment takes, the one saved last. */
async function draftOf(
  exercise: string,
  { languages = ["typescript"] }: PublicAssignment,
): Promise<Pick<Work, "draft" | "language" | "verdict">> {
  const texts = await Promise.all(
    languages.map(async (language) => {
      const key = textKey(exercise, language);
      const [record, verdict] = await Promise.all([restoreRecord(key), readVerdict(key)]);
      return { ...(record && { draft: record.current }), ...(verdict && { verdict }), ...(language === "cuda" && { language }) };
    }),
  );
  const [last = {}] = texts.toSorted((a, b) => (b.draft?.savedAt ?? -1) - (a.draft?.savedAt ?? -1));
  return last;
}

/** Whether the page can grade the text and has not done so. */
function isUngraded(work: Work): boolean {
  return work.draft !== undefined && work.data !== undefined && !work.isOwn && verdictOnDraft(work) === undefined;
}

/** The verdict on an answer in CUDA C++: the lab judges it, in a worker that is started for it. */
async function capstoneResult({ exercise, exerciseVersion, ...job }: GradeJob): Promise<GradeResult> {
  const { CapstoneMachine } = await import("#notebook/capstone/capstone-machine.ts");
  return (await new CapstoneMachine().judge({ ...job, capstone: exercise, version: exerciseVersion })).result;
}

/** The work with the page's verdict on its text; unchanged where the page cannot grade it. */
async function graded(work: Work, personal: PersonalCases | undefined): Promise<Work> {
  const { exercise, data, draft, language } = work;
  if (data === undefined || draft === undefined) return work;
  try {
    const kernel = language === "cuda" ? (await exercises[exercise]?.kernelInCuda())?.default.text : undefined;
    // The diagnosis is not shown here, so no wrong answers are compared.
    const job = {
      exercise,
      exerciseVersion: data.version,
      source: draft.text,
      wrongSources: {},
      ...(kernel !== undefined && { kernel }),
      ...(personal && { personalSeeds: personal.cases.map(({ seed }) => seed) }),
    };
    const sandbox = kernel === undefined ? pageSandbox : pageCudaSandbox;
    const result = work.isCapstone ? await capstoneResult(job) : await sandbox.grade(job);
    await saveResult({ id: exercise, ...data }, draft.text, result, textKey(exercise, language ?? "typescript")).catch((error: unknown) => {
      // It still goes into the file.
      console.warn(`The verdict on ${exercise} could not be saved.`, error);
    });
    const verdict = verdictOn(draft.text, result, data.points);
    return verdict === undefined ? work : { ...work, verdict, wasPassed: work.wasPassed || verdict.status === "pass" };
  } catch (error) {
    // Offline, the sandbox's script may be missing; that must not prevent handing in.
    console.warn(`${exercise} could not be graded in the page.`, error);
    return work;
  }
}
