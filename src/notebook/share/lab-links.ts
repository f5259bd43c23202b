import { encodeFragment } from "#classroom/assignment/fragment.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { limitProblem } from "../lab/text-limits.ts";

/** What the fragment of an address begins with that holds a kernel of the lab. */
export const SHARED_KERNEL = "#kernel=";

/**
 * The address of the lab with a kernel and its launch, to be given to others.
 *
 * @throws RangeError for a kernel that is too large for a link
 */
export async function sharedKernelLink(base: string, kernel: LabKernel): Promise<string> {
  checkSize(kernel);
  return `${base}lab/${SHARED_KERNEL}${await encodeFragment(kernel)}`;
}

/**
 * The address of a page for the frames of other sites that shows a kernel as a lab cell.
 *
 * @throws RangeError for a kernel that is too large for a link
 */
export async function embeddedKernelLink(base: string, kernel: LabKernel): Promise<string> {
  checkSize(kernel);
  return `${base}embed/lab/${SHARED_KERNEL}${await encodeFragment(kernel)}`;
}

/** @throws RangeError for a text that no page would open */
function checkSize({ source }: LabKernel): void {
  const problem = limitProblem(source);
  if (problem !== undefined) throw new RangeError(problem);
}

/** The HTML of a frame that shows a kernel on another site. */
export async function embeddedKernelFrame(base: string, kernel: LabKernel): Promise<string> {
  const { href } = new URL(await embeddedKernelLink(base, kernel), location.href);
  return `<iframe src="${href}" title="A CUDA kernel in the lab of Coalesce" width="100%" height="900" style="border: 0"></iframe>`;
}
