import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";
import type { LaunchWork } from "#clock/estimate-time.ts";
import { reportLaunch } from "#cuda/profile/launch-report.ts";
import { l1HitRate } from "#memory/memory-system.ts";
import { h100, h200, type Device } from "#simulator";
import { comparedLaunches, type ComparedLaunch, type Measured } from "#hardware/compared-launches.ts";
import { probeCounters, probeTimings } from "#hardware/kernel-timings.ts";
import { parseMeasuredGpu } from "#hardware/measured-gpu.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const hardware = `${root}grader/hardware/`;
const LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld";

const DEVICES = { h100, h200 } as const;
const DEVICE_IDS = ["h200", "h100"] as const;
type DeviceId = keyof typeof DEVICES;

/** A launch with the measurement, the model's prediction and the model's counts. */
export interface CountedLaunch extends ComparedLaunch {
  readonly work: LaunchWork;
}

/** The results of the last run of `coalesce hardware report`. */
export function countedLaunches(): readonly CountedLaunch[] {
  return comparedLaunches() as readonly CountedLaunch[];
}

/** Compares every launch of which the project has measurements and a text. @param onProgress called with the name of each launch */
export function compareAll(onProgress: (name: string) => void): CountedLaunch[] {
  return DEVICE_IDS.flatMap((device) => [...gallery(device, onProgress), ...probes(device, onProgress)]);
}

function gallery(device: DeviceId, onProgress: (name: string) => void): CountedLaunch[] {
  const measured = galleryMeasured(device);
  return readdirSync(`${root}content/kernels`)
    .filter((name) => measured(name) !== undefined)
    .sort()
    .map((name) => {
      onProgress(`${name}, ${device}`);
      const folder = `${root}content/kernels/${name}`;
      const launch = parseLaunch(JSON.parse(readFileSync(`${folder}/launch.json`, "utf8")));
      return {
        name,
        device,
        measured: measured(name)!,
        ...modelled(readFileSync(`${folder}/kernel.cu`, "utf8"), launch, DEVICES[device]),
      };
    });
}

/** A GPU's measurements of the gallery's kernels, where it has some: the H100's by `coalesce hardware run`. */
function galleryMeasured(device: DeviceId): (name: string) => Measured | undefined {
  if (device === "h100") {
    const file = `${root}content/hardware/nvidia-h100-80gb-hbm3-2026-11-24.json`;
    const { kernels } = parseMeasuredGpu(JSON.parse(readFileSync(file, "utf8")));
    return (name) => kernels[name] && measuredOf(kernels[name].microseconds, kernels[name].counters);
  }
  const counted = JSON.parse(readFileSync(`${hardware}data/kernels-memory-h200.json`, "utf8")) as Record<string, Record<string, number>>;
  return (name) => counted[name] && measuredOf(counted[name]["us"]!, counted[name]);
}

interface ProbeLaunch {
  readonly name: string;
  readonly param: number;
  /** In the folder of the probes. */
  readonly file: string;
  /** The devices on which it was measured, if not on both. */
  readonly devices?: readonly DeviceId[];
  readonly launch: unknown;
}

function probes(device: DeviceId, onProgress: (name: string) => void): CountedLaunch[] {
  const folder = `${hardware}probes/memory-system/`;
  const launches = JSON.parse(readFileSync(`${folder}launches.json`, "utf8")) as readonly ProbeLaunch[];
  const timed = probeTimings(device);
  const counted = probeCounters(device);
  const here = launches.filter(({ devices = DEVICE_IDS }) => devices.includes(device));
  return here.map(({ name, param, file, launch }) => {
    onProgress(`${name} ${param}, ${device}`);
    // The host code is the probe's own; only the kernels are run.
    const text = readFileSync(folder + file, "utf8")
      .split("int main(")[0]!
      .replace('#include "probe.h"', "");
    const own = <Row extends { readonly name: string; readonly param: number }>(rows: readonly Row[]): Row | undefined =>
      rows.find((row) => row.name === name && row.param === param);
    const timing = own(timed);
    if (!timing) throw new RangeError(`no time of ${name}, param ${param}, was measured on the ${device}`);
    return {
      name,
      param,
      device,
      measured: measuredOf(timing.microseconds, own(counted)?.counters ?? {}),
      ...modelled(text, parseLaunch(launch), DEVICES[device]),
    };
  });
}

function measuredOf(microseconds: number, counters: Readonly<Record<string, number>>): Measured {
  const read = counters["dram__bytes_read.sum"];
  const written = counters["dram__bytes_write.sum"];
  const sectors = counters[`${LOADS}.sum`];
  const hits = counters[`${LOADS}_lookup_hit.sum`];
  return {
    microseconds,
    ...(read !== undefined && written !== undefined && { dramBytes: read + written }),
    ...(sectors !== undefined && hits !== undefined && { l1HitRate: sectors === 0 ? 0 : hits / sectors }),
  };
}

function modelled(text: string, launch: KernelLaunch, device: Device): Pick<CountedLaunch, "model" | "work"> {
  const sanitizers = { memcheck: false, initcheck: false, racecheck: false };
  const { work, time } = reportLaunch(text, launch, device, { sanitizers, wholeSteps: Infinity }).report.costs!;
  const { memory } = work;
  const dramBytes = memory.dramReadBytes + memory.dramWriteBytes;
  return { model: { microseconds: time.microseconds, boundBy: time.boundBy, dramBytes, l1HitRate: l1HitRate(memory) }, work };
}
