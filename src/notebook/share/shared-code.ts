import { decodeFragment, encodeFragment } from "#classroom/assignment/fragment.ts";
import { LONGEST_SOURCE } from "#judge/sketch-limits.ts";
import { count } from "#pictures/format.ts";

/** Code for an exercise, as a link carries it. */
export interface SharedCode {
  readonly schema: "coalesce/shared-code/v1";
  /** Id of the exercise. */
  readonly exercise: string;
  /** Content hash of the exercise that the code was written for. */
  readonly exerciseVersion: string;
  readonly code: string;
  /** Absent for TypeScript. */
  readonly language?: "cuda";
}

/** What the fragment of a link with code begins with. */
export const CODE_PREFIX = "#code=";

/**
 * The link to an exercise with code in its fragment, which browsers do not send to any server.
 *
 * @param practice the address of the practice page, with a trailing slash
 * @throws RangeError when the code is longer than a link may carry
 */
export async function linkWithCode(shared: Omit<SharedCode, "schema">, practice: URL): Promise<string> {
  checkLength(shared);
  const link = new URL(`${shared.exercise}/`, practice);
  link.hash = CODE_PREFIX + (await encodeFragment({ schema: "coalesce/shared-code/v1", ...shared } satisfies SharedCode));
  return link.href;
}

/**
 * The code that a link to an exercise carries.
 *
 * @param hash the link's fragment, "#code=…"
 * @param exercise id of the exercise whose page the link leads to
 * @throws RangeError when the link was cut or altered, or carries anything else or more than the code of an exercise
 */
export async function codeOfLink(hash: string, exercise: string): Promise<SharedCode> {
  const shared = await decodeFragment(hash.slice(CODE_PREFIX.length));
  if (!isSharedCode(shared)) throw new RangeError("This link carries no code for an exercise.");
  if (shared.exercise !== exercise) throw new RangeError(`This link carries code for another exercise: ${shared.exercise}.`);
  checkLength(shared);
  return shared;
}

/** The limit of sketches is that of exercises: longer code keeps the page from responding. */
function checkLength({ code }: Pick<SharedCode, "code">): void {
  if (code.length > LONGEST_SOURCE) {
    throw new RangeError(`A link carries at most ${count(LONGEST_SOURCE)} characters of code; this is ${count(code.length)}.`);
  }
}

function isSharedCode(value: unknown): value is SharedCode {
  if (typeof value !== "object" || value === null) return false;
  const { schema, exercise, exerciseVersion, code, language } = value as Record<string, unknown>;
  const isKnown = language === undefined || language === "cuda";
  return isKnown && schema === "coalesce/shared-code/v1" && [exercise, exerciseVersion, code].every((field) => typeof field === "string");
}

/** The event that puts shared code into an open cell, in its language; the learner's own is kept aside. */
export const USE_CODE = "use-code";

declare global {
  interface HTMLElementEventMap {
    [USE_CODE]: CustomEvent<Pick<SharedCode, "code" | "language">>;
  }
}
