import type { z } from "zod";
import { SWIZZLE_MODES } from "../machine/tensor-map.ts";

/** The ways to write an argument, or a fill, by the key that tells each from the others; without a key: other ways. */
interface Forms {
  readonly withKey: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

const ARGUMENT_FORMS: Forms = {
  withKey: {
    array: '{"array": "in", "type": "float", "length": 1024}',
    value: '{"value": 1024, "type": "int"}',
    struct: '{"struct": […], "type": "Points"}',
  },
  others: [],
};
const FILL_FORMS: Forms = {
  withKey: {
    indexModulo: '{"indexModulo": 10}',
    constant: '{"constant": 1.5}',
    random: '{"random": {"seed": 1, "from": 0, "to": 100}}',
    randomUnit: '{"randomUnit": {"seed": 1}}',
    permutation: '{"permutation": {"seed": 1}}',
    values: '{"values": [1, 2, 3]}',
  },
  others: ['"index"'],
};
/** The form that is expected where zod's words don't tell. */
const EXPECTED = {
  grid: "blocks along x, y and z: `[16, 1, 1]`",
  block: "threads along x, y and z: `[256, 1, 1]`",
  symbols: 'a fill per variable: `{"coefficients": {"constant": 0.5}}`',
  tensorMap: 'a tensor and a box of it: `{"sizes": [64, 128], "box": [64, 8], "swizzle": "128B"}`',
  sizes: "elements along each dimension, the innermost first: `[64, 128]`",
  box: "elements of a box along each dimension, the innermost first: `[64, 8]`",
  swizzle: `one of ${SWIZZLE_MODES.map((mode) => JSON.stringify(mode)).join(", ")}`,
  value: "a number, true, false or, beyond 2⁵³, digits in quotation marks",
};

/** A place in a launch that isn't in order, as the keys that lead there, and what is expected. */
export interface PlacedIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * The place of an issue, and what is expected there. What can be written in several ways is read in the one whose key it has; without such
 * a key, all of them are shown.
 *
 * @param before keys that lead to `json`
 */
export function placedIssue(issue: z.core.$ZodIssue, json: unknown, before: readonly PropertyKey[]): PlacedIssue {
  const path = [...before, ...issue.path];
  const value = issue.path.reduce((inner: unknown, key) => (inner as Record<PropertyKey, unknown>)[key], json);
  const found = foundWords(value);
  const key = path.findLast((part) => typeof part === "string" && Object.hasOwn(EXPECTED, part)) as keyof typeof EXPECTED | undefined;
  if (issue.code !== "invalid_union") {
    if (key !== undefined) return { path, message: `${found}; expected: ${EXPECTED[key]}` };
    return { path, message: "expected" in issue ? `${found}; expected: ${issue.expected}` : issue.message };
  }
  // Symbols are an object or a list.
  const listed =
    path.at(-1) === "symbols" && typeof value === "object" && value !== null ? issue.errors[Number(Array.isArray(value))] : undefined;
  const forms = path.at(-2) === "arguments" || path.at(-2) === "struct" ? ARGUMENT_FORMS : path.length > 0 ? FILL_FORMS : undefined;
  const keys = Object.keys(forms?.withKey ?? {});
  const form = typeof value === "object" && value !== null ? keys.findIndex((each) => each in value) : -1;
  const own = listed ?? (form < 0 ? undefined : issue.errors.at(form - keys.length));
  if (own?.[0]) return placedIssue(own[0], value, path);
  if (path.at(-1) === "value" || path.at(-1) === "symbols")
    return { path, message: `${found}; expected: ${EXPECTED[path.at(-1) as "value"]}` };
  const ways = [...(forms?.others ?? []), ...Object.values(forms?.withKey ?? {})].map((written) => `\`${written}\``);
  return { path, message: `${found}; expected: ${ways.join(", ")}` };
}

/** "it has `name`, `type`", "it is 5", "it is missing" */
function foundWords(value: unknown): string {
  if (value === undefined) return "it is missing";
  if (typeof value !== "object" || value === null) return `it is ${JSON.stringify(value)}`;
  if (Array.isArray(value)) return value.length > 8 ? `it is a list of ${value.length}` : `it is ${JSON.stringify(value)}`;
  return `it has ${
    Object.keys(value)
      .map((key) => `\`${key}\``)
      .join(", ") || "nothing"
  }`;
}
