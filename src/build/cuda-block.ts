import { describedLaunch } from "#notebook/lab/described-launch.ts";
import { splitKernelName } from "#cuda/launch/kernel-name.ts";
import { LAB_DEVICE, type LabKernel } from "#notebook/lab/lab-kernel.ts";

/** Languages of fenced blocks that hold CUDA C++. */
export const CUDA_LANGUAGES: readonly string[] = ["cpp", "cuda", "cu"];

/**
 * A fenced block of a lesson as a kernel of the lab. Its fence may say how it is launched: ```` ```cpp launch="grid = 16 16; n = 512" ````,
 * see describedLaunch.
 *
 * @returns undefined for a block that holds no whole kernel
 * @throws RangeError where the fence describes a launch, and the block cannot be launched like that
 */
export function labKernelOfBlock(code: string, meta: string): LabKernel | undefined {
  const description = /(?:^|\s)launch="([^"]*)"/.exec(meta)?.[1];
  const source = `${code.trimEnd()}\n`;
  try {
    const launch = describedLaunch(source, description);
    return { schema: "coalesce/lab-kernel/v1", title: splitKernelName(launch.kernel).name, source, launch, device: LAB_DEVICE };
  } catch (error) {
    if (description === undefined && error instanceof RangeError) return undefined;
    throw error;
  }
}
