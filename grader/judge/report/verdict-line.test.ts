import { describe, expect, test } from "vitest";
import type { CheckResult, GradeResult, Outcome } from "../result.ts";
import { resultOf } from "../result.ts";
import { furtherSentences, pointOf, pointsLine, verdictLine } from "./verdict-line.ts";

test.each<[message: string, point: string]>([
  [
    "`read` leaves its array: thread 232 of block 3 asks for element 1,000, but `in` has 1,000 elements, 0 to 999. It happens 24 times.",
    "`read` leaves its array",
  ],
  [
    "`read` is misaligned: thread 1 of block 0 starts at element 1 of `in`, which isn't a multiple of the 4 elements that it moves at once. It happens 48 times.",
    "`read` is misaligned",
  ],
  [
    "Element 0 of `out` is never written; element 0 of `in` belongs there. 64 elements of 64 are missing.",
    "Element 0 of `out` is never written",
  ],
  [
    "Element 7 of `out` is written twice: the second time by thread (3, 0) of block (1, 0), in `write`. 3 elements are written more than once.",
    "Element 7 of `out` is written twice",
  ],
  ["Element 7 of `in` is never read. 3 elements of 64 are left out.", "Element 7 of `in` is never read"],
  [
    "Thread (1, 0) of block (0, 0) stores element 63 of `in` in element 0 of `out`, where element 0 of `in` belongs. It happens 64 times.",
    "Element 0 of `out` gets element 63 of `in`; element 0 of `in` belongs there",
  ],
  [
    "Thread 0 of block 0 stores a sum in element 0 of `out`, but it isn't the sum that belongs there. It happens once.",
    "The sum in element 0 of `out` is wrong",
  ],
  [
    "`fromTile` reads nothing: thread 0 of block 0 loads element 4 of `tile`, in which no thread of its block has stored anything. It happens once.",
    "`fromTile` reads nothing",
  ],
  [
    "`write` stores nothing: thread 0 of block 0 stores to element 4 of `out` although it has loaded nothing. It happens once.",
    "`write` stores nothing",
  ],
  [
    "Thread (1, 0) of block (0, 0) and thread (0, 0) of block (0, 0) both touch element 0 of `tile`, at least one of them storing, with no barrier between them. It happens 4,092 times.",
    "Thread (1, 0) of block (0, 0) and thread (0, 0) of block (0, 0) both touch element 0 of `tile`",
  ],
  [
    "Not all threads of a block arrive at the barrier equally often: thread 3 of block 0 leaves the loop before others do.",
    "Not all threads of a block arrive at the barrier equally often",
  ],
  [
    "`read` moves 8 sectors per request; 4 are enough. In warp 0 of block 0, lanes 0 and 1 are 8 bytes apart.",
    "`read` moves 8 sectors per request; 4 are enough",
  ],
  [
    "`write` moves 1.5 sectors per request; 1 is enough. In warp 0 of block 0, a single lane takes part.",
    "`write` moves 1.5 sectors per request; 1 is enough",
  ],
  [
    "The kernel takes 16 requests in all; 4 are enough. In `readRest`, 32 lanes of warp 0 of block 0 move 4 bytes each.",
    "The kernel takes 16 requests; 4 are enough",
  ],
  [
    "The kernel moves 16 sectors in all; 4 are enough. `read` is the furthest from its ideal. In warp 0 of block 0, the lanes start at byte 4.",
    "The kernel moves 16 sectors; 4 are enough",
  ],
  [
    "Lanes 0 and 8 of warp 0 of block (0, 0) read different words of bank 0: a 4-way conflict. `fromTile` meets 384 bank conflicts in all; none is needed.",
    "`fromTile` meets 384 bank conflicts",
  ],
  [
    "Lanes 0 and 8 of warp 0 of block (0, 0) read different words of bank 0: an 8-way conflict. `fromTile` meets 384 bank conflicts in all; 12 are allowed.",
    "`fromTile` meets 384 bank conflicts; 12 are allowed",
  ],
  [
    "The kernel takes 16,384 requests in all; 4,096 are enough. In `readRest`, 32 lanes of warp 0 of block 0 move 4 bytes each.",
    "The kernel takes 16,384 requests; 4,096 are enough",
  ],
  ["`pitch` is 35 words; at most 33 are allowed.", "`pitch` is 35 words; at most 33 are allowed"],
  [
    "The shared memory of a block is 4,224 bytes; at most 4,096 are allowed.",
    "The shared memory of a block is 4,224 bytes; at most 4,096 are allowed",
  ],
])("the point of %j", (message, point) => {
  expect(pointOf(message)).toBe(point);
});

describe("the line beside the button", () => {
  const lineOf = (outcome: Outcome): string =>
    verdictLine(resultOf({ exercise: "copy", exerciseVersion: "v1" }, outcome) satisfies GradeResult);
  const check = (verdict: CheckResult["verdict"], message: string): CheckResult => ({
    id: "c",
    title: "C",
    case: "small",
    verdict,
    points: 0,
    maxPoints: 1,
    message,
    visibility: "visible",
  });
  const judged = { score: 0, maxScore: 2, metrics: [] };

  test.each<[string, Outcome, string]>([
    ["counts what passed", { ...judged, status: "pass", checks: [check("pass", ""), check("pass", "")] }, "2 of 2 checks passed."],
    [
      "names the first failure",
      {
        ...judged,
        status: "fail",
        checks: [
          check("pass", ""),
          check("skipped", "later"),
          check("fail", "Element 7 of `in` is never read. 3 elements…"),
          check("fail", "Other."),
        ],
      },
      "Not yet: element 7 of `in` is never read.",
    ],
    [
      "leaves names of functions as they are",
      { ...judged, status: "fail", checks: [check("fail", "`pitch` is 35 words; at most 33 are allowed.")] },
      "Not yet: `pitch` is 35 words; at most 33 are allowed.",
    ],
    [
      "gives an error's line and first sentence",
      {
        status: "error",
        error: { kind: "threw", line: 3, message: "`read`, asked about thread 7 of block 0, gave no index. It threw TypeError: no" },
      },
      "Line 3: `read`, asked about thread 7 of block 0, gave no index.",
    ],
    [
      "gives a number in an error whole",
      {
        status: "error",
        error: { kind: "not-an-index", message: "`read`, asked about thread 1 of block 0, returned 0.5. An index is a whole number." },
      },
      "`read`, asked about thread 1 of block 0, returned 0.5.",
    ],
    [
      "takes the blame for a fault",
      { status: "fault", message: "Error: x" },
      "The grader failed. This is our bug, not yours, and your code is safe.",
    ],
  ])("%s", (_, outcome, line) => expect(lineOf(outcome)).toBe(line));

  test.each([
    ["Line 3: Which one?", { message: "Which one?", line: 3 }, ""],
    ["two sentences", { message: "`read` gave no index. It threw TypeError: no" }, "It threw TypeError: no"],
    ["three sentences", { message: "Nothing moved. It was stopped. `n` is 4." }, "It was stopped. `n` is 4."],
  ])("an error says more than its line: %s", (_, error, more) => expect(furtherSentences(error)).toBe(more));
});

describe("points and checks tell one story", () => {
  const check = (kind: "correctness" | "cost", verdict: CheckResult["verdict"], points: number, maxPoints: number) =>
    ({ id: kind, kind, title: "", case: "small", verdict, points, maxPoints, message: "", visibility: "visible" }) as const;
  test.each<[string, readonly CheckResult[], string]>([
    [
      "costs wait for correctness",
      [check("correctness", "fail", 0, 1), check("correctness", "pass", 6, 6), check("cost", "skipped", 0, 11)],
      "6 of 18 points · correctness 6 of 7 · cost 0 of 11, not judged until every element is right",
    ],
    [
      "what the starter passes earns nothing",
      [check("correctness", "pass", 0, 0), check("cost", "fail", 0, 9)],
      "0 of 9 points · correctness right, as in the starter: no points · cost 0 of 9",
    ],
    ["results of earlier versions have no kinds", [{ ...check("cost", "pass", 1, 1), kind: undefined as never }], "1 of 1 point"],
  ])("%s", (_, checks, line) => {
    const [score, maxScore] = [checks.reduce((sum, one) => sum + one.points, 0), checks.reduce((sum, one) => sum + one.maxPoints, 0)];
    expect(pointsLine({ score, maxScore, checks })).toBe(line);
  });
});
