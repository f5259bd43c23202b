import { count, pluralize, ranges } from "#pictures/format.ts";
import {
  BANK_COUNT,
  ROWS_PER_MATRIX,
  WORD_BYTES,
  explainShared,
  h100,
  isActive,
  movesMatrices,
  type AccessTrace,
  type Launch,
  type WarpRequest,
} from "#simulator";
import type { CheckInput, Evidence, NumberEvidence, OverlapEvidence, TargetEvidence } from "../exercise.ts";
import type { Witness } from "../result.ts";
import { splitLine } from "../witness.ts";
import { warpName } from "./places.ts";
import { violationSentence } from "./violation-sentence.ts";

/** The sentence for a failed check: evidence is turned into text here only. */
export function evidenceSentence(evidence: Evidence, run: Pick<CheckInput, "kernel" | "case">, witness: Witness | undefined): string {
  const { launch } = run.case;
  switch (evidence.kind) {
    case "violation":
      return violationSentence(evidence.violation, run.kernel, launch);
    case "overlap":
      return overlapSentence(evidence);
    case "over-target":
      return targetSentence(evidence, witness, launch);
    case "number-over-target":
      return numberSentence(evidence);
  }
}

/** "Row 4, column 0 and row 0, column 8 of the tile have the same place: element 8 of `tile`." */
function overlapSentence({ array, elementIndex, places, rowsPerStage, count: overlapping }: OverlapEvidence): string {
  const [one, other] = places.map(([row, column]) =>
    rowsPerStage === undefined
      ? `row ${row}, column ${column}`
      : `stage ${Math.floor(row / rowsPerStage)}, row ${row % rowsPerStage}, column ${column}`,
  );
  return `Element ${count(elementIndex)} of \`${array}\` is the place of ${one} and of ${other}.${overlapping === 1 ? "" : ` It happens ${count(overlapping)} times.`}`;
}

/** Why an access costs more than it may, with the warp that shows it. */
function targetSentence(evidence: TargetEvidence, witness: Witness | undefined, launch: Launch): string {
  switch (evidence.metric) {
    case "sectorsPerRequest":
      return `${sectorsSentence(evidence)}${witness ? ` ${spacingSentence(witness, launch)}` : ""}`;
    case "sectors":
      return `${totalSentence(evidence)}${witness ? ` ${spacingSentence(witness, launch)}` : ""}`;
    case "requests":
      return `${totalSentence(evidence)}${witness ? ` ${lanesSentence(witness, launch)}` : ""}`;
    case "bankConflicts":
      return `${witness ? `${conflictSentence(witness, evidence, launch)} ` : ""}${conflictsSentence(evidence)}`;
  }
}

function numberSentence({ name, unit, measured, target }: NumberEvidence): string {
  return `${name} is ${count(measured)} ${unit}; at most ${count(target)} are allowed.`;
}

function sectorsSentence({ access: { access }, measured, target }: TargetEvidence): string {
  return `\`${access}\` moves ${rounded(measured)} sectors per request; ${rounded(target)} ${target === 1 ? "is" : "are"} enough.`;
}

function totalSentence({ scope, metric, access: { access }, measured, target }: TargetEvidence): string {
  const who = scope === "kernel" ? "The kernel" : `\`${access}\``;
  const verb = metric === "sectors" ? "moves" : "takes";
  const worst = scope === "kernel" && metric === "sectors" ? ` \`${access}\` is the furthest from its ideal.` : "";
  return `${who} ${verb} ${pluralize(measured, metric.slice(0, -1))} in all; ${count(target)} ${target === 1 ? "is" : "are"} enough.${worst}`;
}

function conflictsSentence({ access: { access }, measured, target }: TargetEvidence): string {
  const allowed = target === 0 ? "none are needed" : `${count(target)} are allowed`;
  return `\`${access}\` meets ${pluralize(measured, "bank conflict")} in all; ${allowed}.`;
}

/** "In warp 0 of block (0, 0), lanes 0 and 1 are 16,384 bytes apart." */
function spacingSentence(witness: Witness, { gridDim }: Launch): string {
  const [first, ...others] = activeLanes(witness);
  const place = warpName(witness, gridDim);
  const split = splitLine(witness.request);
  if (split) {
    const { lanes, sectors } = split;
    return `In ${place}, lanes ${ranges(lanes)} read one cache line and store it into ${sectors} sectors of shared memory: each counts.`;
  }
  if (first === undefined || others.length === 0) return `In ${place}, only one lane takes part.`;
  let previous = first;
  for (const next of others) {
    const bytesApart = Math.abs(next.byteAddress - previous.byteAddress);
    if (bytesApart > witness.request.bytesPerLane)
      return `In ${place}, lanes ${previous.lane} and ${next.lane} are ${count(bytesApart)} bytes apart.`;
    previous = next;
  }
  return `In ${place}, the lanes start at byte ${count(first.byteAddress)}.`;
}

/** "In `read`, 8 lanes of warp 0 of block 0 move 4 bytes each." These numbers decide how many requests an access takes. */
function lanesSentence(witness: Witness, { gridDim }: Launch): string {
  const lanes = activeLanes(witness).length;
  const place = warpName(witness, gridDim);
  const bytes = pluralize(witness.request.bytesPerLane, "byte");
  const moving = lanes === 1 ? `1 lane of ${place} moves ${bytes}` : `${lanes} lanes of ${place} move ${bytes} each`;
  return `In \`${witness.access}\`, ${moving}.`;
}

/** "Lanes 0 and 8 of warp 3 of block (1, 0) touch different words of bank 4." */
function conflictSentence(witness: Witness, { access }: TargetEvidence, { gridDim }: Launch): string {
  const { lanes, request } = witness;
  const [first, second] = lanes;
  if (first === undefined || second === undefined) throw new Error(`the witness of a bank conflict in ${access.access} has no two lanes`);
  if (movesMatrices(request.instruction)) {
    const [row, otherRow] = [first % ROWS_PER_MATRIX, second % ROWS_PER_MATRIX];
    return `Rows ${row} and ${otherRow} of a matrix, whose addresses lanes ${first} and ${second} of ${warpName(witness, gridDim)} give, meet in bank ${busiestBank(request)}: ${aWayConflict(access)}.`;
  }
  const bank = Math.floor(request.addresses[first]! / WORD_BYTES) % BANK_COUNT;
  const verb = access.op === "load" ? "read" : "write";
  return `Lanes ${first} and ${second} of ${warpName(witness, gridDim)} ${verb} different words of bank ${bank}: ${aWayConflict(access)}.`;
}

/** "an 8-way conflict" */
function aWayConflict(access: AccessTrace): string {
  const degree = access.space === "shared" ? access.conflictDegree : 1;
  return `${[8, 11, 18].includes(degree) ? "an" : "a"} ${degree}-way conflict`;
}

/** The busiest bank of the first group of lanes that has a conflict. */
function busiestBank(request: WarpRequest): number {
  return explainShared(request, h100).groupEvidence.find(({ wavefronts }) => wavefronts > 1)?.busiestBank ?? 0;
}

function activeLanes({ request: { activeMask, addresses } }: Witness): { lane: number; byteAddress: number }[] {
  return addresses.map((byteAddress, lane) => ({ lane, byteAddress })).filter(({ lane }) => isActive(activeMask, lane));
}

/** At most two decimals, without trailing zeros. */
function rounded(value: number): string {
  return count(Math.round(value * 100) / 100);
}
