import type { ArrayTrial, TriedAccess } from "./launch-report.ts";
import { BANK_ROW_BYTES, MOST_PADDING, declaredRowBytes } from "./shared-layout.ts";

/** From this length on, in bytes, evenly spaced pieces of an array are called its rows. */
const SHORTEST_ROW_BYTES = 64;

/** The change that was tried on an array of shared memory, in words, with the wavefronts per request before and after it. */
export function trialWords(trial: ArrayTrial): string {
  const { array, change, accesses } = trial;
  if (change === undefined)
    return `Tried on all accesses to \`${array.name}\`: rows up to ${MOST_PADDING} elements longer, an XOR swizzle, a gap after every ${BANK_ROW_BYTES} bytes. None saves a quarter of the bank conflicts. What is left is which thread uses which element.`;
  const changed = accesses.filter(({ before, after }) => before !== after);
  const rest = accesses.length > changed.length ? "; the others stay as they are" : "";
  return `${changeWords(trial)} Wavefronts per request, recounted: ${[...new Set(changed.map(triedWords))].join(", ")}${rest}.`;
}

function changeWords({ array, change }: ArrayTrial): string {
  const { name, element, lengths = [] } = array;
  const declared = declaredRowBytes(array);
  const inElements = (bytes: number): number => bytes / element.bytes;
  switch (change!.kind) {
    case "longer-rows": {
      const { from, to } = change!;
      const more = inElements(to - from);
      const length = `${more} ${element.name}${more === 1 ? "" : "s"}`;
      if (declared !== undefined) {
        const written = [...lengths.slice(0, -1), inElements(to)].map((each) => `[${each}]`).join("");
        return `Make the rows of \`${name}\` ${length} longer: \`${name}${written}\`.`;
      }
      if (from >= SHORTEST_ROW_BYTES)
        return `Make the rows of \`${name}\` ${length} longer: ${inElements(to)} elements instead of ${inElements(from)}.`;
      return `Leave ${length} of \`${name}\` free after every ${inElements(from)}: index ${spread(inElements(from), more)}.`;
    }
    case "swizzle": {
      const { from, to, unit, columns } = change!;
      const rowsPerBankRow = Math.max(1, BANK_ROW_BYTES / to);
      const factor = unit === element.bytes ? "" : ` * ${inElements(unit)}`;
      if (declared === undefined && from === to)
        return `Swizzle \`${name}\`: index \`i ^ (i / ${rowsPerBankRow * inElements(to)} % ${columns})${factor}\`.`;
      const length = from === to ? "" : ` with rows of ${inElements(to)} elements instead of ${inElements(from)}`;
      const row = rowsPerBankRow === 1 ? "y" : `y / ${rowsPerBankRow}`;
      return `Swizzle \`${name}\`${length}: column x of row y at column \`x ^ (${row} % ${columns})${factor}\`.`;
    }
    case "gaps": {
      const every = inElements(BANK_ROW_BYTES);
      const more = inElements(change!.bytes);
      const { from, to } = change!;
      const rows = from === to ? "" : `Make the rows of \`${name}\` ${inElements(to)} elements long instead of ${inElements(from)}. `;
      return `${rows}Leave ${more} ${element.name}${more === 1 ? "" : "s"} of \`${name}\` free after every ${every}: index ${spread(every, more)}.`;
    }
    case "side-by-side":
      return `Let neighbouring threads use neighbouring elements of \`${name}\`: begin with halves of the array and halve the distance (\`s = n / 2\`, \`n / 4\`, …, 1 for threads \`t < s\`). Whole warps then work or rest.`;
  }
}

/** The index `i + i / 32`, where one element is left free after every 32. */
function spread(every: number, free: number): string {
  return `\`i + i / ${every}${free === 1 ? "" : ` * ${free}`}\``;
}

function triedWords({ line, op, before, after }: TriedAccess): string {
  return `${op} in line ${line} ${figure(before)} → ${figure(after)}`;
}

function figure(wavefronts: number): string {
  return String(Math.round(wavefronts * 10) / 10);
}
