import type { LabKernel } from "../lab/lab-kernel.ts";
import { KeptStore, type Kept } from "./kept-store.ts";
import { isOpenableKernel } from "./openable-kernel.ts";

/** A kernel that a learner keeps under a name of its own. */
export type KeptKernel = Kept<LabKernel>;

/** The learner's kernels of the lab, in this browser. The names are known to lab-page.ts, too. */
export const labKernels = new KeptStore<LabKernel>(
  { database: "coalesce-lab", store: "kernels", unsavedPrefix: "coalesce-unsaved-kernel" },
  isOpenableKernel,
);
