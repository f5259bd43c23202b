import type { Device } from "#simulator";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import { l1HitRate } from "#memory/memory-system.ts";
import type { KernelLaunch } from "../launch/launch.ts";
import type { LaunchResult, LaunchSample } from "../launch/run-launch.ts";
import type { ElementRanges } from "../machine/element-ranges.ts";
import type { LeftArray } from "../machine/findings.ts";
import {
  launchReport,
  reportLaunch,
  type AccessReport,
  type EndedLaunch,
  type FindingReport,
  type LaunchReport,
  type ProfileOptions,
} from "./launch-report.ts";
import type { LandingReport } from "./landing-order.ts";
import type { OrderedAccess } from "./remedies.ts";
import type { Remedy } from "./remedy.ts";
import type { LaunchWatch } from "./launch-watch.ts";
import { accessPatternWords } from "./pattern-words.ts";
import type { LaunchProfile, Profile, ProfiledAccess, ProfiledFinding } from "./profile-schema.ts";
import { bulkTotals, clusterTotals, globalTotals, localTotals, sharedTotals, totalsOf } from "./totals.ts";

/** A profile, and its run: arrays and memory. */
interface ProfiledLaunch {
  readonly profile: Profile;
  readonly result: LaunchResult;
}

/**
 * Runs a launch of a kernel of a text, and returns its profile, in the form of the schema coalesce/profile/v1.
 *
 * @throws SourceError at the place in the text that is not understood
 * @throws RangeError when the launch does not fit the text or the machine
 * @throws TooMuchWorkError when it exceeds its limit of steps
 * @throws StoppedError when `progress` stops it
 */
export function profileLaunch(text: string, launch: KernelLaunch, device: Device, options?: ProfileOptions): ProfiledLaunch {
  const { report, result } = reportLaunch(text, launch, device, options);
  return { profile: { schema: "coalesce/profile/v1", device: device.id, ...profileOf(launch.kernel, report) }, result };
}

/**
 * The profile of a launch that has ended.
 *
 * @param watch that has observed it
 * @throws StoppedError if it was stopped
 */
export function launchProfile(text: string, kernel: string, result: EndedLaunch, watch: LaunchWatch): LaunchProfile {
  return profileOf(kernel, launchReport(text, result, watch));
}

/** The profile of a launch with its report. */
export function profileOf(kernel: string, report: LaunchReport): LaunchProfile {
  return {
    kernel,
    status: report.status,
    totals: totalsOf(report.accesses),
    ...(report.costs && { memory: memoryOf(report.costs), time: timeOf(report.costs) }),
    ...(report.sample && { sample: sampleProfile(report.sample) }),
    accesses: report.accesses.map(accessOf),
    lines: report.lines.map(({ line, warps, lanes }) => ({ line, executions: warps, lanes })),
    findings: report.findings.map(findingProfile),
    ...remediesProfile(report.remedies),
    furtherFindings: report.furtherFindings,
    ...(report.error && { error: { ...report.error } }),
    printed: report.printed.map(({ text, thread, block }) => ({ text, thread: [...thread], block: [...block] })),
    furtherPrinted: report.furtherPrinted,
  };
}

function sampleProfile({ blocks, ofBlocks, isUniform, steps, smaller }: LaunchSample): NonNullable<LaunchProfile["sample"]> {
  return {
    blocks,
    ofBlocks,
    isUniform,
    steps,
    smaller: smaller.map(({ name, ...sizes }) => ({ ...(name !== undefined && { name }), ...sizes })),
  };
}

function memoryOf({ work: { memory } }: LaunchCosts): NonNullable<LaunchProfile["memory"]> {
  const { l2Sectors, l2Hits, dramReadBytes, dramWriteBytes } = memory;
  return {
    l1HitRate: l1HitRate(memory),
    l2HitRate: l2Sectors === 0 ? 0 : l2Hits / l2Sectors,
    l2Sectors,
    dramReadBytes,
    dramWriteBytes,
  };
}

function timeOf({ time: { microseconds, boundBy, parts } }: LaunchCosts): NonNullable<LaunchProfile["time"]> {
  return { microseconds, boundBy, parts: { ...parts } };
}

function accessOf(access: AccessReport): ProfiledAccess {
  const { line, column, text, op, bytesPerLane, counts, pattern } = access;
  const place = { line, column, source: text };
  const rest = {
    ...(access.isCopy && { isCopy: true as const }),
    ...(access.isProduct && { isProduct: true as const }),
    activeLanesPerRequest: counts.activeLanes / counts.requests,
    pattern: { kind: pattern.kind, ...accessPatternWords(access) },
  };
  switch (counts.space) {
    case "global":
      return { ...place, space: "global", op, bytesPerLane, ...globalTotals(counts), ...rest };
    case "shared":
      return {
        ...place,
        space: "shared",
        op: op === "reduction" ? "atomic" : op,
        bytesPerLane,
        ...sharedTotals(counts),
        ...(access.compiledRequests !== undefined && { compiledRequests: access.compiledRequests }),
        ...rest,
      };
    case "local":
      return { ...place, space: "local", op: op === "load" ? "load" : "store", bytesPerLane, ...localTotals(counts), ...rest };
    case "constant":
      return { ...place, space: "constant", op: "load", bytesPerLane, requests: counts.requests, ...rest };
    case "cluster":
      return { ...place, space: "cluster", op, bytesPerLane, ...clusterTotals(counts), ...rest };
    case "bulk":
      return { ...place, space: "bulk", op: op === "load" ? "load" : "store", bytesPerLane, ...bulkTotals(counts), ...rest };
  }
}

/** Remedies as a profile has them. */
export function remediesProfile(remedies: readonly Remedy[]): Pick<LaunchProfile, "remedies" | "remedy"> {
  const profiled = remedies.map(({ words, edits, ends, microseconds }) => ({
    words,
    insertions: edits.map((edit) => ({ ...edit })),
    ends: [...ends],
    ...(microseconds && { microseconds: { ...microseconds } }),
  }));
  const tried = profiled.find(({ microseconds }) => microseconds !== undefined);
  return { remedies: profiled, ...(tried?.microseconds && { remedy: { ...tried, microseconds: tried.microseconds } }) };
}

function orderOf({ kind, line, column, source, op, further }: OrderedAccess): NonNullable<ProfiledFinding["orders"]>[number] {
  return { kind, line, column, source, ...(op && { op }), further };
}

function elementsProfile({ array, ranges, count, of, areBytes }: ElementRanges): NonNullable<ProfiledFinding["storedTwice"]> {
  return { array, ranges: ranges.map(([first, last]) => [first, last]), count, of, ...(areBytes && { areBytes }) };
}

function arrayProfile({ name, given, index, length, lowest, highest }: LeftArray): NonNullable<ProfiledFinding["array"]> {
  return {
    name,
    ...(given !== undefined && { given }),
    index,
    length,
    ...(lowest !== undefined && { lowest }),
    ...(highest !== undefined && { highest }),
  };
}

function landingsProfile({ copies, waits, hangs }: LandingReport): NonNullable<ProfiledFinding["landings"]> {
  return { copies: copies.map((copy) => ({ ...copy, thread: [...copy.thread], block: [...copy.block] })), waits, hangs };
}

/** A finding as a profile has it. */
export function findingProfile(finding: FindingReport): ProfiledFinding {
  const { kind, line, column, thread, block, address, space, left, other, storedTwice, unwritten, orders, landings, message, further } =
    finding;
  return {
    kind,
    line,
    column,
    ...(thread && { thread: [...thread] }),
    ...(block && { block: [...block] }),
    ...(address !== undefined && { address }),
    ...(space !== undefined && { space }),
    ...(left && { array: arrayProfile(left) }),
    ...(other !== undefined && { other: { ...other, thread: [...other.thread], block: [...other.block] } }),
    ...(storedTwice && { storedTwice: elementsProfile(storedTwice) }),
    ...(unwritten && { unwritten: { ...elementsProfile(unwritten), line: unwritten.line, column: unwritten.column } }),
    ...(orders && { orders: orders.map(orderOf) }),
    ...(landings && { landings: landingsProfile(landings) }),
    message,
    further,
  };
}
