import { SECTOR_BYTES, type Device } from "#simulator";
import type { KernelLaunch } from "../launch/launch.ts";
import { launchedKernel } from "../launch/launched-kernel.ts";
import { runLaunch, type LaunchOptions, type LaunchResult } from "../launch/run-launch.ts";
import type { AccessSite } from "../machine/access-site.ts";
import type { Finding } from "../machine/findings.ts";
import type { SiteCounts } from "../machine/request-stream.ts";
import { compileProgram } from "../program/compile-program.ts";
import type { Span } from "../syntax/tree.ts";
import type { Pattern } from "./pattern.ts";
import { PatternSample } from "./pattern-sample.ts";
import { patternWords } from "./pattern-words.ts";
import type { LaunchProfile, Profile, ProfiledAccess, ProfiledFinding, ProfiledLine, Totals } from "./profile-schema.ts";

export type ProfileOptions = Omit<LaunchOptions, "device" | "observe">;

/** A profile, and the run that it is of: its arrays and its memory. */
export interface ProfiledLaunch {
  readonly profile: Profile;
  readonly result: LaunchResult;
}

/** What a launch leaves behind besides memory. */
export type EndedLaunch = Omit<LaunchResult, "arrays" | "memory">;

/** The kernel was stopped, by its `progress`, before it ended: there is nothing to say of it. */
export class StoppedError extends Error {
  constructor() {
    super("the kernel was stopped before it ended");
    this.name = "StoppedError";
  }
}

/**
 * Runs a launch of a kernel of a text, and says what it does to memory.
 *
 * @throws SourceError at the place in the text that is not understood
 * @throws RangeError when the launch does not fit the text or the machine
 * @throws TooMuchWorkError when it takes more steps than it may
 * @throws StoppedError when `progress` stops it
 */
export function profileLaunch(text: string, launch: KernelLaunch, device: Device, options: ProfileOptions = {}): ProfiledLaunch {
  const { file, name, templateArguments } = launchedKernel(text, launch.kernel);
  const kernel = compileProgram(file, name, templateArguments);
  const sample = new PatternSample(kernel.program.sites, device);
  const result = runLaunch(kernel, launch, { ...options, device, observe: sample.observe });
  return { profile: { schema: "coalesce/profile/v1", device: device.id, ...launchProfile(text, launch.kernel, result, sample) }, result };
}

/**
 * What is said of a launch that has ended.
 *
 * @param sample that has observed it
 * @throws StoppedError if it was stopped
 */
export function launchProfile(text: string, kernel: string, result: EndedLaunch, sample: PatternSample): LaunchProfile {
  if (result.status === "stopped") throw new StoppedError();
  const places = new Places(text);
  const accesses = accessesOf(result, sample, places);
  return {
    kernel,
    status: result.status,
    totals: totalsOf(accesses.map(({ summed }) => summed)),
    accesses: accesses.map(({ access }) => access),
    lines: linesOf(result, places),
    findings: result.findings.map((finding) => findingOf(finding, places)),
    furtherFindings: result.furtherFindings,
    printed: result.printed.map(({ text: printed, thread, block }) => ({ text: printed, thread: [...thread], block: [...block] })),
    furtherPrinted: result.furtherPrinted,
  };
}

/** Finds line and column of an offset in a text. */
class Places {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  at(offset: number): { line: number; column: number } {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.#starts[low]! + 1 };
  }

  source({ from, to }: Span): string {
    return this.#text.slice(from, to);
  }
}

/** The requests of one access of the text: of every place where the compiler put it, in one space. */
interface SummedAccess {
  readonly site: AccessSite;
  readonly op: ProfiledAccess["op"];
  readonly counts: SiteCounts;
  readonly patterns: readonly WeighedPattern[];
}

interface WeighedPattern {
  readonly pattern: Pattern;
  /** What the site costs more than it must, then its requests. */
  readonly excess: number;
  readonly requests: number;
}

function accessesOf(result: EndedLaunch, sample: PatternSample, places: Places): { summed: SummedAccess; access: ProfiledAccess }[] {
  const misaligned = new Set(result.findings.filter(({ kind }) => kind === "misaligned").map(({ site }) => site));
  const accesses = new Map<string, SummedAccess>();
  for (const { site, counts } of result.sites) {
    for (const own of counts) {
      // Shared memory has one instruction for both.
      const op = own.space === "shared" && site.op === "reduction" ? "atomic" : site.op;
      const key = [site.span.from, site.span.to, own.space, op, site.bytesPerLane].join();
      const known = accesses.get(key);
      const pattern: Pattern = misaligned.has(site.number) ? { kind: "misaligned-vector" } : sample.pattern(site.number, own);
      accesses.set(key, {
        site,
        op,
        counts: known ? sumOf(known.counts, own) : own,
        patterns: [...(known?.patterns ?? []), { pattern, excess: excessOf(own), requests: own.requests }],
      });
    }
  }
  return [...accesses.values()]
    .sort(({ site: a }, { site: b }) => a.span.from - b.span.from || a.span.to - b.span.to || a.number - b.number)
    .map((summed) => ({ summed, access: accessOf(summed, places) }));
}

function accessOf({ site, op, counts, patterns }: SummedAccess, places: Places): ProfiledAccess {
  const [{ pattern }] = [...patterns].sort((a, b) => b.excess - a.excess || b.requests - a.requests) as [WeighedPattern];
  const head = { ...places.at(site.span.from), source: places.source(site.span) };
  const { bytesPerLane } = site;
  const tail = {
    activeLanesPerRequest: counts.activeLanes / counts.requests,
    pattern: { kind: pattern.kind, ...patternWords(pattern, site.op) },
  };
  switch (counts.space) {
    case "global":
      return { ...head, space: "global", op, bytesPerLane, ...globalCountsOf(counts), ...tail };
    case "shared":
      return { ...head, space: "shared", op: op === "reduction" ? "atomic" : op, bytesPerLane, ...sharedCountsOf(counts), ...tail };
    case "local":
      return { ...head, space: "local", op: op === "load" ? "load" : "store", bytesPerLane, ...localCountsOf(counts), ...tail };
    case "constant":
      return { ...head, space: "constant", op: "load", bytesPerLane, requests: counts.requests, ...tail };
  }
}

type CountsOf<Space extends SiteCounts["space"]> = Extract<SiteCounts, { space: Space }>;

function globalCountsOf({
  requests,
  sectors,
  idealSectors,
  usefulBytes,
  cacheLines,
  tagWavefronts,
}: CountsOf<"global">): Totals["global"]["load"] {
  return {
    requests,
    sectors,
    idealSectors,
    sectorsPerRequest: requests === 0 ? 0 : sectors / requests,
    efficiency: sectors === 0 ? 1 : usefulBytes / (sectors * SECTOR_BYTES),
    cacheLines,
    tagWavefronts,
  };
}

function sharedCountsOf({ requests, wavefronts, bankConflicts, conflictDegree }: CountsOf<"shared">): Totals["shared"]["load"] {
  return { requests, wavefronts, bankConflicts, conflictDegree };
}

function localCountsOf({ requests, sectors, idealSectors }: CountsOf<"local">): Totals["local"]["load"] {
  return { requests, sectors, idealSectors };
}

function excessOf(counts: SiteCounts): number {
  switch (counts.space) {
    case "global":
    case "local":
      return counts.sectors - counts.idealSectors;
    case "shared":
      return counts.bankConflicts;
    case "constant":
      return 0;
  }
}

/** Adds the counts of two sites in the same space. */
function sumOf<Counts extends object>(a: Counts, b: object): Counts {
  const sum = { ...a } as Record<string, unknown>;
  for (const [name, value] of Object.entries(b) as [string, unknown][]) {
    const own = sum[name];
    if (own === undefined) sum[name] = value;
    else if (typeof own === "number") sum[name] = name === "conflictDegree" ? Math.max(own, Number(value)) : own + Number(value);
  }
  return sum as Counts;
}

const NO_GLOBAL: CountsOf<"global"> = {
  space: "global",
  activeLanes: 0,
  requests: 0,
  sectors: 0,
  idealSectors: 0,
  cacheLines: 0,
  tagWavefronts: 0,
  usefulBytes: 0,
  dramReadBytes: 0,
  dramWriteBytes: 0,
};
const NO_SHARED: CountsOf<"shared"> = {
  space: "shared",
  activeLanes: 0,
  requests: 0,
  wavefronts: 0,
  groups: 0,
  bankConflicts: 0,
  conflictDegree: 0,
};
const NO_LOCAL: CountsOf<"local"> = { space: "local", activeLanes: 0, requests: 0, sectors: 0, idealSectors: 0 };
const NO_CONSTANT: CountsOf<"constant"> = { space: "constant", activeLanes: 0, requests: 0 };

function totalsOf(accesses: readonly SummedAccess[]): Totals {
  function total<Counts extends SiteCounts>(none: Counts, wanted: ProfiledAccess["op"]): Counts {
    return accesses
      .filter(({ op, counts }) => op === wanted && counts.space === none.space)
      .reduce((sum, { counts }) => sumOf(sum, counts), none);
  }
  const global = (op: ProfiledAccess["op"]): Totals["global"]["load"] => globalCountsOf(total(NO_GLOBAL, op));
  const shared = (op: ProfiledAccess["op"]): Totals["shared"]["load"] => sharedCountsOf(total(NO_SHARED, op));
  const local = (op: ProfiledAccess["op"]): Totals["local"]["load"] => localCountsOf(total(NO_LOCAL, op));
  return {
    global: { load: global("load"), store: global("store"), reduction: global("reduction"), atomic: global("atomic") },
    shared: { load: shared("load"), store: shared("store"), atomic: shared("atomic") },
    local: { load: local("load"), store: local("store") },
    constant: { load: { requests: total(NO_CONSTANT, "load").requests } },
  };
}

/** Of the steps of a line, the one that was executed most often. */
function linesOf({ executions }: EndedLaunch, places: Places): ProfiledLine[] {
  const lines = new Map<number, ProfiledLine>();
  for (const { steps, warps, lanes } of executions) {
    if (warps === 0) continue;
    for (const { span } of steps) {
      const { line } = places.at(span.from);
      const known = lines.get(line);
      if (!known || warps > known.executions || (warps === known.executions && lanes > known.lanes))
        lines.set(line, { line, executions: warps, lanes });
    }
  }
  return [...lines.values()].sort((a, b) => a.line - b.line);
}

function findingOf({ kind, span, thread, block, address, space, other, message, further }: Finding, places: Places): ProfiledFinding {
  return {
    kind,
    ...places.at(span.from),
    thread: [...thread],
    block: [...block],
    ...(address !== undefined && { address }),
    ...(space !== undefined && { space }),
    ...(other !== undefined && { other: { thread: [...other.thread], block: [...other.block] } }),
    message,
    further,
  };
}
