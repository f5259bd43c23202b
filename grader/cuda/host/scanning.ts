import { pointerNeeded } from "../errors/call-errors.ts";
import { formatMissing, scanConversion } from "../errors/host-errors.ts";
import { bytesOf, typeName, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import { scalarKind } from "./scalars.ts";
import type { HostMachine } from "./host-machine.ts";
import { WRITE, type Scalar } from "./host-memory.ts";
import type { NativeCall, Natives } from "./native.ts";

/** Functions that read: from strings, and from an input that has ended. */
export const SCANNING: Natives = {
  sscanf: (call) => {
    const { machine, span, given } = call;
    if (given.length < 2) throw formatMissing(span, "sscanf");
    const types = given.slice(2).map(({ type }) => type);
    return (text, format, ...places) => scan(machine, Number(text), Number(format), places, types, span);
  },
  scanf: noInput,
  getchar: noInput,
};

function noInput({ machine }: NativeCall): () => Scalar {
  return () => {
    machine.notes.add("A program in the lab has no input: what it reads ends at once.");
    return -1;
  };
}

/** `sscanf(text, format, &a, &b)`: a number or word for each conversion, stored with the type that its pointer has. */
function scan(
  machine: HostMachine,
  text: number,
  format: number,
  places: readonly Scalar[],
  types: readonly CudaType[],
  span: Span,
): number {
  let left = machine.readText(text, span);
  let stored = 0;
  for (const [part, kind] of machine.readText(format, span).matchAll(/%(?:hh?|ll?|z)?([a-zA-Z])|\s+|[^\s%]+/g)) {
    if (kind !== "c") left = left.trimStart();
    const pattern = kind === undefined ? undefined : SCANNED.get(kind);
    if (kind !== undefined && !pattern) throw scanConversion(span, part);
    const found = pattern ? pattern.exec(left)?.[0] : left.startsWith(part.trim()) ? part.trim() : undefined;
    if (found === undefined) break;
    left = left.slice(found.length);
    if (kind === undefined) continue;
    if (places.length <= stored) throw formatMissing(span, "sscanf");
    store(machine, Number(places[stored]), types[stored]!, found, kind, span);
    stored++;
  }
  return stored === 0 && left === "" ? -1 : stored;
}

/** Patterns of the conversions of `sscanf`. */
const SCANNED: ReadonlyMap<string, RegExp> = new Map([
  ...["d", "i", "u"].map((kind) => [kind, /^[-+]?\d+/] as const),
  ["x", /^(?:0x)?[\da-f]+/i],
  ...["f", "g", "e"].map((kind) => [kind, /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/i] as const),
  ["s", /^\S+/],
  ["c", /^[^]/],
]);

function store(machine: HostMachine, at: number, type: CudaType, found: string, kind: string, span: Span): void {
  const { memory } = machine;
  const to = type.kind === "array" ? type.of : type.kind === "pointer" ? type.to : undefined;
  if (!to) throw pointerNeeded(span, "sscanf", typeName(type));
  if (kind === "s") return memory.bytes(at, found.length + 1, span, true).set(new TextEncoder().encode(`${found}\0`));
  const number = kind === "c" ? found.charCodeAt(0) : kind === "x" ? Number.parseInt(found, 16) : Number(found);
  const scalar = scalarKind(to, span);
  const isWide = scalar === "i64" || scalar === "u64";
  WRITE[scalar](memory.locate(at, bytesOf(to), span, true), memory.offset, isWide ? BigInt(Math.trunc(number)) : number);
}
