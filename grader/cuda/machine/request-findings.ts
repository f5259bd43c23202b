import { firstLaneOf } from "#simulator/warp-request.ts";
import type { FindingKind } from "../errors/findings.ts";
import type { AccessSite } from "../ir/access-site.ts";
import {
  foundAccess,
  misalignedSentence,
  otherSpaceSentence,
  outOfBoundsSentence,
  outOfRowSentence,
  placeAt,
  uninitializedSentence,
} from "./access-sentence.ts";
import { faultAt } from "./fault.ts";
import type { Coordinates, Finding, Findings, LeftArray } from "./findings.ts";
import type { LaunchPlace } from "./launch-place.ts";
import type { Memory, MemoryArray } from "./memory.ts";
import type { RowExit } from "./row-exit.ts";
import type { SiteBounds } from "./site-bounds.ts";

/** The findings of requests, lane by lane: accesses that are refused, that leave a row, or that read what was never written. */
export class RequestFindings {
  readonly #memory: Memory;
  readonly #sites: readonly AccessSite[];
  readonly #bounds: SiteBounds;
  readonly #place: LaunchPlace;
  readonly #findings: Findings;
  readonly #memcheck: boolean;

  /** @param memcheck whether refused accesses are told */
  constructor(memory: Memory, sites: readonly AccessSite[], bounds: SiteBounds, place: LaunchPlace, findings: Findings, memcheck: boolean) {
    this.#memory = memory;
    this.#sites = sites;
    this.#bounds = bounds;
    this.#place = place;
    this.#findings = findings;
    this.#memcheck = memcheck;
  }

  /** A lane may not proceed. @param home the array that it left, if its pointer says */
  refuse(
    kind: "out-of-bounds" | "misaligned",
    site: number,
    mask: number,
    lane: number,
    addresses: Float64Array,
    home?: MemoryArray,
  ): void {
    this.end(site, addresses[lane]!);
    if (this.#memcheck) this.find(kind, site, mask, lane, addresses, home);
  }

  /** Notes that a refused access ends the kernel, if a GPU notices it. */
  end(site: number, address: number): void {
    this.#findings.end(() => faultAt(address, this.#sites[site]!.bytesPerLane, this.#memory));
  }

  /** Lanes read what was never written. */
  notWritten(site: number, mask: number, lanes: number, addresses: Float64Array): void {
    for (let left = lanes; left !== 0; left &= left - 1) this.find("uninitialized", site, mask, firstLaneOf(left), addresses);
  }

  /** Adds a finding about a lane. @param home the array that it left, if its pointer says */
  find(kind: keyof typeof SENTENCES, site: number, activeMask: number, lane: number, addresses: Float64Array, home?: MemoryArray): void {
    const address = addresses[lane]!;
    const accessSite = this.#sites[site]!;
    const other = kind === "out-of-bounds" ? this.#memory.arrayAt(address) : undefined;
    const isOtherSpace = other !== undefined && !this.#bounds.isReached(site, other);
    const array = kind === "out-of-bounds" && !isOtherSpace ? (home ?? this.#bounds.leftBy(site, address, lane)) : undefined;
    const left = array && leftArray(array, this.#bounds.startOf(array, lane), address, accessSite.bytesPerLane);
    const index = this.#bounds.arraysOf(site)?.length === 1 ? left?.index : undefined;
    this.add(kind, site, activeMask, lane, addresses, index, (thread, block) => {
      const from = left ?? (this.#bounds.arraysOf(site)?.length === 0 ? "null" : undefined);
      const message = isOtherSpace
        ? otherSpaceSentence(accessSite, thread, block, address, this.#memory)
        : kind === "out-of-bounds"
          ? outOfBoundsSentence(accessSite, thread, block, address, this.#memory, from)
          : SENTENCES[kind](accessSite, thread, block, address, this.#memory);
      const space = array?.allocation.space ?? (this.#memory.find(address) ?? this.#memory.nearest(address))?.space;
      return { left, space, message };
    });
  }

  /** A lane leaves a row of its array. */
  outOfRow(site: number, activeMask: number, lane: number, addresses: Float64Array, exit: RowExit): void {
    if (!this.#memcheck) return;
    const { length, bytes } = exit;
    const index = exit.indexes[lane]!;
    this.add("out-of-row", site, activeMask, lane, addresses, index, (thread, block) => {
      const address = addresses[lane]!;
      const arrays = this.#bounds.arraysOf(site);
      const array = arrays?.length === 1 ? arrays[0] : this.#memory.arrayAt(address);
      const element = bytes === array?.element.bytes ? array.element : { name: "", bytes };
      const left: LeftArray = { ...namesOf(array), index, length, element, base: address - index * bytes };
      const space = (array?.allocation ?? this.#memory.find(address))?.space;
      return { left, space, message: outOfRowSentence(this.#sites[site]!, thread, block, left, array?.hasRows === true) };
    });
  }

  /** Adds a finding of any kind. @param describe the rest of it, from the coordinates of its thread */
  add(
    kind: FindingKind,
    site: number,
    activeMask: number,
    lane: number,
    addresses: Float64Array,
    index: number | undefined,
    describe: (thread: Coordinates, block: Coordinates) => Pick<Finding, "left" | "space" | "message">,
  ): void {
    const found = (): Omit<Finding, "kind" | "span" | "further"> => {
      const thread = this.#place.threadCoordinates(this.#place.threadOf(lane));
      const block = this.#place.blockCoordinates(this.#place.block);
      const request = { activeMask, addresses: Array.from(addresses), lane };
      const address = addresses[lane]!;
      const facts = { site, address, access: foundAccess(this.#sites[site]!), array: placeAt(address, this.#memory).array };
      return { ...facts, thread, block, other: undefined, request, ...describe(thread, block) };
    };
    this.#findings.add(kind, this.#sites[site]!.span, found, index);
  }
}

/** The kernel's name for an array, and the host's if it's another. */
function namesOf(array: MemoryArray | undefined): Pick<LeftArray, "name" | "given"> {
  if (array?.parameter === undefined) return { name: array?.name ?? "" };
  return { name: array.parameter, given: array.name };
}

/** An array with the element that an access beyond it would be. */
function leftArray(array: MemoryArray, base: number, address: number, bytesPerLane: number): LeftArray {
  const { bytes, element } = array;
  const length = Math.floor(bytes / element.bytes);
  const index = Math.floor((address - base) / element.bytes);
  // An access may start within the array.
  const isAcross = index >= 0 && index < length && address + bytesPerLane > base + bytes;
  return { ...namesOf(array), index: isAcross ? length : index, length, element, base };
}

const SENTENCES = {
  "out-of-bounds": outOfBoundsSentence,
  misaligned: misalignedSentence,
  uninitialized: uninitializedSentence,
} satisfies Partial<Record<FindingKind, unknown>>;
