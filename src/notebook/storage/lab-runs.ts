import { get, update } from "idb-keyval";
import type { LabRun } from "../lab/profile.ts";
import type { RunSums } from "../lab/run-sums.ts";
import { openStore } from "./open-store.ts";

/** A version of a kernel of the lab that the learner may want back: one that was run, or one that was replaced. */
export interface KeptRun {
  /** When it last ran, in milliseconds since 1970. */
  readonly at: number;
  readonly run: LabRun;
  /** What its launch added up to; absent for a version that was replaced before it ran. */
  readonly sums?: RunSums;
}

/** How many runs are kept of a kernel; then the oldest is dropped. */
export const MAX_RUNS = 20;

export const labRunDatabase = openStore("coalesce-lab-runs", "runs");

/** The runs of a kernel, newest first. @param kernel names it among all kernels of the lab */
export async function readRuns(kernel: string): Promise<readonly KeptRun[]> {
  return (await get<readonly KeptRun[]>(kernel, labRunDatabase)) ?? [];
}

/** Keeps runs of a kernel. Returns all that are kept now. */
export async function addRuns(kernel: string, added: readonly KeptRun[]): Promise<readonly KeptRun[]> {
  let kept: readonly KeptRun[] = [];
  await update<readonly KeptRun[]>(kernel, (before = []) => (kept = added.reduce(withRun, before)), labRunDatabase);
  return kept;
}

/** The runs with one more, newest first. The same text with the same launch is one run, which takes the newer time and counts. */
export function withRun(runs: readonly KeptRun[], added: KeptRun): readonly KeptRun[] {
  return joined(runs, added).slice(0, MAX_RUNS);
}

/** The runs of two browsers, newest first, however many there are. */
export function mergedRuns(ours: readonly KeptRun[], theirs: readonly KeptRun[]): readonly KeptRun[] {
  return theirs.reduce(joined, ours);
}

function joined(runs: readonly KeptRun[], added: KeptRun): readonly KeptRun[] {
  const same = runs.find(({ run }) => isSameRun(run, added.run));
  const newer = same === undefined || same.at <= added.at ? added : same;
  const sums = newer.sums ?? same?.sums ?? added.sums;
  const merged = { at: newer.at, run: newer.run, ...(sums && { sums }) };
  return [...runs.filter((run) => run !== same), merged].toSorted((a, b) => b.at - a.at);
}

/** Whether two runs are of the same text, launch and device. */
export function isSameRun(one: LabRun, other: LabRun): boolean {
  return (
    one.source === other.source &&
    one.host === other.host &&
    one.device === other.device &&
    JSON.stringify(one.launch) === JSON.stringify(other.launch)
  );
}
