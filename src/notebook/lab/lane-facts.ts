import { WARP_SIZE, isActive, positionIn, volume, type Launch } from "#simulator";
import { coordinates } from "#judge/report/places.ts";
import { SCALAR_BYTES, type ScalarType } from "#cuda/ir/program.ts";
import { numberText } from "#cuda/launch/array-text.ts";
import { fp8FormatNamed } from "#cuda/launch/numbers-of.ts";
import { e4m3FromBits, e5m2FromBits } from "#cuda/numbers/fp8.ts";
import { count } from "#pictures/format.ts";
import { elementAt, elementName, type BlockArray } from "./block-arrays.ts";
import { valueOfLane, type BlockRequest } from "./block-recorder.ts";
import { valueText } from "./value-text.ts";

/** What one lane does in a request, in words. */
export interface LaneFacts {
  readonly lane: number;
  readonly isActive: boolean;
  /** "(5, 0)"; undefined for a lane behind the block's last thread. */
  readonly thread: string | undefined;
  /** "in[517], at byte 2,068"; undefined for a lane that takes no part. */
  readonly place: string | undefined;
  /** "loads 3.5", "copies 16 bytes from here" */
  readonly does: string | undefined;
  /** The variables of its thread, by name. */
  readonly locals: readonly { readonly name: string; readonly value: string }[] | undefined;
}

export function laneFacts(request: BlockRequest, lane: number, { blockDim }: Launch, arrays: readonly BlockArray[]): LaneFacts {
  const number = request.warp * WARP_SIZE + lane;
  const thread = number < volume(blockDim) ? coordinates(positionIn(blockDim, number), blockDim) : undefined;
  if (!isActive(request.activeMask >>> 0, lane))
    return { lane, isActive: false, thread, place: undefined, does: undefined, locals: undefined };
  const address = request.addresses[lane]!;
  const pointed = request.space === "local" ? undefined : elementAt(arrays, request.base + address);
  const bytes = `byte ${count(pointed === undefined ? address : request.base + address - pointed.array.base)}`;
  return {
    lane,
    isActive: true,
    thread,
    place: pointed === undefined ? `${bytes} of ${request.space} memory` : `${elementName(pointed.array, pointed.element)}, at ${bytes}`,
    does: doesText(request, lane, arrays),
    locals: request.locals?.map(({ name, type, values }) => ({ name, value: valueText(valueOfLane(values, lane), type, arrays) })),
  };
}

/** What a lane loads, stores or gives an atomic: a number, or several in braces. */
function laneValue({ types, values }: Pick<BlockRequest, "types" | "values">, lane: number, arrays: readonly BlockArray[]): string {
  const texts = values.map((value, i) => valueText(valueOfLane(value, lane), types[i]!, arrays));
  return texts.length === 1 ? texts[0]! : `{${texts.join(", ")}}`;
}

/** What a lane loads or stores of an array of numbers of eight bits, as these numbers; undefined for all other arrays. */
function fp8Text(
  { types, values }: Pick<BlockRequest, "types" | "values">,
  lane: number,
  array: BlockArray | undefined,
): string | undefined {
  const format = array && fp8FormatNamed(array.type);
  if (format === undefined || !types.every((type) => WORDS.has(type))) return undefined;
  const numberOf = format === "e4m3" ? e4m3FromBits : e5m2FromBits;
  const texts = values.flatMap((value, i) => {
    const word = Number(valueOfLane(value, lane));
    return Array.from({ length: SCALAR_BYTES[types[i]!] }, (_, byte) => numberText(numberOf((word >>> (8 * byte)) & 0xff), format));
  });
  return texts.length === 1 ? texts[0]! : `{${texts.join(", ")}}`;
}

/** Scalars that may hold such numbers' bits. */
const WORDS: ReadonlySet<ScalarType> = new Set(["u8", "u16", "u32", "i32"]);

/** What a lane loads or stores, or gives an atomic; numbers of eight bits as numbers. */
export function movedValue(request: BlockRequest, lane: number, arrays: readonly BlockArray[]): string {
  const pointed = request.space === "local" ? undefined : elementAt(arrays, request.base + request.addresses[lane]!);
  return fp8Text(request, lane, pointed?.array) ?? laneValue(request, lane, arrays);
}

/** What a lane of an atomic finds in memory when its turn comes. */
export function foundValue(
  { found, types }: Pick<BlockRequest, "types" | "found">,
  lane: number,
  arrays: readonly BlockArray[],
): string | undefined {
  return found && laneValue({ types, values: found }, lane, arrays);
}

/** The part of what a lane loads or stores that is one element's: as many components from `component` on as the element has bytes. */
export function elementValue(
  { types, values }: BlockRequest,
  lane: number,
  component: number,
  array: BlockArray,
  arrays: readonly BlockArray[],
): string | undefined {
  const bytes = types[0] === undefined ? 0 : SCALAR_BYTES[types[0]];
  const each = array.elementBytes / bytes;
  if (!Number.isInteger(each)) return undefined;
  const part = {
    types: types.slice(component * each, (component + 1) * each),
    values: values.slice(component * each, (component + 1) * each),
  };
  return part.values.length === each ? (fp8Text(part, lane, array) ?? laneValue(part, lane, arrays)) : undefined;
}

function doesText(request: BlockRequest, lane: number, arrays: readonly BlockArray[]): string {
  if (request.values.length === 0) return `copies ${request.bytesPerLane} bytes ${request.op === "load" ? "from" : "to"} here`;
  if (request.op === "load") return `loads ${movedValue(request, lane, arrays)}`;
  if (request.op === "store") return `stores ${movedValue(request, lane, arrays)}`;
  const found = foundValue(request, lane, arrays) ?? "";
  const operand = (from: number, to?: number): string =>
    laneValue({ types: request.types.slice(from, to), values: request.values.slice(from, to) }, lane, arrays);
  if (request.operator === "cas") {
    const expected = operand(0, 1);
    return expected === found
      ? `finds ${found}, as it expects, and puts ${operand(1)}`
      : `finds ${found} where it expects ${expected}, and leaves it`;
  }
  const first = operand(0);
  switch (request.operator) {
    case undefined:
    case "add":
      return `adds ${first} to ${found}`;
    case "sub":
      return `subtracts ${first} from ${found}`;
    case "exchange":
      return `puts ${first} in the place of ${found}`;
    case "min":
    case "max":
      return `leaves the ${request.operator === "min" ? "smaller" : "larger"} of ${first} and ${found}`;
    case "inc":
    case "dec":
      return `counts ${request.operator === "inc" ? "up" : "down"} from ${found}, with the limit ${first}`;
    case "and":
    case "or":
    case "xor":
      return `combines ${first} and ${found} by ${request.operator}`;
  }
}
