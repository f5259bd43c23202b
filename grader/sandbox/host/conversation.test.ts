import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Conversation } from "./conversation.ts";
import { LIMITS } from "./limits.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How a job ends whose process runs for `share` of each second, and has started after `startsMs` of wall time. */
async function endingOf(share: number, startsMs: number, wallMs: number): Promise<string> {
  let ending = "goes on";
  const start = performance.now();
  const conversation = new Conversation<string>(LIMITS, () => (performance.now() - start) * share);
  void conversation.ending.then((how) => (ending = how.type === "fault" ? how.message : how.type));
  setTimeout(() => conversation.receive({ type: "started" }), startsMs);
  await vi.advanceTimersByTimeAsync(wallMs);
  conversation.end({ type: "fault", message: "over" });
  return ending;
}

const NEVER = 1e9;

it.each([
  ["starts at once", 1, 500, 1_000, "goes on"],
  ["starts late, on a machine that gives it a hundredth of a core", 0.01, 5 * 60_000, 6 * 60_000, "goes on"],
  ["starts, and is silent from then on", 1, 500, 3_000, "limit"],
  ["works and never starts", 1, NEVER, 31_000, "the sandbox did not start"],
  ["waits and never starts", 0, NEVER, 16 * 60_000, "the sandbox did not start"],
])("a process that %s", async (_, share, startsMs, wallMs, ending) => {
  expect(await endingOf(share, startsMs, wallMs)).toBe(ending);
});
