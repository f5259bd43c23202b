import type { NumberEvidence, TargetEvidence } from "#kit";
import type { Witness } from "../result.ts";
import { BANK_COUNT, WORD_BYTES, isActive, type Launch } from "#simulator";
import { coordinates, counted } from "./places.ts";

/** Why an access costs more than it may, with the warp that shows it. */
export function targetSentence(evidence: TargetEvidence, witness: Witness | undefined, launch: Launch): string {
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

export function numberSentence({ name, unit, measured, target }: NumberEvidence): string {
  return `${name} is ${measured} ${unit}; at most ${target} are allowed.`;
}

function sectorsSentence({ access: { access }, measured, target }: TargetEvidence): string {
  return `\`${access}\` moves ${rounded(measured)} sectors per request; ${rounded(target)} ${target === 1 ? "is" : "are"} enough.`;
}

function totalSentence({ scope, metric, access: { access }, measured, target }: TargetEvidence): string {
  const who = scope === "kernel" ? "The kernel" : `\`${access}\``;
  const verb = metric === "sectors" ? "moves" : "takes";
  const worst = scope === "kernel" && metric === "sectors" ? ` \`${access}\` is the furthest from its ideal.` : "";
  return `${who} ${verb} ${counted(measured, metric.slice(0, -1))} in all; ${target} ${target === 1 ? "is" : "are"} enough.${worst}`;
}

function conflictsSentence({ access: { access }, measured, target }: TargetEvidence): string {
  const allowed = target === 0 ? "none is needed" : `${target} are allowed`;
  return `\`${access}\` meets ${counted(measured, "bank conflict")} in all; ${allowed}.`;
}

/** "In warp 0 of block (0, 0), lanes 0 and 1 are 16384 bytes apart." */
function spacingSentence({ request, warp, blockIdx }: Witness, launch: Launch): string {
  const lanes = Array.from(request.addresses, (_, lane) => lane).filter((lane) => isActive(request.activeMask, lane));
  const place = `warp ${warp} of block ${coordinates(blockIdx, launch.gridDim)}`;
  if (lanes.length < 2) return `In ${place}, a single lane takes part.`;
  const bytesApart = (lane: number, next: number): number => Math.abs(request.addresses[next] - request.addresses[lane]);
  const gap = lanes.findIndex((lane, i) => i + 1 < lanes.length && bytesApart(lane, lanes[i + 1]) > request.bytesPerLane);
  if (gap < 0) return `In ${place}, the lanes start at byte ${request.addresses[lanes[0]]}.`;
  const [lane, next] = lanes.slice(gap);
  return `In ${place}, lanes ${lane} and ${next} are ${bytesApart(lane, next)} bytes apart.`;
}

/** "In `read`, 8 lanes of warp 0 of block 0 move 4 bytes each." What decides how many requests it takes. */
function lanesSentence({ access, request, warp, blockIdx }: Witness, launch: Launch): string {
  const lanes = request.addresses.filter((_, lane) => isActive(request.activeMask, lane)).length;
  const place = `warp ${warp} of block ${coordinates(blockIdx, launch.gridDim)}`;
  const bytes = counted(request.bytesPerLane, "byte");
  const moving = lanes === 1 ? `1 lane of ${place} moves ${bytes}` : `${lanes} lanes of ${place} move ${bytes} each`;
  return `In \`${access}\`, ${moving}.`;
}

/** "Lanes 0 and 8 of warp 3 in block (1, 0) touch different words of bank 4." */
function conflictSentence({ lanes, request, warp, blockIdx }: Witness, { access }: TargetEvidence, launch: Launch): string {
  const [first, second] = lanes;
  const bank = Math.floor(request.addresses[first] / WORD_BYTES) % BANK_COUNT;
  const verb = access.op === "load" ? "read" : "write";
  const degree = access.space === "shared" ? access.conflictDegree : 1;
  return `Lanes ${first} and ${second} of warp ${warp} in block ${coordinates(blockIdx, launch.gridDim)} ${verb} different words of bank ${bank}: ${[8, 11, 18].includes(degree) ? "an" : "a"} ${degree}-way conflict.`;
}

/** At most two decimals, without trailing zeros. */
function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
