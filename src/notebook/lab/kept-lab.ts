import { labKernels } from "../storage/lab-kernels.ts";
import { addRuns, readRuns } from "../storage/lab-runs.ts";
import type { LabKernel } from "./lab-kernel.ts";
import type { LabServices } from "./lab-services.ts";
import { newId } from "../storage/new-id.ts";
import { LabSession } from "./lab-session.ts";
import { pageMachine } from "./page-machine.ts";

type MoreOfTheLab = Pick<LabServices, "otherMachine" | "gpuMachine" | "settings" | "course">;

/**
 * A session with the learner's kernels of this browser: what was left unsaved is saved first, and what is unsaved when the page goes
 * away is left for the next visit.
 *
 * @param first shown until another one is opened
 * @param more what the page of the lab has, and others need not
 */
export async function openKeptLab(first: LabKernel, more: MoreOfTheLab = {}): Promise<LabSession> {
  await labKernels.restoreUnsaved().catch((error: unknown) => console.warn("An unsaved kernel could not be restored.", error));
  const session = new LabSession(first, {
    machine: pageMachine(),
    runs: { readRuns, addRuns },
    hasWorks: true,
    ...more,
    read: () => labKernels.read(),
    save: (kept, seen) => labKernels.save(kept, seen),
    markDeleted: (id, isDeleted) => labKernels.markDeleted(id, isDeleted),
    kept: (id, kernel) => labKernels.kept(id, kernel),
    newId,
  });
  await session.keeping.restore();
  addEventListener("pagehide", () => {
    for (const { kept, seen } of session.keeping.unsaved) labKernels.leave(kept, seen);
  });
  return session;
}
