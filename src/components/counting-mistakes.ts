import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  h100,
  sharedCost,
  type GlobalCost,
  type WarpRequest,
} from "#simulator";
import { globalPatternCost, sharedPatternRequest, type GlobalPattern, type SharedPattern } from "./pattern-cost.ts";

/** A number that people give instead of the right one, and the thought that leads to it. */
export interface Mistake {
  readonly given: number;
  /** The thought, and the question that leads on from it. */
  readonly says: string;
}

const SECTORS_PER_LINE = CACHE_LINE_BYTES / SECTOR_BYTES;

/** Mistakes in counting the sectors of a warp's request, as a lesson describes it. */
export function sectorMistakes(pattern: GlobalPattern): Mistake[] {
  return sectorThoughts(globalPatternCost(pattern), pattern);
}

/** Mistakes in counting the sectors of a warp's request. Where two thoughts lead to one number, the likelier one is named. */
export function sectorThoughts(
  { sectors, cacheLines, idealSectors, usefulBytes }: GlobalCost,
  { lanes = WARP_SIZE, stride }: Pick<GlobalPattern, "lanes" | "stride">,
): Mistake[] {
  return oneThoughtPerNumber(sectors, [
    [
      cacheLines,
      `That’s how many blocks of ${CACHE_LINE_BYTES} bytes the request touches. Each of them has ${SECTORS_PER_LINE} sectors: which does a lane want?`,
    ],
    [SECTORS_PER_LINE * cacheLines, "That counts sectors of which no lane wants a byte. They don’t move."],
    [lanes, "That’s one per lane. Which lanes want bytes of the same sector?"],
    [idealSectors, "That would do if the wanted bytes lay side by side, from the start of a sector on. Do they?"],
    [1, "One is the request. It moves as many sectors as its lanes touch."],
    [usefulBytes, `Those are the bytes that the lanes want. How many blocks of ${SECTOR_BYTES} bytes hold them?`],
    [sectors - 1, "One too few: look at where the first lane’s sector begins and where the last lane’s ends."],
    [sectors + 1, "One too many: a sector that two lanes share counts once."],
    [stride ?? sectors, "That’s the distance from lane to lane, in elements. How many elements fit into a sector?"],
  ]);
}

/** Mistakes in counting the wavefronts of a warp's request to shared memory, as a lesson describes it. */
export function wavefrontMistakes(pattern: SharedPattern): Mistake[] {
  return wavefrontThoughts(sharedPatternRequest(pattern), pattern.at === undefined ? (pattern.stride ?? 1) : undefined);
}

/**
 * Mistakes in counting the wavefronts of a warp's request to shared memory.
 *
 * @param stride the distance between neighbouring lanes, in what a lane moves, where it is the same for all
 */
export function wavefrontThoughts(request: WarpRequest, stride?: number): Mistake[] {
  const { wavefronts } = sharedCost(request, h100);
  const words = Math.max(1, request.bytesPerLane / WORD_BYTES);
  const banks = new Set(
    Array.from(request.addresses).flatMap((address) => {
      const first = Math.floor(address / WORD_BYTES);
      return Array.from({ length: words }, (_, word) => (first + word) % BANK_COUNT);
    }),
  );
  return oneThoughtPerNumber(wavefronts, [
    [1, "That takes a bank of its own for each word. In which bank does each lane’s word lie?"],
    [WARP_SIZE, "That’s one per lane, as if every lane wanted another word of one bank. Do they all meet there?"],
    [banks.size, "That’s how many banks are in use. How many words does the busiest one hand out?"],
    [wavefronts - 1, "Those are the wavefronts too many. The first one counts, too."],
    [stride ?? wavefronts, "That’s the stride. How many lanes does it send to the same bank?"],
    [Math.ceil(wavefronts / 2), "Half of it: go once around the banks and see who comes back to where the first lane is."],
  ]);
}

function oneThoughtPerNumber(right: number, thoughts: readonly (readonly [number, string])[]): Mistake[] {
  const named = new Set([right]);
  return thoughts.flatMap(([given, says]) => {
    if (named.has(given)) return [];
    named.add(given);
    return [{ given, says }];
  });
}

/**
 * Mistakes in counting what many equal requests cost together, of which each has these.
 *
 * @param requests how many there are
 */
export function mistakesOfAll(mistakes: readonly Mistake[], requests: number): Mistake[] {
  return mistakes.map(({ given, says }) => ({ given: given * requests, says: `For each request, that’s ${given}. ${says}` }));
}
