import type { KeptServices } from "../storage/kept-session.ts";
import type { LabKernel } from "./lab-kernel.ts";
import type { LabMachine } from "./lab-machine.ts";
import type { RunStore } from "./run-history.ts";

/** What the lab needs of the page that it is in. */
export interface LabServices extends KeptServices<LabKernel> {
  readonly machine: Pick<LabMachine, "ask" | "stop">;
  /** Runs versions to compare with. Without one, only earlier runs can be compared. */
  readonly otherMachine?: Pick<LabMachine, "ask" | "stop">;
  /** Runs the launch for other GPUs. Without one, nobody can ask. */
  readonly gpuMachine?: Pick<LabMachine, "ask" | "stop">;
  /** Keeps runs across visits. */
  readonly runs?: RunStore;
  /** Whether a kernel that is pasted over another one becomes a work of its own. */
  readonly hasWorks?: boolean;
  /** Keeps whether to guess first, and whether to run as one types. Without it, neither is offered. */
  readonly settings?: Pick<Storage, "getItem" | "setItem">;
  /** What links to lessons and exercises say. Without it, advice has none. */
  readonly course?: CourseLinks;
}

/** Where lessons and exercises are, and what they are called. */
export interface CourseLinks {
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** Titles of lessons, by part folder and file. */
  readonly lessons: Readonly<Record<string, string>>;
  /** Titles of exercises, by id. */
  readonly exercises: Readonly<Record<string, string>>;
}
