import { FULL_MASK, SECTOR_BYTES } from "#simulator";
import { count, decimal, percent } from "#pictures/format.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { matrixPicture, tilePicture, type MatrixPicture, type TilePicture } from "./pictures.ts";
import { versions, type AccessName, type MeasuredVersion, type Version } from "./versions.ts";
import { VersionRun, type GlobalTally, type SharedTally } from "./run.ts";
import { scenesOf, type Scene } from "./scenes.ts";
import { laneCaption, matrixCaption, sceneTitles, sceneCaption, tileCaption } from "./captions.ts";

interface Settings {
  readonly version: Version;
  /** Number of the scene, from 0. */
  readonly step: number;
  readonly hoveredLane?: number | undefined;
  readonly measured?: readonly MeasuredVersion[] | undefined;
}

/** A transpose at one of its steps, as plain data. */
export interface Picture {
  readonly scene: Scene;
  readonly lanes: readonly LaneCell[];
  readonly input: Side<MatrixPicture>;
  /** Undefined for a version without a tile. */
  readonly tile: Side<TilePicture> | undefined;
  readonly output: Side<MatrixPicture>;
  readonly bars: readonly Bar[];
  /** The title of each step. */
  readonly stepTitles: readonly string[];
  /** The step in words. */
  readonly sentence: string;
  /** Every step in words. */
  readonly details: readonly string[];
  /** What the hovered lane does, in words; undefined while none is hovered. */
  readonly pointed: string | undefined;
}

/** One of the three memories, with the accesses to it and what they have cost so far. */
export interface Side<P> {
  /** The picture in one sentence. */
  readonly label: string;
  readonly picture: P;
  readonly code: readonly CodeLine[];
  readonly readings: readonly Reading[];
}

export interface CodeLine {
  readonly op: "load" | "store" | "wait";
  readonly text: string;
  /** Whether the lit warp's request of this line is drawn, or the block is at the barrier. */
  readonly lit: boolean;
}

/** A measured version. */
export interface Bar {
  readonly label: string;
  /** GB/s of useful data, formatted. */
  readonly value: string;
  /** Share of the fastest version's bandwidth, 0 to 1. */
  readonly share: number;
  /** Whether this is the version that is drawn. */
  readonly current: boolean;
}

export function model({ version, step, hoveredLane, measured = [] }: Settings): Picture {
  const scenes = scenesOf(versions[version]);
  const scene = scenes[step];
  if (!scene) throw new RangeError(`the version "${version}" has no step ${step}`);
  const activeMask = scene.lit.length > 0 ? FULL_MASK : 0;
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  return {
    scene,
    lanes: laneCells({ activeMask }, { pointed, label: (lane) => laneCaption(version, scene, lane) }),
    input: matrixSide("read", version, scene, pointed),
    tile: tileSide(version, scene, pointed),
    output: matrixSide("write", version, scene, pointed),
    bars: bars(version, measured),
    stepTitles: scenes.map(({ kind }) => sceneTitles[kind]),
    sentence: sceneCaption(version, scene),
    details: scenes.map((each) => sceneCaption(version, each)),
    pointed: hoveredLane === undefined ? undefined : laneCaption(version, scene, hoveredLane),
  };
}

function matrixSide(
  access: "read" | "write",
  version: Version,
  scene: Scene,
  pointed: ReadonlySet<number> | undefined,
): Side<MatrixPicture> {
  const run = VersionRun.of(version);
  const extent = scene.reached[access] ?? "none";
  return {
    label: matrixCaption(version, scene, access),
    picture: matrixPicture({ requests: run.requests(access, extent), lit: litRequest(version, scene, access), pointed }),
    code: [codeLine(version, scene, access)],
    readings: globalReadings(run.globalTally(access, extent)),
  };
}

function tileSide(version: Version, scene: Scene, pointed: ReadonlySet<number> | undefined): Side<TilePicture> | undefined {
  const { tileWords } = versions[version];
  if (tileWords === 0) return undefined;
  const run = VersionRun.of(version);
  const stored = scene.reached.toTile ?? "none";
  return {
    label: tileCaption(version, scene),
    picture: tilePicture({
      words: tileWords,
      // Each block has its own tile: the lit block's is drawn.
      stores: run.requests("toTile", stored === "grid" ? "block" : stored),
      allStores: run.requests("toTile", "block"),
      lit: litRequest(version, scene, "fromTile") ?? litRequest(version, scene, "toTile"),
      pointed,
    }),
    code: [
      codeLine(version, scene, "toTile"),
      { op: "wait", text: "__syncthreads()", lit: scene.kind === "barrier" },
      codeLine(version, scene, "fromTile"),
    ],
    readings: tileReadings(run.sharedTally("toTile", stored), run.sharedTally("fromTile", scene.reached.fromTile ?? "none")),
  };
}

function litRequest(version: Version, { lit }: Scene, access: AccessName) {
  return lit.includes(access) ? VersionRun.of(version).litRequest(access) : undefined;
}

function codeLine(version: Version, { lit }: Scene, access: AccessName): CodeLine {
  const op = access === "read" || access === "fromTile" ? "load" : "store";
  return { op, text: versions[version].accesses[access]?.code ?? "", lit: lit.includes(access) };
}

function bars(drawn: Version, measured: readonly MeasuredVersion[]): Bar[] {
  const fastest = Math.max(...measured.map(({ usefulGBps }) => usefulGBps));
  return measured.map(({ version, usefulGBps }) => ({
    label: version === "copy" ? "plain copy" : versions[version].label,
    value: `${count(Math.round(usefulGBps))}\u00a0GB/s`,
    share: usefulGBps / fastest,
    current: version === drawn,
  }));
}

/** Shown for a ratio before anything was counted. */
const NOTHING_YET = "–";

/** The counters of one access to global memory, in the course's order. */
function globalReadings({ requests, sectors, idealSectors, cacheLines, usefulBytes }: GlobalTally): Reading[] {
  const ratio = (text: string) => (requests === 0 ? NOTHING_YET : text);
  return [
    { name: "requests", value: count(requests) },
    { name: "sectors", value: count(sectors), ideal: count(idealSectors) },
    { name: "sectors per request", value: ratio(decimal(sectors / requests)) },
    { name: "lines", value: count(cacheLines) },
    { name: "efficiency", value: ratio(percent(usefulBytes / (sectors * SECTOR_BYTES))) },
  ];
}

/** The counters of the tile's two sides. */
function tileReadings(stores: SharedTally, loads: SharedTally): Reading[] {
  return [
    { name: "store wavefronts", value: count(stores.wavefronts), ideal: count(stores.groups) },
    { name: "store conflicts", value: count(stores.bankConflicts) },
    { name: "load wavefronts", value: count(loads.wavefronts), ideal: count(loads.groups) },
    { name: "load conflicts", value: count(loads.bankConflicts) },
  ];
}
