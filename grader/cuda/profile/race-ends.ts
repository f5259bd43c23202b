import { WARP_SIZE } from "#simulator";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import type { Finding, OtherThread } from "../machine/findings.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import type { ObserveRequest } from "../machine/request-stream.ts";
import type { EndedRace } from "./barrier-remedy.ts";
import type { Places } from "./places.ts";

/** Steps of warps from which on a launch is not run once more to find the other accesses of its races. */
export const MOST_REPEATED_STEPS = 10_000_000;

/** The other access of a race, as plain data. */
export interface OtherAccess extends Pick<OtherThread, "thread" | "block"> {
  readonly line?: number;
  readonly column?: number;
  readonly op?: SiteOp;
}

/** A race whose other access is looked for. */
interface OpenRace {
  readonly other: OtherThread;
  readonly from: number;
  readonly to: number;
  readonly block: string;
  readonly thread: string;
  /** The last access so far that may be it. */
  site: AccessSite | undefined;
}

/**
 * Finds the other accesses of races: the race check knows the other thread, but not which of its accesses it was. A launch does the same
 * each time, so it is run once more, and what the thread did to these bytes last before the racing request is the access.
 */
export class RaceEnds {
  /** By the places of their findings in the list. */
  readonly #races: ReadonlyMap<number, OpenRace>;
  readonly #sites: readonly AccessSite[];

  /** @param sites of the program */
  constructor(findings: readonly Finding[], sites: readonly AccessSite[]) {
    this.#sites = sites;
    this.#races = new Map(
      findings.flatMap(({ kind, other, address, site }, i) => {
        if (kind !== "race" || other === undefined || address === undefined || site === undefined) return [];
        const to = address + sites[site]!.bytesPerLane;
        return [[i, { other, from: address, to, block: other.block.join(), thread: other.thread.join(), site: undefined }]];
      }),
    );
  }

  /** Whether there is nothing to look for. */
  get isEmpty(): boolean {
    return this.#races.size === 0;
  }

  /** Starts to watch a run of the launch from its beginning. */
  readonly observe = (place: LaunchPlace): ObserveRequest => {
    let requests = 0;
    let block = -1;
    let ofBlock: readonly OpenRace[] = [];
    for (const race of this.#races.values()) race.site = undefined;
    return (site, activeMask, addresses, space) => {
      if (space !== "global" && space !== "shared") return;
      requests++;
      if (place.block !== block) {
        ({ block } = place);
        const name = place.blockCoordinates(block).join();
        ofBlock = [...this.#races.values()].filter((race) => race.block === name);
      }
      for (const race of ofBlock) if (requests <= race.other.request) this.#look(race, place, this.#sites[site]!, activeMask, addresses);
    };
  };

  /** The findings of the list, races with the place of the other access, in their message too. */
  named<Found extends { readonly message: string }>(findings: readonly Found[], places: Places): Found[] {
    return findings.map((finding, number) => {
      const race = this.#races.get(number);
      if (race?.site === undefined) return finding;
      const { span, op } = race.site;
      const { line, column } = places.at(span.from);
      const { thread, block } = race.other;
      const other: OtherAccess = { thread: [...thread], block: [...block], line, column, op };
      return { ...finding, other, message: `${finding.message} The other access is in line ${line}: \`${places.text(span)}\`.` };
    });
  }

  /** The races between threads of one block whose other access was found, by the places of their findings. */
  withinBlocks(findings: readonly Finding[]): Map<number, EndedRace> {
    const found = new Map<number, EndedRace>();
    for (const [number, { site, other }] of this.#races) {
      const finding = findings[number]!;
      if (site !== undefined && finding.block.join() === other.block.join()) found.set(number, { finding, other: site.span });
    }
    return found;
  }

  #look(race: OpenRace, place: LaunchPlace, site: AccessSite, activeMask: number, addresses: ArrayLike<number>): void {
    if ((site.op === "load") !== (race.other.did === "load")) return;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      if (address >= race.to || address + site.bytesPerLane <= race.from) continue;
      if (place.threadCoordinates(place.threadOf(lane)).join() === race.thread) race.site = site;
    }
  }
}
