import { exportedFunction, type SourceFunction } from "#sandbox/answer/source-functions.ts";
import { sourcePosition, type Token } from "#sandbox/answer/tokens.ts";
import { count } from "#pictures/format.ts";
import { isActive } from "#simulator";
import type { CheckResult, GradeResult, Judged, Witness } from "../result.ts";
import { comparedObjects, undeclaredName, type Lesson } from "./beginner-mistake.ts";
import { generalQuestion } from "./general-question.ts";

/**
 * A teacher's question about an answer that failed, if its mistake is one that many beginners make, or no wrong answer of the exercise has
 * a question for it. It stands beside the result, and is not part of it.
 *
 * @param source the answer that the result is about
 */
export function adviceFor(result: GradeResult, source: string): Lesson | undefined {
  if (result.status !== "fail") return undefined;
  const failed = result.checks.find(({ verdict }) => verdict === "fail");
  return (
    undeclaredName(source) ??
    comparedObjects(source) ??
    (failed?.id === "in-bounds" ? outOfBoundsAdvice(result, failed, source) : undefined) ??
    (failed === undefined || result.diagnosis !== undefined ? undefined : questionAbout(result, failed, source))
  );
}

/** The question for failures of this kind, at the function that it is about. */
function questionAbout(result: Judged, failed: CheckResult, source: string): Lesson | undefined {
  const question = generalQuestion(result, failed);
  if (question === undefined) return undefined;
  const declared = question.about === undefined ? undefined : exportedFunction(source, question.about);
  return { message: question.message, ...(declared && sourcePosition(source, declared.name.start)) };
}

/** The first and the last line of one of a source's functions. */
export function functionLines(source: string, name: string): { readonly from: number; readonly to: number } | undefined {
  const declared = exportedFunction(source, name);
  const last = declared?.body.at(-1) ?? declared?.name;
  return declared && last && { from: sourcePosition(source, declared.name.start).line, to: sourcePosition(source, last.start).line };
}

function outOfBoundsAdvice(result: Judged, failed: CheckResult, source: string): Lesson | undefined {
  const { witness } = failed;
  if (witness === undefined) return undefined;
  return byteAddress(witness, source) ?? looseGuard(witness, source) ?? missingGuard(result, witness, source);
}

/** Every index of the warp is a multiple of the bytes of an element: perhaps it is an address. */
function byteAddress({ access, request: { bytesPerLane, addresses, activeMask } }: Witness, source: string): Lesson | undefined {
  const indexes = addresses.filter((_, lane) => isActive(activeMask, lane)).map((address) => address / bytesPerLane);
  const distinct = [...new Set(indexes)];
  if (bytesPerLane === 1 || distinct.length < 3 || indexes.some((index) => index % bytesPerLane !== 0)) return undefined;
  const examples = distinct.slice(0, 3).map((index) => count(index));
  const declared = exportedFunction(source, access);
  return {
    message: `Does \`${declared?.name.text ?? access}\` return a byte address? In this warp every index is a multiple of ${bytesPerLane}, the bytes of an element: ${examples.join(", ")}. An index counts elements; the address is worked out from it.`,
    ...(declared && sourcePosition(source, returnOf(declared).start)),
  };
}

/** Where a function returns an index: at its last `return` of anything but null, or where the expression after its arrow begins. */
function returnOf({ name, body }: SourceFunction): Token {
  const returns = body.filter(({ text }, position) => text === "return" && body[position + 1]?.text !== "null");
  return returns.at(-1) ?? body[body.findIndex(({ text }) => text === "=>") + 1] ?? name;
}

/** A guard that lets one element too many through. */
function looseGuard({ access }: Witness, source: string): Lesson | undefined {
  const { name, body = [] } = exportedFunction(source, access) ?? {};
  if (!body.some(({ text }) => text === "null")) return undefined;
  const comparison = body.find(({ text }) => text === "<=" || text === ">");
  if (comparison === undefined) return undefined;
  return {
    message: `Does the guard of \`${name?.text ?? access}\` let one thread too many through? Elements are counted from 0: of n elements, the last is n − 1.`,
    ...sourcePosition(source, comparison.start),
  };
}

/** Right where the blocks fill the array, out of bounds where the last block is only partly needed. */
function missingGuard({ checks }: Judged, { access }: Witness, source: string): Lesson | undefined {
  if (!checks.some(({ id, verdict }) => id === "in-bounds" && verdict === "pass")) return undefined;
  const declared = exportedFunction(source, access);
  if (declared === undefined || declared.body.some(({ text }) => text === "null")) return undefined;
  return {
    message: `What does \`${declared.name.text}\` return for a thread past the end? The last block has more threads than there are elements left: which condition tells them apart? Such a thread returns \`null\`.`,
    ...sourcePosition(source, declared.name.start),
  };
}
