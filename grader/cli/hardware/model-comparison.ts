import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";
import { h100, h200, type Device } from "#simulator";
import type { ComparedLaunch, Measured, Modelled } from "#simulator/hardware/compared-launches.ts";
import { kernelCounters, kernelTimings } from "#simulator/hardware/kernel-timings.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const hardware = `${root}grader/simulator/hardware/`;
const LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld";

/** Compares every launch that the project has measurements of. @param onProgress is told what is being run */
export function compareAll(onProgress: (name: string) => void): ComparedLaunch[] {
  return [...gallery(onProgress), ...probes(onProgress)];
}

function gallery(onProgress: (name: string) => void): ComparedLaunch[] {
  const counted = JSON.parse(readFileSync(`${hardware}data/kernels-memory-h200.json`, "utf8")) as Record<string, Record<string, number>>;
  return readdirSync(`${root}content/kernels`)
    .sort()
    .map((name) => {
      onProgress(name);
      const folder = `${root}content/kernels/${name}`;
      const launch = parseLaunch(JSON.parse(readFileSync(`${folder}/launch.json`, "utf8")));
      const counters = counted[name]!;
      return {
        name,
        device: "h200",
        measured: measuredOf(counters["us"]!, counters),
        model: modelled(readFileSync(`${folder}/kernel.cu`, "utf8"), launch, h200),
      };
    });
}

interface ProbeLaunch {
  readonly name: string;
  readonly param: number;
  /** In the folder of the probes. */
  readonly file: string;
  /** What the same launch is called in the tables of the H100. */
  readonly h100?: string;
  readonly launch: unknown;
}

function probes(onProgress: (name: string) => void): ComparedLaunch[] {
  const folder = `${hardware}probes/memory-system/`;
  const launches = JSON.parse(readFileSync(`${folder}launches.json`, "utf8")) as readonly ProbeLaunch[];
  const [onH200, onH100, counted] = [kernelTimings("h200"), kernelTimings("h100"), kernelCounters("h200")];
  return launches.flatMap(({ name, param, file, h100: nameOnH100, launch: given }) => {
    onProgress(`${name} ${param}`);
    // The host's part is the probe's own; only the kernels are run.
    const text = readFileSync(folder + file, "utf8")
      .split("int main(")[0]!
      .replace('#include "probe.h"', "");
    const launch = parseLaunch(given);
    const here = <Row extends { readonly name: string; readonly param: number }>(rows: readonly Row[], called: string): Row | undefined =>
      rows.find((row) => row.name === called && row.param === param);
    const timing = here(onH200, name);
    if (!timing) throw new RangeError(`no time of ${name}, param ${param}, was measured`);
    const ofH200: ComparedLaunch = {
      name,
      param,
      device: "h200",
      measured: measuredOf(timing.microseconds, here(counted, name)?.counters ?? {}),
      model: modelled(text, launch, h200),
    };
    const other = nameOnH100 === undefined ? undefined : here(onH100, nameOnH100);
    if (!other) return [ofH200];
    return [
      ofH200,
      { name, param, device: "h100" as const, measured: { microseconds: other.microseconds }, model: modelled(text, launch, h100) },
    ];
  });
}

function measuredOf(microseconds: number, counters: Readonly<Record<string, number>>): Measured {
  const [read, written] = [counters["dram__bytes_read.sum"], counters["dram__bytes_write.sum"]];
  const [sectors, hits] = [counters[`${LOADS}.sum`], counters[`${LOADS}_lookup_hit.sum`]];
  return {
    microseconds,
    ...(read !== undefined && written !== undefined && { dramBytes: read + written }),
    ...(sectors !== undefined && hits !== undefined && { l1HitRate: sectors === 0 ? 0 : hits / sectors }),
  };
}

function modelled(text: string, launch: KernelLaunch, device: Device): Modelled {
  const sanitizers = { memcheck: false, initcheck: false, racecheck: false };
  const { memory, time } = profileLaunch(text, launch, device, { sanitizers }).profile;
  return {
    microseconds: time.microseconds,
    boundBy: time.boundBy,
    dramBytes: memory.dramReadBytes + memory.dramWriteBytes,
    l1HitRate: memory.l1HitRate,
  };
}
