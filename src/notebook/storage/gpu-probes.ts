import { del, entries, update } from "idb-keyval";
import { parseGpuProbe, probeFileName, type GpuProbe } from "#hardware/gpu-probe.ts";
import { PROBE_DATABASE } from "../my-gpu/probe-names.ts";
import { openStore } from "./open-store.ts";

/** What was measured of a GPU, as this browser keeps it. */
export interface KeptProbe {
  readonly probe: GpuProbe;
  /** In milliseconds since 1970. */
  readonly savedAt: number;
}

export const probeDatabase = openStore(PROBE_DATABASE, "gpus");

/** What a probe is kept under: one of a GPU and a day replaces the one before. */
export function probeKey(probe: GpuProbe): string {
  return probeFileName(probe).replace(/\.json$/, "");
}

/** Whether a stored value is one that this version of the course can show. */
export function isKeptProbe(value: unknown): value is KeptProbe {
  try {
    return typeof (value as KeptProbe).savedAt === "number" && parseGpuProbe((value as KeptProbe).probe) !== undefined;
  } catch {
    return false;
  }
}

/** The kept probes, the newest first. */
export async function readProbes(): Promise<readonly KeptProbe[]> {
  const all = (await entries<string, unknown>(probeDatabase)).flatMap(([, value]) => (isKeptProbe(value) ? [value] : []));
  return all.toSorted((a, b) => b.savedAt - a.savedAt);
}

export async function keepProbe(probe: GpuProbe, savedAt = Date.now()): Promise<void> {
  await update<KeptProbe>(probeKey(probe), () => ({ probe, savedAt }), probeDatabase);
}

export function dropProbe(probe: GpuProbe): Promise<void> {
  return del(probeKey(probe), probeDatabase);
}
