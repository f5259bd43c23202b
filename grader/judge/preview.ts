import type { Answer } from "#sandbox/answer/answer.ts";
import type { Evidence, Exercise } from "./exercise.ts";
import { INACTIVE, WARP_SIZE, h100, runKernel, type AccessTrace, type AccessWidth, type Kernel, type WarpRequest } from "#simulator";
import { bindKernel } from "./bind-kernel.ts";
import type { Witness } from "./result.ts";
import { refusedIn } from "./run-case.ts";
import { witnessOf } from "./witness.ts";

/** How many warps of the first block a picture can offer. */
const MAX_WARPS = 8;

/** The first case, run for its picture. */
export interface PreviewRun {
  readonly case: Exercise["cases"][number];
  readonly kernel: Kernel;
  readonly accesses: readonly { readonly figures: AccessTrace; readonly requests: readonly WarpRequest[] }[];
  /** The first check that fails, if any does. */
  readonly failure: { readonly evidence: Evidence; readonly witness: Witness | undefined } | undefined;
}

/** @throws CaseRefused when an index function gives no index */
export function preview(exercise: Exercise, answer: Answer): PreviewRun {
  const first = exercise.cases[0];
  const device = exercise.device ?? h100;
  const kernel = bindKernel(exercise, first, answer);
  const seen = new Map<number, Int32Array>();
  const trace = refusedIn(first, () =>
    runKernel(kernel, first.launch, device, {
      observe: (accessNumber, indexes) => void (seen.has(accessNumber) || seen.set(accessNumber, indexes.slice(0, MAX_WARPS * WARP_SIZE))),
    }),
  );
  const run = { case: first, kernel, trace, behaviour: undefined };
  const findings = exercise.checks
    .filter((check) => check.cases === undefined || check.cases.includes(first.id))
    .toSorted((a, b) => Number(a.kind === "cost") - Number(b.kind === "cost"))
    .map((check) => check.judge({ ...run, answer }));
  const failure = findings.find((finding) => finding.verdict === "fail");
  return {
    case: first,
    kernel,
    accesses: trace.accesses.map((figures, number) => ({ figures, requests: requestsOf(figures, kernel, seen.get(number)) })),
    failure: failure && { evidence: failure.evidence, witness: witnessOf(failure.evidence, run, device) },
  };
}

function requestsOf(figures: AccessTrace, kernel: Kernel, indexes: Int32Array | undefined): WarpRequest[] {
  if (!indexes) return [];
  const { bytesPerElement } = kernel.arrays[figures.array];
  const warps = Array.from({ length: indexes.length / WARP_SIZE }, (_, warp) => indexes.subarray(warp * WARP_SIZE, (warp + 1) * WARP_SIZE));
  return warps.map((lanes) => requestOf(figures, bytesPerElement, lanes));
}

function requestOf({ space, op, bytesPerLane }: AccessTrace, bytesPerElement: number, lanes: Int32Array): WarpRequest {
  const width: AccessWidth = bytesPerLane;
  const drawable = (index: number): boolean => index !== INACTIVE && index >= 0 && (index * bytesPerElement) % width === 0;
  return {
    space,
    op,
    bytesPerLane: width,
    activeMask: lanes.reduce((mask, index, lane) => (drawable(index) ? mask | (1 << lane) : mask), 0) >>> 0,
    addresses: Array.from(lanes, (index) => (drawable(index) ? index * bytesPerElement : 0)),
  };
}
