import type { ProfiledHost } from "#cuda/host/profile-host.ts";
import type { HostLaunchProfile } from "#cuda/profile/profile-schema.ts";
import { count } from "#pictures/format.ts";
import { profileText } from "./profile-text.ts";

/** The source of a run of host code, for its messages. */
interface HostText {
  /** The text's file, as the user named it. */
  readonly file: string;
  readonly text: string;
  readonly device: string;
  /** The function that was run. */
  readonly entry: string;
}

/** The launches of a run for a terminal: a table of all, then the profile of each shown one. */
export function hostText({ launches, order }: ProfiledHost, shown: readonly HostLaunchProfile[], { entry, ...place }: HostText): string {
  const made = `${entry}() made ${launchCount(order.length)} on ${place.device}`;
  const pages = shown.map((launch) => {
    const { grid, block } = launch;
    return `Launch ${launch.number}: ${profileText(launch, { ...place, grid, block })}`;
  });
  const hidden = launches.length - shown.length;
  const more = hidden > 0 ? [`${count(hidden)} more of the table: --launch-number <#> shows one, --kernel <name> one of a kernel.\n`] : [];
  return [`${made}\n\n${launchTable(launches)}\n`, ...pages, ...more].join("\n");
}

/** 1 launch, 300 launches. */
export function launchCount(launches: number): string {
  return launches === 1 ? "1 launch" : `${count(launches)} launches`;
}

const HEADS = [
  "#",
  "times",
  "kernel",
  "grid",
  "block",
  "line",
  "global requests",
  "sectors (ideal)",
  "shared wavefronts (conflicts)",
  "findings",
];
const LEFT = new Set(["kernel"]);

function launchTable(launches: readonly HostLaunchProfile[]): string {
  const rows = [HEADS, ...launches.map(cellsOf)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (LEFT.has(HEADS[column]!) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf({ number, times, kernel, grid, block, line, totals, findings, furtherFindings, sample }: HostLaunchProfile): string[] {
  const global = Object.values(totals.global);
  const shared = Object.values(totals.shared);
  const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
  const wavefronts = sum(shared.map(({ wavefronts }) => wavefronts));
  return [
    count(number),
    count(times),
    sample ? `${kernel} (sample)` : kernel,
    grid.join(" × "),
    block.join(" × "),
    String(line),
    count(sum(global.map(({ requests }) => requests))),
    `${count(sum(global.map(({ sectors }) => sectors)))} (${count(sum(global.map(({ idealSectors }) => idealSectors)))})`,
    wavefronts === 0 ? "" : `${count(wavefronts)} (${count(sum(shared.map(({ bankConflicts }) => bankConflicts)))})`,
    count(findings.length + furtherFindings),
  ];
}
