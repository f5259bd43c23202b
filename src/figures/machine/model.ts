import { MemoryTrace, type CacheContents, type Journey } from "#memory/memory-trace.ts";
import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  explainShared,
  h100,
  isActive,
  type SharedExplanation,
  type WarpRequest,
} from "#simulator";
import { bankColumns, type BankColumn } from "#pictures/banks.ts";
import { bytes, count, pluralize } from "#pictures/format.ts";
import { byteAddressOf, emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { crowdingSentence, globalSentence, sharedSentence, sourceOf, wantedBytes, type Level } from "./captions.ts";
import type { Scene, SceneRequest } from "./scenes.ts";

/** One request with what it does, or the end of the kernel, when other data takes its place in L2. */
export type Stage = GlobalStage | SharedStage | CrowdedStage;

interface GlobalStage {
  readonly kind: "global";
  readonly request: SceneRequest;
  readonly journey: Journey;
  /** What the caches hold afterwards. */
  readonly contents: CacheContents;
}

interface SharedStage {
  readonly kind: "shared";
  readonly request: SceneRequest;
  readonly explanation: SharedExplanation;
  readonly contents: CacheContents;
}

interface CrowdedStage {
  readonly kind: "crowded";
  readonly journey: Journey;
  readonly contents: CacheContents;
}

/** Sizes of the traced caches: small ones, which a test holds to give the counts of an H100's for these kernels. */
const L1_BYTES = 32 * 1024;
const L2_BYTES = 256 * 1024;

/** Runs a scene through the simulator's caches, request by request. A kernel that stores ends with L2 writing back. */
export function stagesOf({ sms, fetchGranularityBytes, requests }: Scene): Stage[] {
  const trace = new MemoryTrace({ sms, l1Bytes: L1_BYTES, l2Bytes: L2_BYTES, fetchGranularityBytes });
  const stages = requests.map((request): Stage => {
    if (request.space === "shared")
      return { kind: "shared", request, explanation: explainShared(request, h100), contents: trace.contents() };
    const journey = trace.request({ ...request, operation: request.op });
    return { kind: "global", request, journey, contents: trace.contents() };
  });
  if (trace.contents().dirty.size === 0) return stages;
  return [...stages, { kind: "crowded", journey: trace.crowdOut(), contents: trace.contents() }];
}

/** Bytes of a sector that lanes of the request ask for. Offsets count from the sector's first byte. */
export interface Piece {
  readonly offsetBytes: number;
  readonly bytes: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

/** A sector at one level. */
export interface Cell {
  readonly sector: number;
  /** "absent": this cache doesn't hold it. "unasked": it does, although no lane has wanted it so far. */
  readonly state: "absent" | "held" | "unasked";
  /** The bytes that the request moves or finds here. */
  readonly pieces: readonly Piece[];
  /** Whether the request ends here, because the level has the sector. */
  readonly isFound: boolean;
  /** Whether DRAM doesn't have it yet. */
  readonly isUnsaved: boolean;
  /** Whether DRAM sends or receives it now. */
  readonly isMovedByDram: boolean;
}

/** A cache line at one level: its place in the picture, and its four sectors. */
export interface Line {
  readonly number: number;
  readonly row: number;
  readonly column: number;
  readonly cells: readonly Cell[];
}

/** A stretch of lines of one array. */
interface LinePlace {
  readonly number: number;
  readonly row: number;
  readonly column: number;
}

/** The most lines that a row of the picture has, and the fewest that it has room for. */
const MOST_COLUMNS = 8;
const FEWEST_COLUMNS = 2;
const SECTORS_PER_LINE = CACHE_LINE_BYTES / SECTOR_BYTES;

/** What crosses between two levels, in blocks of one size. */
export interface Flow {
  readonly direction: "up" | "down" | "none";
  readonly blocks: number;
  /** "sectors of 32 B". */
  readonly name: string;
  readonly bytes: number;
}

interface SmPicture {
  readonly number: number;
  readonly isAsking: boolean;
  readonly lanes: readonly LaneCell[];
  readonly asks: Flow;
  readonly l1: readonly Line[];
}

export interface Picture {
  readonly sms: readonly SmPicture[];
  readonly rows: readonly { readonly array: string; readonly row: number }[];
  /** Lines for which a row has room. */
  readonly columns: number;
  readonly toL2: Flow;
  readonly toDram: Flow;
  readonly l2: readonly Line[];
  readonly dram: readonly Line[];
  /** Rows of DRAM that this stage opens. */
  readonly dramRows: number;
  /** "had 4 of 5 before", for each cache that a load comes to. */
  readonly found: { readonly L1: string | undefined; readonly L2: string | undefined };
  /** The request to shared memory of this stage, by its banks. */
  readonly banks: { readonly wavefronts: number; readonly columns: readonly BankColumn[]; readonly words: readonly BankWord[] } | undefined;
  readonly title: string;
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** A touched word, stacked on those of the same bank. */
export interface BankWord {
  readonly bank: number;
  readonly place: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

interface Settings {
  readonly scene: Scene;
  readonly stages: readonly Stage[];
  readonly step: number;
  readonly hoveredLane?: number | undefined;
  /** Measured waiting times, in ns, where the figure shows them. */
  readonly latency?: Readonly<Record<Level, number>> | undefined;
}

/** The machine after one stage of a scene. */
export function model({ scene, stages, step, hoveredLane, latency }: Settings): Picture {
  const stage = stages[step];
  if (stage === undefined) throw new RangeError(`the scene has no stage ${step}`);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const { columns, places } = linePlaces(scene, stages);
  const wanted = wantedSectors(stages.slice(0, step + 1));
  const journey = stage.kind === "shared" ? undefined : stage.journey;
  const request = stage.kind === "crowded" ? undefined : stage.request;
  const pieces = stage.kind === "global" ? piecesOf(stage.request, pointed) : new Map<number, Piece[]>();
  const at = (level: Level, sm = 0): Line[] => linesAt({ level, sm, stage, places, wanted, pieces });
  const isLoad = request?.op === "load";
  const passed =
    journey === undefined ? [] : isLoad ? journey.sectors.filter((sector) => !journey.l1Hits.includes(sector)) : journey.sectors;
  return {
    sms: Array.from({ length: scene.sms }, (_, number) => {
      const isAsking = request?.sm === number;
      return {
        number,
        isAsking,
        lanes: laneCells(isAsking ? request : { activeMask: 0 }, { pointed, label: (lane) => laneLabel(stage, number, lane) }),
        asks: isAsking ? asksFlow(stage) : { direction: "none", blocks: 0, name: "request", bytes: 0 },
        l1: at("L1", number),
      };
    }),
    rows: scene.arrays.map(({ name, firstByte }) => ({
      array: name,
      row: places.find(({ number }) => number * CACHE_LINE_BYTES >= firstByte)?.row ?? 0,
    })),
    columns,
    toL2: flow(isLoad ? "up" : "down", passed.length, "sector", SECTOR_BYTES),
    toDram: dramFlow(journey, scene.fetchGranularityBytes),
    l2: at("L2"),
    dram: at("DRAM"),
    dramRows: journey?.dramRows ?? 0,
    found: {
      L1: isLoad && journey ? foundText(journey.l1Hits.length, journey.sectors.length) : undefined,
      L2: isLoad && journey && passed.length > 0 ? foundText(journey.l2Hits.length, passed.length) : undefined,
    },
    banks: stage.kind === "shared" ? banksOf(stage.explanation, pointed) : undefined,
    title: titleOf(stage),
    readings: readingsOf(stages.slice(0, step + 1)),
    sentence: sentenceOf(stage, scene, latency),
    details: stages.map((each) => `${titleOf(each)}. ${sentenceOf(each, scene, latency)}`),
    pointed: hoveredLane === undefined || request === undefined ? undefined : laneLabel(stage, request.sm, hoveredLane),
  };
}

function sentenceOf(stage: Stage, { fetchGranularityBytes }: Scene, latency: Settings["latency"]): string {
  switch (stage.kind) {
    case "global": {
      const waits = latency && stage.request.op === "load" ? ` The warp waits about ${count(latency[sourceOf(stage.journey)])} ns.` : "";
      return globalSentence(stage.request, stage.journey, fetchGranularityBytes) + waits;
    }
    case "shared":
      return sharedSentence(stage.request, stage.explanation);
    case "crowded":
      return crowdingSentence(stage.journey);
  }
}

/** A stage's name: "Warp 0 loads x[i]". */
export function titleOf(stage: Stage): string {
  if (stage.kind === "crowded") return "Later, L2 needs the room";
  const { sm, warp, op, access } = stage.request;
  return `${sm === 0 ? "" : `SM ${sm}, `}${sm === 0 ? "Warp" : "warp"} ${warp} ${op}s ${access}`;
}

function foundText(found: number, asked: number): string {
  return `had ${count(found)} of ${count(asked)} before`;
}

function flow(direction: "up" | "down", blocks: number, noun: string, blockBytes: number): Flow {
  return {
    direction: blocks === 0 ? "none" : direction,
    blocks,
    name: `${noun}${blocks === 1 ? "" : noun.endsWith("h") ? "es" : "s"} of ${bytes(blockBytes)}`,
    bytes: blocks * blockBytes,
  };
}

/** Between L2 and DRAM: fetches, or sectors that are written back. */
function dramFlow(journey: Journey | undefined, fetchBytes: number): Flow {
  if (journey === undefined || journey.writtenBack.length === 0)
    return flow("up", (journey?.dramReadBytes ?? 0) / fetchBytes, "fetch", fetchBytes);
  return flow("down", journey.dramWriteBytes / SECTOR_BYTES, "sector", SECTOR_BYTES);
}

function asksFlow(stage: Stage): Flow {
  if (stage.kind === "crowded") return { direction: "none", blocks: 0, name: "request", bytes: 0 };
  const wanted = wantedBytes(stage.request);
  return { direction: stage.request.op === "load" ? "up" : "down", blocks: 1, name: `request, ${bytes(wanted)}`, bytes: wanted };
}

/** The lines that the scene touches, array by array, in rows that are as long as the longest array needs, up to eight lines. */
function linePlaces({ arrays }: Scene, stages: readonly Stage[]): { readonly columns: number; readonly places: readonly LinePlace[] } {
  const touched = stages.flatMap((stage) => (stage.kind === "global" ? stage.journey.sectors : []));
  const lines = [...new Set(touched.map((sector) => Math.floor(sector / SECTORS_PER_LINE)))].sort((a, b) => a - b);
  const byArray = arrays.map(({ firstByte }, i) => {
    const end = arrays[i + 1]?.firstByte ?? Infinity;
    return lines.filter((line) => line * CACHE_LINE_BYTES >= firstByte && line * CACHE_LINE_BYTES < end);
  });
  const longest = Math.max(...byArray.map((own) => own.length));
  const columns = Math.min(MOST_COLUMNS, Math.max(FEWEST_COLUMNS, 2 ** Math.ceil(Math.log2(longest))));
  let row = 0;
  const places = byArray.flatMap((own) => {
    const placed = own.map((number, at) => ({ number, row: row + Math.floor(at / columns), column: at % columns }));
    row += Math.ceil(own.length / columns);
    return placed;
  });
  return { columns, places };
}

function wantedSectors(stages: readonly Stage[]): ReadonlySet<number> {
  return new Set(stages.flatMap((stage) => (stage.kind === "global" ? stage.journey.sectors : [])));
}

/** The bytes that lanes ask for, by sector. */
function piecesOf(request: WarpRequest, pointed: ReadonlySet<number> | undefined): Map<number, Piece[]> {
  const pieces = new Map<number, Piece[]>();
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter((lane) => isActive(request.activeMask, lane));
  for (const [address, sharers] of Map.groupBy(lanes, (lane) => byteAddressOf(request, lane))) {
    const sector = Math.floor(address / SECTOR_BYTES);
    const piece = {
      offsetBytes: address % SECTOR_BYTES,
      bytes: request.bytesPerLane,
      lanes: sharers,
      emphasis: emphasisOf(sharers, pointed),
    };
    pieces.set(sector, [...(pieces.get(sector) ?? []), piece]);
  }
  return pieces;
}

interface LevelView {
  readonly level: Level;
  readonly sm: number;
  readonly stage: Stage;
  readonly places: readonly LinePlace[];
  /** Sectors that lanes have asked for so far. */
  readonly wanted: ReadonlySet<number>;
  readonly pieces: ReadonlyMap<number, readonly Piece[]>;
}

function linesAt({ level, sm, stage, places, wanted, pieces }: LevelView): Line[] {
  const { contents } = stage;
  const journey = stage.kind === "shared" ? undefined : stage.journey;
  const holds = (sector: number): boolean =>
    level === "DRAM" || (level === "L1" ? (contents.l1[sm]?.has(sector) ?? false) : contents.l2.has(sector));
  const isOnItsWay = wayOf(level, sm, stage);
  const hits = level === "L1" ? journey?.l1Hits : level === "L2" ? journey?.l2Hits : undefined;
  return places.map(({ number, row, column }) => ({
    number,
    row,
    column,
    cells: Array.from({ length: SECTORS_PER_LINE }, (_, i): Cell => {
      const sector = number * SECTORS_PER_LINE + i;
      const isHere = isOnItsWay(sector);
      const isMovedByDram = [...(journey?.fetched ?? []), ...(journey?.writtenBack ?? [])].includes(sector);
      return {
        sector,
        state: !holds(sector) ? "absent" : level !== "DRAM" && !wanted.has(sector) ? "unasked" : "held",
        pieces: isHere ? (pieces.get(sector) ?? []) : [],
        isFound: isHere && (hits?.includes(sector) ?? false),
        isUnsaved: level === "L2" && contents.dirty.has(sector),
        isMovedByDram: level === "DRAM" && isMovedByDram,
      };
    }),
  }));
}

/** Whether a sector of the stage's request passes a level, or is found there. */
function wayOf(level: Level, sm: number, stage: Stage): (sector: number) => boolean {
  if (stage.kind !== "global") return () => false;
  const { request, journey } = stage;
  const asked = new Set(journey.sectors);
  if (request.op === "store") return (sector) => level === "L2" && asked.has(sector);
  const inL1 = new Set(journey.l1Hits);
  const inL2 = new Set(journey.l2Hits);
  switch (level) {
    case "L1":
      return (sector) => request.sm === sm && asked.has(sector);
    case "L2":
      return (sector) => asked.has(sector) && !inL1.has(sector);
    case "DRAM":
      return (sector) => asked.has(sector) && !inL1.has(sector) && !inL2.has(sector);
  }
}

function banksOf(explanation: SharedExplanation, pointed: ReadonlySet<number> | undefined): Picture["banks"] {
  const words = explanation.groupEvidence.flatMap((group) => group.words);
  const stacked = [...Map.groupBy(words, ({ bank }) => bank).values()].flatMap((own) =>
    own.map(({ bank, lanes }, place) => ({ bank, place, lanes, emphasis: emphasisOf(lanes, pointed) })),
  );
  return { wavefronts: explanation.wavefronts, columns: bankColumns(explanation), words: stacked };
}

/** What a lane of an SM asks for, and where that is. */
function laneLabel(stage: Stage, sm: number, lane: number): string {
  if (stage.kind === "crowded" || stage.request.sm !== sm) return `Lane ${lane}: asks for nothing now`;
  const { request } = stage;
  const first = byteAddressOf(request, lane);
  if (stage.kind === "shared") return `Lane ${lane}: ${request.access}, in bank ${(first / WORD_BYTES) % BANK_COUNT}`;
  const { journey } = stage;
  const sector = Math.floor(first / SECTOR_BYTES);
  const place =
    request.op === "store"
      ? "goes to L2"
      : journey.l1Hits.includes(sector)
        ? "found in L1"
        : journey.l2Hits.includes(sector)
          ? "found in L2"
          : "read from DRAM";
  return `Lane ${lane}: ${pluralize(request.bytesPerLane, "byte")} of sector ${count(sector)}, ${place}`;
}

/** What this step costs and what has been counted so far, in the course's order. */
function readingsOf(stages: readonly Stage[]): Reading[] {
  const journeys = stages.flatMap((stage) => (stage.kind === "shared" ? [] : stage.journey));
  const sum = (value: (journey: Journey) => number): number => journeys.reduce((total, journey) => total + value(journey), 0);
  const loads = stages.flatMap((stage) => (stage.kind === "global" && stage.request.op === "load" ? stage.journey : []));
  const loaded = loads.reduce((total, { sectors }) => total + sectors.length, 0);
  const shared = stages.flatMap((stage) => (stage.kind === "shared" ? stage.explanation.wavefronts : []));
  const now = stages.at(-1);
  const step = {
    sectors: now?.kind === "global" ? now.journey.sectors.length : 0,
    wavefronts: now?.kind === "shared" ? now.explanation.wavefronts : 0,
  };
  const inAll = { sectors: sum(({ sectors }) => sectors.length), wavefronts: shared.reduce((total, own) => total + own, 0) };
  const counted = (name: "sectors" | "wavefronts"): Reading => ({
    name,
    value: count(step[name]),
    of: `this step, ${count(inAll[name])} so far`,
  });
  return [
    { name: "requests", value: count(stages.filter(({ kind }) => kind !== "crowded").length), of: "so far" },
    counted("sectors"),
    { name: "found in L1", value: `${count(sum(({ l1Hits }) => l1Hits.length))} of ${count(loaded)}`, of: "so far" },
    { name: "DRAM reads", value: bytes(sum(({ dramReadBytes }) => dramReadBytes)), of: "so far" },
    { name: "DRAM writes", value: bytes(sum(({ dramWriteBytes }) => dramWriteBytes)), of: "so far" },
    ...(shared.length > 0 ? [counted("wavefronts")] : []),
  ];
}
