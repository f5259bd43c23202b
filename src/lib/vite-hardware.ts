import type { Plugin } from "vite";
import { agreement } from "../../grader/hardware/agreement.ts";
import { kernelTimings } from "../../grader/hardware/kernel-timings.ts";
import { measuredRequests } from "../../grader/hardware/measured-requests.ts";
import { h100 } from "../../grader/simulator/index.ts";

const HARDWARE = "virtual:hardware";

/** Makes `virtual:hardware`: what was measured on GPUs, as constants for pages. The files are read while the site is built, and not again. */
export function hardwarePlugin(): Plugin {
  return {
    name: "coalesce-hardware",
    resolveId: (id) => (id === HARDWARE ? `\0${HARDWARE}` : undefined),
    load(resolved) {
      if (resolved !== `\0${HARDWARE}`) return undefined;
      const { total, agreeing } = agreement(measuredRequests(), h100);
      return `export const timings = ${JSON.stringify(kernelTimings())};\nexport const requests = ${JSON.stringify({ total, agreeing })};`;
    },
  };
}
