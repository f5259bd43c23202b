import module from "node:module";
import path from "node:path";
import { Worker, parentPort, workerData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { GradeResult } from "#judge/result.ts";
import { courseRoot } from "#kit/installation.ts";
import type { StudentGrade } from "../grading/class-grades.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import type { StudentFolders } from "./student-files.ts";

/** Grading a student and writing what concerns the class takes a third of the time that the student's folder takes: more threads would wait. */
const MOST_THREADS = 3;
/** A thread takes longer to start than the folders of so many students take to write. */
const LEAST_STUDENTS = 25;
/** How many students a thread is given at a time: one whose folder it writes, and the next. */
const MOST_GIVEN = 2;
/**
 * Size of a thread's young generation, in MiB: texts of a student are garbage once they are written, and V8 would let more of it gather.
 */
const YOUNG_MEBIBYTES = 8;
/** How many different results a thread caches. */
const CACHED_RESULTS = 200;
/** The data with which a thread is started, to tell it from others that load this module. */
const STARTED = "writes the folders of students";

/** A message to a thread: first the locations of folders, then students. */
type Message = { readonly folders: StudentFolders } | GivenStudent;

interface GivenStudent {
  readonly name: string;
  readonly student: Omit<StudentGrade, "exercises">;
  readonly exercises: readonly GivenGrade[];
}

/** A grade with its verdict as JSON: a thread recognizes an equal one by its text. */
interface GivenGrade extends Omit<ExerciseGrade, "result"> {
  readonly resultJson?: string;
}

/** Writes the folders of students: in threads of its own, which live until `finish` or `close`, or without any. */
export class StudentWriters {
  readonly #threads: readonly Thread[];
  /** Without threads: loads the writer of a student's folder. */
  #inThisThread: Promise<(student: StudentGrade, name: string) => void> | undefined;
  readonly #json = new WeakMap<GradeResult, string>();
  #given = 0;

  /** The threads load their modules while this one does something else. They alone don't keep the process running. */
  constructor(threads: number) {
    this.#threads = Array.from({ length: Math.min(threads, MOST_THREADS) }, () => new Thread());
  }

  /** As many threads as a class of this size keeps busy, `most` at most. */
  static of(students: number, most: number): StudentWriters {
    return new StudentWriters(Math.min(most, Math.floor(students / LEAST_STUDENTS)));
  }

  /** Sets the locations for all students that are given from now on. */
  begin(folders: StudentFolders): void {
    for (const thread of this.#threads) thread.begin(folders);
    if (this.#threads.length === 0) this.#inThisThread = writerTo(folders);
  }

  /**
   * Gives a student to a thread as soon as it has room.
   *
   * @param name the name of the student's folder
   * @throws Error if a folder could not be written, of this student or of one before
   */
  async write(graded: StudentGrade, name: string): Promise<void> {
    if (this.#inThisThread !== undefined) return (await this.#inThisThread)(graded, name);
    const { exercises, ...student } = graded;
    const thread = this.#threads[this.#given++ % this.#threads.length];
    await thread?.give({ name, student, exercises: exercises.map((grade) => this.#givenGrade(grade)) });
  }

  /** Waits until all folders are written, and ends the threads. @throws Error if a folder could not be written */
  async finish(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.finish()));
  }

  /** Ends the threads, whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #givenGrade({ result, ...grade }: ExerciseGrade): GivenGrade {
    return result === undefined ? grade : { ...grade, resultJson: this.#jsonOf(result) };
  }

  #jsonOf(result: GradeResult): string {
    const json = this.#json.get(result) ?? JSON.stringify(result);
    this.#json.set(result, json);
    return json;
  }
}

async function writerTo(folders: StudentFolders): Promise<(student: StudentGrade, name: string) => void> {
  const { writeStudentFolder } = await import("./student-files.ts");
  return (student, name) => writeStudentFolder(student, name, folders);
}

/** A thread, as its starter sees it. */
class Thread {
  readonly #worker = new Worker(import.meta.filename, {
    workerData: STARTED,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEBIBYTES },
  });
  /** How many students it was given whose folders are not written yet. */
  #given = 0;
  #failure: Error | undefined;
  /** Called when a folder was written, or the thread has failed. */
  #onChange: () => void = () => undefined;

  constructor() {
    this.#worker.unref();
    this.#worker.on("message", () => {
      this.#given--;
      this.#onChange();
    });
    this.#worker.on("error", (error: Error) => {
      this.#failure = error;
      this.#onChange();
    });
  }

  begin(folders: StudentFolders): void {
    this.#send({ folders });
  }

  async give(student: GivenStudent): Promise<void> {
    await this.#untilGiven(MOST_GIVEN - 1);
    this.#given++;
    this.#worker.ref();
    this.#send(student);
  }

  async finish(): Promise<void> {
    await this.#untilGiven(0);
    await this.close();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(message: Message): void {
    this.#worker.postMessage(message);
  }

  async #untilGiven(most: number): Promise<void> {
    while (this.#given > most && this.#failure === undefined) await new Promise<void>((resolve) => (this.#onChange = resolve));
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** The main function of a thread. */
async function writeFolders(): Promise<void> {
  module.enableCompileCache(path.join(courseRoot, ".cache", "compiled"));
  const { writeStudentFolder } = await import("./student-files.ts");
  module.flushCompileCache();
  const results = new LRUCache<string, GradeResult>({ max: CACHED_RESULTS });
  const gradeOf = ({ resultJson, ...grade }: GivenGrade): ExerciseGrade => {
    if (resultJson === undefined) return grade;
    const result = results.get(resultJson) ?? (JSON.parse(resultJson) as GradeResult);
    results.set(resultJson, result);
    return { ...grade, result };
  };
  let folders: StudentFolders | undefined;
  parentPort?.on("message", (message: Message) => {
    if ("folders" in message) {
      folders = message.folders;
      return;
    }
    const { name, student, exercises } = message;
    if (folders === undefined) throw new Error("a student was given before it was said where to write");
    writeStudentFolder({ ...student, exercises: exercises.map(gradeOf) }, name, folders);
    parentPort?.postMessage("written");
  });
}

if (workerData === STARTED) void writeFolders();
