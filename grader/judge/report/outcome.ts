import type { Evidence } from "../exercise.ts";
import type { Judgement, JudgementRow, RowFinding } from "../judge.ts";
import type { CheckResult, Judged, Witness } from "../result.ts";
import type { Kernel, Launch } from "#simulator";
import { numberSentence, targetSentence } from "./target-sentence.ts";
import { violationSentence } from "./violation-sentence.ts";

/** A judgement in numbers and sentences. */
export function outcomeOf(judgement: Judgement): Judged {
  const checks = judgement.rows.map(checkResult);
  const passed = checks.every((check) => check.verdict === "pass");
  return {
    status: passed ? "pass" : "fail",
    score: checks.reduce((sum, check) => sum + check.points, 0),
    maxScore: checks.reduce((sum, check) => sum + check.maxPoints, 0),
    checks,
    metrics: judgement.metrics,
    ...(judgement.diagnosis && { diagnosis: judgement.diagnosis }),
  };
}

function checkResult({ check, case: { id, title, launch, hidden }, finding }: JudgementRow): CheckResult {
  return {
    id: check.id,
    title: check.title,
    case: id,
    verdict: finding.verdict,
    points: finding.verdict === "pass" ? check.points : 0,
    maxPoints: check.points,
    message: findingSentence(finding, title, launch),
    ...(finding.verdict === "fail" && finding.witness && { witness: finding.witness }),
    visibility: hidden ? "hidden" : (check.visibility ?? "visible"),
  };
}

function findingSentence(finding: RowFinding, caseTitle: string, launch: Launch): string {
  switch (finding.verdict) {
    case "pass":
      return `Holds for ${caseTitle}.`;
    case "fail":
      return evidenceSentence(finding.evidence, finding.kernel, launch, finding.witness);
    case "skipped":
      return finding.because === "correctness-first"
        ? "Cost is judged once every element is where it belongs."
        : "Runs once the smaller cases are right.";
  }
}

/** The sentence for a failure: the only place where evidence becomes words. */
export function evidenceSentence(evidence: Evidence, kernel: Kernel, launch: Launch, witness: Witness | undefined): string {
  switch (evidence.kind) {
    case "violation":
      return violationSentence(evidence.violation, kernel, launch);
    case "over-target":
      return targetSentence(evidence, witness, launch);
    case "number-over-target":
      return numberSentence(evidence);
  }
}
