import { describe, expect, it, test } from "vitest";
import { galleryKernel } from "./gallery-texts.ts";
import { rankedAccesses } from "./access-cost.ts";
import { LineGuess, judgeGuess, type JudgedGuess } from "./line-guess.ts";
import { profileRun, type LabProfile } from "./profile.ts";

function profileOf(source: string): LabProfile {
  const launch = {
    kernel: "k",
    grid: [4, 1, 1] as [number, number, number],
    block: [256, 1, 1] as [number, number, number],
    sharedBytes: 0,
    symbols: [],
    arguments: [
      { array: "a", type: "float", length: 32_768, fill: "index" as const },
      { array: "b", type: "float", length: 32_768, fill: "index" as const },
    ],
  };
  const { outcome } = profileRun({ source: `__global__ void k(float* a, const float* b) {\n${source}\n}`, launch, device: "h200" });
  if (outcome.kind === "error") throw new Error(outcome.error.message);
  return outcome;
}

const INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;";
// Line 3 takes 32 sectors per request, line 4 takes 16, line 5 takes 8, of which 4 would do.
const three = profileOf(`${INDEX}\nfloat x = b[i * 32];\nfloat y = b[i * 4];\na[i * 2] = x + y;`);
const none = profileOf(`${INDEX}\na[i] = b[i];`);

describe("the line that costs most above its ideal", () => {
  it.each<[string, LabProfile, number | undefined, JudgedGuess["verdict"]]>([
    ["is right", three, 3, "right"],
    ["is not yet found where another one costs half as much or less", three, 4, "not-yet"],
    ["is not yet found where there is no access", three, 2, "not-yet"],
    ["is not yet found where none is named", three, undefined, "not-yet"],
    ["does not exist where all cost what they must", none, undefined, "right"],
    ["does not exist, whichever is named", none, 3, "not-yet"],
  ])("%s", (_, profile, line, verdict) => {
    expect(judgeGuess(profile, line).verdict).toBe(verdict);
  });

  it("is close where a line costs more than half as much", () => {
    const near = profileOf(`${INDEX}\nfloat x = b[i * 8];\nfloat y = b[i * 5];\na[i] = x + y;`);
    expect(judgeGuess(near, 4)).toEqual({ line: 4, verdict: "close", guilty: [3] });
  });

  it("may be one of several", () => {
    const twins = profileOf(`${INDEX}\nfloat x = b[i * 8];\nfloat y = b[i * 8 + 1];\na[i] = x + y;`);
    expect(judgeGuess(twins, 3)).toMatchObject({ verdict: "right", guilty: [3, 4] });
  });

  it("is what the ranking of accesses begins with", () => {
    const { outcome } = profileRun(galleryKernel("transpose-tiled", ""));
    if (outcome.kind === "error") throw new Error(outcome.error.message);
    const [first] = rankedAccesses(outcome);
    expect(outcome.accesses[first!]).toMatchObject({ text: "tile[threadIdx.x][threadIdx.y]", pattern: { kind: "conflict", ways: 32 } });
  });
});

test("where no access takes more than it must, idle lanes are named after lanes that wait for each other", () => {
  const counted = profileOf(`if (threadIdx.x % 32 == 0) a[threadIdx.x] = 1;\natomicAdd(&a[0], b[threadIdx.x]);`);
  const kinds = rankedAccesses(counted).map((number) => counted.accesses[number]!.pattern.kind);
  expect(kinds).toEqual(["contention", "none", "divergent-tail"]);
});

test("the mode is kept, and covers each launch until a line is named", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  const guess = new LineGuess(storage);
  guess.ask(three);
  expect(guess.isCovered.value).toBe(false);
  guess.turn(true);
  expect(guess.isCovered.value).toBe(false);
  guess.ask(three);
  expect(guess.isCovered.value).toBe(true);
  guess.guess(three, 4);
  expect([guess.isCovered.value, guess.judged.value?.verdict]).toEqual([false, "not-yet"]);
  const next = new LineGuess(storage);
  expect(next.isOn.value).toBe(true);
  next.ask(three);
  next.turn(false);
  expect(next.isCovered.value).toBe(false);
  expect(new LineGuess(storage).isOn.value).toBe(false);
});
