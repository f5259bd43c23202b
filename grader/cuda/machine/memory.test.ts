import { describe, expect, it } from "vitest";
import { ALLOCATION_ALIGNMENT, Memory } from "./memory.ts";

const noWindows = { sharedBytes: 0, localBytesPerThread: 0, threadsPerBlock: 32 };

describe("allocations", () => {
  it("are aligned, apart from each other, and away from the null pointer", () => {
    const memory = new Memory();
    const a = memory.allocate("a", 1000, "given");
    const b = memory.allocate("b", 1, "given");
    expect([a % ALLOCATION_ALIGNMENT, b % ALLOCATION_ALIGNMENT]).toEqual([0, 0]);
    expect(b - (a + 1000)).toBeGreaterThanOrEqual(256);
    expect(a).toBeGreaterThan(0);
    expect(memory.find(0)).toBeUndefined();
  });

  it("are found from the address of any of their bytes, and of no other", () => {
    const memory = new Memory();
    const a = memory.allocate("a", 64, "zero");
    const b = memory.allocate("b", 64, "zero");
    expect([a - 1, a, a + 63, a + 64, b].map((address) => memory.find(address)?.name)).toEqual([undefined, "a", "a", undefined, "b"]);
    expect(memory.nearest(a + 65)?.name).toBe("a");
    expect(memory.nearest(b - 1)?.name).toBe("b");
  });

  it("are called as the kernel's only parameter that points to their start, until the next launch", () => {
    const memory = new Memory();
    const [data, both] = ["d_data", "d_both"].map((name) => memory.find(memory.allocate(name, 64, "zero"))!);
    memory.addParameter(data!, "in");
    for (const parameter of ["a", "b"]) memory.addParameter(both!, parameter);
    expect([data!, both!].map((one) => memory.nameInKernel(one))).toEqual(["in", "d_both"]);
    memory.startLaunch(noWindows);
    expect(memory.nameInKernel(data!)).toBe("d_data");
  });

  it("keep their contents when others are added", () => {
    const memory = new Memory();
    const a = memory.allocate("a", 4, "given");
    memory.u32[a / 4] = 0xdeadbeef;
    memory.allocate("b", 2 ** 24, "zero");
    expect(memory.u32[a / 4]).toBe(0xdeadbeef);
  });

  it("are zero even where something was freed", () => {
    const memory = new Memory();
    const a = memory.allocate("a", 4, "given");
    memory.u32[a / 4] = 7;
    expect(memory.free(a)).toBe(true);
    expect(memory.free(a)).toBe(false);
    expect(memory.find(a)).toBeUndefined();
    const b = memory.allocate("b", 4, "zero");
    expect(memory.u32[b / 4]).toBe(0);
  });

  it("are brought back by a snapshot, which notices every byte that changed or was written", () => {
    const memory = new Memory();
    const a = memory.allocate("a", 103, "given");
    const b = memory.allocate("b", 100, "uninitialized");
    const last = a + 102;
    const { restore, isUnchanged } = memory.snapshot();
    expect(isUnchanged()).toBe(true);
    for (const change of [
      () => (memory.u8[a] = 1),
      () => (memory.u8[last] = 1),
      () => memory.markWritten(b + 40, 1),
      () => memory.markWritten(b, 100),
    ]) {
      change();
      expect(isUnchanged()).toBe(false);
      restore();
      expect(isUnchanged()).toBe(true);
    }
  });

  it.each([
    [0, 200],
    [5, 7],
    [31, 2],
    [3, 125],
    [64, 64],
    [190, 50],
  ])("know that bytes were written: from %i on, %i", (from, count) => {
    const memory = new Memory();
    const a = memory.allocate("a", 200, "uninitialized");
    memory.markWritten(a + from, count);
    const { written } = memory.find(a)!;
    const isWritten = Array.from({ length: 200 }, (_, byte) => (written!.words[byte >>> 5]! >>> (byte & 31)) & 1);
    expect(isWritten).toEqual(Array.from({ length: 200 }, (_, byte) => (byte >= from && byte < from + count ? 1 : 0)));
  });

  it("are refused beyond the limit, with the requested size", () => {
    const memory = new Memory(2 ** 20);
    expect(() => memory.allocate("huge", 2 ** 30, "zero")).toThrow("`huge` needs 1,073,741,824 bytes");
    expect(() => memory.allocate("odd", -1, "zero")).toThrow(RangeError);
    expect(() => memory.startLaunch({ ...noWindows, localBytesPerThread: 2 ** 20 })).toThrow(
      "local memory of one block needs 33,554,432 bytes",
    );
    expect(() => memory.startLaunch({ ...noWindows, sharedBytes: 2 ** 20 })).toThrow("shared memory per block");
  });
});

describe("the windows of a launch", () => {
  it("begin at the start of banks and sectors, and end with the requested bytes", () => {
    const memory = new Memory();
    memory.startLaunch({ sharedBytes: 100, localBytesPerThread: 20, threadsPerBlock: 64 });
    expect(memory.sharedBase % 128).toBe(0);
    expect(memory.find(memory.sharedBase + 99)?.space).toBe("shared");
    expect(memory.find(memory.sharedBase + 100)).toBeUndefined();
    expect(memory.localBytesPerThread).toBe(32);
    expect(memory.find(memory.localBase + 64 * 32 - 1)?.space).toBe("local");
    expect(memory.find(memory.localBase + 64 * 32)).toBeUndefined();
  });

  it("give way to later allocations", () => {
    const memory = new Memory();
    memory.startLaunch({ ...noWindows, localBytesPerThread: 64 });
    const a = memory.allocate("a", 64, "zero");
    memory.startLaunch({ ...noWindows, localBytesPerThread: 64 });
    expect(memory.find(a)?.name).toBe("a");
    expect(memory.localBase).toBeGreaterThanOrEqual(a + 64 + 256);
  });
});
