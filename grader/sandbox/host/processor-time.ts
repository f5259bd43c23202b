import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { RunningTime } from "./running-time.ts";

/** Linux counts processor time in ticks of this length, in ms (USER_HZ is 100 on every architecture). */
const TICK_MS = 10;

/**
 * Tells the processor time that a process has used on all its threads. A process that has ended has used none.
 *
 * @returns undefined where the operating system has no way that is known here
 */
export function processorTimeOf(pid: number | undefined): RunningTime | undefined {
  const read = readers[process.platform];
  if (pid === undefined || read === undefined) return undefined;
  return async () => {
    try {
      return await read(pid);
    } catch {
      return 0;
    }
  };
}

const BYTES_PER_PAGE = 4096;

/**
 * Tells the memory that a process has in RAM, in MiB. A process that has ended has none.
 *
 * @returns undefined where the operating system has no way that is known here
 */
export function memoryOf(pid: number | undefined): RunningTime | undefined {
  if (pid === undefined || process.platform !== "linux") return undefined;
  return () => {
    try {
      return mebibytesInStatm(readFileSync(`/proc/${pid}/statm`, "utf8"));
    } catch {
      return 0;
    }
  };
}

/** The resident pages in /proc/<pid>/statm (proc(5), field 2), as MiB. Pages of 4 KiB: where they are larger, less memory is counted. */
export const mebibytesInStatm = (statm: string): number => (Number(statm.split(" ")[1]) * BYTES_PER_PAGE) / 2 ** 20;

/** Files in /proc are read synchronously: they are in memory, and through Node's thread pool that takes ten times the processor time. */
const readers: Readonly<Partial<Record<NodeJS.Platform, (pid: number) => number | Promise<number>>>> = {
  linux: (pid) => millisecondsInStat(readFileSync(`/proc/${pid}/stat`, "utf8")),
  darwin: async (pid) => millisecondsOf((await promisify(execFile)("ps", ["-o", "cputime=", "-p", String(pid)])).stdout),
};

/** User and system time in a line of /proc/<pid>/stat (proc(5), fields 14 and 15). The name of the process may hold anything. */
export function millisecondsInStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** A time as `ps` writes it: [[days-]hours:]minutes:seconds. */
export function millisecondsOf(time: string): number {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = /(?:(?:(\d+)-)?(\d+):)?(\d+):([\d.]+)/.exec(time) ?? [];
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
