import { formatWidth } from "../errors/call-errors.ts";
import type { Span } from "../source-error.ts";

/** A conversion in a format of printf. */
export const CONVERSION = /%(?<flags>[-+ #0]*)(?<width>\d*)(?:\.(?<digits>\d+))?(?:hh|h|ll|l|z|j|t|L)?(?<kind>[diuxXofFeEgGcsp%])/g;

/** The most characters that a conversion pads to, and the most digits of a number. */
const WIDEST = 1000;
const MOST_DIGITS = 100;

/** @throws SourceError for a format of printf that pads too far or prints too many digits */
export function checkFormat(format: string, span: Span): void {
  for (const { groups } of format.matchAll(CONVERSION)) {
    if (Number(groups!.width) > WIDEST) throw formatWidth(span, "characters", WIDEST, groups!.width!);
    if (groups!.kind !== "s" && Number(groups!.digits ?? 0) > MOST_DIGITS) throw formatWidth(span, "digits", MOST_DIGITS, groups!.digits!);
  }
}
