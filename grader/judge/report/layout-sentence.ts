import { count, ranges } from "#pictures/format.ts";
import type { BitMatrix, LayoutName, Swizzle } from "#simulator";

/** What a layout is called: "Swizzle<3,4,3> of the byte address: bits 4–6 are XORed with bits 7–9." */
export function layoutSentence(name: LayoutName): string {
  switch (name.kind) {
    case "rows":
      return name.padding === 0
        ? `Rows in order, ${count(name.pitch)} elements apart.`
        : `Rows padded by ${count(name.padding)}: ${count(name.pitch)} elements apart.`;
    case "columns":
      return name.padding === 0
        ? `Columns in order, ${count(name.pitch)} elements apart.`
        : `Columns padded by ${count(name.padding)}: ${count(name.pitch)} elements apart.`;
    case "swizzle":
      return `${swizzleName(name.ofBytes)} of the byte address: ${swizzledBits(name.ofBytes)}. Counted in elements, it’s ${swizzleName(name.ofElements)}.`;
    case "xor":
      return `Each row XORs its columns with a number of its own: ${byRow(name.byRow)}`;
    case "rotation":
      return `Each row is rotated by a number of its own: ${byRow(name.byRow)}`;
    case "overlapping":
      return "Several places of the tile lie on each other.";
    case "other":
      return "It’s neither padding nor a swizzle or a rotation of rows.";
  }
}

/** As CuTe writes it. */
function swizzleName({ bits, base, shift }: Swizzle): string {
  return `Swizzle<${bits},${base},${shift}>`;
}

/** "bits 4–6 are XORed with bits 7–9" */
function swizzledBits({ bits, base, shift }: Swizzle): string {
  const from = (first: number): string => ranges(Array.from({ length: bits }, (_, bit) => first + bit));
  return bits === 1 ? `bit ${base} is XORed with bit ${base + shift}` : `bits ${from(base)} are XORed with bits ${from(base + shift)}`;
}

/** How many rows are spelled out. */
const SPELLED = 8;

function byRow(numbers: readonly number[]): string {
  return `${numbers.slice(0, SPELLED).join(", ")}${numbers.length > SPELLED ? ", …" : "."}`;
}

/** Each bit of the offset in words, from the high one down: "bit 5 = c5 ^ r2". */
export function bitSentences({ inputs, ones, constant }: BitMatrix): string[] {
  return ones.map((row, place) => {
    const bit = ones.length - 1 - place;
    const terms = [...inputs.filter((_, input) => row[input]), ...((constant >>> bit) & 1 ? ["1"] : [])];
    return `bit ${bit} = ${terms.length === 0 ? "0" : terms.join(" ^ ")}`;
  });
}
