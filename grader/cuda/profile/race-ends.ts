import { WARP_SIZE } from "#simulator";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import type { Coordinates, Finding, OtherThread, RaceStory } from "../machine/findings.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import type { ObserveRequest } from "../machine/request-stream.ts";
import { raceSentence, unorderedWords } from "../machine/access-sentence.ts";
import type { SourceFile } from "../syntax/tree.ts";
import { AccessPair } from "./barrier-places.ts";
import type { Places } from "./places.ts";
import { pathTo } from "./source-path.ts";

/** Steps of warps from which on a launch is not run once more to find the other accesses of its races. */
export const MOST_REPEATED_STEPS = 10_000_000;

/** The other access of a race, as plain data. */
export interface OtherAccess extends Pick<OtherThread, "thread" | "block"> {
  readonly line?: number;
  readonly column?: number;
  readonly op?: SiteOp;
}

/** A race both of whose accesses are known. */
export interface KnownRace {
  /** Its finding's place in the list. */
  readonly number: number;
  readonly finding: Finding;
  readonly own: AccessSite;
  readonly site: AccessSite;
  readonly other: OtherThread;
  readonly story: RaceStory;
}

/** A race whose other access is looked for. */
interface OpenRace {
  readonly finding: Finding;
  readonly story: RaceStory;
  readonly own: AccessSite;
  readonly from: number;
  readonly to: number;
  /** The block of the other thread. */
  readonly block: string;
  readonly ownThread: string;
  /** The other thread's coordinates; undefined: any thread besides `ownThread`. */
  readonly thread: string | undefined;
  /** The last access so far that may be it, and its thread. */
  site: AccessSite | undefined;
  other: OtherThread | undefined;
}

/**
 * Finds the other accesses of races: the race check knows the other thread, but not which of its accesses it was. A launch does the same
 * each time, so it is run once more, and what the thread did to these bytes last before the racing request is the access.
 */
export class RaceEnds {
  /** By the places of their findings in the list. */
  readonly #races: ReadonlyMap<number, OpenRace>;
  readonly #sites: readonly AccessSite[];
  #warpOf: (thread: Coordinates) => number = () => 0;

  /** @param sites of the program */
  constructor(findings: readonly Finding[], sites: readonly AccessSite[]) {
    this.#sites = sites;
    this.#races = new Map(
      findings.flatMap((finding, i) => {
        const { race: story, other, address, site, thread, block } = finding;
        if (story === undefined || address === undefined || site === undefined || (other === undefined && !story.isWithinBlock)) return [];
        const own = sites[site]!;
        const range = { from: address, to: address + own.bytesPerLane };
        const names = { block: (other ?? finding).block.join(), ownThread: [thread, block].join(), thread: other?.thread.join() };
        return [[i, { finding, story, own, ...range, ...names, site: undefined, other: undefined }]];
      }),
    );
  }

  /** Whether there is nothing to look for. */
  get isEmpty(): boolean {
    return this.#races.size === 0;
  }

  /** Starts to watch a run of the launch from its beginning. */
  readonly observe = (place: LaunchPlace): ObserveRequest => {
    const { x: width, y: height } = place.launch.blockDim;
    this.#warpOf = ([x, y, z]) => Math.floor((x + width * (y + height * z)) / WARP_SIZE);
    let requests = 0;
    let block = -1;
    let ofBlock: readonly OpenRace[] = [];
    for (const race of this.#races.values()) race.site = race.other = undefined;
    return (site, activeMask, addresses, space) => {
      if (space !== "global" && space !== "shared") return;
      requests++;
      if (place.block !== block) {
        ({ block } = place);
        const name = place.blockCoordinates(block).join();
        ofBlock = [...this.#races.values()].filter((race) => race.block === name);
      }
      for (const race of ofBlock) if (requests <= race.story.request) this.#look(race, place, this.#sites[site]!, activeMask, addresses);
    };
  };

  /** The findings of the list, races with the place of the other access, in their message too. */
  named<Found extends { readonly message: string }>(findings: readonly Found[], places: Places, file: SourceFile): Found[] {
    return findings.map((finding, number) => {
      const race = this.#races.get(number);
      if (race?.site === undefined || race.other === undefined) return finding;
      const { site, other, story } = race;
      const { line, column } = places.at(site.span.from);
      const where = `in line ${line} (\`${places.text(site.span)}\`)`;
      const why = this.#why({ ...race, number, site, other }, places, file);
      return { ...finding, other: { ...other, line, column, op: site.op }, message: raceSentence(story, { other, where, why }) };
    });
  }

  opOf(site: number): SiteOp | undefined {
    return this.#sites[site]?.op;
  }

  /** The races whose other access was found, with it. */
  get known(): KnownRace[] {
    return [...this.#races].flatMap(([number, { site, other, ...race }]) => (site && other ? { ...race, number, site, other } : []));
  }

  /** The order that a race's accesses lack, if more is known than that nothing orders them. */
  #why({ finding, other, own, site, story: { isWithinBlock } }: KnownRace, places: Places, file: SourceFile): string | undefined {
    const one = describe(own, places, file);
    const two = describe(site, places, file);
    if (one.isAtomic !== two.isAtomic && (own.op === "store" || site.op === "store")) {
      const [atomic, store] = one.isAtomic ? [one, two] : [two, one];
      return `\`${atomic.name}\` in line ${atomic.line} doesn't order the plain store in line ${store.line}, and ${unorderedWords(isWithinBlock)}`;
    }
    const isWithinWarp = isWithinBlock && this.#warpOf(finding.thread) === this.#warpOf(other.thread);
    const loop = isWithinBlock ? new AccessPair(file, own.span, site.span).acrossPasses : undefined;
    if (loop === undefined)
      return isWithinWarp ? "no barrier stands between them, and the lanes of a warp need not run in step" : undefined;
    const [first, last] = own.span.from < site.span.from ? [one, two] : [two, one];
    const again = first.noun === last.noun ? `the one in line ${first.line}` : `the ${first.noun}`;
    return `no barrier stands between the ${last.noun} and ${again} in the next pass of the loop in line ${places.at(loop.span.from).line}`;
  }

  #look(race: OpenRace, place: LaunchPlace, site: AccessSite, activeMask: number, addresses: ArrayLike<number>): void {
    if ((site.op === "load") !== (race.story.hazard === "WAR")) return;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      if (address >= race.to || address + site.bytesPerLane <= race.from) continue;
      const thread = place.threadCoordinates(place.threadOf(lane));
      const block = place.blockCoordinates(place.block);
      if (race.thread === undefined ? [thread, block].join() === race.ownThread : thread.join() !== race.thread) continue;
      race.site = site;
      race.other = { thread, block };
    }
  }
}

interface DescribedAccess {
  readonly line: number;
  readonly isAtomic: boolean;
  /** The function's name: `atomicAdd`. */
  readonly name: string;
  /** "read" */
  readonly noun: string;
}

function describe({ op, span }: AccessSite, places: Places, file: SourceFile): DescribedAccess {
  const isAtomic = op === "atomic" || op === "reduction";
  const call = pathTo(file, span)?.nodes.findLast((node) => node.kind === "call");
  const name = call?.kind === "call" && (call.callee.kind === "name" || call.callee.kind === "member") ? call.callee.name : "atomic";
  return { line: places.at(span.from).line, isAtomic, name, noun: op === "load" ? "read" : op === "store" ? "write" : "atomic" };
}
