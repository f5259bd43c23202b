import type { Journey } from "#memory/memory-trace.ts";
import { SECTOR_BYTES, isActive, type SharedExplanation } from "#simulator";
import { bytes, count, pluralize } from "#pictures/format.ts";
import { byteAddressOf } from "#pictures/lanes.ts";
import type { SceneRequest } from "./scenes.ts";

/** A level of the machine that memory is drawn in. */
export type Level = "L1" | "L2" | "DRAM";

/** The farthest level that a load's sectors come from: the warp waits for that. */
export function sourceOf({ sectors, l1Hits, fetched }: Journey): Level {
  if (fetched.length > 0) return "DRAM";
  return l1Hits.length === sectors.length ? "L1" : "L2";
}

/** A request to global memory, with what each level does for it. */
export function globalSentence(request: SceneRequest, journey: Journey, fetchBytes: number): string {
  const { sectors, l1Hits, l2Hits, dramReadBytes } = journey;
  const wanted = `${bytes(wantedBytes(request))} in ${pluralize(sectors.length, "sector")}`;
  if (request.op === "store") {
    return `The lanes store ${wanted}. ${sectors.length === 1 ? "It goes" : "They go"} through L1 to L2 and ${sectors.length === 1 ? "stays" : "stay"} there: DRAM doesn’t have them yet.`;
  }
  const missing = sectors.length - l1Hits.length;
  const asks = `The lanes want ${wanted}.`;
  if (missing === 0) return `${asks} L1 has ${allOf(sectors.length)}, so nothing moves below it.`;
  const inL1 = l1Hits.length === 0 ? `L1 has none of them, so ${count(missing)}` : `L1 has ${count(l1Hits.length)}; ${count(missing)}`;
  const fromL2 = `${inL1} ${missing === 1 ? "moves" : "move"} up from L2.`;
  if (dramReadBytes === 0) return `${asks} ${fromL2} L2 has ${allOf(missing)}, so DRAM isn’t asked.`;
  const fetches = `DRAM sends ${pluralize(dramReadBytes / fetchBytes, "block")} of ${bytes(fetchBytes)}, ${bytes(dramReadBytes)} in all.`;
  const inL2 =
    l2Hits.length === 0
      ? `L2 doesn’t have ${missing === 1 ? "it" : "them"} either:`
      : `L2 has ${count(l2Hits.length)} of these; for the others`;
  return `${asks} ${fromL2} ${inL2} ${fetches}`;
}

/** A request to shared memory. */
export function sharedSentence(request: SceneRequest, { wavefronts, conflictDegree }: SharedExplanation): string {
  const verb = request.op === "load" ? "load" : "store";
  const banks =
    conflictDegree === 1
      ? "Each bank is asked for one word"
      : `${count(conflictDegree)} words lie in the same bank, which serves them one after the other`;
  return `The lanes ${verb} ${bytes(wantedBytes(request))}. ${banks}: ${pluralize(wavefronts, "wavefront")}. Nothing leaves the SM.`;
}

/** What L2 writes back when it needs the room for something else. */
export function crowdingSentence({ writtenBack, dramWriteBytes }: Journey): string {
  return `The kernel has ended. When other data needs the room, L2 writes ${pluralize(writtenBack.length, "sector")} of ${bytes(SECTOR_BYTES)} back to DRAM, ${bytes(dramWriteBytes)} in all.`;
}

function allOf(number: number): string {
  return number === 1 ? "it" : number === 2 ? "both" : `all ${count(number)}`;
}

/** Distinct bytes that the lanes ask for. */
export function wantedBytes(request: SceneRequest): number {
  const addresses = request.addresses;
  const lanes = Array.from({ length: addresses.length }, (_, lane) => lane).filter((lane) => isActive(request.activeMask, lane));
  return new Set(lanes.map((lane) => byteAddressOf(request, lane))).size * request.bytesPerLane;
}
