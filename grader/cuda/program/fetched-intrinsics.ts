import type { BuiltIn } from "./builtins/call.ts";
import type { Operand } from "./scope.ts";
import type * as Beyond from "./beyond.ts";
import type * as Limits from "./numeric-limits.ts";

let intrinsics: ReadonlyMap<string, string> | undefined;
let types = "";
let constants: ReadonlyMap<string, Operand> = new Map();
let limits: typeof Limits | undefined;
let beyond: typeof Beyond | undefined;
let halves: ReadonlyMap<string, BuiltIn> | undefined;

/** What a text mentions that calls one of them: `__vadd4`, `__float2int_rn`, `lround`, or values of these types. */
const MENTIONS =
  /__v|__dp|__\w+2|half2|bfloat162|l(?:rint|round)|modf|frexp|sincospi|norm[34]d|rhypot|__u\w*ad|__f\w+_r|__h\w+_(?:sat|relu)|fdividef|nanf?\b|nanosleep/;

/** What a text mentions that uses a struct of a header. */
const MENTIONS_TYPES =
  /is_\w|enable_if|conditional|_constant|(?:true|false)_type|remove_|make_\w*signed|decay|aligned_storage|plus|minus|multiplies|less|greater|bit_|pair/;

/** What a text mentions that names a number of a header. */
const MENTIONS_CONSTANTS = /_M(?:AX|IN)|M_|CUDART|INFINITY|NAN|HUGE_VAL|EPSILON|CHAR_BIT/;

/** What a text mentions that the lab may not have. */
const MENTIONS_BEYOND = /tex|surf|fragment|wmma|mma_|_matrix|pipeline|barrier|async|cu\w|thrust|malloc|free|__(?:shfl|any|all|ballot)\b/i;

/** Fetches the intrinsics that few kernels call, and the structs of headers, if a text may use them: they are needed before it is compiled. */
export async function fetchIntrinsics(text: string): Promise<void> {
  if (MENTIONS_TYPES.test(text)) types ||= (await import("./library-types.ts")).LIBRARY_TYPES;
  if (/half|bfloat16/.test(text)) halves ??= new Map((await import("./builtins/halves.ts")).HALF_FUNCTIONS);
  if (MENTIONS_CONSTANTS.test(text)) ({ CONSTANTS: constants } = await import("./constants.ts"));
  if (MENTIONS_BEYOND.test(text)) beyond ??= await import("./beyond.ts");
  if (text.includes("numeric_limits")) limits ??= await import("./numeric-limits.ts");
  if (MENTIONS.test(text)) intrinsics ??= (await import("./intrinsics-text.ts")).INTRINSICS;
}

export function intrinsicText(name: string): string | undefined {
  return intrinsics?.get(name);
}

export function typesText(): string {
  return types;
}

export function halfFunction(name: string): BuiltIn | undefined {
  return halves?.get(name);
}

export const numericLimit: typeof Limits.numericLimit = (...given) => limits?.numericLimit(...given);

export const insteadOfFunction: typeof Beyond.insteadOfFunction = (name) => beyond?.insteadOfFunction(name);

export const insteadOfType: typeof Beyond.insteadOfType = (name) => beyond?.insteadOfType(name) ?? "";

export function constantNamed(name: string): Operand | undefined {
  return constants.get(name.replace(/^__(\w+)__$/, "$1"));
}

export function constantNames(): Iterable<string> {
  return constants.keys();
}
