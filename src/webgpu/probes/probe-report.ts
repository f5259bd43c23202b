import type { GpuProbe, ProbePoint } from "#hardware/gpu-probe.ts";
import type { OwnGpu } from "../open-gpu.ts";
import type { Curve } from "./curves.ts";
import type { Probed } from "./probe-gpu.ts";

/** Text that a file may hold: on one line, and not too long. */
function lineOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .trim()
    .slice(0, 120);
}

/** To four digits: no clock is better. */
const rounded = (value: number): number => Number(value.toPrecision(4));

/**
 * What was measured, as a file holds it.
 *
 * @param measuredIn the browser, or what else ran the probe
 */
export function reportOf({ name, identity, software }: OwnGpu, probed: Probed, date: string, measuredIn: string): GpuProbe {
  const curves = Object.entries(probed.curves).map(([id, curve]) => [id, curve.map(pointOf)] as const);
  return {
    schema: "coalesce/gpu/v1",
    date,
    gpu: lineOf(name),
    vendor: lineOf(identity.vendor),
    architecture: lineOf(identity.architecture),
    ...(software !== undefined && { software: lineOf(software) }),
    measuredIn: lineOf(measuredIn),
    clock: probed.clock,
    ...(probed.subgroupSize !== undefined && { subgroupSize: probed.subgroupSize }),
    curves: Object.fromEntries(curves),
  };
}

function pointOf({ at, microseconds: { median, lower, upper, runs }, work }: Curve[number]): ProbePoint {
  return { at, us: rounded(median), lower: rounded(Math.min(lower, median)), upper: rounded(Math.max(upper, median)), runs, work };
}

/** A curve of a file, as what analyses it takes it. */
export function curveOf(points: readonly ProbePoint[] = []): Curve {
  return points.map(({ at, us, lower, upper, runs, work }) => ({ at, microseconds: { median: us, lower, upper, runs }, work }));
}
