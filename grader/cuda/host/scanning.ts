import { pointerNeeded } from "../errors/call-errors.ts";
import { formatMissing, scanConversion } from "../errors/host-errors.ts";
import type { Context } from "../check/context.ts";
import { I32, bytesOf, typeName } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { decayed, scalarKind, type Code, type Translation } from "./code.ts";
import { WRITE } from "./host-memory.ts";

/** A call of a function that reads what was written; undefined for another name. */
export function scanningFunction(
  host: Translation,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code | undefined {
  if (name === "sscanf") return scanned(host, given, context, span);
  if (name !== "scanf" && name !== "getchar") return undefined;
  for (const argument of given) host.expression(argument, context);
  const value = (): number => {
    host.machine.notes.add("A program in the lab has no input: what it reads ends at once.");
    return -1;
  };
  return { type: I32, value };
}

/** `sscanf(text, format, &a, &b)`: a number or word for each conversion, stored as what its pointer leads to. */
function scanned(host: Translation, given: readonly Expression[], context: Context, span: Span): Code {
  const [text, format, ...places] = given.map((argument) => host.expression(argument, context));
  if (!text || !format) throw formatMissing(span, "sscanf");
  const { machine } = host;
  const read = (code: Code): string => machine.readText(Number(code.value()), span);
  return {
    type: I32,
    value: () => {
      let left = read(text);
      let stored = 0;
      for (const [part, kind] of read(format).matchAll(/%(?:hh?|ll?|z)?([a-zA-Z])|\s+|[^\s%]+/g)) {
        if (kind !== "c") left = left.trimStart();
        const pattern = kind === undefined ? undefined : SCANNED.get(kind);
        if (kind !== undefined && !pattern) throw scanConversion(span, part);
        const found = pattern ? pattern.exec(left)?.[0] : left.startsWith(part.trim()) ? part.trim() : undefined;
        if (found === undefined) break;
        left = left.slice(found.length);
        if (kind !== undefined) store(host, places[stored++], found, kind, span);
      }
      return stored === 0 && left === "" ? -1 : stored;
    },
  };
}

/** What each conversion of `sscanf` takes. */
const SCANNED: ReadonlyMap<string, RegExp> = new Map([
  ...["d", "i", "u"].map((kind) => [kind, /^[-+]?\d+/] as const),
  ["x", /^(?:0x)?[\da-f]+/i],
  ...["f", "g", "e"].map((kind) => [kind, /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/i] as const),
  ["s", /^\S+/],
  ["c", /^[^]/],
]);

function store(host: Translation, place: Code | undefined, found: string, kind: string, span: Span): void {
  const to = place && decayed(place.type);
  if (!to) throw formatMissing(span, "sscanf");
  if (to.kind !== "pointer") throw pointerNeeded(span, "sscanf", typeName(to));
  const { memory } = host.machine;
  const at = Number(place!.value());
  if (kind === "s") return memory.bytes(at, found.length + 1, span, true).set(new TextEncoder().encode(`${found}\0`));
  const number = kind === "c" ? found.charCodeAt(0) : kind === "x" ? Number.parseInt(found, 16) : Number(found);
  const scalar = scalarKind(to.to, span);
  const isWide = scalar === "i64" || scalar === "u64";
  WRITE[scalar](memory.locate(at, bytesOf(to.to), span, true), memory.offset, isWide ? BigInt(Math.trunc(number)) : number);
}
