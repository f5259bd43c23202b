import { WARP_SIZE } from "#simulator";
import { count, pluralize } from "#pictures/format.ts";
import { typeNoun } from "../errors/wording.ts";
import type { FlatOrder, GlobalChange } from "./global-layout.ts";
import type { ArrayTrial, TriedAccess } from "./launch-report.ts";
import { BANK_ROW_BYTES, MOST_PADDING, SHORTEST_ROW_BYTES, declaredRowBytes, swizzleName, type SharedChange } from "./shared-layout.ts";
import type { TriedArray } from "./trial.ts";

/** The change that was tried on an array, in words, with the wavefronts or sectors per request before and after it. */
export function trialWords(trial: ArrayTrial): string {
  const { array, change, accesses } = trial;
  if (change === undefined) return trial.space === "shared" ? sharedWithout(trial) : globalWithout(array);
  if (change.kind === "staged") return stagedWords(array.name, change, trial.isRough);
  const changed = accesses.filter(({ before, after, requestsLeft }) => rounded(before) !== rounded(after) || requestsLeft !== 1);
  const copies = accesses.filter(({ sectors }) => sectors && rounded(sectors.before) !== rounded(sectors.after));
  const rest = accesses.length > new Set([...changed, ...copies]).size ? "; the others stay as they are" : "";
  const what = trial.space === "shared" ? "Wavefronts" : "Sectors";
  const recounted = `${what} per request, recounted${trial.isRough ? " on a sample" : ""}: ${figures(changed).join(", ")}${rest}.${copyWords(copies)}`;
  if (trial.space === "global") return `${globalWords(array, change as Exclude<GlobalChange, StagedChange>, accesses)} ${recounted}`;
  return `${sharedWords(trial, trial.change!)} ${recounted}${trial.swizzle ? ` ${swizzleInstead(trial, trial.swizzle)}` : ""}`;
}

/** The swizzle that would do as well, or nearly, without more memory. */
function swizzleInstead(trial: SharedArrayTrial, { change, accesses }: NonNullable<SharedArrayTrial["swizzle"]>): string {
  const changed = accesses.filter(({ before, after }) => rounded(before) !== rounded(after));
  return `Or, without more memory: ${uncapitalized(sharedWords(trial, change)).replace(/\.$/, "")}; ${figures(changed).join(", ")}.`;
}

function uncapitalized(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** What the change makes of copies past L1: a sector is counted for each 32 bytes of shared memory that it goes to. */
function copyWords(copies: readonly TriedAccess[]): string {
  const told = copies.map(({ line, sectors }) => `line ${line}: ${rounded(sectors!.after)} instead of ${rounded(sectors!.before)}`);
  return told.length === 0 ? "" : ` Sectors per request of the copies past L1 into it, too: ${[...new Set(told)].join(", ")}.`;
}

function stagedWords(name: string, { bytes, asked, copied, hasRoom, isWorthwhile }: StagedChange, isRough: boolean): string {
  const recounted = `Sectors of a block per step, recounted${isRough ? " on a sample" : ""}: ${rounded(copied)} instead of ${rounded(asked)}.`;
  if (isWorthwhile)
    return `Let the block copy what its warps load from \`${name}\` into shared memory first, 16 bytes per lane and ${count(bytes)} bytes per step, and load the fragments from there, with rows 16 bytes longer. ${recounted} What that does to the time was not tried.`;
  const why = hasRoom ? "That saves less than a quarter." : `The block has no room for its ${count(bytes)} bytes.`;
  return `Tried: a copy in shared memory of what the warps of a block load from \`${name}\`. ${recounted} ${why} Not tried: blocks of more warps, which share rows of one matrix and columns of the other.`;
}

function sharedWithout({ array: { name }, hasTensorMap }: SharedArrayTrial): string {
  if (hasTensorMap)
    return `TMA copies \`${name}\` by a tensor map, which says where its rows lie. Tried on all accesses to it: the map’s swizzles. None saves a quarter of the bank conflicts. What is left is the width of the box, and which thread uses which element.`;
  return `Tried on all accesses to \`${name}\`: rows up to ${MOST_PADDING} elements longer, an XOR swizzle, a gap after every ${BANK_ROW_BYTES} bytes. None saves a quarter of the bank conflicts. What is left is which thread uses which element.`;
}

function globalWithout({ name }: TriedArray): string {
  return `Tried on the accesses to \`${name}\`: threads in another order, wider accesses and an array per field save less than a quarter of the excess, another start or length of rows less than three fifths.`;
}

type SharedArrayTrial = Extract<ArrayTrial, { space: "shared" }>;

function sharedWords({ array, isOf, hasTensorMap, isSwizzled }: Omit<SharedArrayTrial, "accesses">, change: SharedChange): string {
  const { name, element, lengths = [], rows } = array;
  const declared = declaredRowBytes(array);
  const elementBytes = rows?.elementBytes ?? element.bytes;
  const inElements = (bytes: number): number => bytes / elementBytes;
  switch (change.kind) {
    case "longer-rows": {
      const { from, to } = change;
      const more = inElements(to - from);
      const length = counted(more, element.name);
      const pitch = isOf === "fragments" ? ` Pass ${inElements(to)} as its leading dimension, too.` : "";
      if (lengths.length > 1) {
        const written = [...lengths.slice(0, -1), inElements(to)].map((each) => `[${each}]`).join("");
        return `Make the rows of \`${name}\` ${length} longer: \`${name}${written}\`.${pitch}`;
      }
      if (rows && !rows.isCounted) {
        const written = rows.isOfPointer ? `(*${name})[${inElements(to)}]` : `${name}[][${inElements(to)}]`;
        return `Make the rows of \`${name}\` ${length} longer: \`${written}\`.${pitch}`;
      }
      if (from >= SHORTEST_ROW_BYTES && !change.isOfSeveral)
        return `Make the rows of \`${name}\` ${length} longer: ${inElements(to)} elements instead of ${inElements(from)}.${pitch}`;
      return `Leave ${length} of \`${name}\` free after every ${inElements(from)}: index ${spread(inElements(from), more)}.`;
    }
    case "swizzle": {
      const { from, to, unit, columns } = change;
      const rowsPerBankRow = Math.max(1, BANK_ROW_BYTES / to);
      const factor = unit === elementBytes ? "" : ` * ${inElements(unit)}`;
      const cute = isOf === "matrices" ? swizzleName(change, elementBytes) : undefined;
      const named = cute === undefined ? "" : `, CuTe’s \`${cute}\``;
      const isFlat = declared === undefined && from === to;
      const row = rowsPerBankRow === 1 ? "y" : `y / ${rowsPerBankRow}`;
      const place = isFlat
        ? `index \`i ^ (i / ${rowsPerBankRow * inElements(to)} % ${columns})${factor}\`${named}`
        : `column \`x ^ (${row} % ${columns})${factor}\`${named}`;
      if (hasTensorMap) {
        const begins = count(BANK_ROW_BYTES * columns);
        const which = isFlat ? "element i" : "column x of row y";
        if (isSwizzled)
          return `The tensor map of \`${name}\` has the swizzle \`CU_TENSOR_MAP_SWIZZLE_${to}B\`, so read where it puts things: in a tile that begins at a multiple of ${begins} bytes, ${which} lies at ${place}.`;
        return `Give the tensor map of \`${name}\` the swizzle \`CU_TENSOR_MAP_SWIZZLE_${to}B\`, and let the tile begin at a multiple of ${begins} bytes: ${which} then lies at ${place}.`;
      }
      const length = from === to ? "" : ` with rows of ${inElements(to)} elements instead of ${inElements(from)}`;
      return `Swizzle \`${name}\`${length}: ${isFlat ? "" : "column x of row y at "}${place}.`;
    }
    case "gaps": {
      const every = inElements(BANK_ROW_BYTES);
      const more = inElements(change.bytes);
      const { from, to } = change;
      const rows = from === to ? "" : `Make the rows of \`${name}\` ${inElements(to)} elements long instead of ${inElements(from)}. `;
      if (lengths.length === 2) {
        const rowLength = from === to ? lengths[1] : inElements(to);
        return `Give \`${name}\` one dimension, with ${counted(more, element.name)} free after every ${every}: index ${spread(every, more)}, where \`i = ${rowLength} * y + x\` for column x of row y.`;
      }
      return `${rows}Leave ${counted(more, element.name)} of \`${name}\` free after every ${every}: index ${spread(every, more)}.`;
    }
    case "side-by-side":
      return `Let neighbouring threads use neighbouring elements of \`${name}\`: begin with halves of the array and halve the distance (\`s = n / 2\`, \`n / 4\`, …, 1 for threads \`t < s\`). Whole warps then work or rest.`;
  }
}

type StagedChange = Extract<GlobalChange, { kind: "staged" }>;

function globalWords({ name, element }: TriedArray, change: Exclude<GlobalChange, StagedChange>, accesses: readonly TriedAccess[]): string {
  const inElements = (bytes: number): number => bytes / element.bytes;
  switch (change.kind) {
    case "vectors": {
      const verb = verbOf(accesses);
      const count = change.bytes / change.element;
      const vector = change.element === element.bytes ? (VECTORS.get(element.name) ?? "") : "";
      return `${verb} ${count} neighbouring elements of \`${name}\` at once${vector === "" ? `, as ${change.bytes} bytes` : `, as a ${vector}${count}`}.`;
    }
    case "swapped-axes": {
      const [x, y] = change.block;
      return `Swap threadIdx.x and threadIdx.y${x === y ? "" : `, and the sides of the block: ${x} × ${y} threads`}.`;
    }
    case "copy-per-block":
      return `Let each block add up in a copy of \`${name}\` in shared memory, and add the copies up when it ends.`;
    case "collected":
      return `Collect what a block stores to \`${name}\` in shared memory first, in the place of its tiles if need be, and store rows of it, 16 bytes per lane.`;
    case "along-rows":
      return change.isTile
        ? `Give each block a tile of 32 × 32 elements, and turn it around in shared memory (\`tile[32][33]\`): warps then ${verbOf(accesses).toLowerCase()} rows of \`${name}\`.`
        : `Let threadIdx.x move along the rows of \`${name}\`.`;
    case "flat":
      return flatWords(name, change, accesses);
    case "start": {
      const { bytes, rows } = change;
      const start = bytes === 0 ? [] : [`let \`${name}\` begin ${pluralize(inElements(bytes), "element")} after a multiple of 32 bytes`];
      const longer = rows
        ? [
            `make the rows of \`${name}\` ${inElements(rows.to)} elements long instead of ${inElements(rows.from)} (cudaMallocPitch pads them)`,
          ]
        : [];
      const words = [...longer, ...start].join(", and ");
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    }
    case "fields": {
      const length = inElements(change.recordBytes);
      if (change.isMatrix) return `Store \`${name}\` transposed: its columns as rows.`;
      return change.fields === 1 && length > 1
        ? `Only one of every ${length} elements of \`${name}\` is used: keep those side by side.`
        : `Keep an array per field of \`${name}\`.`;
    }
  }
}

function flatWords(
  name: string,
  { of, elements, row, threads, isStaged, isElementwise, orFields }: FlatOrder,
  accesses: readonly TriedAccess[],
): string {
  const copy = `\`shared[t + ${threads} * k] = ${name}[first + t + ${threads} * k]\``;
  if (isStaged && of !== "tile") return `Copy \`${name}\` flat: ${copy}.`;
  switch (of) {
    case "run":
      if (isElementwise && row !== undefined)
        return `Let neighbouring lanes take neighbouring elements of a row of \`${name}\`${lanesOfRow(row)}.`;
      return isElementwise
        ? `Let neighbouring threads take neighbouring elements of \`${name}\`: \`t + ${threads} * k\` instead of \`${elements} * t + k\`.`
        : verbOf(accesses) === "Store"
          ? `Let the lanes of a warp store neighbouring elements of \`${name}\`, or collect them in shared memory and copy them flat.`
          : `Let the lanes of a warp take neighbouring elements of \`${name}\` and combine their results, or copy the elements flat into shared memory first.`;
    case "record":
      return `Copy the records of \`${name}\` flat through shared memory (${copy})${orFields ? ", or keep an array per field" : ""}.`;
    case "tile":
      return `Let warps ${verbOf(accesses).toLowerCase()} rows of \`${name}\`, and turn the tile around in shared memory, with rows one element longer.`;
  }
}

/** How lanes share a row of so many elements, where they fill whole requests. */
function lanesOfRow(elements: number): string {
  if (elements >= WARP_SIZE && elements % WARP_SIZE === 0) return `: \`lane + ${WARP_SIZE} * k\``;
  return elements > 1 && WARP_SIZE % elements === 0 ? `, ${elements} lanes to a row` : "";
}

const VECTORS: ReadonlyMap<string, string> = new Map([
  ["float", "float"],
  ["int", "int"],
  ["unsigned int", "uint"],
  ["double", "double"],
  ["unsigned char", "uchar"],
  ["char", "char"],
  ["short", "short"],
]);

function verbOf(accesses: readonly TriedAccess[]): string {
  const ops = new Set(accesses.map(({ op }) => op));
  return ops.has("load") ? (ops.has("store") ? "Load and store" : "Load") : "Store";
}

/** "4 floats", but "4 elements" of `unsigned int`. */
function counted(number: number, type: string): string {
  const noun = typeNoun(number, type);
  return noun === undefined ? pluralize(number, "element") : `${count(number)} ${noun}`;
}

/** The index `i + i / 32`, where one element is left free after every 32. */
function spread(every: number, free: number): string {
  return `\`i + i / ${every}${free === 1 ? "" : ` * ${free}`}\``;
}

/** "load in line 4: 4 instead of 32", "loads in lines 10, 11 and 12: 4 instead of 24", "load in line 7: 16 instead of 4 × 16" where one request takes the place of four. */
function figures(accesses: readonly TriedAccess[]): string[] {
  const same = Map.groupBy(accesses, (access) => `${access.op} ${figure(access)}`);
  return [...same.values()].map((own) => {
    const lines = [...new Set(own.map(({ line }) => line))];
    const listed = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
    return `${own[0]!.op}${lines.length === 1 ? "" : "s"} in ${listed}: ${figure(own[0]!)}`;
  });
}

function figure({ before, after, requestsLeft }: TriedAccess): string {
  const replaced = 1 / requestsLeft;
  return `${rounded(after)} instead of ${replaced < 1 || rounded(replaced) === "1" ? "" : `${rounded(replaced)} × `}${rounded(before)}`;
}

function rounded(perRequest: number): string {
  return String(Math.round(perRequest * 10) / 10);
}
