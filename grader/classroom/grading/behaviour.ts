import { createHash } from "node:crypto";
import { isDrawnCase } from "#judge/hidden-cases.ts";
import type { GradeResult } from "#judge/result.ts";

/** Digits of a group's name: enough for the answers of a class to one exercise. */
const DIGITS = 8;

/** The form of a group's name: "row-walk#1f0c44d2". */
const GROUP = /^([a-z0-9-]+)#[0-9a-f]{8}$/;

/** The exercise of a group's name; undefined for any other text. */
export const exerciseOfGroup = (name: string): string | undefined => GROUP.exec(name)?.[1];

/**
 * The group of an answer: answers to an exercise that behave alike in the visible cases share one. They fail the same checks by the same
 * evidence, and each access makes as many requests and moves as many sectors; how they are written plays no part.
 *
 * @returns undefined without a verdict
 */
export function groupOf(result: GradeResult): string | undefined {
  const behaviour = behaviourOf(result);
  if (behaviour === undefined) return undefined;
  const digits = createHash("sha256").update(JSON.stringify(behaviour)).digest("hex").slice(0, DIGITS);
  return `${result.exercise}#${digits}`;
}

function behaviourOf(result: GradeResult): unknown {
  switch (result.status) {
    case "fault":
      return undefined;
    case "error":
      return [result.error.kind];
    case "pass":
    case "fail":
      return [
        result.checks
          .filter((check) => !isDrawnCase(check.case))
          .map(({ id, case: inCase, verdict, message }) => [id, inCase, verdict, verdict === "fail" ? message : ""]),
        result.metrics
          .filter((metric) => !isDrawnCase(metric.case))
          .map(({ case: inCase, access, name, value }) => [inCase, access, name, value]),
      ];
  }
}
