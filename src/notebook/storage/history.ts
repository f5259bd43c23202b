import { get, update } from "idb-keyval";
import { openStore } from "./open-store.ts";

/** A text of an exercise that stays: it was graded, or it was the last one of a day. */
export interface Version {
  readonly text: string;
  /** When the learner last had this text, in milliseconds since 1970; 0 where the course did not keep the time yet. */
  readonly at: number;
  /** Content hash of the exercise that it was written for. */
  readonly exerciseVersion: string;
  /** The grader's last verdict on it; absent for the last text of a day. */
  readonly verdict?: VersionVerdict;
  /** When it first passed, in milliseconds since 1970; 0 where the course did not keep the time yet. */
  readonly passedAt?: number;
}

export interface VersionVerdict {
  readonly status: "pass" | "fail" | "error";
  readonly score: number;
  readonly maxScore: number;
  readonly simulatorVersion: string;
}

/** How many versions are kept of an exercise, besides those that passed; then the oldest is dropped. One that passed never is. */
export const MAX_VERSIONS = 200;

export const historyDatabase = openStore("coalesce-history", "history");

/** The versions of an exercise, newest first, each text once. */
export async function readHistory(exercise: string): Promise<readonly Version[]> {
  return readableVersions(await get<unknown>(exercise, historyDatabase));
}

export async function addVersions(exercise: string, added: readonly Version[]): Promise<void> {
  await update<unknown>(exercise, (before) => added.reduce(withVersion, readableVersions(before)), historyDatabase);
}

/** The versions of a stored history that have a text and a time: what a fault has spoiled must not keep others from being added. */
function readableVersions(stored: unknown): readonly Version[] {
  const versions = (Array.isArray(stored) ? stored : []) as readonly (Partial<Version> | null | undefined)[];
  return versions.filter((version): version is Version => typeof version?.text === "string" && typeof version.at === "number");
}

/** The history with one more version. A text that is in it already keeps its first pass and takes the newer time and verdict. */
export function withVersion(versions: readonly Version[], added: Version): readonly Version[] {
  const same = versions.find(({ text }) => text === added.text);
  if (same !== undefined) return newestFirst(versions.map((version) => (version === same ? mergedVersion(same, added) : version)));
  const all = newestFirst([added, ...versions]);
  const droppable = all.filter((version) => version !== added && version.passedAt === undefined);
  // What an import brought beyond the bound stays; from then on, one goes for each that comes.
  const oldest = droppable.length >= MAX_VERSIONS ? droppable.at(-1) : undefined;
  return all.filter((version) => version !== oldest);
}

/** All that two histories of an exercise hold. */
export function mergedHistory(one: readonly Version[], other: readonly Version[]): readonly Version[] {
  const byText = new Map(one.map((version) => [version.text, version]));
  for (const version of other) {
    const same = byText.get(version.text);
    byText.set(version.text, same === undefined ? version : mergedVersion(same, version));
  }
  return newestFirst([...byText.values()]);
}

function mergedVersion(one: Version, other: Version): Version {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one];
  const verdict = newer.verdict ?? older.verdict;
  const passes = [one.passedAt, other.passedAt].filter((at) => at !== undefined);
  return { ...newer, ...(verdict && { verdict }), ...(passes.length > 0 && { passedAt: Math.min(...passes) }) };
}

function newestFirst(versions: readonly Version[]): readonly Version[] {
  return versions.toSorted((a, b) => b.at - a.at);
}

/** The calendar day of a time where the learner is: "2026-11-22". */
export function dayOf(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
