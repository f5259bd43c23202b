import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Limits } from "./limits.ts";
import { Watchdog } from "./watchdog.ts";

const LIMITS: Limits = { silenceMs: 2_000, totalMs: 8_000, heapMebibytes: 128, processMebibytes: 768 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Watches a job that runs for `share` of each second of wall time, and reports progress every `progressMs` of it. Returns how it ends. */
async function watch(share: number, progressMs: number, wallMs: number): Promise<string> {
  let ending = "goes on";
  const start = performance.now();
  const watchdog = new Watchdog(
    LIMITS,
    (broken) => (ending = broken),
    () => (performance.now() - start) * share,
  );
  const progress = setInterval(() => watchdog.progress(), progressMs);
  await vi.advanceTimersByTimeAsync(wallMs);
  clearInterval(progress);
  watchdog.stop();
  return ending;
}

const NEVER = 1e9;

it.each([
  ["silent, on an idle machine", 1, NEVER, 1_500, "goes on"],
  ["silent for longer", 1, NEVER, 2_500, "silence"],
  ["silent, on a machine that gives it a tenth of a core", 0.1, NEVER, 15_000, "goes on"],
  ["silent for longer, on such a machine", 0.1, NEVER, 25_000, "silence"],
  ["moving, on an idle machine", 1, 500, 7_500, "goes on"],
  ["moving for ever", 1, 500, 9_000, "total"],
  ["moving, on a busy machine", 0.1, 500, 75_000, "goes on"],
  ["moving for ever, on a busy machine", 0.1, 500, 90_000, "total"],
  ["waiting for something that never comes", 0, NEVER, 16 * 60_000, "hanging"],
])("a job that is %s", async (_, share, progressMs, wallMs, ending) => {
  expect(await watch(share, progressMs, wallMs)).toBe(ending);
});

it("counts turns that come late hardly more than others, where it cannot ask for a running time", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let ending = "goes on";
  const watchdog = new Watchdog(LIMITS, (broken) => (ending = broken));
  const turns = async (count: number, milliseconds: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) {
      now += milliseconds;
      await vi.advanceTimersToNextTimerAsync();
    }
  };
  // The machine is busy, or the page is hidden: this thread gets its turn once per second.
  await turns(10, 1_000);
  expect(ending).toBe("goes on");
  await turns(10, 100);
  expect(ending).toBe("silence");
  watchdog.stop();
});

it.each([
  [700, "goes on"],
  [800, "memory"],
])("a job with %i MiB outside and inside its heap: %s", async (mebibytes, expected) => {
  let ending = "goes on";
  const watchdog = new Watchdog(
    LIMITS,
    (broken) => (ending = broken),
    () => 0,
    () => mebibytes,
  );
  await vi.advanceTimersByTimeAsync(1_000);
  watchdog.stop();
  expect(ending).toBe(expected);
});
