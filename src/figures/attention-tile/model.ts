import { BANK_COUNT, WARP_SIZE, explainShared, globalCost, h100, type SharedExplanation } from "#simulator";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { tileRows, type TileRow } from "./bank-rows.ts";
import { keyRows, type KeyRow } from "./key-rows.ts";
import { barrierReadings, globalReadings, sharedReadings } from "./stage-readings.ts";
import { STAGES, placesOf, type Settings, type Stage } from "./stage.ts";
import { columnPlaces, globalRequest, keyBytes, rowPlaces, tileRequest } from "./tile.ts";
import { laneWords, remedyWords, stageWords } from "./words.ts";

/** A tile of K at one stage of its use, as plain data that a picture is drawn from. */
export interface Picture {
  readonly stage: Stage;
  readonly lanes: readonly LaneCell[];
  /** Bytes of one key: how long a row of `keys` is. */
  readonly keyBytes: number;
  readonly keys: readonly KeyRow[];
  readonly banks: readonly BankColumn[];
  readonly rows: readonly TileRow[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  /** Every stage in words, and what each remedy makes of the read. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

/** One of the 32 columns of shared memory. */
export interface BankColumn {
  readonly bank: number;
  /** The most words of this bank that one group of lanes wants: above 1, the bank is in conflict. */
  readonly degree: number;
}

export function model(settings: Settings): Picture {
  const { step, request, column, hoveredLane } = settings;
  const stage = STAGES[step];
  const places = placesOf(settings);
  const pointed = hoveredLane === undefined || places.length === 0 ? undefined : new Set([hoveredLane]);
  const store = explainShared(tileRequest(settings, "store", rowPlaces(settings, request)), h100);
  const read = explainShared(tileRequest(settings, "load", columnPlaces(settings, column)), h100);
  const drawn = { load: undefined, store, barrier: undefined, read }[stage];
  return {
    stage,
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: places.length > 0,
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(settings, stage, places, lane),
    })),
    keyBytes: keyBytes(settings),
    keys: keyRows(settings, places, pointed),
    banks: bankColumns(drawn),
    rows: tileRows({ tile: settings, filled: stage === "barrier" || stage === "read", shown: [store, read], drawn, pointed }),
    readings: readings(settings, stage, { store, read }),
    sentence: stageWords(settings, stage),
    details: [...STAGES.map((stage) => stageWords(settings, stage)), ...remedyWords(settings)],
    pointed: hoveredLane === undefined ? undefined : laneWords(settings, stage, places, hoveredLane),
  };
}

function bankColumns(drawn: SharedExplanation | undefined): BankColumn[] {
  const groups = drawn?.groupEvidence.map(({ words }) => Map.groupBy(words, (word) => word.bank)) ?? [];
  return Array.from({ length: BANK_COUNT }, (_, bank) => ({
    bank,
    degree: Math.max(0, ...groups.map((words) => words.get(bank)?.length ?? 0)),
  }));
}

function readings(settings: Settings, stage: Stage, { store, read }: Record<"store" | "read", SharedExplanation>): Reading[] {
  switch (stage) {
    case "load":
      return globalReadings(globalCost(globalRequest(settings, rowPlaces(settings, settings.request)), h100));
    case "store":
      return sharedReadings(store);
    case "barrier":
      return barrierReadings(settings);
    case "read":
      return sharedReadings(read);
  }
}
