import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_VERSIONS, dayOf, mergedHistory, withVersion, type Version } from "./history.ts";

function version(text: string, at: number, status?: "pass" | "fail"): Version {
  const verdict = status && { status, score: status === "pass" ? 4 : 1, maxScore: 4, simulatorVersion: "s" };
  return { text, at, exerciseVersion: "v", ...(verdict && { verdict }), ...(status === "pass" && { passedAt: at }) };
}

const historyOf = (versions: readonly Version[]): readonly Version[] => versions.reduce(withVersion, []);
const texts = (versions: readonly Version[]): string[] => versions.map(({ text }) => text);

describe("a history", () => {
  it("has the newest first", () => {
    expect(texts(historyOf([version("b", 2), version("c", 3), version("a", 1)]))).toEqual(["c", "b", "a"]);
  });

  it("keeps a text once, with its newest time and verdict", () => {
    const [only, ...others] = historyOf([version("a", 1, "fail"), version("a", 3), version("a", 2, "fail")]);
    expect([only?.at, only?.verdict?.status, others]).toEqual([3, "fail", []]);
  });

  it("keeps when a text first passed, whatever later versions of the exercise say to it", () => {
    const [only] = historyOf([version("a", 1, "pass"), version("a", 2, "pass"), version("a", 3, "fail")]);
    expect([only?.passedAt, only?.verdict?.status]).toEqual([1, "fail"]);
  });

  it("drops the oldest beyond the bound, and never one that passed", () => {
    const many = Array.from({ length: MAX_VERSIONS + 10 }, (_, i) => version(`text ${i}`, i + 2, "fail"));
    const kept = historyOf([version("passed", 1, "pass"), ...many]);
    expect(kept).toHaveLength(MAX_VERSIONS + 1);
    expect(texts(kept)).toContain("passed");
    expect(texts(kept)).not.toContain("text 9");
    expect(texts(kept)).toContain("text 10");
  });

  it("of an import beyond the bound loses one for each that comes, not all at once", () => {
    const imported = Array.from({ length: MAX_VERSIONS + 50 }, (_, i) => version(`text ${i}`, i + 1));
    expect(withVersion(imported, version("new", 1000))).toHaveLength(MAX_VERSIONS + 50);
  });
});

const versions = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom("a", "b", "c", "d"), fc.nat(9), fc.constantFrom(undefined, "pass" as const, "fail" as const))
    .map(([text, at, status]) => version(text, at, status)),
  { selector: ({ text }) => text },
);

describe("two histories in one", () => {
  it("lose no text and no pass", () => {
    fc.assert(
      fc.property(versions, versions, (one, other) => {
        const merged = mergedHistory(one, other);
        expect(new Set(texts(merged))).toEqual(new Set([...texts(one), ...texts(other)]));
        for (const { text, passedAt } of [...one, ...other]) {
          if (passedAt !== undefined) expect(merged.find((version) => version.text === text)?.passedAt).toBeLessThanOrEqual(passedAt);
        }
      }),
    );
  });

  it("stay as they are when they are merged once more", () => {
    fc.assert(
      fc.property(versions, versions, (one, other) => {
        const merged = mergedHistory(one, other);
        expect(mergedHistory(merged, other)).toEqual(merged);
      }),
    );
  });
});

it("a day is the learner's own", () => expect(dayOf(new Date(2026, 0, 2, 23, 59).getTime())).toBe("2026-01-02"));
