import { describe, expect, test } from "vitest";
import { InputError } from "../assignment/input-error.ts";
import { readReceivedTimes } from "./received-times.ts";

const inBerlin = { timeZone: "Europe/Berlin" };
const problemsOf = (text: string): readonly string[] => {
  try {
    readReceivedTimes(text, "r.csv", inBerlin);
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
};

describe("times received", () => {
  test.each([
    ["of the assignment's zone", "student,received\nada,2026-10-24T23:59\n", "2026-10-24T21:59:00Z"],
    ["with a blank between day and time", "student,received\nada,2026-10-24 23:59:30\n", "2026-10-24T21:59:30Z"],
    ["twice in a night, the first of the two", "student,received\nada,2026-10-25T02:30\n", "2026-10-25T00:30:00Z"],
    ["with an offset", "student,received\nada,2026-10-24T23:59:00-04:00\n", "2026-10-25T03:59:00Z"],
    ["in a spreadsheet's CSV with semicolons", "student;received\r\nada;2026-10-24 23:59\r\n;\r\n", "2026-10-24T21:59:00Z"],
    ["in UTC", "student,received\nada,2026-10-24T23:59:00Z\n", "2026-10-24T23:59:00Z"],
    [
      "among other columns, as a spreadsheet writes them",
      '\uFEFFPoints,Received,Student\r\n1,2026-10-24T23:59," ada "\r\n\r\n',
      "2026-10-24T21:59:00Z",
    ],
  ])("%s", (_, text, instant) => {
    expect([...readReceivedTimes(text, "r.csv", inBerlin)]).toEqual([["ada", Date.parse(instant)]]);
  });

  test.each([
    [
      "lines that are not in order, each by its number",
      "student,received\nada,yesterday\n,2026-10-24T23:59\nbob,2026-10-24T23:59\nbob,2026-10-25T23:59\n",
      [
        `r.csv:2: received: "yesterday" isn't a date and time such as 2026-10-08T23:59`,
        "r.csv:3: names no student",
        "r.csv:5: bob stands in this list twice: keep one line",
      ],
    ],
    [
      "a time that does not exist",
      "student,received\nada,2027-03-28T02:30\n",
      [`r.csv:2: received: "2027-03-28T02:30" isn't a date and time such as 2026-10-08T23:59`],
    ],
    [
      "a missing column",
      "student,time\nada,2026-10-24T23:59\n",
      ["r.csv:1: lacks a column; it is to have the columns student and received"],
    ],
    ["nothing", "", ["r.csv:1: holds no line; it is to have the columns student and received"]],
    ["no CSV", 'student,received\n"ada,2026', [expect.stringMatching(/^r\.csv: is no CSV: .*; it is to have the columns/)]],
  ])("with %s", (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });
});
