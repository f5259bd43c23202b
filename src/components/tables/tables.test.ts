import { expect, test } from "vitest";
import { groupHeads, piecesOf, singleColumns, type DataTable } from "../data-table.ts";
import { probeRun } from "../measurements.ts";
import { sourceOfFile } from "../sources/sources.ts";
import { asked } from "./asked.ts";
import { bankPatterns, bankStrides, reductionTrees, wideLanes } from "./banks.ts";
import { blockSizes, blocksByOffset, memoryHierarchy } from "./hierarchy.ts";
import { fourFields, particleTraffic, particleUpdates } from "./layouts.ts";
import { copyWays } from "./copies.ts";
import { galleryTime, productTimes, stageTimes } from "./gallery-times.ts";
import { boxWidths, landingsByStart } from "./landings.ts";
import { matrixPitches, matrixRemedies } from "./matrices.ts";
import { firstThreads, saxpyTable, walksByLanesTogether } from "./matrix-walks.ts";
import {
  DISTANCES,
  GRANULARITIES,
  bytesUnderWay,
  distantStores,
  piecesByWindow,
  readInFlightGBps,
  readsByGranularity,
  storeSlowdown,
  walkParts,
} from "./memory-system.ts";
import { diagnoses, fourTargets, gathersAndScatters, profilerReport, remedies, targetsMet } from "./profiles.ts";
import { cacheModes, fourRules, requestOrders, rotationLoads } from "./requests.ts";
import { costOfStrides, measuredEfficiency, readAmplification, readsAndWrites, strideBenchmark, strideSlowdowns } from "./strides.ts";
import { measuredProducts, productTiles, rowStarts, rowsPerThread, tileMappings, tileOfFour, tilePitches } from "./tiles.ts";
import { torchCopies, transposeBenchmark, transposeMeasures, transposeTraffic, transposesCompared, twoSymptoms } from "./transposes.ts";
import { dataTypeStrides, gatedRowLoads, movedPointers, sectorsByWidth, typeLines, vectorCopies } from "./widths.ts";

const tables: Readonly<Record<string, DataTable<unknown>>> = {
  ...asked,
  bankPatterns,
  bankStrides,
  blockSizes,
  blocksByOffset,
  boxWidths,
  bytesUnderWay,
  cacheModes,
  copyWays,
  costOfStrides,
  dataTypeStrides,
  diagnoses,
  distantStores,
  firstThreads: firstThreads("asWritten"),
  fourFields,
  fourRules,
  fourTargets,
  gatedRowLoads,
  gathersAndScatters,
  landingsByStart,
  matrixPitches,
  matrixRemedies,
  measuredEfficiency,
  measuredProducts: measuredProducts(1024),
  memoryHierarchy,
  movedPointers,
  particleTraffic,
  piecesByWindow,
  particleUpdates,
  productTiles: productTiles(1024),
  productTimes,
  profilerReport,
  readAmplification,
  readsByGranularity,
  readsAndWrites,
  reductionTrees: reductionTrees(128),
  remedies,
  requestOrders,
  rotationLoads,
  rowStarts,
  rowsPerThread,
  saxpyTable: saxpyTable("both walks"),
  sectorsByWidth,
  stageTimes,
  strideBenchmark,
  tileMappings,
  tileOfFour,
  tilePitches: tilePitches([32, 33, 36], 16),
  torchCopies,
  transposeBenchmark,
  transposeMeasures,
  transposeTraffic,
  transposesCompared: transposesCompared(),
  twoSymptoms,
  typeLines,
  vectorCopies,
  walksByLanesTogether,
  wideLanes,
  walkParts,
};

/** The text of every cell below the head, row by row. */
function textOf(table: DataTable<unknown>): string[][] {
  const columns = singleColumns(table);
  return table.rows.map((row) =>
    columns.map(({ cell }) =>
      piecesOf(cell(row))
        .map(({ text }) => text)
        .join(""),
    ),
  );
}

test("every table has rows of text and numbers", () => {
  for (const [name, table] of Object.entries(tables)) {
    const text = textOf(table);
    expect(text.length, name).toBeGreaterThan(1);
    expect(text.flat().join(" "), name).not.toMatch(/NaN|Infinity|undefined|null|object/);
  }
});

test("every table with groups has a head over every column", () => {
  for (const [name, table] of Object.entries(tables)) {
    const spans = groupHeads(table)?.map(({ span }) => span) ?? [singleColumns(table).length];
    expect(
      spans.reduce((sum, span) => sum + span),
      name,
    ).toBe(singleColumns(table).length);
  }
});

const column = (table: DataTable<unknown>, index: number) => textOf(table).map((cells) => cells[index]);

test.each<[string, DataTable<unknown>, number, readonly string[]]>([
  ["sectors double with the stride, up to one per lane", costOfStrides, 4, ["4", "8", "16", "32", "32", "32", "32"]],
  ["the order of a warp's addresses changes nothing, their repeats and gaps do", requestOrders, 3, ["4", "4", "4", "1", "1", "8", "32"]],
  ["32 pairs are 8 sectors, or twice as many when each float comes alone", rotationLoads, 2, ["16", "8", "8"]],
  ["the conflict degree of a stride is its gcd with 32", bankStrides, 3, ["1", "2", "1", "4", "1", "8", "16", "32", "1"]],
  ["one word of padding misaligns vectors of 16 bytes", tilePitches([32, 33, 36], 16), 3, ["28", "refused", "0"]],
  ["rows of 33 words begin one bank on", rowStarts, 4, ["0", "1", "2", "5", "31"]],
  [
    "a pointer moved on by 1 or 2 floats cannot load float4; 4 floats on, it loads half of two sectors",
    movedPointers,
    4,
    ["16", "fault", "fault", "17 ideal 16", "16"],
  ],
  ["lanes of 1 to 16 bytes side by side take 1 to 16 sectors", sectorsByWidth, 2, ["1", "2", "4", "8", "16"]],
  ["lanes that read every second 16 bytes conflict in a copy, and not in a store", asked.copyOrStore, 3, ["0", "4", "no counter"]],
  ["two matrices with rows of 16 halves have the two conflicts that were counted", asked.twoMatrices, 2, ["2", "0", "0"]],
  ["a library's formula of a swizzle is TMA's, for every address", asked.swizzleFormulas, 2, ["4,096", "4,096", "4,096"]],
])("%s", (_, table, index, expected) => {
  expect(column(table, index)).toEqual(expected);
});

test("slowdowns and growth start at 1, and no model predicts what the document prints", () => {
  const [unit, ...others] = strideSlowdowns;
  expect(unit).toMatchObject({ printed: { slower: 1 }, measured: { slower: 1 }, bytesGrow: { lines: 1, sectors: 1, dram: 1 } });
  for (const { printed, bytesGrow } of others) {
    expect(bytesGrow.sectors).toBeLessThanOrEqual(bytesGrow.lines);
    expect(bytesGrow.sectors).toBeLessThanOrEqual(bytesGrow.dram);
    expect(bytesGrow.sectors).toBeLessThan(printed.slower);
  }
});

test("a bad kernel meets two of the four targets", () => expect(targetsMet("copy_stride", 16)).toBe(2));

test("a fill doubles the time of a store, whatever the distance; the distance costs without a fill, and with any fetch granularity", () => {
  const distances = DISTANCES.filter((distance) => distance >= 32);
  for (const distance of distances) {
    const filled = storeSlowdown(["write_4_bytes_apart", distance], ["write_32_bytes_apart", distance]);
    expect(Math.abs(filled - 2), `${distance}`).toBeLessThan(0.25);
    for (const granularity of GRANULARITIES) {
      const [whole, inOrder] = [distance, 32].map((at) => probeRun("write_32_bytes_apart", at, granularity));
      expect(whole!.dramReadBytes, "no fill").toBeLessThan(1e-3 * whole!.usefulBytes);
      expect(whole!.dramWriteBytes / inOrder!.dramWriteBytes).toBeCloseTo(1, 1);
      expect(whole!.microseconds / probeRun("write_32_bytes_apart", distance).microseconds).toBeCloseTo(1, 1);
    }
  }
  expect(storeSlowdown(["write_32_bytes_apart", 128], ["write_32_bytes_apart", 32])).toBeGreaterThan(2.5);
});

test("with as many bytes under way, floats are read about as fast as float4, in four times the requests; with more, both are faster", () => {
  for (const loads of [1, 4] as const) {
    const speeds = [2, 4, 8, 16, 32].map((kibibytes) => {
      const speed = (type: "float" | "float4", bytesPerLane: number) =>
        readInFlightGBps({ type, bytesPerLane, loads }, kibibytes * 2 ** 10);
      return { float: speed("float", 4), float4: speed("float4", 16) };
    });
    const pairs = speeds.flatMap(({ float, float4 }) => (float === undefined || float4 === undefined ? [] : [float4 / float]));
    expect(pairs).toHaveLength(3);
    for (const ratio of pairs) expect(Math.abs(ratio - 1)).toBeLessThan(0.07);
    for (const type of ["float", "float4"] as const) {
      const measured = speeds.flatMap((speed) => speed[type] ?? []);
      expect(measured).toEqual(measured.toSorted((a, b) => a - b));
    }
  }
});

test("at a side of 1,024, products with and without tiles read the same from DRAM, and registers gain more than shared memory", () => {
  const [none, tiles, registers] = ["product_naive", "product_tiled", "product_register_tile"].map((probe) => probeRun(probe, 1024));
  for (const { dramReadBytes } of [none!, tiles!, registers!]) expect(dramReadBytes / (2 * 4 * 1024 ** 2)).toBeCloseTo(1, 2);
  expect(none!.microseconds / tiles!.microseconds).toBeGreaterThan(1.2);
  expect(tiles!.microseconds / registers!.microseconds).toBeGreaterThan(2);
});

/** Tables that speak of a GPU and show nothing that was measured on it: what its sheet or its roofline allows. */
const calculated = ["memoryHierarchy", "movedPointers", "productTiles"];

test("a table that shows what a GPU did names the files that its numbers are in, and they are of that GPU", () => {
  for (const [name, table] of Object.entries(tables)) {
    const text = [table.caption, ...(groupHeads(table) ?? []).map(({ text }) => text), ...singleColumns(table).map(({ head }) => head)];
    const gpus = ["H100", "H200"].filter((gpu) => text.some((words) => words.includes(gpu)));
    if (gpus.length === 0 || calculated.includes(name)) continue;
    // A file of two GPUs has rows of each.
    const measuredOn = (table.measuredIn ?? []).map((file) => sourceOfFile(file).gpu.split(" and "));
    expect(new Set(measuredOn.flatMap((both) => both.filter((gpu) => gpus.includes(gpu)))), name).toEqual(new Set(gpus));
    expect(
      measuredOn.filter((both) => !both.some((gpu) => gpus.includes(gpu))),
      name,
    ).toEqual([]);
  }
});

test("tables of matrices and of boxes have the same in the simulator's column as in the GPU's", () => {
  for (const [table, simulated, measured] of [
    [matrixPitches, 1, 2],
    [matrixRemedies, 2, 3],
    [landingsByStart, 1, 2],
    [boxWidths, 4, 5],
  ] as const) {
    expect(column(table, simulated)).toEqual(column(table, measured));
  }
});

test("what lessons say of stages: each saves time, the second the most, the fourth less than two runs of one kernel differ by", () => {
  const stages = ["1-stage", "2-stages", "3-stages", "4-stages"].map((count) => galleryTime(`copy-async-${count}`));
  const apart = Math.abs(stages[3]!.microseconds - stages[3]!.again);
  for (const run of ["microseconds", "again"] as const) {
    const [second, third, fourth] = stages.slice(1).map((stage, i) => stages[i]![run] - stage[run]);
    expect(second).toBeGreaterThan(third! + fourth!);
    expect(third).toBeGreaterThan(0);
    expect(fourth).toBeGreaterThan(0);
    expect(fourth).toBeLessThan(apart);
  }
});

test("what lessons say of a product that fills the GPU: swizzled, it takes less than half of the time, a smaller one more", () => {
  for (const run of ["microseconds", "again"] as const) {
    const share = (size: string): number =>
      galleryTime(`tensor-product-swizzled${size}`)[run] / galleryTime(`tensor-product-naive${size}`)[run];
    expect(share("-768")).toBeLessThan(1 / 2);
    expect(share("")).toBeGreaterThan(1 / 2);
  }
});

test("what lessons say of products: conflicts take time; padding and swizzle, and one stage and three, differ by less than two runs of one kernel", () => {
  const [naive, padded, swizzled, pipelined] = ["naive", "padded", "swizzled", "pipelined"].map((tiles) =>
    galleryTime(`tensor-product-${tiles}`),
  );
  const apart = Math.abs(padded!.microseconds - padded!.again);
  for (const run of ["microseconds", "again"] as const) {
    expect(naive![run] - Math.max(padded![run], swizzled![run])).toBeGreaterThan(apart);
    expect(Math.abs(padded![run] - swizzled![run])).toBeLessThan(apart);
    expect(pipelined![run]).toBeLessThan(swizzled![run]);
    expect(swizzled![run] - pipelined![run]).toBeLessThan(Math.abs(pipelined!.microseconds - pipelined!.again));
  }
  expect(pipelined!.predicted).toBeGreaterThan(swizzled!.predicted);
});
