import { expect, it } from "vitest";
import type { Version } from "../storage/history.ts";
import { firstDifference, historyEntries, timeText } from "./entries.ts";

const version = (text: string, at: number, verdict?: Version["verdict"]): Version => ({
  text,
  at,
  exerciseVersion: "v",
  ...(verdict && { verdict }),
});
const aside = (text: string, savedAt: number) => ({ text, savedAt, exerciseVersion: "v", revision: text });

it("lists versions and texts set aside by time, each text once", () => {
  const versions = [version("graded", 3, { status: "fail", score: 2, maxScore: 4, simulatorVersion: "s" }), version("day", 1)];
  expect(historyEntries(versions, [aside("aside", 2), aside("day", 4)]).map(({ text, note }) => [text, note])).toEqual([
    ["graded", "not yet, 2 of 4 points"],
    ["aside", "set aside"],
    ["day", "last text of the day"],
  ]);
});

const now = new Date(2026, 10, 22, 18, 0).getTime();
it.each([
  [new Date(2026, 10, 22, 14, 3).getTime(), "14:03"],
  [new Date(2026, 10, 21, 9, 30).getTime(), "21 Nov 2026, 09:30"],
  [0, "earlier"],
])("says a time as briefly as it can", (at, text) => expect(timeText(at, now)).toBe(text));

it.each([
  ["a\n  b\nc", "a\nx\nc", "b"],
  ["a", "a\nb", ""],
])("tells versions apart by the first line that differs", (text, current, line) => expect(firstDifference(text, current)).toBe(line));
