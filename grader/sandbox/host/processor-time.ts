import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { RunningTime } from "./running-time.ts";

/** Linux counts processor time in ticks of this length, in ms (USER_HZ is 100 on every architecture). */
const TICK_MS = 10;

/**
 * Returns a function that tells the processor time of a process on all its threads, 0 for one that has ended.
 *
 * @returns undefined if the operating system has no known way
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
 * Returns a function that tells the memory of a process in RAM, in MiB, 0 for one that has ended.
 *
 * @returns undefined if the operating system has no known way
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

/** The resident pages in /proc/<pid>/statm (proc(5), field 2), as MiB. Assumes pages of 4 KiB: with larger ones, less memory is counted. */
export const mebibytesInStatm = (statm: string): number => (Number(statm.split(" ")[1]) * BYTES_PER_PAGE) / 2 ** 20;

/** Files in /proc are read synchronously: they are in memory, and through Node's thread pool that takes ten times the processor time. */
const readers: Readonly<Partial<Record<NodeJS.Platform, (pid: number) => number | Promise<number>>>> = {
  linux: (pid) => millisecondsInStat(readFileSync(`/proc/${pid}/stat`, "utf8")),
  darwin: async (pid) => millisecondsOf((await promisify(execFile)("ps", ["-o", "cputime=", "-p", String(pid)])).stdout),
};

/** User and system time in a line of /proc/<pid>/stat (proc(5), fields 14 and 15). The name of the process may contain any characters. */
export function millisecondsInStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** A time as `ps` writes it: [[days-]hours:]minutes:seconds. */
export function millisecondsOf(time: string): number {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = /(?:(?:(\d+)-)?(\d+):)?(\d+):([\d.]+)/.exec(time) ?? [];
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
