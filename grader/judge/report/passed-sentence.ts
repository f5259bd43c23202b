import { count, pluralize } from "#pictures/format.ts";
import type { ComparedAccess, ComparedCase, Comparison, Counts } from "../comparison.ts";
import type { Judged, Metric, MetricName } from "../result.ts";

/** The cost of an access in the largest case of a result, beside its ideal. */
export interface AccessCost {
  readonly access: string;
  readonly metric: "sectorsPerRequest" | "bankConflicts";
  readonly value: number;
  readonly ideal: number;
}

/** The costs of all accesses in the last case that was run: the one at full size, if the small ones are right. */
export function accessCosts({ metrics }: Pick<Judged, "metrics">): AccessCost[] {
  const last = metrics.at(-1)?.case;
  const accesses = Map.groupBy(
    metrics.filter((metric) => metric.case === last),
    ({ access }) => access,
  );
  return [...accesses].flatMap(([access, ofAccess]) => costOf(access, ofAccess) ?? []);
}

function costOf(access: string, metrics: readonly Metric[]): AccessCost | undefined {
  const value = (name: MetricName): number | undefined => metrics.find((metric) => metric.name === name)?.value;
  const conflicts = value("bankConflicts");
  if (conflicts !== undefined) return { access, metric: "bankConflicts", value: conflicts, ideal: 0 };
  const [sectorsPerRequest, idealSectors, requests] = [value("sectorsPerRequest"), value("idealSectors"), value("requests")];
  if (sectorsPerRequest === undefined || idealSectors === undefined || !requests) return undefined;
  return { access, metric: "sectorsPerRequest", value: sectorsPerRequest, ideal: idealSectors / requests };
}

/** The achievement of an answer that passed, from its counts: "Each request of `write` touches 4 sectors, as few as any could." */
export function passedSentence(costs: readonly AccessCost[]): string {
  const global = Map.groupBy(
    costs.filter(({ metric }) => metric === "sectorsPerRequest"),
    ({ value, ideal }) => `${rounded(value)} of ${rounded(ideal)}`,
  );
  const sectors = [...global.values()].map((alike) => sectorsSentence(alike));
  const free = costs.filter(({ metric, value }) => metric === "bankConflicts" && value === 0);
  const conflicting = costs.filter(({ metric, value }) => metric === "bankConflicts" && value > 0);
  return [
    ...sectors,
    ...(free.length > 0 ? [`${named(free)} ${free.length === 1 ? "meets" : "meet"} no bank conflict.`] : []),
    ...conflicting.map(({ access, value }) => `\`${access}\` meets ${pluralize(value, "bank conflict")}.`),
  ].join(" ");
}

function sectorsSentence(alike: readonly AccessCost[]): string {
  const [{ value, ideal } = { value: 0, ideal: 0 }] = alike;
  const what = `Each request of ${named(alike)} touches ${pluralize(rounded(value), "sector")}`;
  const average = Number.isInteger(rounded(value)) ? "" : " on average";
  return rounded(value) <= rounded(ideal)
    ? `${what}${average}, as few as any could.`
    : `${what}${average}; ${rounded(ideal)} would be the fewest.`;
}

function named(costs: readonly Pick<AccessCost, "access">[]): string {
  const names = costs.map(({ access }) => `\`${access}\``);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The achievement of a learner's answer beside the naive version, in its own numbers: "`read` and `write` move 4 sectors per request
 * instead of 32, in every case." Undefined if no cost fell.
 */
export function achievedSentence({ cases, change, isOtherRight }: Comparison): string | undefined {
  const largest = cases.at(-1);
  const changed = largest?.accesses.find(({ access }) => access === change?.access);
  if (largest === undefined || changed === undefined || change === undefined || !isOtherRight || change.changedIn === "place")
    return undefined;
  if (change.changedIn === "requests") {
    const alike = largest.accesses.filter(
      (one) => one.own.requests === changed.own.requests && one.other.requests === changed.other.requests,
    );
    return `${named(alike)} ${alike.length === 1 ? "makes" : "make"} ${count(changed.own.requests)} requests instead of ${count(changed.other.requests)}${alsoCarry(changed)}.`;
  }
  const alike = largest.accesses.filter(
    (one) => one.space === changed.space && spelled(one.own) === spelled(changed.own) && spelled(one.other) === spelled(changed.other),
  );
  const unit = changed.space === "global" ? "sector" : "wavefront";
  const verb = changed.space === "global" ? "move" : "take";
  const numbers =
    changed.own.requests === changed.other.requests
      ? perRequestNumbers(cases, changed, unit)
      : `${pluralize(changed.own.moved, unit)} instead of ${count(changed.other.moved)}`;
  const dearer = largest.accesses.filter((one) => one.own.moved > 1.02 * one.other.moved);
  return [
    `${named(alike)} ${alike.length === 1 ? `${verb}s` : verb} ${numbers}.`,
    ...dearer.map((one) => `\`${one.access}\` pays for it: ${spelled(one.own)} instead of ${spelled(one.other)}.`),
  ].join(" ");
}

/** The numbers of the largest case; or of every case, if none costs more. The naive version's costs may differ from case to case. */
function perRequestNumbers(cases: readonly ComparedCase[], changed: ComparedAccess, unit: string): string {
  const own = `${pluralize(perRequest(changed.own), unit)} per request`;
  if (!cases.every((one) => isNoWorse(one, changed))) return `${own} instead of ${spelled(changed.other)}`;
  const others = cases.flatMap(({ accesses }) =>
    accesses.filter(({ access }) => access === changed.access).map(({ other }) => perRequest(other)),
  );
  const most = Math.max(...others);
  return others.every((one) => one === most)
    ? `${own} instead of ${count(most)}, in every case`
    : `${own} in every case, instead of up to ${count(most)} as in a costlier version`;
}

/** Fewer requests for the same sectors: each has more of them. */
function alsoCarry({ own, other }: ComparedAccess): string {
  return own.moved === other.moved ? `, each for ${rounded(other.requests / own.requests)} times as many sectors` : "";
}

function perRequest({ moved, requests }: Counts): number {
  return requests === 0 ? 0 : rounded(moved / requests);
}

function spelled(counts: Counts): string {
  return count(perRequest(counts));
}

/** In a smaller case, too, the access moves no more per request. */
function isNoWorse({ accesses }: ComparedCase, { access, own }: ComparedAccess): boolean {
  const here = accesses.find((one) => one.access === access);
  return here === undefined || perRequest(here.own) <= perRequest(own);
}
