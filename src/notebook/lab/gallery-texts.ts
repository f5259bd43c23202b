import type { KernelLaunch } from "#cuda/launch/launch.ts";
import { LAB_DEVICE, type LabKernel } from "./lab-kernel.ts";

const sources = import.meta.glob<string>("../../../content/kernels/*/kernel.cu", { eager: true, query: "?raw", import: "default" });
const launches = import.meta.glob<string>("../../../content/kernels/*/launch.json", { eager: true, query: "?raw", import: "default" });

/** A kernel of the gallery, ready to run. Its launch is in order: a test reads those of all. */
export function galleryKernel(slug: string, title: string): LabKernel {
  const folder = `../../../content/kernels/${slug}`;
  const source = sources[`${folder}/kernel.cu`];
  const launch = launches[`${folder}/launch.json`];
  if (source === undefined || launch === undefined) throw new Error(`there is no kernel "${slug}" in the gallery`);
  return {
    schema: "coalesce/lab-kernel/v1",
    title,
    source,
    launch: wholeLaunch(JSON.parse(launch) as Partial<KernelLaunch>),
    device: LAB_DEVICE,
  };
}

/** A launch file with what it may leave out, and without what it says for programs of the host only. */
function wholeLaunch({ symbols = [], sharedBytes = 0, ...launch }: Partial<KernelLaunch>): KernelLaunch {
  return { ...(launch as KernelLaunch), sharedBytes, symbols: symbols.map(({ symbol, fill }) => ({ symbol, fill })) };
}
