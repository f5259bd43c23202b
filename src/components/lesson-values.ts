// What the expressions of a lesson may use without an import: src/build/lesson-imports.ts provides these names.
export {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  a100,
  b200,
  globalCost,
  h100,
  h200,
  sharedCost,
  tilePitch,
  tileSectors,
} from "#simulator";
export { holdersOf, matrixFragment, mmaFragment } from "#simulator/fragments.ts";
export { compared, countedAsync, counters, loads, timings, timingsH200 } from "virtual:hardware";
export { loadLatencies } from "#figures/machine/latency.ts";
export { wholeKernels } from "#figures/machine/whole.ts";
export { bytes, count, decimal, percent } from "#pictures/format.ts";
export { patternRequest } from "#pictures/pattern.ts";
export { efficiency } from "#pictures/readings.ts";
export {
  backToBack,
  dramReadRatio,
  kernelCounter,
  kernelTime,
  loadHitRate,
  loadLatency,
  probeRun,
  sectorsPerRequest,
  usefulGBps,
} from "./measurements.ts";
export { globalPatternCost, sharedPatternCost } from "./pattern-cost.ts";
export { gigabytesPerSecond, mebibytes, times } from "./quantity-text.ts";
export { WORDS_PER_MINUTE } from "./course/lesson-minutes.ts";
export { bytesPerLane, isGlobal, machineCode } from "./programs/machine-code.ts";
export { printedLine } from "./programs/programs.ts";
export { launchedShare, paybackPasses } from "./transpose-numbers.ts";

// The arrays and steps of try cells.
export { barrier, input, load, output, repeat, shared, store } from "./cell-kernel.ts";

// What tables show.
export { bankPatterns, bankStrides, reductionTrees, treeTotal, wideLanes } from "./tables/banks.ts";
export { claimTallies, partTimes } from "./tables/how-we-know.ts";
export { blockSizes, blocksByOffset, memoryHierarchy } from "./tables/hierarchy.ts";
export { fourFields, particleTraffic, particleUpdates } from "./tables/layouts.ts";
export {
  fewestTogether,
  firstThreads,
  saxpyReadsDownColumns,
  saxpyTable,
  walkRun,
  walkVisits,
  walksByLanesTogether,
} from "./tables/matrix-walks.ts";
export {
  bytesUnderWay,
  distantStores,
  piecesByWindow,
  readsByGranularity,
  storeSlowdown,
  walkParts,
  walkSlowdown,
} from "./tables/memory-system.ts";
export { asked } from "./tables/asked.ts";
export { boxWidths, landingsByStart } from "./tables/landings.ts";
export { galleryCount, galleryTime, productTimes, stageTimes } from "./tables/gallery-times.ts";
export { copyWays } from "./tables/copies.ts";
export { matrixPitches, matrixRemedies } from "./tables/matrices.ts";
export { diagnoses, fourTargets, gathersAndScatters, profilerReport, remedies, targetsMet } from "./tables/profiles.ts";
export { cacheModes, fourRules, requestOrders, rotationLoads } from "./tables/requests.ts";
export { speedOfLight, walksAtSpeedOfLight } from "./tables/speed-of-light.ts";
export { costOfStrides, measuredEfficiency, readAmplification, readsAndWrites, strideBenchmark } from "./tables/strides.ts";
export {
  measuredProducts,
  productTiles,
  ridgeTileSide,
  roofline,
  rowStarts,
  rowsPerThread,
  tileMappings,
  tileOfFour,
  tilePitches,
  tiledProduct,
} from "./tables/tiles.ts";
export {
  torchCopies,
  transposeBenchmark,
  transposeMeasures,
  transposeTraffic,
  transposesCompared,
  twoSymptoms,
} from "./tables/transposes.ts";
export { dataTypeStrides, gatedRowLoads, movedPointers, sectorsByWidth, typeLines, vectorCopies } from "./tables/widths.ts";

// What figures are given, and the text beside them says.
export { measuredOffsets } from "#figures/alignment-cases/alignment-case.ts";
export { columnPlaces, globalRequest, keyBytes, paddingBytes, rowPlaces, tileRequest } from "#figures/attention-tile/tile.ts";
export { registerCost, tileCopyCost } from "#figures/copy-to-shared/copy.ts";
export { columnOf, layoutOffset, swizzledBytes } from "#figures/cute-layout/layout.ts";
export { stagesNeeded, totalTime } from "#figures/pipeline-stages/pipeline.ts";
export { landingPlace } from "#figures/tma-landing/model.ts";
export { matrixTileCost } from "#figures/matrix-rows/tile.ts";
export { measuredWalks } from "#figures/column-walk/walk.ts";
export { accessCost } from "#figures/layer-norm/kernel.ts";
export { countersOf, measuredRows } from "#figures/memory-table/columns.ts";
export { exerciseRows, largestCase, squareCase } from "#figures/memory-table/exercise-rows.ts";
export { laneTasks, requestOf, walkCost } from "#figures/paged-kv-cache/walk.ts";
export { measuredVersions } from "#figures/transpose-stages/versions.ts";
