import type { RequestStream, SiteCounts } from "../machine/request-stream.ts";
import type { SampledBlock } from "./grid-sample.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { COUNTED_SPACES } from "../machine/site-counts.ts";

/** The counts of one site to one space, by name; those of atomics' loops are in a record of their own. */
type Counts = Record<string, number | string | Record<string, number>>;

/** Counts that do not tell blocks apart: where in memory their lines lie decides them. */
const BY_ADDRESS: ReadonlySet<string> = new Set(["tagWavefronts", "dramReadBytes", "dramWriteBytes"]);

/** Scales the counts of a sample's blocks to the whole grid: what a block has counted times the blocks that it stands for. */
export class SampledCounts {
  readonly #sites: readonly AccessSite[];
  /** By site and space: what has been counted up to the last block's end, and the scaled sum. */
  readonly #before = new Map<string, Counts>();
  readonly #sums = new Map<string, Counts>();
  /** The counts of the first block of each kind, and the others beside it: they stand for themselves, count the same, or differ. */
  readonly #ofKinds = new Map<number, { readonly counts: string; isAlone: boolean; isSame: boolean }>();

  constructor(sites: readonly AccessSite[]) {
    this.#sites = sites;
  }

  /** Whether blocks of each kind have counted the same, and for every kind several have. */
  get isUniform(): boolean {
    return [...this.#ofKinds.values()].every(({ isAlone, isSame }) => isSame && !isAlone);
  }

  /** A block of the sample has ended. */
  add(stream: RequestStream, { kind, weight }: SampledBlock): void {
    const signature: unknown[] = [];
    for (const { number } of this.#sites) {
      for (const counts of stream.counts(number)) {
        const key = `${number} ${counts.space}`;
        const now = counts as unknown as Counts;
        const own = difference(now, this.#before.get(key));
        this.#before.set(key, now);
        this.#sums.set(key, scaledSum(this.#sums.get(key), own, weight));
        signature.push(key, ...Object.entries(own).filter(([name]) => !BY_ADDRESS.has(name)));
      }
    }
    const text = JSON.stringify(signature);
    const known = this.#ofKinds.get(kind);
    if (known === undefined) this.#ofKinds.set(kind, { counts: text, isAlone: weight > 1, isSame: true });
    else {
      known.isAlone = false;
      known.isSame &&= known.counts === text;
    }
  }

  /** The scaled counts, in whole numbers. */
  sites(): { readonly site: AccessSite; readonly counts: SiteCounts[] }[] {
    return this.#sites.map((site) => ({
      site,
      counts: COUNTED_SPACES.flatMap((space) => {
        const sum = this.#sums.get(`${site.number} ${space}`);
        return sum === undefined ? [] : [rounded(sum) as unknown as SiteCounts];
      }),
    }));
  }
}

function mapped(counts: Counts, change: (value: number, name: string) => number): Counts {
  return Object.fromEntries(
    Object.entries(counts).map(([name, value]) => [
      name,
      typeof value === "number"
        ? change(value, name)
        : typeof value === "string"
          ? value
          : (mapped(value, change) as Record<string, number>),
    ]),
  );
}

function numberIn(counts: Counts | undefined, name: string): number {
  if (counts === undefined) return 0;
  const value = counts[name] ?? (counts["atomic"] as Record<string, number> | undefined)?.[name];
  return typeof value === "number" ? value : 0;
}

/** The degree is the largest of any request, and no sum. */
function difference(now: Counts, before: Counts | undefined): Counts {
  return mapped(now, (value, name) => (name === "conflictDegree" ? value : value - numberIn(before, name)));
}

function scaledSum(sum: Counts | undefined, own: Counts, weight: number): Counts {
  return mapped(own, (value, name) =>
    name === "conflictDegree" ? Math.max(value, numberIn(sum, name)) : numberIn(sum, name) + weight * value,
  );
}

function rounded(counts: Counts): Counts {
  return mapped(counts, (value) => Math.round(value));
}
