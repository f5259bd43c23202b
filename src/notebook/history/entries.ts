import type { Draft } from "../storage/draft.ts";
import { dayOf, type Version } from "../storage/history.ts";

/** A text that a learner can go back to. */
export interface HistoryEntry {
  readonly text: string;
  /** Milliseconds since 1970; 0 where the time is not known. */
  readonly at: number;
  /** Why it was kept: "passed, 4 of 4 points", "not yet, 2 of 4 points", "last text of the day", "set aside". */
  readonly note: string;
  readonly isPassed: boolean;
}

/** All texts of an exercise that are kept, newest first, each once: the versions of its history, and the texts that were set aside. */
export function historyEntries(versions: readonly Version[], aside: readonly Draft[]): HistoryEntry[] {
  const known = new Set(versions.map(({ text }) => text));
  return [...versions.map(entryOf), ...aside.filter(({ text }) => !known.has(text)).map(asideEntry)].sort((a, b) => b.at - a.at);
}

function entryOf({ text, at, verdict, passedAt }: Version): HistoryEntry {
  return { text, at, isPassed: passedAt !== undefined, note: noteOf(verdict) };
}

function noteOf(verdict: Version["verdict"]): string {
  switch (verdict?.status) {
    case undefined:
      return "last text of the day";
    case "pass":
      return `passed, ${verdict.score} of ${verdict.maxScore} points`;
    case "fail":
      return `not yet, ${verdict.score} of ${verdict.maxScore} points`;
    case "error":
      return "could not be run";
  }
}

function asideEntry({ text, savedAt }: Draft): HistoryEntry {
  return { text, at: savedAt, isPassed: false, note: "set aside" };
}

/** The first line of a text that the current one does not have in the same place, to tell versions apart by; empty where there is none. */
export function firstDifference(text: string, current: string): string {
  const lines = current.split("\n");
  return (
    text
      .split("\n")
      .find((line, number) => line !== lines[number])
      ?.trim() ?? ""
  );
}

/** A time as a learner reads it: "14:03" for today, else "22 Nov 2026, 14:03". */
export function timeText(at: number, now: number): string {
  if (at === 0) return "earlier";
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at);
  return dayOf(at) === dayOf(now) ? time : `${dayText(at)}, ${time}`;
}

/** "22 Nov 2026" */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" }).format(at);
}
