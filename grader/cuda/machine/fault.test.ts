import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { faultAt } from "./fault.ts";
import { Memory } from "./memory.ts";

interface Overrun {
  readonly space: "shared" | "global";
  readonly bytes: number;
  readonly beyond: number;
  readonly code: number;
}

const MIB = 2 ** 20;
const file = new URL("../../hardware/data/faults-h200.csv", import.meta.url);
const overruns = parse(readFileSync(file), {
  columns: true,
  cast: (value, { column }) => (/^(bytes|beyond|code)$/.test(String(column)) ? Number(value) : value),
}) as Overrun[];

/** Whether the lab tells a program of a store so far beyond an array. */
function isNoticed({ space, bytes, beyond }: Overrun): boolean {
  const memory = new Memory();
  if (space === "shared") {
    memory.startLaunch({ sharedBytes: bytes, localBytesPerThread: 0, threadsPerBlock: 32 });
    return faultAt(memory.sharedBase + bytes - 4 + beyond, 4, memory) !== undefined;
  }
  const base = memory.allocate("a", bytes, "given");
  return faultAt(beyond < 0 ? base + beyond : base + bytes - 4 + beyond, 4, memory) !== undefined;
}

test.each(overruns.filter(({ space }) => space === "shared"))(
  "shared memory of $bytes bytes, $beyond beyond: $code, as an H200 says",
  (overrun) => expect(isNoticed(overrun)).toBe(overrun.code !== 0),
);

// Where a GPU stops noticing depends on what the driver has mapped: between 64 MiB and 1 GiB it is not told.
const near = (beyond: number): boolean => Math.abs(beyond) <= 64 * MIB || Math.abs(beyond) >= 1024 * MIB;
test.each(overruns.filter(({ space, bytes, beyond }) => space === "global" && bytes <= 2 * MIB && near(beyond)))(
  "an array of $bytes bytes, $beyond beyond: $code, as an H200 says",
  (overrun) => expect(isNoticed(overrun)).toBe(overrun.code !== 0),
);
