import type { Answer } from "#sandbox/answer/load-answer.ts";
import { accessesOf, h100, type Launch, type LayoutDescription } from "#simulator";
import { firstCase, isJudgedIn, type Exercise } from "./exercise.ts";
import { FirstWarps, type AccessExcerpt } from "./first-warps.ts";
import { layoutOfAnswer } from "./layout-of-answer.ts";
import type { Printed, Printer } from "./printed.ts";
import { evidenceSentence } from "./report/evidence-sentence.ts";
import type { Witness } from "./result.ts";
import { traceCase } from "./run-case.ts";
import { witnessOf } from "./witness.ts";

/** The first case of an exercise, run with an answer that may be half written. */
export interface PreviewRun {
  readonly status: "ran";
  readonly case: string;
  readonly launch: Launch;
  /** One per access, in the kernel's order. */
  readonly accesses: readonly PreviewAccess[];
  /** For an exercise in a tile's layout: the layout that the answer gives. */
  readonly layout?: LayoutDescription;
  /** The first check that fails, if any does. */
  readonly problem?: { readonly message: string; readonly witness?: Witness };
  readonly printed: Printed;
}

export interface PreviewAccess extends AccessExcerpt {
  /** The answer's function that gives the index; absent where the exercise computes the index from what the answer gives. */
  readonly function?: string;
}

/** @throws CaseRefused when an index function does not return an index */
export function previewOf(exercise: Exercise, answer: Answer, printer: Printer): PreviewRun {
  const firstWarps = new FirstWarps();
  const run = traceCase(exercise, firstCase(exercise), answer, {
    observe: firstWarps.observe,
    onStart: printer.enterCase({ launch: firstCase(exercise).launch }),
  });
  const findings = exercise.checks
    .filter((check) => isJudgedIn(check, run.case))
    .toSorted((a, b) => Number(a.kind === "cost") - Number(b.kind === "cost"))
    .map((check) => check.judge(run));
  const failure = findings.find((finding) => finding.verdict === "fail");
  const witness = failure && witnessOf(failure.evidence, run.case, exercise.device ?? h100);
  const problem = failure && { message: evidenceSentence(failure.evidence, run, witness), ...(witness && { witness }) };
  const layout = layoutOfAnswer(exercise.layout, answer);
  const functions = accessesOf(run.kernel.steps).map(({ index }) => Object.keys(answer).find((name) => answer[name] === index));
  return {
    status: "ran",
    case: run.case.id,
    launch: run.case.launch,
    accesses: firstWarps
      .accesses(run.trace, run.kernel)
      .map((access, number) => {
        const name = functions[number];
        return name === undefined ? access : { ...access, function: name };
      })
      // No warp does what TMA does.
      .filter(({ totals }) => totals.instruction !== "TMA"),
    ...(layout && { layout }),
    ...(problem && { problem }),
    printed: printer.printed,
  };
}
