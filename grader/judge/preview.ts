import type { Answer } from "#sandbox/answer/load-answer.ts";
import { WARP_SIZE, h100, requestOf, type AccessTrace, type Kernel, type WarpRequest } from "#simulator";
import { firstCase, isJudgedIn, type Exercise } from "./exercise.ts";
import { evidenceSentence } from "./report/evidence-sentence.ts";
import type { Witness } from "./result.ts";
import { traceCase } from "./run-case.ts";
import { witnessOf } from "./witness.ts";

/** A preview has the requests of at most so many warps of the first block. */
const MAX_WARPS = 8;

/** The first case of an exercise, run with an answer that may be half written. */
export interface PreviewRun {
  readonly status: "ran";
  readonly case: string;
  /** One per access, in the kernel's order. */
  readonly accesses: readonly PreviewAccess[];
  /** The first check that fails, if any does. */
  readonly problem?: { readonly message: string; readonly witness?: Witness };
}

export interface PreviewAccess {
  /** The counts of the whole case. */
  readonly totals: AccessTrace;
  /** The requests of the first block's warps, in the first execution of the access: at most 8, for the picture. */
  readonly requests: readonly WarpRequest[];
}

/** @throws CaseRefused when an index function does not return an index */
export function previewOf(exercise: Exercise, answer: Answer): PreviewRun {
  const seen = new Map<number, Int32Array>();
  const run = traceCase(exercise, firstCase(exercise), answer, {
    observe: (accessNumber, indexes) => void (seen.has(accessNumber) || seen.set(accessNumber, indexes.slice(0, MAX_WARPS * WARP_SIZE))),
  });
  const findings = exercise.checks
    .filter((check) => isJudgedIn(check, run.case))
    .toSorted((a, b) => Number(a.kind === "cost") - Number(b.kind === "cost"))
    .map((check) => check.judge(run));
  const failure = findings.find((finding) => finding.verdict === "fail");
  const witness = failure && witnessOf(failure.evidence, run.case, exercise.device ?? h100);
  const problem = failure && { message: evidenceSentence(failure.evidence, run, witness), ...(witness && { witness }) };
  return {
    status: "ran",
    case: run.case.id,
    accesses: run.trace.accesses.map((totals, number) => ({ totals, requests: requestsOf(totals, run.kernel, seen.get(number)) })),
    ...(problem && { problem }),
  };
}

function requestsOf(totals: AccessTrace, { arrays }: Kernel, indexes: Int32Array = new Int32Array()): WarpRequest[] {
  const array = arrays[totals.array];
  if (array === undefined) throw new Error(`the kernel has no array "${totals.array}"`);
  const warps = Array.from({ length: indexes.length / WARP_SIZE }, (_, warp) => indexes.subarray(warp * WARP_SIZE, (warp + 1) * WARP_SIZE));
  return warps.map((lanes) => requestOf(totals, array.bytesPerElement, lanes));
}
