import type { LabKernel } from "../lab/lab-kernel.ts";
import { KeptStore } from "./kept-store.ts";

/** The learner's kernels of the lab, in this browser. The names are known to lab-page.ts, too. */
export const labKernels = new KeptStore<LabKernel>(
  { database: "coalesce-lab", store: "kernels", unsavedPrefix: "coalesce-unsaved-kernel" },
  isOpenable,
);

/** Whether a value has the parts of a kernel of the lab. What its launch says is checked when it runs. */
function isOpenable(value: unknown): value is LabKernel {
  const kernel = value as Partial<LabKernel> | null | undefined;
  const launch = kernel?.launch;
  return (
    typeof kernel?.title === "string" &&
    typeof kernel.source === "string" &&
    typeof kernel.device === "string" &&
    typeof launch?.kernel === "string" &&
    [launch.grid, launch.block, launch.arguments, launch.symbols].every(Array.isArray)
  );
}
