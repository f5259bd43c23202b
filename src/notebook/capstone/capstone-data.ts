import type { CudaBudget } from "#judge/cuda/cuda-task.ts";
import type { SealingAssignment } from "../exercise-data.ts";

/** What a page knows about a capstone: data only. The capstone itself is in the worker that judges. */
export interface CapstoneData {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly part: number;
  readonly concepts: readonly string[];
  readonly difficulty: number;
  readonly minutes: number;
  readonly points: number;
  readonly hints: readonly string[];
  /** Titles of the cases by id. */
  readonly caseTitles: Readonly<Record<string, string>>;
  readonly starter: string;
  /** Content hash of the capstone's folder. */
  readonly version: string;
  readonly budgets: readonly CudaBudget[];
  /** The task's own host code, which calls the learner's functions. */
  readonly driver?: string;
  /** Why the solution is fast, in two sentences. */
  readonly why: string;
  /** The budget whose count the learner's own page shows. */
  readonly moves: Pick<CudaBudget, "case" | "count">;
  /** The assignments that the course was built to seal the solution for. */
  readonly sealedFor?: readonly SealingAssignment[];
}
