import { describe, expect, test } from "vitest";

import type { Answer } from "#sandbox/answer/load-answer.ts";
import chunks from "#exercises/aosoa-chunks/exercise.ts";
import copy from "#exercises/straight-copy/exercise.ts";
import vectors from "#exercises/float4-copy/exercise.ts";
import padded from "#exercises/transpose-padded/exercise.ts";
import * as solution from "#exercises/transpose-padded/solution.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";
import type { Exercise } from "../exercise.ts";
import { judge } from "../judge.ts";
import { CaseRefused } from "../run-case.ts";
import type { Judged } from "../result.ts";
import type { Thread } from "#simulator";
import { refusalError } from "./refusal.ts";

const transpose = withoutFullSize(padded);

const judged = (exercise: Exercise, answer: object): Judged =>
  judge(
    exercise,
    () => answer as Answer,
    {},
    () => undefined,
  );

const firstFailure = (exercise: Exercise, answer: object): string | undefined =>
  judged(exercise, answer).checks.find((check) => check.verdict === "fail")?.message;

const global = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;
const guarded = (thread: Thread, { n }: { n: number }): number | null => (global(thread) < n ? global(thread) : null);

describe("each failure has its sentence", () => {
  test.each<[string, Exercise, object, string]>([
    [
      "out of bounds",
      copy,
      { read: global, write: global },
      "`read` leaves its array: thread 232 of block 3 asks for element 1,000, but `in` has 1,000 elements, 0 to 999. It happens 24 times.",
    ],
    [
      "a missing element",
      copy,
      { read: () => null, write: () => null },
      "Element 0 of `out` is never written; element 0 of `in` belongs there. 64 elements of 64 are missing.",
    ],
    [
      "a wrong element",
      copy,
      { read: (thread: Thread) => 63 - global(thread), write: guarded },
      "Thread 0 of block 0 stores element 63 of `in` in element 0 of `out`, where element 0 of `in` belongs. It happens 64 times.",
    ],
    [
      "sectors",
      copy,
      {
        read: ({ threadIdx, blockIdx, gridDim }: Thread, { n }: { n: number }) =>
          threadIdx.x * gridDim.x + blockIdx.x < n ? threadIdx.x * gridDim.x + blockIdx.x : null,
        write: ({ threadIdx, blockIdx, gridDim }: Thread, { n }: { n: number }) =>
          threadIdx.x * gridDim.x + blockIdx.x < n ? threadIdx.x * gridDim.x + blockIdx.x : null,
      },
      "`read` moves 8 sectors per request; 4 are enough. In warp 0 of block 0, lanes 0 and 1 are 8 bytes apart.",
    ],
    [
      "sectors, where the first lanes are neighbours and later ones are not",
      chunks,
      { address: (item: number, field: number) => ((item >> 2) * 6 + field) * 4 + (item & 3) },
      "`read` moves 8 sectors per request; 4 are enough. In warp 0 of block 0, lanes 3 and 4 are 84 bytes apart.",
    ],
    [
      "requests of the whole kernel",
      vectors,
      { vector: () => null, rest: guarded },
      "The kernel takes 16 requests in all; 4 are enough. In `readRest`, 32 lanes of warp 0 of block 0 move 4 bytes each.",
    ],
    [
      "a vector out of bounds",
      vectors,
      { vector: (thread: Thread, { n }: { n: number }) => (4 * global(thread) < n ? 4 * global(thread) : null), rest: () => null },
      "`read` leaves its array: thread 122 of block 1 asks for elements 1,000 to 1,003, but `in` has 1,003 elements, 0 to 1,002. It happens once.",
    ],
    [
      "a misaligned vector",
      vectors,
      { vector: (thread: Thread, { n }: { n: number }) => (global(thread) < n / 4 ? global(thread) : null), rest: () => null },
      "`read` is misaligned: thread 1 of block 0 starts at element 1 of `in`, which isn't a multiple of the 4 elements that it moves at once. It happens 48 times.",
    ],
    [
      "bank conflicts",
      transpose,
      {
        ...solution,
        pitch: 36,
        toTile: ({ threadIdx: { x, y } }: Thread) => y * 36 + x,
        fromTile: ({ threadIdx: { x, y } }: Thread) => x * 36 + y,
      },
      "Lanes 0 and 8 of warp 0 of block (0, 0) read different words of bank 0: a 4-way conflict. `fromTile` meets 384 bank conflicts in all; none are needed.",
    ],
    [
      "a race",
      transpose,
      { ...solution, toTile: () => 0 },
      "Thread (1, 0) of block (0, 0) and thread (0, 0) of block (0, 0) both touch element 0 of `tile`, at least one of them storing, with no barrier between them. It happens 4,092 times.",
    ],
  ])("%s", (_, exercise, answer, sentence) => {
    const { checks } = judged(exercise, answer);
    expect(checks.map((check) => check.message)).toContain(sentence);
  });

  test("the first failure is the one that a learner should read first", () => {
    expect(firstFailure(copy, { read: () => 0, write: () => 0 })).toContain("Element 1 of `out` is never written");
  });

  test("a number over its budget", () => {
    const wide = {
      ...solution,
      pitch: 35,
      toTile: ({ threadIdx: { x, y } }: Thread) => y * 35 + x,
      fromTile: ({ threadIdx: { x, y } }: Thread) => x * 35 + y,
    };
    expect(firstFailure(transpose, wide)).toBe("`pitch` is 35 words; at most 33 are allowed.");
  });
});

describe("each refusal has its sentence", () => {
  type Read = (thread: Thread) => unknown;
  const refused = (read: Read): object => refusedIn(() => read);
  /** @param load gives the function of a copy of the answer */
  const refusedIn = (load: () => Read): object => {
    try {
      judge(
        copy,
        () => ({ read: load(), write: global }) as unknown as Answer,
        {},
        () => undefined,
      );
    } catch (error) {
      if (error instanceof CaseRefused) return refusalError(error, "");
    }
    throw new Error("nothing was refused");
  };

  test("what is no index", () => {
    expect(refused(() => 0.5)).toMatchObject({
      kind: "not-an-index",
      message:
        "`read`, called for thread 0 of block 0, returned 0.5. An index is a whole number, or null for a thread that sits the access out.",
    });
  });

  test("what was thrown", () => {
    expect(
      refused((thread) => {
        if (thread.threadIdx.x === 7) throw new TypeError("no");
        return 0;
      }),
    ).toMatchObject({
      kind: "threw",
      message: "`read`, called for thread 7 of block 0, didn't return an index. It threw TypeError: no",
      call: { case: "one-warp-each" },
    });
  });

  test("a function with a memory", () => {
    const withMemory = (): Read => {
      let calls = 0;
      return () => calls++;
    };
    expect(refusedIn(withMemory)).toMatchObject({
      kind: "impure",
      message: expect.stringContaining("returned 31 the first time and 32 when it was called again") as unknown,
    });
  });
});
