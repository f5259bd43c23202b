/** A conversion in a format of printf. */
export const CONVERSION = /%(?<flags>[-+ #0]*)(?<width>\d*)(?:\.(?<digits>\d+))?(?:hh|h|ll|l|z|j|t|L)?(?<kind>[diuxXofFeEgGcsp%])/g;

/** The most characters that a conversion pads to, and the most digits of a number. */
const [WIDEST, MOST_DIGITS] = [1000, 100];

/** Why a format of printf cannot be printed; undefined if it can. */
export function refusedFormat(format: string): string | undefined {
  for (const { groups } of format.matchAll(CONVERSION)) {
    if (Number(groups!.width) > WIDEST) return `printf pads to at most ${WIDEST} characters here, not to ${groups!.width}.`;
    if (groups!.kind !== "s" && Number(groups!.digits ?? 0) > MOST_DIGITS)
      return `printf prints at most ${MOST_DIGITS} digits here, not ${groups!.digits}.`;
  }
  return undefined;
}
