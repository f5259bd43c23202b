import { LONGEST_SENTENCE, cut, readableError, type AnswerError } from "../answer/answer-error.ts";
import type { Exercise } from "#judge/exercise.ts";
import type { AnswerTimeJob } from "#judge/answer-time.ts";
import type { ComparisonJob } from "#judge/comparison.ts";
import type { GradeCuda } from "#judge/cuda/grade-cuda.ts";
import { compare, grade, mapElements, preview, timeAnswer, tryOut, type GradeJob, type PreviewJob } from "#judge/grade.ts";
import { readTypeScript, type ReadAnswer } from "#judge/answer-text.ts";
import type { ElementMapJob } from "#judge/element-map.ts";
import type { PlainJudge } from "#judge/plain-judge.ts";
import { Printer, type Printed } from "#judge/printed.ts";
import type { Sketch } from "#judge/sketch.ts";
import { PROGRESS_INTERVAL_MS } from "./limits.ts";

/** A request that a host sends to a sandbox. */
export type SandboxRequest =
  | { readonly kind: "grade"; readonly job: GradeJob }
  /** Only for a process or worker that performs nothing else: only plain answers have run in it. */
  | { readonly kind: "grade-if-plain"; readonly job: GradeJob }
  | { readonly kind: "preview"; readonly job: PreviewJob }
  | { readonly kind: "element-map"; readonly job: ElementMapJob }
  | { readonly kind: "compare"; readonly job: ComparisonJob }
  | { readonly kind: "time"; readonly job: AnswerTimeJob }
  | { readonly kind: "sketch"; readonly sketch: Sketch };

/** A message that a sandbox sends to its host; `Result` is the kind of result that was requested. */
export type SandboxMessage<Result = unknown> =
  /** Everything that the job needs is loaded; the limits apply from here on. */
  | { readonly type: "started" }
  | { readonly type: "progress" }
  /** A hidden case begins. If the job ends without a result, it ended in that case. */
  | { readonly type: "hidden"; readonly case: string }
  /** `printed`: the answer's output while it was graded. */
  | { readonly type: "result"; readonly result: Result; readonly printed?: Printed }
  /** The exercise or the grader failed, not the answer. */
  | { readonly type: "fault"; readonly message: string };

/** Finds an exercise by its id; it may have to be loaded. */
type FindExercise = (id: string) => Exercise | Promise<Exercise>;

/** What a sandbox reads answers with. */
export interface JobReaders {
  /** Caches verdicts from job to job; without one, no answer is plain. */
  readonly plainJudge?: PlainJudge;
  /** Loads what reads answers in CUDA; its time does not count towards the limits. Without it, such an answer is a fault. */
  readonly cudaReader?: () => ReadAnswer | Promise<ReadAnswer>;
  /** Loads the judge of capstones, in the same way. */
  readonly gradeCuda?: () => Promise<GradeCuda>;
}

/**
 * Performs a request inside a sandbox, and reports its progress and result. The same in a process and in a worker.
 *
 * The result is sent from a separate task. By then, microtasks that an answer left behind have run, or run for ever and are stopped by the
 * watchdog: none of them reaches the next job.
 *
 * @param findExercise its time does not count towards the limits
 */
export async function performJob(
  request: SandboxRequest,
  findExercise: FindExercise,
  send: (message: SandboxMessage) => void,
  { plainJudge, cudaReader = () => readTypeScript, gradeCuda }: JobReaders = {},
): Promise<void> {
  try {
    const id = exerciseOf(request);
    const exercise = id === undefined ? undefined : await findExercise(id);
    const read = isInCuda(request) ? await cudaReader() : readTypeScript;
    const capstones = exercise?.cuda && (await gradeCuda?.());
    send({ type: "started" });
    const progress = throttled(() => send({ type: "progress" }));
    const onHidden = (caseId: string): void => send({ type: "hidden", case: caseId });
    const outcome = perform(request, exercise, { progress, onHidden }, { plainJudge, read, capstones });
    await new Promise((resolve) => setTimeout(resolve));
    send({ type: "result", ...outcome, result: readable(outcome.result) });
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    send({ type: "fault", message: cut(message, LONGEST_SENTENCE) });
  }
}

/** Id of the exercise that a request is about; undefined for a sketch with a kernel of its own. */
function exerciseOf(request: SandboxRequest): string | undefined {
  if (request.kind !== "sketch") return request.job.exercise;
  const { kernel } = request.sketch.program;
  return kernel.kind === "exercise" ? kernel.exercise : undefined;
}

function isInCuda(request: SandboxRequest): boolean {
  return request.kind !== "sketch" && request.job.kernel !== undefined;
}

/** The fields that the results of all jobs share. */
interface Result {
  readonly status: string;
  readonly error?: AnswerError;
}

/** A result short enough for a person to read, however large the texts are that an answer has made. */
function readable(result: Result | null): Result | null {
  return result?.error === undefined ? result : { ...result, error: readableError(result.error) };
}

function perform(
  request: SandboxRequest,
  exercise: Exercise | undefined,
  { progress, onHidden }: { readonly progress: () => void; readonly onHidden: (caseId: string) => void },
  {
    plainJudge,
    read,
    capstones,
  }: { readonly plainJudge: PlainJudge | undefined; readonly read: ReadAnswer; readonly capstones: GradeCuda | undefined },
): { readonly result: Result | null; readonly printed?: Printed } {
  if (request.kind === "sketch") return { result: tryOut(request.sketch, exercise) };
  if (exercise === undefined) throw new Error(`there is no exercise "${request.job.exercise}"`);
  if (exercise.cuda !== undefined) return { result: performCuda(request, exercise, { progress, onHidden }, capstones) };
  if (request.kind === "preview") return { result: preview(request.job, exercise, read) };
  if (request.kind === "element-map") return { result: mapElements(request.job, exercise, progress, read) };
  if (request.kind === "grade-if-plain") return { result: plainJudge?.grade(request.job, exercise, progress) ?? null };
  if (request.kind === "compare") return { result: compare(request.job, exercise, progress, read) };
  if (request.kind === "time") return { result: timeAnswer(request.job, exercise, progress, read) };
  const printer = new Printer(onHidden);
  const result = grade(request.job, exercise, progress, printer, read);
  return { result, ...(printer.printed.lines.length > 0 && { printed: printer.printed }) };
}

/** Grades a capstone's answer. Everything else that can be asked is about answers in TypeScript. */
function performCuda(
  request: SandboxRequest,
  exercise: Exercise,
  { progress, onHidden }: { readonly progress: () => void; readonly onHidden: (caseId: string) => void },
  gradeCuda: GradeCuda | undefined,
): Result | null {
  // Nothing of an answer in CUDA C++ is left in the process, but the lab's memory is: each has a process of its own.
  if (request.kind === "grade-if-plain") return null;
  if (request.kind !== "grade" || gradeCuda === undefined)
    throw new Error(`an answer to ${exercise.id} is in CUDA C++, which is not judged here`);
  return gradeCuda(request.job, exercise, progress, onHidden);
}

function throttled(signal: () => void): () => void {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    signal();
  };
}
