import { get, set } from "idb-keyval";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryBrowser } from "../../testing/memory-browser.ts";
import { OPENING_MS, SilentStorage, openStore } from "./open-store.ts";

const browser = new MemoryBrowser();

beforeEach(() => {
  vi.useFakeTimers();
  browser.use();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a database that never opens is waited for once, and not long", async () => {
  browser.isSilent = true;
  const store = openStore("d", "s");
  const [first, second] = [get("key", store), get("key", store)].map((read) => read.catch((error: unknown) => error));
  await vi.advanceTimersByTimeAsync(OPENING_MS);
  expect(await first).toBeInstanceOf(SilentStorage);
  expect(await second).toBeInstanceOf(SilentStorage);
  const third = set("key", 1, store).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  expect(await third).toBeInstanceOf(SilentStorage);
});

it("a database that opens late works from then on, and nothing that was refused before is written", async () => {
  browser.isSilent = true;
  const store = openStore("late", "s");
  const refused = set("key", "refused", store).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(OPENING_MS);
  expect(await refused).toBeInstanceOf(SilentStorage);
  browser.isSilent = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(await get("key", store)).toBeUndefined();
  await set("key", "mine", store);
  expect(await get("key", store)).toBe("mine");
});
