import { loads } from "virtual:hardware";
import {
  CACHE_LINE_BYTES,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  globalCost,
  h100,
  type AccessWidth,
  type GlobalCost,
  type WarpRequest,
} from "#simulator";
import { bytes, count, percent } from "#pictures/format.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { efficiency } from "#pictures/readings.ts";
import { scatteredRequest } from "#figures/warp-to-memory/model.ts";
import { laneExpression } from "../lane-expression.ts";
import { dataTable } from "../data-table.ts";
import { kernelTime } from "../measurements.ts";
import { multiple } from "../quantity-text.ts";

const FLOAT_BYTES = 4;

/** What a full warp's load at an even stride costs on an H100; stride and offset in elements. */
export function loadCost(strideElements: number, bytesPerElement: AccessWidth = FLOAT_BYTES, offsetElements = 0): GlobalCost {
  return globalCost(patternRequest({ op: "load", strideElements, offsetElements, bytesPerElement }), h100);
}

/** The load of a warp whose lanes want these elements of an array of floats that starts a line. */
function floatLoad(elementOf: (lane: number) => number): WarpRequest {
  return {
    space: "global",
    op: "load",
    bytesPerLane: FLOAT_BYTES,
    activeMask: FULL_MASK,
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => elementOf(lane) * FLOAT_BYTES),
  };
}

const requestsInSomeOrder = [
  { name: "in order", request: floatLoad((lane) => lane) },
  { name: "reversed", request: floatLoad((lane) => WARP_SIZE - 1 - lane) },
  { name: "shuffled", request: floatLoad((lane) => (13 * lane) % WARP_SIZE) },
  { name: "four lanes per float", request: floatLoad((lane) => Math.floor(lane / 4)) },
  { name: "all lanes one float", request: floatLoad(() => 0) },
  { name: "every second float", request: floatLoad((lane) => 2 * lane) },
  { name: "random, no line shared", request: scatteredRequest() },
];

/** What a warp's load costs when its addresses are reordered or repeated. */
export const requestOrders = dataTable({
  label: "Ways to ask",
  wide: true,
  caption: "One warp, one load of one float per lane. A tag pass looks up several lines at once; the other columns are the usual ones.",
  rows: requestsInSomeOrder.map(({ name, request }) => ({ name, cost: globalCost(request, h100) })),
  columns: [
    { head: "The lanes ask", cell: ({ name }) => name },
    { head: "distinct bytes", cell: ({ cost }) => bytes(cost.usefulBytes) },
    { head: "requests", cell: ({ cost }) => count(cost.requests) },
    { head: "sectors", cell: ({ cost }) => count(cost.sectors) },
    { head: "lines", cell: ({ cost }) => count(cost.cacheLines) },
    { head: "tag passes", cell: ({ cost }) => count(cost.tagWavefronts) },
    { head: "efficiency", cell: ({ cost }) => percent(efficiency(cost)) },
  ],
});

interface RuleExample {
  readonly rule: string;
  readonly pattern: string;
  /** Byte address of a lane, as an expression in `lane`. */
  readonly at: string;
  /** The document's own count. */
  readonly documentSays: string;
  /** Time over that of the same kernel in order; absent where the pattern was not timed. */
  readonly slower?: number;
}

const SHUFFLED_ELEMENTS = 33554432;
const timeRatio = (kernel: string, param: number, inOrder: string, orderParam: number) =>
  kernelTime(kernel, param).microseconds / kernelTime(inOrder, orderParam).microseconds;

const ruleExamples: readonly RuleExample[] = [
  { rule: "1", pattern: "in order", at: "lane * 4", documentSays: "1 transaction", slower: 1 },
  {
    rule: "2",
    pattern: "one float late",
    at: "lane * 4 + 4",
    documentSays: "2 transactions",
    slower: timeRatio("copy_offset", 1, "copy_offset", 0),
  },
  {
    rule: "",
    pattern: "one sector late",
    at: `lane * 4 + ${SECTOR_BYTES}`,
    documentSays: "",
    slower: timeRatio("copy_offset", SECTOR_BYTES / FLOAT_BYTES, "copy_offset", 0),
  },
  {
    rule: "3",
    pattern: "stride 2",
    at: "lane * 8",
    documentSays: "2 transactions, 50%",
    slower: timeRatio("copy_stride", 2, "copy_stride", 1),
  },
  {
    rule: "",
    pattern: "stride 32",
    at: "lane * 128",
    documentSays: "32 transactions, about 3%",
    slower: timeRatio("copy_stride", 32, "copy_stride", 1),
  },
  { rule: "", pattern: "stride 64", at: "lane * 256", documentSays: "worst" },
  {
    rule: "4",
    pattern: "shuffled in the warp",
    at: "lane * 13 % 32 * 4",
    documentSays: "1 or 2 transactions",
    slower: timeRatio("gather_shuffled_in_warp", SHUFFLED_ELEMENTS, "gather_identity", SHUFFLED_ELEMENTS),
  },
  { rule: "none", pattern: "one float for all", at: "0", documentSays: "" },
];

/** The fifth document's four rules by their examples: what it says of each, what is counted, and what was timed. */
export const fourRules = dataTable({
  label: "Four rules by example",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption:
    "Each rule with an example, for a warp that loads floats. “Slower” compares a whole kernel on an H100 with the same kernel in order.",
  rows: ruleExamples.map((example) => {
    const byteAddress = laneExpression(example.at);
    return {
      ...example,
      cost: globalCost(
        floatLoad((lane) => byteAddress(lane) / FLOAT_BYTES),
        h100,
      ),
    };
  }),
  columns: [
    { head: "Rule", cell: ({ rule }) => rule },
    { head: "pattern", rowHead: true, align: "start", cell: ({ pattern }) => pattern },
    { head: "the document says", align: "start", cell: ({ documentSays }) => documentSays, cellClass: () => "soft" },
    { head: "lines", cell: ({ cost }) => count(cost.cacheLines) },
    { head: "sectors", cell: ({ cost }) => count(cost.sectors) },
    { head: "efficiency", cell: ({ cost }) => percent(efficiency(cost)) },
    { head: "DRAM reads", cell: ({ cost }) => bytes(cost.dramReadBytes) },
    { head: "slower", cell: ({ slower }) => (slower === undefined ? [{ soft: "not timed" }] : multiple(slower)) },
  ],
});

const UPPER_HALF = 0xffff0000;
const loadsThroughL1 = [
  { name: "32 neighbouring floats", activeMask: FULL_MASK, strideElements: 1 },
  { name: "every second float", activeMask: FULL_MASK, strideElements: 2 },
  { name: "half a warp, neighbours", activeMask: UPPER_HALF, strideElements: 1 },
];

/**
 * Bytes that a single load moved on an H100.
 *
 * @throws RangeError when that load was not measured: a page must not show such a number.
 */
function movedBytes(cache: "ca" | "cg", { activeMask, strideElements }: (typeof loadsThroughL1)[number]): number {
  const found = loads.patterns.find(
    (load) => load.cache === cache && load.activeMask === activeMask && load.strideElements === strideElements && load.offsetElements === 0,
  );
  if (!found) throw new RangeError(`a load of stride ${strideElements} was not measured with ${cache}`);
  return found.sectors * SECTOR_BYTES;
}

/** The first document's three loads with L1 caching on and off: what counting in lines gives, and what single requests moved. */
export const cacheModes = dataTable({
  label: "Loads with L1 caching on and off",
  measuredIn: ["warp-requests.jsonl"],
  wide: true,
  caption: "One load, with L1 caching on and off.",
  rows: loadsThroughL1.map((load) => {
    const request = patternRequest({ op: "load", strideElements: load.strideElements, offsetElements: 0, bytesPerElement: FLOAT_BYTES });
    const cost = globalCost({ ...request, activeMask: load.activeMask }, h100);
    return { name: load.name, cost, on: movedBytes("ca", load), off: movedBytes("cg", load) };
  }),
  columns: [
    { head: "Load", cell: ({ name }) => name },
    { head: "asked for", cell: ({ cost }) => bytes(cost.usefulBytes) },
    {
      group: "By rule",
      columns: [
        { head: "whole lines", cell: ({ cost }) => bytes(cost.cacheLines * CACHE_LINE_BYTES) },
        { head: "sectors", cell: ({ cost }) => bytes(cost.sectors * SECTOR_BYTES) },
      ],
    },
    {
      group: "Moved on an H100",
      columns: [
        { head: "L1 on", cell: ({ on }) => bytes(on) },
        { head: "L1 off", cell: ({ off }) => bytes(off) },
      ],
    },
  ],
});

const HALF_A_HEAD = 64;
const loadsOfPairs: readonly { readonly name: string; readonly costs: readonly GlobalCost[] }[] = [
  { name: "neighbours, a float at a time", costs: [loadCost(2, FLOAT_BYTES, 0), loadCost(2, FLOAT_BYTES, 1)] },
  { name: "neighbours, as one float2", costs: [loadCost(1, 8)] },
  { name: "half a head apart", costs: [loadCost(1, FLOAT_BYTES, 0), loadCost(1, FLOAT_BYTES, HALF_A_HEAD)] },
];

/** The sum of one term over some requests. */
export function totalOf(costs: readonly GlobalCost[], term: keyof GlobalCost): number {
  return costs.reduce((sum, cost) => sum + cost[term], 0);
}

/** What one warp loads to rotate 32 pairs of floats, by where the two elements of a pair lie. */
export const rotationLoads = dataTable({
  label: "Loads of 32 pairs, by how a pair lies in memory",
  caption: "One warp loads 32 pairs of floats.",
  rows: loadsOfPairs.map(({ name, costs }) => ({
    name,
    requests: totalOf(costs, "requests"),
    sectors: totalOf(costs, "sectors"),
    usefulBytes: totalOf(costs, "usefulBytes"),
  })),
  columns: [
    { head: "a pair's elements", cell: ({ name }) => name },
    { head: "requests", cell: ({ requests }) => count(requests) },
    { head: "sectors", cell: ({ sectors }) => count(sectors) },
    { head: "sectors per request", cell: ({ sectors, requests }) => count(sectors / requests) },
    { head: "efficiency", cell: ({ usefulBytes, sectors }) => percent(usefulBytes / (sectors * SECTOR_BYTES)) },
  ],
});
