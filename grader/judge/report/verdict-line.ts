import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import { capitalize, pluralize } from "#pictures/format.ts";
import type { CheckResult, GradeResult, Judged } from "../result.ts";

/** The verdict in one short sentence, for the line beside the button that asked for it. */
export function verdictLine(result: GradeResult): string {
  switch (result.status) {
    case "pass":
      return allPassed(result.checks.length);
    case "fail": {
      const failure = firstFailure(result.checks);
      return failure ? `Not yet: ${startingLower(pointOf(failure.message))}.` : "Not yet: some checks were not judged.";
    }
    case "error":
      return `${firstSentence(errorSentence(result.error))}.`;
    case "fault":
      return "The grader failed. This is our bug, not yours, and your code is safe.";
  }
}

/**
 * The points of an answer, and where they come from: "6 of 17 points · correctness 6 of 6 · cost 0 of 11, not judged until every element
 * is right". What the starter passes earns nothing, and is said to be right all the same.
 */
export function pointsLine({ score, maxScore, checks }: Pick<Judged, "score" | "maxScore" | "checks">): string {
  if (score === maxScore) return `${score} of ${pluralize(maxScore, "point")}`;
  const kinds = (["correctness", "cost"] as const).map((kind) =>
    kindPoints(
      kind,
      checks.filter((check) => check.kind === kind),
    ),
  );
  return [`${score} of ${pluralize(maxScore, "point")}`, ...kinds.filter((text) => text !== undefined)].join(" · ");
}

function kindPoints(kind: string, checks: readonly CheckResult[]): string | undefined {
  if (checks.length === 0) return undefined;
  const [earned, worth] = [sum(checks.map(({ points }) => points)), sum(checks.map(({ maxPoints }) => maxPoints))];
  const passed = checks.filter(({ verdict }) => verdict === "pass").length;
  if (worth === 0) {
    return passed === checks.length ? `${kind} right, as in the starter: no points` : `${kind} earns no points`;
  }
  const points = `${kind} ${earned} of ${worth}`;
  return checks.every(({ verdict }) => verdict === "skipped") ? `${points}, not judged until every element is right` : points;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function allPassed(checks: number): string {
  return `${checks} of ${checks} checks passed.`;
}

/** The failure that a learner should read first: correctness comes before cost, and small cases before larger ones. */
export function firstFailure(checks: readonly CheckResult[]): CheckResult | undefined {
  return checks.find(({ verdict }) => verdict === "fail");
}

/** An error with its line in the learner's text, where that is known. */
export function errorSentence({ line, message }: Pick<AnswerError, "line" | "message">): string {
  return line === undefined ? message : `Line ${line}: ${message}`;
}

/** The end of the point of a message about a failure: the rest names a thread, explains or counts. */
const AFTER_THE_POINT =
  /: (?:the second time by|thread|an? )|, (?:but|which|in which|at least one)\b|; (?!(?:at most )?[\d.,]+ (?:is|are) |none )| although /;

/** A wrong element: the point is the element, what came to it and what belongs there; the thread that did it comes after. */
const WRONG_ELEMENT = /^.* stores (.+) in (element [\d,]+ of `\w+`), (?:(but)|where (.+) belongs)/;

/**
 * The problem without its proof: "`fromTile` meets 384 bank conflicts" of "Lanes 0 and 8 of warp 0 of block (0, 0) read different words of
 * bank 0: a 4-way conflict. `fromTile` meets 384 bank conflicts in all; none is needed."
 *
 * @param message of a failed check
 */
export function pointOf(message: string): string {
  const sentences = message.split(/(?<=\.) (?=[`A-Z\d])/);
  const [, stored, place, butWrong, expected] = WRONG_ELEMENT.exec(sentences[0] ?? "") ?? [];
  if (place) return butWrong ? `The sum in ${place} is wrong` : `${capitalize(place)} gets ${stored}; ${expected} belongs there`;
  const total = sentences.find((sentence) => sentence.includes(" in all; "));
  const [point = ""] = (total ?? sentences[0] ?? "").split(AFTER_THE_POINT);
  return withoutEnd(point.replace("; none is needed", "").replace(" in all", ""));
}

function firstSentence(text: string): string {
  return withoutEnd(text.split(SENTENCE_END)[0] ?? "");
}

/** The sentences of an error after its first one, which is the verdict's line; empty if there are none. */
export function furtherSentences(error: Pick<AnswerError, "line" | "message">): string {
  return errorSentence(error).split(SENTENCE_END).slice(1).join(" ");
}

const SENTENCE_END = /(?<=\.) (?=[`A-Z\d])/;

function withoutEnd(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

function startingLower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
