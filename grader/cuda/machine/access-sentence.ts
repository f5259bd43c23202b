import { elementCount } from "../errors/wording.ts";
import { grouped, indexText, type Memory } from "./memory.ts";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import type { Coordinates, FoundAccess, LeftArray, RaceStory } from "./findings.ts";

const DOES: Record<SiteOp, string> = { load: "reads", store: "writes", reduction: "updates", atomic: "updates" };

export function threadName(thread: Coordinates, block: Coordinates): string {
  return `thread (${thread.join(", ")}) of block (${block.join(", ")})`;
}

/** A thread's part of a request. */
export function foundAccess({ op, bytesPerLane, matrices }: AccessSite): FoundAccess {
  return { op, bytes: bytesPerLane, isMatrixRow: matrices !== undefined };
}

/** "Thread (3, 0, 0) of block (1, 0, 0) reads 4 bytes". */
function accessClause({ op, bytes }: FoundAccess, thread: Coordinates, block: Coordinates): string {
  return `T${threadName(thread, block).slice(1)} ${DOES[op]} ${counted(bytes, "byte")}`;
}

/** @param left the array that the access was to be in, or null, if that is known; else the one that is nearest is named */
export function outOfBoundsSentence(
  site: AccessSite,
  thread: Coordinates,
  block: Coordinates,
  address: number,
  memory: Memory,
  left: LeftArray | "null" | undefined,
): string {
  if (typeof left === "object" && left.length === 0 && left.base >= memory.sharedBase && left.base < memory.heapBase)
    return `${accessClause(foundAccess(site), thread, block)} of \`${left.name}\`, but the launch gives it no memory: its bytes are the third argument of \`<<<…>>>\`.`;
  const place = left === undefined || left === "null" ? placeOutside(address, memory, left === "null") : placeBeyond(address, left);
  return `${accessClause(foundAccess(site), thread, block)} ${place}.`;
}

/** "Thread (0, 0, 0) of block (0, 0, 0) reads 16 bytes of shared memory, and its address is that of element 4 of `in` in global memory." */
export function otherSpaceSentence(site: AccessSite, thread: Coordinates, block: Coordinates, address: number, memory: Memory): string {
  const space = memory.find(address)?.space ?? "global";
  return `${accessClause(foundAccess(site), thread, block)} of ${site.onlySpace} memory, and its address is that of ${placeAt(address, memory).place} in ${space} memory.`;
}

/** "Thread (15, 0, 0) of block (0, 0, 0) reads index 16 of a row of 16 floats in `tile`." @param isRow else it's an array of a struct */
export function outOfRowSentence({ op }: AccessSite, thread: Coordinates, block: Coordinates, left: LeftArray, isRow: boolean): string {
  const { name, index, length, element } = left;
  const row = `${isRow ? "a row" : "an array"} of ${element.name === "" ? grouped(length) : elementCount(length, element.name)}`;
  return `T${threadName(thread, block).slice(1)} ${DOES[op]} index ${isWrapped(index) ? `${indexText(index - 2 ** 32)} (${grouped(index)} as unsigned)` : indexText(index)} of ${row}${name === "" ? "" : ` in \`${name}\``}.`;
}

/** Whether an unsigned index was less than 0: `threadIdx.x - 1` */
function isWrapped(index: number): boolean {
  return index >= 2 ** 31 && index < 2 ** 32;
}

export function misalignedSentence(site: AccessSite, thread: Coordinates, block: Coordinates, address: number, memory: Memory): string {
  const access = foundAccess(site);
  const { place } = placeAt(address, memory);
  const clause = access.isMatrixRow
    ? `T${threadName(thread, block).slice(1)} gives the address of ${place} for a row of a matrix`
    : `${accessClause(access, thread, block)} at ${place}`;
  return `${clause}; the address must be a multiple of ${access.bytes}.`;
}

export function uninitializedSentence(site: AccessSite, thread: Coordinates, block: Coordinates, address: number, memory: Memory): string {
  return `${accessClause(foundAccess(site), thread, block)} at ${placeAt(address, memory).place}, where nothing was written before.`;
}

/** "Thread (1, 0, 0) of block (0, 0, 0) writes element 4 of `tile`" */
export function touchClause(site: AccessSite, thread: Coordinates, block: Coordinates, address: number, memory: Memory): string {
  const does = site.copy === undefined ? DOES[site.op] : site.op === "load" ? "copies from" : "copies to";
  return `T${threadName(thread, block).slice(1)} ${does} ${placeAt(address, memory).place}`;
}

/** An access of shared memory to which a copy is in flight. @param copying the thread that has issued it; @param isOwn whether it's the same */
export function inFlightSentence(
  site: AccessSite,
  thread: Coordinates,
  block: Coordinates,
  { copying, isOwn, isCommitted }: { readonly copying: Coordinates; readonly isOwn: boolean; readonly isCommitted: boolean },
  address: number,
  memory: Memory,
): string {
  const who = isOwn ? "it" : `thread (${copying.join(", ")})`;
  const clause = touchClause(site, thread, block, address, memory);
  if (!isCommitted)
    return `${clause} while ${isOwn ? "its" : "a"} copy to it is in flight: ${who} has not committed it to a group, so that no wait for groups waits for it.`;
  return `${clause} while ${isOwn ? "its" : "a"} copy to it is in flight: ${who} has committed it, and not waited for its group.`;
}

/** A copy that is in flight when its block ends. */
export function unfinishedSentence(
  site: AccessSite,
  thread: Coordinates,
  block: Coordinates,
  address: number,
  isCommitted: boolean,
  memory: Memory,
): string {
  const why = isCommitted ? "" : ", and has not committed it to a group";
  return `${touchClause(site, thread, block, address, memory)}, and ends without waiting for the copy${why}.`;
}

/** The other access of a race, as far as it is known. */
interface OtherEnd {
  /** Undefined if there are several, and the one on record is the thread itself. */
  readonly other?: { readonly thread: Coordinates; readonly block: Coordinates } | undefined;
  /** Where it stands: "in line 7 (`s[t]`)". */
  readonly where?: string;
  /** The order that the two lack, if more is known than that nothing orders them. */
  readonly why?: string | undefined;
}

/** A race in a sentence. */
export function raceSentence(
  { clause, hazard, isWithinBlock, isOneStore }: RaceStory,
  { other, where, why = unorderedWords(isWithinBlock) }: OtherEnd,
): string {
  if (isOneStore && other)
    return `${clause}, and thread (${other.thread.join(", ")}) of the same block writes another value there in the same store.`;
  const [does, doAll] = { RAW: ["writes", "write"], WAR: ["reads", "read"], WAW: ["writes, too", "write, too"] }[hazard];
  const did = where === undefined ? "" : hazard === "WAW" ? `, ${where}` : ` ${where}`;
  const others = other
    ? `${isWithinBlock ? `thread (${other.thread.join(", ")}) of the same block` : threadName(other.thread, other.block)} ${does}`
    : `other threads of ${isWithinBlock ? "the block" : "the grid"} ${doAll}`;
  return `${clause}, which ${others}${did}: ${why} (${hazard}).`;
}

export function unorderedWords(isWithinBlock: boolean): string {
  return isWithinBlock ? "no barrier stands between them" : "blocks run in any order";
}

/** An address as a message names it. */
interface NamedPlace {
  /** "element 4 of `tile`" */
  readonly place: string;
  /** The kernel's name for the array or variable there; undefined for memory without a name. */
  readonly array: string | undefined;
}

/** The place of an address. */
export function placeAt(address: number, memory: Memory): NamedPlace {
  const allocation = memory.find(address);
  if (!allocation) return { place: `address ${address}`, array: undefined };
  const variable =
    allocation.space === "shared" ? (memory.sharedPartAt(address - allocation.base) ?? memory.sharedVariableAt(address)) : undefined;
  if (allocation.space === "cluster") return placeInCluster(address - allocation.base, allocation.name, memory);
  const { element } = variable ?? allocation;
  const name = variable?.name ?? memory.nameInKernel(allocation);
  const offset = address - allocation.base - (variable?.offset ?? 0);
  if (allocation.space === "local")
    return { place: `byte ${grouped(offset % memory.localBytesPerThread)} of its local memory`, array: undefined };
  const array = variable || allocation.space !== "shared" ? name : undefined;
  const called = array === undefined ? name : `\`${array}\``;
  if (variable && variable.bytes === element.bytes && offset === 0) return { place: called, array };
  const isElement = offset % element.bytes === 0 && element.name !== "byte";
  const part = isElement ? `element ${grouped(offset / element.bytes)}` : `byte ${grouped(offset)}`;
  return { place: `${part} of ${called}`, array };
}

/** An address below this is near the null pointer, and not before shared memory. */
const NEXT_TO_NULL = 256;

/** "element 4 of `tile` in the shared memory of block 1 of the cluster". */
function placeInCluster(offset: number, block: string, memory: Memory): NamedPlace {
  const variable = memory.sharedPartAt(offset);
  if (!variable) return { place: `byte ${grouped(offset)} of ${block}`, array: undefined };
  const { name, element, bytes } = variable;
  const within = offset - variable.offset;
  const part = bytes === element.bytes && within === 0 ? "" : within % element.bytes === 0 ? `element ${grouped(within / element.bytes)} of ` : `byte ${grouped(within)} of `; // prettier-ignore
  return { place: `${part}\`${name}\` in ${block}`, array: name };
}

/** "4 bytes after the end of `out` (1,024 floats)". */
function placeOutside(address: number, memory: Memory, isFromNull: boolean): string {
  if (address >= 0 && address < NEXT_TO_NULL)
    return address === 0 ? "at the null pointer" : `at address ${address}, next to the null pointer`;
  if (isFromNull) return `${counted(address, "byte")} after the null pointer`;
  const nearest = memory.find(address) ?? memory.nearest(address);
  if (!nearest) return `at address ${address}, far from any allocation`;
  if (nearest.space === "local") return "in the local memory of another thread, or beyond its own";
  const { name, space, base, bytes, element } = nearest;
  const isVariable = space !== "shared";
  const called = isVariable ? `\`${name}\`` : `the block's shared memory`;
  const size = isVariable ? elementCount(bytes / element.bytes, element.name) : counted(bytes, "byte");
  if (address < base) return `${distance(base - address)} before the start of ${called} (${size})`;
  if (address < base + bytes) return `across the end of ${called} (${size}), from byte ${grouped(address - base)} on`;
  const after = address - base - bytes;
  return `${after === 0 ? "directly" : distance(after)} after the end of ${called} (${size})`;

  function distance(count: number): string {
    return counted(count, "byte");
  }
}

/** "4 bytes after the end of `out` (1,024 floats)": against the array that the access was to be in, wherever it is. */
function placeBeyond(address: number, { name, given, length, element, base }: LeftArray): string {
  const bytes = length * element.bytes;
  const size = `${elementCount(length, element.name)}${given === undefined ? "" : `, \`${given}\` on the host`}`;
  const called = `${name === "" ? "its variable" : `\`${name}\``} (${size})`;
  if (address < base) return `${counted(base - address, "byte")} before the start of ${called}`;
  if (address < base + bytes) return `across the end of ${called}, from byte ${grouped(address - base)} on`;
  const after = address - base - bytes;
  return `${after === 0 ? "directly" : counted(after, "byte")} after the end of ${called}`;
}

function counted(count: number, unit: string): string {
  return `${grouped(count)} ${unit}${count === 1 ? "" : "s"}`;
}
