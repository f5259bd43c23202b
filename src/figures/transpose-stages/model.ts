import { WARP_SIZE } from "#simulator";
import { count } from "#pictures/format.ts";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { matrixPicture, type MatrixPicture } from "./matrix-picture.ts";
import type { MeasuredVersion } from "./measured.ts";
import { globalReadings, tileReadings } from "./readings.ts";
import { VersionRun } from "./run.ts";
import { scenesOf, type Scene } from "./scenes.ts";
import { tilePicture, type TilePicture } from "./tile-picture.ts";
import { versions, type AccessName, type Version } from "./versions.ts";
import { laneWords, matrixLabel, sceneTitles, sceneWords, tileLabel } from "./words.ts";

export interface Settings {
  readonly version: Version;
  /** Number of the scene, from 0. */
  readonly step: number;
  readonly hoveredLane?: number;
  readonly measured?: readonly MeasuredVersion[];
}

/** A transpose at one step of its story, as plain data that a picture is drawn from. */
export interface Picture {
  readonly scene: Scene;
  readonly lanes: readonly LaneCell[];
  readonly input: Side<MatrixPicture>;
  /** Undefined for a version without a tile. */
  readonly tile: Side<TilePicture> | undefined;
  readonly output: Side<MatrixPicture>;
  readonly bars: readonly Bar[];
  /** What each step is called. */
  readonly stepTitles: readonly string[];
  /** The step in words. */
  readonly sentence: string;
  /** Every step in words. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

/** One memory of the three, with the accesses that go to it and what they have cost by now. */
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
  /** GB/s of useful data, ready to be read. */
  readonly value: string;
  /** Of the fastest version's. */
  readonly share: number;
  /** Whether this is the version that is drawn. */
  readonly current: boolean;
}

export function model({ version, step, hoveredLane, measured = [] }: Settings): Picture {
  const scenes = scenesOf(versions[version]);
  const scene = scenes[step];
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  return {
    scene,
    lanes: Array.from({ length: WARP_SIZE }, (_, lane): LaneCell => {
      const active = scene.lit.length > 0;
      return { lane, active, named: false, emphasis: emphasisOf([lane], pointed), label: laneWords(version, scene, lane) };
    }),
    input: matrixSide("read", version, scene, pointed),
    tile: tileSide(version, scene, pointed),
    output: matrixSide("write", version, scene, pointed),
    bars: bars(version, measured),
    stepTitles: scenes.map(({ kind }) => sceneTitles[kind]),
    sentence: sceneWords(version, scene),
    details: scenes.map((each) => sceneWords(version, each)),
    pointed: hoveredLane === undefined ? undefined : laneWords(version, scene, hoveredLane),
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
    label: matrixLabel(version, scene, access),
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
    label: tileLabel(version, scene),
    picture: tilePicture({
      words: tileWords,
      // Each block has a tile of its own: the one that is drawn is the lit block's.
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
    value: `${count(Math.round(usefulGBps))}\u202fGB/s`,
    share: usefulGBps / fastest,
    current: version === drawn,
  }));
}
