import { existsSync, readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";
import { agreement } from "#hardware/agreement.ts";
import { capstoneTimings } from "#hardware/capstone-timings.ts";
import { kernelCounters, kernelTimings } from "#hardware/kernel-timings.ts";
import { l1Loads } from "#hardware/l1-loads.ts";
import { countedAsync, measuredAsync, measuredMatrices } from "#hardware/measured-async.ts";
import { measuredFragments } from "#hardware/measured-fragments.ts";
import { measuredGallery } from "#hardware/measured-gallery.ts";
import { measuredRuns } from "#hardware/measured-runs.ts";
import { measuredLandings } from "#hardware/measured-tiles.ts";
import { measuredWmma } from "#hardware/measured-wmma.ts";
import { measuredRequests } from "#hardware/measured-requests.ts";
import { comparedLaunches, heldOutLaunches, type HeldOutLaunch } from "#hardware/compared-launches.ts";
import { readGpuProbe, type GpuProbe } from "#hardware/gpu-probe.ts";
import { parseMeasuredGpu, type MeasuredGpu } from "#hardware/measured-gpu.ts";
import { h100 } from "#simulator";

const HARDWARE = "virtual:hardware";

/** Serves `virtual:hardware`: measurements of GPUs, as constants for pages. The files are read when the site is built. */
export function hardwarePlugin(): Plugin {
  return {
    name: "coalesce-hardware",
    resolveId: (id) => (id === HARDWARE ? `\0${HARDWARE}` : undefined),
    load(resolved) {
      if (resolved !== `\0${HARDWARE}`) return undefined;
      const measured = measuredRequests();
      const { total, agreeing } = agreement(measured, h100);
      const constants = {
        timings: kernelTimings(),
        timingsH200: kernelTimings("h200"),
        counters: { h100: kernelCounters("h100"), h200: kernelCounters("h200") },
        requests: { total, agreeing },
        loads: l1Loads(measured),
        matrices: measuredMatrices(),
        countedAsync: countedAsync(),
        landings: measuredLandings(),
        gallery: measuredGallery(),
        asyncRequests: measuredAsync(),
        fragments: measuredFragments(),
        wmmaRequests: measuredWmma(),
        runs: measuredRuns(),
        compared: comparedLaunches(),
        heldOut: onePerKernel(heldOutLaunches()),
        readersGpus: readersGpus(),
        gpuProbes: gpuProbes(),
        capstones: capstoneTimings(),
      };
      return Object.entries(constants)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
  };
}

/** GPUs that readers have measured and imported. @throws Error that names a file that is not in order */
const readersGpus = (): MeasuredGpu[] => filesIn("content/hardware", (text) => parseMeasuredGpu(JSON.parse(text)));

/** What GPUs showed in a browser, and a program in the place of one last. @throws Error that names a file that is not in order */
const gpuProbes = (): GpuProbe[] =>
  filesIn("content/gpus", readGpuProbe).toSorted((a, b) => Number(a.software !== undefined) - Number(b.software !== undefined));

/** What the JSON files of a folder hold, by name. */
function filesIn<Contents>(folder: string, read: (text: string) => Contents): Contents[] {
  const place = new URL(`../../${folder}/`, import.meta.url);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      try {
        return read(readFileSync(new URL(name, place), "utf8"));
      } catch (error) {
        throw new Error(`${folder}/${name}: ${(error as Error).message}`, { cause: error });
      }
    });
}

/** A kernel's launch on the H200, or on the H100 if it was predicted for that alone. */
function onePerKernel(launches: readonly HeldOutLaunch[]): HeldOutLaunch[] {
  const onH200 = new Set(launches.filter(({ device }) => device === "h200").map(({ name }) => name));
  return launches.filter(({ name, device }) => device === "h200" || !onH200.has(name));
}
