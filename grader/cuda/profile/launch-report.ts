import type { AccessWidth, Device } from "#simulator";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import { errorOfFault, type CudaError } from "../launch/cuda-error.ts";
import type { KernelLaunch } from "../launch/launch.ts";
import { compileLaunched } from "../launch/launched-kernel.ts";
import type { PrintedLine } from "../launch/printer.ts";
import { runLaunch, type LaunchOptions, type LaunchResult, type LaunchSample } from "../launch/run-launch.ts";
import type { SiteOp } from "../ir/access-site.ts";
import { rangeWords, type ElementRanges } from "../machine/element-ranges.ts";
import type { Coordinates, Finding } from "../machine/findings.ts";
import type { SiteCounts } from "../machine/request-stream.ts";
import type { Pattern } from "./pattern.ts";
import { LaunchWatch } from "./launch-watch.ts";
import type { SharedChange } from "./shared-layout.ts";
import { lanesOf as fullLanesOf } from "./pattern-sample.ts";
import { isTried, type Trial, type TriedSite } from "./trial.ts";
import { excessOf } from "./excess.ts";
import type { LandingReport } from "./landing-order.ts";
import { Places } from "./places.ts";
import { MOST_REPEATED_STEPS, RaceEnds, type OtherAccess } from "./race-ends.ts";
import { treatedFindings, type OrderedAccess } from "./remedies.ts";
import type { Remedy } from "./remedy.ts";
import { RemedyTrials, lanesOf, triedRun } from "./remedy-trials.ts";

/**
 * The report of a launch, as plain data: counts and patterns of each access of the text, findings, and how often each line was executed.
 */
export interface LaunchReport {
  readonly status: "done" | "assertion" | "deadlock";
  /** Accesses that were made at least once, in the order of the text. */
  readonly accesses: readonly AccessReport[];
  readonly findings: readonly FindingReport[];
  /** Findings at places beyond the first `MAX_FINDINGS`. */
  readonly furtherFindings: number;
  /** The error that a program gets of the launch on a GPU, if a fault ends it there. */
  readonly error?: CudaError;
  /** Remedies for the findings, as far as they are known. */
  readonly remedies: readonly Remedy[];
  /** Lines that were executed, in the order of the text. */
  readonly lines: readonly LineReport[];
  /** Steps of warps, as the limit counts them. */
  readonly steps: number;
  readonly printed: readonly PrintedLine[];
  readonly furtherPrinted: number;
  /** Traffic past L1, with caches that start cold, and the estimated duration; undefined for a sample, which says nothing of them. */
  readonly costs?: LaunchCosts;
  /** The blocks that were run of a launch that was too large to be run whole. Counts are scaled to all blocks, findings are as they were found. */
  readonly sample?: LaunchSample;
}

/** An access of the text: the requests to one memory of all the sites that were compiled from it. */
export interface AccessReport {
  /** Numbers of its access sites. */
  readonly sites: readonly number[];
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The expression as written, or the instruction of an `asm`, on one line. */
  readonly text: string;
  /** Shared memory has one instruction for reductions and atomics: there, both are atomics. */
  readonly op: SiteOp;
  /** Whether it is a side of a `cp.async`: a load from global memory, or a store to shared memory that the counters of stores don't count. */
  readonly isCopy?: true;
  /** Whether it is the reads of a product of a warpgroup. */
  readonly isProduct?: true;
  /** Whether it is an `ldmatrix` or `stmatrix`, whose lanes access rows of matrices. */
  readonly isMatrix?: true;
  /** Whether it is `load_matrix_sync` or `store_matrix_sync`. */
  readonly isFragment?: true;
  readonly bytesPerLane: AccessWidth;
  readonly counts: SiteCounts;
  /** Requests that are left of loads from shared memory that a compiler combines into wider ones, by estimate. */
  readonly compiledRequests?: number;
  /** The pattern that most of its excess comes from. */
  readonly pattern: Pattern;
  /** The best of the changes that were tried on the requests to a costly access's array. */
  readonly trial?: ArrayTrial;
  /** Whether its index is computed from what each lane has loaded. */
  readonly isIndexLoaded?: true;
  /** The share of the launch's requests that full warps would save here: 0 where all 32 lanes are active, or one moves what a warp has found. */
  readonly idleShare: number;
}

/** A trial with the accesses of the text that the change is about, in their order. */
export type ArrayTrial = (
  | (Omit<Extract<Trial, { space: "shared" }>, "sites" | "swizzle"> & {
      readonly swizzle?: { readonly change: SharedChange; readonly accesses: readonly TriedAccess[] };
    })
  | Omit<Extract<Trial, { space: "global" }>, "sites">
) & {
  readonly accesses: readonly TriedAccess[];
  /** Whether the requests were a sample that differs from the rest: its costs are not quite those of the launch. */
  readonly isRough: boolean;
};

/** The most by which a sample differs that stands for all. */
const ROUGH_SHARE = 1 / 50;

/** An access's wavefronts or sectors per request, as it is and with the change. */
export interface TriedAccess {
  readonly line: number;
  readonly column: number;
  readonly op: SiteOp;
  readonly before: number;
  readonly after: number;
  /** Requests that are left for each one now: wider loads need fewer. */
  readonly requestsLeft: number;
  /** Of copies past L1 into an array in shared memory: their sectors per request, as it is and with the change. */
  readonly sectors?: { readonly before: number; readonly after: number };
}

export interface FindingReport extends Omit<Finding, "other" | "thread" | "block" | "landings"> {
  /** Undefined, as is the block, for elements that no thread has written. */
  readonly thread?: Coordinates;
  readonly block?: Coordinates;
  /** That the program takes and nothing has written. */
  readonly unwritten?: UnwrittenReport;
  /** The order of a launch's copies with which it hangs, if it ends with another. */
  readonly landings?: LandingReport;
  /** The other thread of a race, and the place of its access, if that is known. */
  readonly other: OtherAccess | undefined;
  /** Accesses that the same missing barrier would order, or the other end of a race between blocks. */
  readonly orders?: readonly OrderedAccess[];
  readonly line: number;
  readonly column: number;
  /** The text there, as written. */
  readonly text: string;
  /** The width of the access; undefined for a barrier. */
  readonly bytesPerLane: AccessWidth | undefined;
  readonly op: SiteOp | undefined;
}

/** Elements that nothing has written, and where the program takes them: by a copy to the host, or a read of managed memory. */
export interface UnwrittenReport extends ElementRanges {
  readonly line: number;
  readonly column: number;
}

/** How often a line of the text was executed: as often as the step of it that was executed most often. */
interface LineReport {
  readonly line: number;
  /** Times that a warp executed it. */
  readonly warps: number;
  /** Active lanes, in total. */
  readonly lanes: number;
}

export type ProfileOptions = Omit<LaunchOptions, "device" | "observe">;

/** A launch's results besides memory. */
export type EndedLaunch = Omit<LaunchResult, "arrays" | "memory">;

/** The report of a launch, and the run itself: its arrays and its memory. */
interface ReportedLaunch {
  readonly report: LaunchReport;
  readonly result: LaunchResult;
}

/** `progress` stopped the kernel before it ended: there is no report. */
export class StoppedError extends Error {
  constructor() {
    super("the kernel was stopped before it ended");
    this.name = "StoppedError";
  }
}

/**
 * Runs a launch of a kernel of a text, and reports it.
 *
 * @param kernel of the launch, if the caller has compiled it already
 * @throws SourceError at the place in the text that is not understood
 * @throws RangeError when the launch does not fit the text or the machine
 * @throws TooMuchWorkError when it exceeds its limit of steps
 * @throws StoppedError when `progress` stops it
 */
export function reportLaunch(
  text: string,
  launch: KernelLaunch,
  device: Device,
  options: ProfileOptions = {},
  kernel = compileLaunched(text, launch.kernel),
): ReportedLaunch {
  const { program } = kernel;
  const watch = new LaunchWatch(program, device);
  const result = runLaunch(kernel, launch, { ...options, device, observe: watch.observe });
  const plain = launchReport(text, result, watch);
  const report = { ...plain, findings: plain.findings.map(withElements) };
  if (result.findings.length === 0) return { report, result };
  const ends = new RaceEnds(result.findings, program.sites);
  if (!ends.isEmpty && result.steps <= MOST_REPEATED_STEPS) {
    const { status } = runLaunch(kernel, launch, { ...options, device, observe: ends.observe });
    if (status === "stopped") return { report, result };
  }
  const before = { findings: result.findings, microseconds: report.costs?.time.microseconds ?? 0, lanes: lanesOf(text, result.sites) };
  const trials = new RemedyTrials(before, {
    // Trials compare times, which a sample doesn't have.
    steps: result.sample ? Infinity : result.steps,
    text,
    block: launch.block,
    run: (changed) => {
      const tried = compileLaunched(changed, launch.kernel);
      const watching = new LaunchWatch(tried.program, device);
      const ended = runLaunch(tried, launch, { ...options, device, observe: watching.observe });
      return triedRun(changed, ended, watching);
    },
  });
  const { findings, remedies } = treatedFindings(plain.findings, ends, trials);
  return { report: { ...report, findings: findings.map(withElements), remedies }, result };
}

/**
 * The report of a launch that has ended.
 *
 * @param watch that has observed it
 * @throws StoppedError if it was stopped
 */
export function launchReport(text: string, result: EndedLaunch, watch: LaunchWatch): LaunchReport {
  if (result.status === "stopped") throw new StoppedError();
  const places = new Places(text);
  return {
    status: result.status,
    accesses: accessesOf(result, watch, places),
    findings: result.findings.map((finding) => findingOf(finding, result, places)),
    furtherFindings: result.furtherFindings,
    ...(result.fault && { error: errorOfFault(result.fault) }),
    remedies: [],
    lines: linesOf(result, places),
    steps: result.steps,
    printed: result.printed,
    furtherPrinted: result.furtherPrinted,
    ...(result.sample ? { sample: result.sample } : { costs: watch.costs(result.sites, result.executions) }),
  };
}

/** The running sums of one access of the text. */
interface SummedAccess extends Omit<AccessReport, "pattern" | "idleShare" | "compiledRequests"> {
  readonly compiledRequests: number;
  /** Lanes that a full warp has active: fewer where an instruction takes fewer addresses. */
  readonly fullLanes: number;
  readonly from: number;
  readonly to: number;
  /** For each site. */
  readonly patterns: readonly { readonly pattern: Pattern; readonly excess: number; readonly requests: number }[];
}

function accessesOf(result: EndedLaunch, watch: LaunchWatch, places: Places): AccessReport[] {
  const misaligned = new Set(result.findings.filter(({ kind }) => kind === "misaligned").map(({ site }) => site));
  const accesses = new Map<string, SummedAccess>();
  for (const { site, counts } of result.sites) {
    const { number, span, bytesPerLane } = site;
    for (const own of counts) {
      const op = own.space === "shared" && site.op === "reduction" ? "atomic" : site.op;
      const key = [span.from, span.to, own.space, op, bytesPerLane, site.copy, site.isProduct].join();
      const known = accesses.get(key);
      const pattern: Pattern = misaligned.has(number) ? { kind: "misaligned-vector" } : watch.pattern(number, own);
      accesses.set(key, {
        sites: [...(known?.sites ?? []), number],
        ...places.at(span.from),
        text: places.oneLine(span),
        op,
        ...(site.copy && { isCopy: true }),
        ...(site.isProduct && { isProduct: true }),
        ...(site.matrices !== undefined && { isMatrix: true }),
        ...(site.isOfFragment && { isFragment: true }),
        bytesPerLane,
        counts: known ? addedCounts(known.counts, own) : own,
        compiledRequests: (known?.compiledRequests ?? 0) + own.requests / (own.space === "shared" ? watch.joinedLoads(number) : 1),
        fullLanes: fullLanesOf(site),
        from: span.from,
        to: span.to,
        patterns: [...(known?.patterns ?? []), { pattern, excess: excessOf(own), requests: own.requests }],
      });
    }
  }
  const inOrder = [...accesses.values()].sort((a, b) => a.from - b.from || a.to - b.to || a.sites[0]! - b.sites[0]!);
  const requests = inOrder.reduce((sum, { counts }) => sum + counts.requests, 0);
  return inOrder.map(({ from: _from, to: _to, patterns, compiledRequests, fullLanes, ...access }) => {
    const [heaviest] = patterns.toSorted((a, b) => b.excess - a.excess || b.requests - a.requests);
    const { pattern } = heaviest!;
    const trial = trialOf(access, pattern, watch);
    const isIndexLoaded = trial?.space === "global" && !trial.change && access.sites.every((site) => watch.isIndexLoaded(site));
    const { counts } = access;
    const idleShare =
      counts.space === "bulk" || watch.isOncePerWarp(counts) ? 0 : (counts.requests - counts.activeLanes / fullLanes) / requests;
    const compiled = compiledRequests < access.counts.requests && { compiledRequests: Math.ceil(compiledRequests) };
    return {
      ...access,
      ...compiled,
      pattern,
      idleShare,
      ...(trial && { trial: arrayTrial(trial, inOrder) }),
      ...(isIndexLoaded && { isIndexLoaded }),
    };
  });
}

function trialOf(
  access: Pick<AccessReport, "op" | "counts" | "sites" | "isFragment" | "bytesPerLane">,
  pattern: Pattern,
  watch: LaunchWatch,
): Trial | undefined {
  const { op, counts, sites, isFragment } = access;
  if (isFragment && op === "load" && counts.space === "global") return watch.staged(sites);
  return isTried(pattern, op, counts) ? watch.trial(access) : undefined;
}

function arrayTrial(trial: Trial, accesses: readonly SummedAccess[]): ArrayTrial {
  const { accesses: tried, isRough } = triedAccesses(trial.sites, trial.space, accesses);
  if (trial.space === "global") {
    const { sites: _sites, ...rest } = trial;
    return { ...rest, accesses: tried, isRough };
  }
  const { sites: _sites, swizzle, ...rest } = trial;
  const swizzled = swizzle && { change: swizzle.change, accesses: triedAccesses(swizzle.sites, trial.space, accesses).accesses };
  return { ...rest, ...(swizzled && { swizzle: swizzled }), accesses: tried, isRough };
}

function triedAccesses(
  sites: readonly TriedSite[],
  space: Trial["space"],
  accesses: readonly SummedAccess[],
): Pick<ArrayTrial, "accesses" | "isRough"> {
  let isRough = false;
  const tried = accesses.flatMap(({ line, column, op, counts, sites: own }) => {
    const parts = counts.space === space ? sites.filter(({ site }) => own.includes(site)) : [];
    const sum = (count: (part: TriedSite) => number): number => parts.reduce((total, part) => total + count(part), 0);
    const requests = sum((part) => part.requests);
    if (requests === 0) return [];
    const requestsAfter = sum((part) => part.requestsAfter);
    const exact = counts.space === "shared" ? counts.wavefronts : counts.space === "global" ? counts.sectors : 0;
    isRough ||= Math.abs(sum(({ before }) => before) / requests / (exact / counts.requests) - 1) > ROUGH_SHARE;
    return [
      {
        line,
        column,
        op,
        before: sum(({ before }) => before) / requests,
        after: sum(({ after }) => after) / requestsAfter,
        requestsLeft: requestsAfter / requests,
        ...(parts.some(({ sectors }) => sectors) && {
          sectors: {
            before: sum(({ sectors }) => sectors?.before ?? 0) / requests,
            after: sum(({ sectors }) => sectors?.after ?? 0) / requests,
          },
        }),
      },
    ];
  });
  return { accesses: tried, isRough };
}

/** The counts of two accesses to the same memory added up; the conflict degree is the larger one. */
export function addedCounts<Counts extends object>(one: Counts, other: object): Counts {
  const sum = { ...one } as Record<string, unknown>;
  for (const [name, value] of Object.entries(other) as [string, unknown][]) {
    const own = sum[name];
    if (own === undefined) sum[name] = value;
    else if (typeof own === "number") sum[name] = name === "conflictDegree" ? Math.max(own, Number(value)) : own + Number(value);
  }
  return sum as Counts;
}

function findingOf(finding: Finding, { sites }: EndedLaunch, places: Places): FindingReport {
  const site = finding.site === undefined ? undefined : sites[finding.site]?.site;
  const { landings, ...plain } = finding;
  const { from } = finding.span;
  const other = finding.other && { thread: finding.other.thread, block: finding.other.block };
  const { storedTwice } = finding;
  // The message names the first of them.
  const twice = storedTwice && storedTwice.count > 1 ? ` Two threads or more write ${rangeWords(storedTwice)}.` : "";
  const copies = landings?.copies.map(({ span, ...copy }) => ({ ...copy, ...places.at(span.from) }));
  const order = copies?.map(({ copy, line }) => `copy ${copy} (line ${line})`);
  const message = `${finding.message}${twice}${order ? ` Copies land in this order: ${order.join(", ")}.` : ""}`;
  return {
    ...plain,
    message,
    other,
    ...(landings && copies && { landings: { ...landings, copies } }),
    ...places.at(from),
    text: places.text(finding.span),
    bytesPerLane: site?.bytesPerLane,
    op: site?.op,
  };
}

/** A finding whose message names all elements that two threads store to, and not only the first. */
export function withElements<Found extends Pick<FindingReport, "message"> & { readonly storedTwice?: Finding["storedTwice"] | undefined }>(
  finding: Found,
): Found {
  const { message, storedTwice } = finding;
  if (storedTwice === undefined || storedTwice.count === 1) return finding;
  return { ...finding, message: `${message} Two threads or more write ${rangeWords(storedTwice)}.` };
}

function linesOf({ executions }: EndedLaunch, places: Places): LineReport[] {
  const lines = new Map<number, LineReport>();
  for (const { steps, warps, lanes } of executions) {
    if (warps === 0) continue;
    for (const { span } of steps) {
      const { line } = places.at(span.from);
      const known = lines.get(line);
      if (!known || warps > known.warps || (warps === known.warps && lanes > known.lanes)) lines.set(line, { line, warps, lanes });
    }
  }
  return [...lines.values()].sort((a, b) => a.line - b.line);
}
