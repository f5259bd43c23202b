import { percent } from "#pictures/format.ts";
import { dataTable } from "../data-table.ts";
import { printedFile } from "../programs/programs.ts";

/** How near to its peak each unit came, 0 to 1: Nsight Compute's section "GPU Speed Of Light Throughput". */
export interface SpeedOfLight {
  /** "saxpy_vectors<32>" */
  readonly kernel: string;
  /** The busiest part of the memory system. */
  readonly memory: number;
  readonly dram: number;
  readonly l2: number;
  readonly l1: number;
  readonly compute: number;
}

const MEMORY_ROWS = { memory: "Memory Throughput", dram: "DRAM Throughput", l2: "L2 Cache Throughput", l1: "L1/TEX Cache Throughput" };
const ROWS = { ...MEMORY_ROWS, compute: "Compute (SM) Throughput" };

/** What a profiler's text says of the speed of each kernel in it. @throws Error when a number is missing */
export function speedsOfLight(text: string): SpeedOfLight[] {
  return text
    .split(/^ {2}(?=void )/m)
    .slice(1)
    .map((part) => {
      const share = (row: string): number => {
        const found = new RegExp(`^\\s+${row.replaceAll(/[()/]/g, "\\$&")}\\s+%\\s+([\\d.]+)$`, "m").exec(part)?.[1];
        if (found === undefined) throw new Error(`the section has no ${row}`);
        return Number(found) / 100;
      };
      const of = Object.fromEntries(Object.entries(ROWS).map(([key, row]) => [key, share(row)])) as Omit<SpeedOfLight, "kernel">;
      return { kernel: /^void ([\w<>]+)/.exec(part)?.[1] ?? "", ...of };
    });
}

export const walksAtSpeedOfLight: readonly SpeedOfLight[] = speedsOfLight(printedFile("saxpy-benchmark", "h200-speed-of-light.txt"));

/** How near SAXPY comes to the peaks of an H200, by how many lanes stand side by side. */
export const speedOfLight = dataTable({
  label: "Speed of light of SAXPY's walks",
  measuredIn: ["programs/saxpy-benchmark/h200-speed-of-light.txt"],
  caption: "Shares of each unit's peak on an H200, as ncu prints them under “GPU Speed Of Light Throughput”.",
  rows: walksAtSpeedOfLight,
  columns: [
    { head: "lanes side by side", cell: ({ kernel }) => /\d+/.exec(kernel)?.[0] ?? "" },
    { head: "memory", cell: ({ memory }) => percent(memory) },
    { head: "DRAM", cell: ({ dram }) => percent(dram) },
    { head: "L2", cell: ({ l2 }) => percent(l2) },
    { head: "L1", cell: ({ l1 }) => percent(l1) },
    { head: "compute", cell: ({ compute }) => percent(compute) },
  ],
});
