import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { profileHost } from "#cuda/host/profile-host.ts";
import { parseLaunch } from "#cuda/launch/launch.ts";
import type { CountedLaunch } from "#cuda/measured/row-sides.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";
import { courseRoot } from "#kit/installation.ts";
import { h200 } from "#simulator";

/** A report of Nsight Compute, or a page of it as CSV: `transpose-tiled.ncu-rep`, `transpose-tiled-lines.csv`. */
export function profilerReport(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gunzipSync(readFileSync(path.join(courseRoot, `grader/hardware/data/profiler-reports/${name}.gz`))));
}

/** The text that a report was made of: a kernel of the gallery, or a program beside the probe. */
export function reportedText(name: string): string {
  const program = name.endsWith(".cu") ? `grader/hardware/probes/profiler-reports/${name}` : `content/kernels/${name}/kernel.cu`;
  return readFileSync(path.join(courseRoot, program), "utf8");
}

const counted = new Map<string, CountedLaunch>();

/** The lab's counts of that text. @param number of the launch, of those that a program makes */
export function countedLaunch(name: string, number = 1): CountedLaunch {
  const key = `${name} ${number}`;
  const known = counted.get(key) ?? countedText(name, reportedText(name), number);
  counted.set(key, known);
  return known;
}

/** The lab's counts of an edit of that text. */
export function countedText(name: string, text: string, number = 1): CountedLaunch {
  const gpu = h200.name;
  if (name.endsWith(".cu")) {
    const { launches, order } = profileHost(text, h200);
    const profile = launches[order[number - 1]!]!;
    return { text, profile, grid: profile.grid, block: profile.block, gpu };
  }
  const launch = parseLaunch(JSON.parse(readFileSync(path.join(courseRoot, `content/kernels/${name}/launch.json`), "utf8")));
  const { grid, block } = launch;
  return { text, profile: profileLaunch(text, launch, h200).profile, grid, block, gpu };
}
