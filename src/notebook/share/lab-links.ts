import { encodeFragment } from "#classroom/assignment/fragment.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";

/** What the fragment of an address begins with that holds a kernel of the lab. */
export const SHARED_KERNEL = "#kernel=";

/**
 * The address of the lab with a kernel and its launch, to be given to others.
 *
 * @throws RangeError for a kernel that is too large for a link
 */
export async function sharedKernelLink(base: string, kernel: LabKernel): Promise<string> {
  return `${base}lab/${SHARED_KERNEL}${await encodeFragment(kernel)}`;
}
