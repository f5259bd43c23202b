import { describe, expect, test } from "vitest";
import { IndexRefused } from "./index-caller.ts";
import { copy, globalThread, threads, type Index } from "#testing/kernel-builders.ts";

function refusal(index: Index): IndexRefused {
  try {
    copy(64, index, index, threads(2, 32));
  } catch (error) {
    if (error instanceof IndexRefused) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("an index function is refused when it returns", () => {
  test.each<[string, unknown]>([
    ["NaN", NaN],
    ["minus zero", -0],
    ["a fraction", 0.5],
    ["2^53", 2 ** 53],
    ["a string", "3"],
    ["a BigInt", 3n],
    ["an object with valueOf", { valueOf: () => 3 }],
    ["a Proxy", new Proxy({}, {})],
    ["a Promise", Promise.resolve(3)],
    ["undefined", undefined],
    ["a boolean", true],
    ["the number that marks an inactive thread", -0x80000000],
  ])("%s", (_, value) => {
    expect(refusal(() => value)).toMatchObject({
      reason: { kind: "not-an-index", returned: value },
      threadIdx: { x: 0 },
      blockIdx: { x: 0 },
    });
  });
});

describe("an index function", () => {
  test("that throws is refused, with the thrown value and the thread", () => {
    const thrown = refusal((thread) => {
      if (globalThread(thread) === 37) throw null;
      return globalThread(thread);
    });
    expect(thrown).toMatchObject({ reason: { kind: "threw", thrown: null }, threadIdx: { x: 5 }, blockIdx: { x: 1 }, access: "load in" });
  });

  test("that counts its own calls is found, because it is called again in another order", () => {
    let calls = 0;
    expect(refusal(() => calls++)).toMatchObject({ reason: { kind: "impure", before: 31, returned: 32 }, threadIdx: { x: 31 } });
  });

  test("cannot change the thread that it is given", () => {
    const attempts: ((thread: never) => void)[] = [
      (thread: { threadIdx: { x: number } }) => void (thread.threadIdx.x = 5),
      (thread: { threadIdx: unknown }) => void (thread.threadIdx = { x: 5 }),
      (thread: object) => void Object.defineProperty(thread, "blockIdx", { value: 1 }),
      (thread: { threadIdx: object }) =>
        void Object.defineProperty(Object.getPrototypeOf(thread.threadIdx) as object, "x", { get: () => 0 }),
    ];
    for (const attempt of attempts) {
      expect(refusal((thread) => (attempt(thread as never), 0)).reason).toMatchObject({
        kind: "threw",
        thrown: expect.any(TypeError) as unknown,
      });
    }
    refusal((thread) => {
      expect(Object.getOwnPropertyNames((thread.threadIdx as object).constructor).sort()).toEqual(["length", "name", "prototype"]);
      throw null;
    });
  });
});
