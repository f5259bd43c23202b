import { count } from "#pictures/format.ts";
import type { SiteOp } from "../ir/access-site.ts";
import type { Finding } from "../machine/findings.ts";
import type { FindingKind } from "../errors/findings.ts";
import { allocationRemedies } from "./allocation-remedy.ts";
import { alignmentRemedies } from "./alignment-remedy.ts";
import { guardRemedies } from "./guard-remedy.ts";
import { hoistRemedies } from "./hoist-remedy.ts";
import { initialRemedies } from "./initial-remedy.ts";
import type { RaceEnds } from "./race-ends.ts";
import { raceRemedies } from "./race-remedy.ts";
import { listed, type Remedy } from "./remedy.ts";
import type { RemedyTrials } from "./remedy-trials.ts";
import { isSameSpan } from "./source-path.ts";

/** An access of a finding that another finding tells of: the same change ends both. */
export interface OrderedAccess {
  readonly kind: FindingKind;
  readonly line: number;
  readonly column: number;
  /** As written. */
  readonly source: string;
  readonly op?: SiteOp | undefined;
  readonly further: number;
}

/** A finding as reports have it. */
export interface ReportedFinding {
  readonly kind: FindingKind;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly further: number;
  readonly orders?: readonly OrderedAccess[] | undefined;
}

/** The findings whose remedies are looked for, once the races are known. */
const REMEDIES: readonly (readonly [kind: FindingKind, remediesOf: (numbers: readonly number[], trials: RemedyTrials) => Remedy[]])[] = [
  ["uninitialized", initialRemedies],
  ["misaligned", alignmentRemedies],
  ["divergent-barrier", hoistRemedies],
];

/** Findings, each told once, and what to do about them. */
export interface TreatedFindings<Found> {
  readonly findings: readonly Found[];
  /** Their `ends` are positions in `findings`. */
  readonly remedies: readonly Remedy[];
}

/**
 * The findings of a launch with both ends of its races, with those that one missing barrier would order as one, and with remedies.
 *
 * @param reported the launch's findings, one for each of `trials.before`
 */
export function treatedFindings<Found extends ReportedFinding>(
  reported: readonly Found[],
  ends: RaceEnds,
  trials: RemedyTrials,
): TreatedFindings<Found> {
  const named = ends.named(reported, trials.places, trials.file);
  const remedies: Remedy[] = [];
  const isEnded = (number: number): boolean => remedies.some((remedy) => remedy.microseconds !== undefined && remedy.ends.includes(number));
  // What is out of bounds may race, too, and with it gone, it doesn't.
  remedies.push(...remediesOfKind(["out-of-bounds"], allocationRemedies));
  remedies.push(...remediesOfKind(["out-of-bounds", "out-of-row"], guardRemedies));
  const { remedies: ofRaces, groups } = raceRemedies(ends.known, isEnded, trials);
  remedies.push(...ofRaces);
  for (const [kind, remediesOf] of REMEDIES) remedies.push(...remediesOfKind([kind], remediesOf));
  const joined = new Map(
    groups.flatMap((group) => (group.length > 1 ? group.map((number) => [number, group.toSorted((a, b) => a - b)] as const) : [])),
  );
  const findings: Found[] = [];
  const positions = named.map((finding, number) => {
    const group = joined.get(number) ?? [number];
    const head = group.find((member) => named[member]!.kind === "race") ?? number;
    if (head !== number) return undefined;
    const orders = group.filter((member) => member !== head).map((member) => orderedAccess(member));
    return findings.push(orders.length === 0 ? finding : { ...finding, orders }) - 1;
  });
  const positionOf = (number: number): number | undefined => {
    const group = joined.get(number) ?? [number];
    return group.map((member) => positions[member]).find((position) => position !== undefined);
  };
  return {
    findings,
    remedies: remedies.map(({ ends: ended, ...remedy }) => ({
      ...remedy,
      ends: [...new Set(ended.flatMap((number) => positionOf(number) ?? []))].sort((a, b) => a - b),
    })),
  };

  /** Whether an access to the same array goes beyond it: what was to be written here was written elsewhere, and zeros would hide that. */
  function isBesideOverrun({ space, array }: Finding): boolean {
    return trials.before.findings.some(
      ({ kind, left, space: own }) =>
        kind === "out-of-bounds" && own === space && left !== undefined && left.name !== "" && left.name === array,
    );
  }

  /** Whether a thread reads here what another one is late to write: no zeros mend that. */
  function isRacing({ span }: Finding): boolean {
    return ends.known.some(({ own, site }) => isSameSpan(own.span, span) || isSameSpan(site.span, span));
  }

  function remediesOfKind(
    kinds: readonly FindingKind[],
    remediesOf: (numbers: readonly number[], trials: RemedyTrials) => Remedy[],
  ): Remedy[] {
    const open = trials.before.findings.flatMap((finding, number) =>
      kinds.includes(finding.kind) &&
      !isEnded(number) &&
      !(finding.kind === "uninitialized" && (isRacing(finding) || isBesideOverrun(finding)))
        ? number
        : [],
    );
    return open.length > 0 ? remediesOf(open, trials) : [];
  }

  function orderedAccess(number: number): OrderedAccess {
    const { kind, line, column, further } = named[number]!;
    const { span, site } = trials.before.findings[number]!;
    const op = site === undefined ? undefined : ends.opOf(site);
    return { kind, line, column, source: trials.places.text(span), ...(op && { op }), further };
  }
}

interface WithOrders {
  readonly line: number;
  readonly column: number;
  readonly block?: readonly number[] | undefined;
  readonly other?: { readonly block: readonly number[] } | undefined;
  readonly orders?: readonly Pick<OrderedAccess, "kind" | "line" | "column" | "source" | "further">[] | undefined;
}

/** A piece of a text with its line breaks as spaces. */
function onOneLine(piece: string): string {
  return piece
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

/** "The same barrier would order 9:16 `s[63 - t]` (32) and 10:16 `s[t ^ 32]` (32)."; undefined for a finding of one access. */
export function ordersWords({ block, other, orders = [], ...head }: WithOrders): string | undefined {
  const races = [head, ...orders.filter(({ kind }) => kind === "race")];
  const isRace = (at: { readonly line: number; readonly column: number }): boolean =>
    races.some((race) => race.line === at.line && race.column === at.column);
  const told = orders.filter((order) => order.kind === "race" || !isRace(order));
  if (told.length === 0) return undefined;
  const accesses = told.map(({ kind, line, column, source, further }) => {
    const name = kind === "race" ? "" : "the read before the write at ";
    return `${name}${line}:${column} \`${onOneLine(source)}\` (${count(1 + further)})`;
  });
  const isInBlock = other === undefined || block?.join() === other.block.join();
  return `${isInBlock ? "The same barrier would order" : "From the other end:"} ${listed(accesses)}.`;
}
