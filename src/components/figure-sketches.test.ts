import { afterAll, describe, expect, test } from "vitest";
import { explainGlobal, h100, type AccessTrace, type AccessWidth, type GlobalCost, type MemoryOp, type SharedCost } from "#simulator";
import { addGlobalCost, noGlobalCost } from "#simulator/global-cost.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { otherThreadReadings } from "#testing/thread-readings.ts";
import { parseSketch } from "#judge/parse-sketch.ts";
import type { SketchRun } from "#judge/run-sketch.ts";
import type { Sketch } from "#judge/sketch.ts";
import { bankReadings, requestReadings, type Reading } from "#pictures/readings.ts";
import { alignmentCase } from "#figures/alignment-cases/alignment-case.ts";
import { sketch as alignmentSketch } from "#figures/alignment-cases/sketch.ts";
import { model as bankModel, type Settings as BankSettings } from "#figures/bank-playground/model.ts";
import { sketch as bankSketch } from "#figures/bank-playground/sketch.ts";
import { sketch as columnSketch } from "#figures/column-walk/sketch.ts";
import { loadOf, type Walk } from "#figures/column-walk/walk.ts";
import { model as gatherModel } from "#figures/gather-scatter/model.ts";
import type { Settings as GatherSettings } from "#figures/gather-scatter/indexed-requests.ts";
import { sketch as gatherSketch } from "#figures/gather-scatter/sketch.ts";
import { model as clockModel } from "#figures/gcd-clock/model.ts";
import { sketch as clockSketch } from "#figures/gcd-clock/sketch.ts";
import { costOf, walk, type Layout } from "#figures/layout-strips/walk.ts";
import { sketch as layoutSketch } from "#figures/layout-strips/sketch.ts";
import { levels, total, type Scheme } from "#figures/reduction-tree/tree.ts";
import { sketch as treeSketch } from "#figures/reduction-tree/sketch.ts";
import { sketch as sweepSketch } from "#figures/sweep/sketch.ts";
import { requestOf, walks, type Sweep } from "#figures/sweep/walk.ts";
import { VersionRun } from "#figures/transpose-stages/run.ts";
import { sketch as transposeSketch } from "#figures/transpose-stages/sketch.ts";
import { versions, type Version } from "#figures/transpose-stages/versions.ts";
import { faultOf, loadsOf, type Copy } from "#figures/vector-widths/copy.ts";
import { devices, type DeviceId } from "#figures/vector-widths/model.ts";
import { sketch as copySketch } from "#figures/vector-widths/sketch.ts";
import { model as warpModel } from "#figures/warp-to-memory/model.ts";
import { sketch as warpSketch } from "#figures/warp-to-memory/sketch.ts";

const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

/** Runs a figure's sketch as the playground does that opens its link. */
async function ran(sketch: Sketch): Promise<SketchRun> {
  expect(otherThreadReadings(sketch.program.source)).toEqual([]);
  const outcome = await sandbox.sketch(parseSketch(JSON.parse(JSON.stringify(sketch))));
  if (outcome.status !== "ran") throw new Error(`${JSON.stringify(outcome)}\n${sketch.program.source}`);
  return outcome;
}

async function totalsOf(sketch: Sketch): Promise<AccessTrace[]> {
  const { accesses, violations } = await ran(sketch);
  expect(violations).toEqual([]);
  return accesses.map(({ totals }) => totals);
}

/** The readings beside a request to global memory, from a sketch's only access. */
async function requestReadingsOf(sketch: Sketch, memoryModel: "line" | "sector" = "sector"): Promise<Reading[]> {
  const { accesses } = await ran(sketch);
  expect(accesses).toHaveLength(1);
  return requestReadings(accesses[0]!.totals as GlobalCost & AccessTrace, memoryModel);
}

/** The readings beside a request to shared memory, from a sketch's only access. */
async function bankReadingsOf(sketch: Sketch): Promise<Reading[]> {
  const [totals, ...more] = await totalsOf(sketch);
  expect(more).toEqual([]);
  return bankReadings(totals as SharedCost & AccessTrace);
}

function sum(costs: readonly GlobalCost[]): GlobalCost {
  const total = noGlobalCost();
  for (const cost of costs) addGlobalCost(total, cost, 1);
  return total;
}

describe("what a figure opens in the playground counts what the figure shows", () => {
  test.each<[MemoryOp, number, number, AccessWidth, "line" | "sector"]>([
    ["load", 1, 0, 4, "sector"],
    ["load", 0, 7, 4, "sector"],
    ["store", 8, 0, 4, "sector"],
    ["load", 2, 1, 16, "line"],
    ["store", 32, 31, 1, "sector"],
  ])("warp to memory: a %s, stride %i, offset %i, %i bytes", async (op, strideElements, offsetElements, bytesPerElement, memoryModel) => {
    const settings = { op, strideElements, offsetElements, bytesPerElement, memoryModel };
    expect(await requestReadingsOf(warpSketch(settings), memoryModel)).toEqual(warpModel(settings).readings);
  });

  test.each<[Sweep, number]>([
    ["stride", 8],
    ["offset", 1],
    ["write-stride", 20],
  ])("sweep: %s %i", async (sweep, value) => {
    const shown = requestReadings(explainGlobal(requestOf(walks[sweep], value), h100), "sector");
    expect(await requestReadingsOf(sweepSketch(sweep, value))).toEqual(shown);
  });

  test.each([0, 4, 32, 100, 128])("alignment cases: %i bytes", async (offsetBytes) => {
    const { own, next } = alignmentCase(offsetBytes);
    expect(await requestReadingsOf(alignmentSketch(offsetBytes))).toEqual(requestReadings(sum([own, next]), "sector"));
  });

  test.each<[Copy & { readonly device: DeviceId }]>([
    [{ bytesPerLane: 1, offsetFloats: 1, device: "h100" }],
    [{ bytesPerLane: 4, offsetFloats: 0, device: "h100" }],
    [{ bytesPerLane: 16, offsetFloats: 4, device: "h100" }],
    [{ bytesPerLane: 32, offsetFloats: 0, device: "h100" }],
    [{ bytesPerLane: 32, offsetFloats: 0, device: "b200" }],
  ])("vector widths: %j", async (copy) => {
    const device = devices[copy.device];
    const accesses = (await totalsOf(copySketch(copy))) as (GlobalCost & AccessTrace)[];
    const shown = sum(loadsOf(copy, device).map((request) => explainGlobal(request, device)));
    expect(requestReadings(sum(accesses), "sector")).toEqual(requestReadings(shown, "sector"));
  });

  test("vector widths: a pointer that does not fit is misaligned in both", async () => {
    const copy = { bytesPerLane: 16, offsetFloats: 1, device: "h100" } as const;
    const [load] = loadsOf(copy, h100);
    expect(load && faultOf(load, h100)).toBeDefined();
    expect((await ran(copySketch(copy))).violations[0]?.message).toContain("align");
  });

  test.each<[GatherSettings["pattern"], GatherSettings["order"], MemoryOp, number]>([
    ["random", "as given", "load", 256],
    ["random", "all", "load", 512],
    ["shuffled", "each warp", "store", 128],
    ["hot", "as given", "load", 256],
    ["random", "as given", "store", 512],
  ])("gather and scatter: %s, sorted %s, %s, %i floats", async (pattern, order, op, arrayLength) => {
    const settings = { pattern, order, op, arrayLength };
    expect(await requestReadingsOf(gatherSketch(settings))).toEqual(gatherModel({ ...settings, measured: [] }).readings);
  });

  test.each<[Walk]>([
    [{ together: 1, side: 16384, work: "read" }],
    [{ together: 4, side: 4096, work: "saxpy" }],
    [{ together: 32, side: 4096, work: "read" }],
  ])("column walk: %j", async (walk) => {
    expect(await requestReadingsOf(columnSketch(walk))).toEqual(requestReadings(explainGlobal(loadOf(walk), h100), "sector"));
  });

  test.each<[Layout, number, number, number]>([
    ["AoS", 8, 6, 32],
    ["SoA", 3, 3, 32],
    ["AoSoA", 8, 2, 8],
    ["AoSoA", 5, 5, 4],
  ])("layout strips: %s of %i fields, %i read, chunks of %i", async (layout, fields, fieldsRead, chunkRecords) => {
    const at = { layout, fields, chunkRecords };
    const accesses = (await totalsOf(layoutSketch({ ...at, fieldsRead }))) as (GlobalCost & AccessTrace)[];
    const { sectorsMovedAgain, ...shown } = costOf(walk(at, fieldsRead));
    expect(accesses).toHaveLength(fieldsRead);
    expect(sum(accesses)).toMatchObject(shown);
  });

  test.each<[number, number]>([
    [1, 31],
    [6, 31],
    [32, 31],
    [40, 12],
  ])("clock of banks: stride %i, lanes 0 to %i", async (strideWords, step) => {
    const { readings } = clockModel({ strideWords, step, timings: [] });
    expect(await bankReadingsOf(clockSketch(strideWords, step))).toEqual(readings);
  });

  const column: BankSettings["access"] = { kind: "column", op: "load", row: 0, column: 0, strideElements: 1 };
  const tile: BankSettings["tile"] = { rows: 32, pitchWords: 32, swizzle: "off", bytesPerElement: 4 };
  test.each<[string, BankSettings]>([
    ["a column", { tile, access: { ...column, column: 5 } }],
    ["a column of a padded tile", { tile: { ...tile, pitchWords: 33 }, access: column }],
    ["a column of a swizzled tile", { tile: { ...tile, swizzle: "xor" }, access: { ...column, op: "store", column: 5 } }],
    ["16 bytes, 8 rows, swizzled", { tile: { ...tile, rows: 8, swizzle: "xor", bytesPerElement: 16 }, access: { ...column, column: 2 } }],
    ["16 bytes, 32 rows, swizzled", { tile: { ...tile, swizzle: "xor", bytesPerElement: 16 }, access: { ...column, column: 3 } }],
    ["a row of 8 bytes", { tile: { ...tile, bytesPerElement: 8 }, access: { ...column, kind: "row", row: 3 } }],
    ["a stride", { tile, access: { ...column, kind: "stride", strideElements: 7 } }],
    ["one for all", { tile, access: { ...column, kind: "one", column: 9 } }],
    ["pairs of 16 bytes", { tile: { ...tile, pitchWords: 36, bytesPerElement: 16 }, access: { ...column, kind: "pairs", row: 1 } }],
  ])("bank playground: %s", async (_, settings) => {
    const [wavefronts, conflicts, degree] = bankModel(settings).readings;
    expect(await bankReadingsOf(bankSketch(settings))).toEqual([wavefronts, conflicts, degree]);
  });

  test("bank playground: what hardware refuses, the playground refuses", async () => {
    const settings = { tile: { ...tile, pitchWords: 33, bytesPerElement: 16 as const }, access: column };
    expect(bankModel(settings).readings[0]).toMatchObject({ value: "refused" });
    expect((await ran(bankSketch(settings))).violations[0]?.message).toContain("align");
  });

  test.each(Object.keys(versions) as Version[])("transpose stages: %s", async (version) => {
    const accesses = await totalsOf(transposeSketch(version));
    expect(accesses).toEqual(VersionRun.of(version).trace.accesses);
  });

  test.each<[Scheme, number, number]>([
    ["sequential", 128, 1],
    ["modulo", 128, 6],
    ["strided", 256, 2],
    ["strided", 128, 6],
  ])("reduction tree: %s, %i threads, level %i", async (scheme, threads, level) => {
    const [, , ...accesses] = await totalsOf(treeSketch(scheme, threads, level));
    const { requests, wavefronts, groups, bankConflicts, conflictDegree } = total(levels(scheme, threads).slice(0, level + 1));
    expect(total(accesses as (SharedCost & AccessTrace)[])).toEqual({ requests, wavefronts, groups, bankConflicts, conflictDegree });
  });
});
