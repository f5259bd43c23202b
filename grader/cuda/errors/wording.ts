/** Words that are no names of C++: they stand without code marks. */
const PLAIN = /^(?:lambda|struct|[a-z]+ group|pointer to a function)$/;
/** Names that begin with the sound of a vowel: "an int", "an unsigned", "an S", but "a uint3". */
const BEGINS_WITH_VOWEL = /^(?:[aeio]|u(?!int|char|short|long)|[fhlmnrsx](?![a-z_]))/i;

/** A type with its article: "an `int`", "a `float4`", "a lambda". */
export function aType(name: string): string {
  if (name === "void") return "`void`";
  return `${BEGINS_WITH_VOWEL.test(name) ? "an" : "a"} ${PLAIN.test(name) ? name : `\`${name}\``}`;
}

/** {@link aType} at the beginning of a sentence. */
export function aTypeFirst(name: string): string {
  const words = aType(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "1 argument", "2 arguments" */
export function counted(count: number | string, noun: string): string {
  return `${count} ${noun}${String(count) === "1" ? "" : "s"}`;
}

/** Types whose values have a noun, and its plural. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ["float", "floats"],
  ["double", "doubles"],
  ["half", "halves"],
  ["int", "ints"],
  ["short", "shorts"],
  ["char", "chars"],
  ["byte", "bytes"],
]);

/** What so many values of a type are called, "halves"; undefined where the type's name is no noun, as that of `unsigned int`. */
export function typeNoun(count: number, type: string): string | undefined {
  return count === 1 && NOUNS.has(type) ? type : NOUNS.get(type);
}

/** Elements of an array: "1,024 halves", "8 elements of type `float4`". */
export function elementCount(count: number, type: string): string {
  const noun = typeNoun(count, type);
  return `${count.toLocaleString("en-US")} ${noun ?? `element${count === 1 ? "" : "s"} of type \`${type}\``}`;
}

/** "`a`, `b` and `c`" */
export function listed(parts: readonly string[], before: "and" | "or" = "and"): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${before} ${last}`;
}
