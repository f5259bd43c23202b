import { pluralize } from "#pictures/format.ts";
import type { Judged, Metric, MetricName } from "../result.ts";

/** What an access costs in the largest case of a result, beside what it would cost at best. */
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

/** What an answer that passed shows, from its counts: "Each request of `write` touches 4 sectors, as few as any could." */
export function passedSentence(judged: Pick<Judged, "metrics">): string {
  const costs = accessCosts(judged);
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

function named(costs: readonly AccessCost[]): string {
  const names = costs.map(({ access }) => `\`${access}\``);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
