import { describe, expect, test } from "vitest";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import { Stopped, type LabMachine } from "./lab-machine.ts";
import { OtherGpus } from "./other-gpus.ts";
import type { LabRun } from "./profile.ts";

const run = { source: "", launch: {}, device: "h200" } as unknown as LabRun;
const costs = (microseconds: number): LaunchCosts => ({ time: { microseconds } }) as LaunchCosts;

/** A machine that answers when the test says so. */
function machine() {
  const asked: { readonly device: string; readonly answer: (outcome: object) => void; readonly fail: (error: Error) => void }[] = [];
  let stops = 0;
  return {
    asked,
    stops: () => stops,
    ask: ((question: { readonly run: LabRun }) =>
      new Promise((answer, fail) => asked.push({ device: question.run.device, answer, fail }))) as unknown as LabMachine["ask"],
    stop: () => void stops++,
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("a launch on other GPUs", () => {
  test("is run for one after the other, and the worker is ended after the last one", async () => {
    const own = machine();
    const gpus = new OtherGpus(own);
    const done = gpus.start(run, ["a100", "b200"]);
    expect([own.asked.map(({ device }) => device), gpus.running.value]).toEqual([["a100"], "a100"]);
    own.asked[0]!.answer({ kind: "profile", costs: costs(7) });
    await settled();
    expect([gpus.running.value, gpus.found.value]).toEqual(["b200", [{ device: "a100", costs: costs(7) }]]);
    own.asked[1]!.answer({ kind: "error", error: { message: "too much shared memory" } });
    await done;
    expect(gpus.found.value[1]).toEqual({ device: "b200", problem: "too much shared memory" });
    expect([gpus.running.value, own.stops()]).toEqual([undefined, 1]);
  });

  test("is forgotten when it is closed, and nothing of it is heard afterwards", async () => {
    const own = machine();
    const gpus = new OtherGpus(own);
    const done = gpus.start(run, ["a100", "b200"]);
    gpus.close();
    own.asked[0]!.fail(new Stopped("stopped"));
    await done;
    expect([gpus.found.value, gpus.running.value, own.asked.length]).toEqual([[], undefined, 1]);
  });

  test("a fault of the machine is said, and the next GPU is asked", async () => {
    const own = machine();
    const gpus = new OtherGpus(own);
    const done = gpus.start(run, ["a100", "b200"]);
    own.asked[0]!.fail(new Error("it broke"));
    await settled();
    own.asked[1]!.answer({ kind: "profile", costs: costs(3) });
    await done;
    expect(gpus.found.value).toEqual([
      { device: "a100", problem: "it broke" },
      { device: "b200", costs: costs(3) },
    ]);
  });
});
