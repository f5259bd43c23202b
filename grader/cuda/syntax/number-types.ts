import type { TypeNode } from "./tree.ts";

/** What the names of types of whole numbers begin with, as the tree spells them: `unsigned long long`, `std::size_t`. */
const INTEGERS: ReadonlySet<string> = new Set([
  ...["signed", "unsigned", "char", "short", "int", "long", "size_t"],
  ...[8, 16, 32, 64].flatMap((bits) => [`int${bits}_t`, `uint${bits}_t`]),
]);
const FLOATS: ReadonlySet<string> = new Set(["float", "double"]);

/** Whether a type, as written, is one of whole numbers; not so for a name that the text gives to one. */
export function isWrittenInteger(type: TypeNode): boolean {
  return type.kind === "named" && INTEGERS.has(firstWord(type.name));
}

/** Whether a type, as written, is one of numbers that the language itself has. */
export function isWrittenNumber(type: TypeNode): boolean {
  return isWrittenInteger(type) || (type.kind === "named" && FLOATS.has(firstWord(type.name)));
}

function firstWord(name: string): string {
  const [word = ""] = name.split(" ");
  return word.startsWith("std::") ? word.slice("std::".length) : word;
}
