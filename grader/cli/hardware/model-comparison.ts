import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";
import { h100, h200, type Device } from "#simulator";
import type { ComparedLaunch, Measured, Modelled } from "#simulator/hardware/compared-launches.ts";
import { probeCounters, probeTimings } from "#simulator/hardware/kernel-timings.ts";
import { parseMeasuredGpu } from "#simulator/hardware/measured-gpu.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const hardware = `${root}grader/simulator/hardware/`;
const LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld";

const DEVICES = { h100, h200 } as const;
const DEVICE_IDS = ["h200", "h100"] as const;
type DeviceId = keyof typeof DEVICES;

/** Compares every launch that the project has measurements and a text of. @param onProgress is told what is being run */
export function compareAll(onProgress: (name: string) => void): ComparedLaunch[] {
  return DEVICE_IDS.flatMap((device) => [...gallery(device, onProgress), ...probes(device, onProgress)]);
}

function gallery(device: DeviceId, onProgress: (name: string) => void): ComparedLaunch[] {
  const measured = galleryMeasured(device);
  return readdirSync(`${root}content/kernels`)
    .sort()
    .map((name) => {
      onProgress(`${name}, ${device}`);
      const folder = `${root}content/kernels/${name}`;
      const launch = parseLaunch(JSON.parse(readFileSync(`${folder}/launch.json`, "utf8")));
      return {
        name,
        device,
        measured: measured(name),
        model: modelled(readFileSync(`${folder}/kernel.cu`, "utf8"), launch, DEVICES[device]),
      };
    });
}

/** What a GPU measured of the gallery's kernels: the H100 by `coalesce hardware run`. */
function galleryMeasured(device: DeviceId): (name: string) => Measured {
  if (device === "h100") {
    const file = `${root}content/hardware/nvidia-h100-80gb-hbm3-2026-11-24.json`;
    const { kernels } = parseMeasuredGpu(JSON.parse(readFileSync(file, "utf8")));
    return (name) => measuredOf(kernels[name]!.microseconds, kernels[name]!.counters);
  }
  const counted = JSON.parse(readFileSync(`${hardware}data/kernels-memory-h200.json`, "utf8")) as Record<string, Record<string, number>>;
  return (name) => measuredOf(counted[name]!["us"]!, counted[name]!);
}

interface ProbeLaunch {
  readonly name: string;
  readonly param: number;
  /** In the folder of the probes. */
  readonly file: string;
  readonly launch: unknown;
}

function probes(device: DeviceId, onProgress: (name: string) => void): ComparedLaunch[] {
  const folder = `${hardware}probes/memory-system/`;
  const launches = JSON.parse(readFileSync(`${folder}launches.json`, "utf8")) as readonly ProbeLaunch[];
  const [timed, counted] = [probeTimings(device), probeCounters(device)];
  return launches.map(({ name, param, file, launch }) => {
    onProgress(`${name} ${param}, ${device}`);
    // The host's part is the probe's own; only the kernels are run.
    const text = readFileSync(folder + file, "utf8")
      .split("int main(")[0]!
      .replace('#include "probe.h"', "");
    const here = <Row extends { readonly name: string; readonly param: number }>(rows: readonly Row[]): Row | undefined =>
      rows.find((row) => row.name === name && row.param === param);
    const timing = here(timed);
    if (!timing) throw new RangeError(`no time of ${name}, param ${param}, was measured on the ${device}`);
    return {
      name,
      param,
      device,
      measured: measuredOf(timing.microseconds, here(counted)?.counters ?? {}),
      model: modelled(text, parseLaunch(launch), DEVICES[device]),
    };
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
