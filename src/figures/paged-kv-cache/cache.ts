import { WARP_SIZE } from "#simulator";

/** How a page orders its elements: key after key ("token"), or chunk 0 of all its keys, then chunk 1 of all, and so on ("chunk"). */
type Layout = "token" | "chunk";

/** The part of a paged cache that holds the keys of one sequence and one attention head. */
export interface Cache {
  /** Tokens that a page has slots for. Servers call a page a block. */
  readonly pageTokens: 8 | 16 | 32;
  /** Elements of one key. */
  readonly headDim: 64 | 128;
  readonly layout: Layout;
}

/** One element of a key: the token's position in the sequence, and the element's position in the key. */
export interface KeyElement {
  readonly token: number;
  readonly element: number;
}

/** Tokens of the sequence: whole pages of any size. */
export const SEQUENCE_TOKENS = 3 * WARP_SIZE;
export const BYTES_PER_ELEMENT = 2;
/** Elements that the chunk layout keeps together, 16 bytes: the x in [page, head_dim / x, slot, x]. */
export const CHUNK_ELEMENTS = 8;

export function pageBytes({ pageTokens, headDim }: Cache): number {
  return pageTokens * headDim * BYTES_PER_ELEMENT;
}

/**
 * The page of the cache in which a page of the sequence lies. 9 has no divisor in common with any number of pages that occurs,
 * so no page is given twice, and none is where the sequence would have it.
 */
export function cachePageOf(cache: Cache, sequencePage: number): number {
  return (9 * sequencePage + 4) % cachePages(cache);
}

/** The block table: for each page of the sequence, the page of the cache that holds it. */
export function blockTable(cache: Cache): number[] {
  return Array.from({ length: SEQUENCE_TOKENS / cache.pageTokens }, (_, page) => cachePageOf(cache, page));
}

/** Pages of the whole cache, which other sequences share. */
export function cachePages({ pageTokens }: Cache): number {
  return (2 * SEQUENCE_TOKENS) / pageTokens + 1;
}

/** Where an element lies in memory. */
export function byteAddress(cache: Cache, { token, element }: KeyElement): number {
  const { pageTokens, headDim, layout } = cache;
  const slot = token % pageTokens;
  const inChunk = element % CHUNK_ELEMENTS;
  const chunk = (element - inChunk) / CHUNK_ELEMENTS;
  const elementInPage = layout === "token" ? slot * headDim + element : (chunk * pageTokens + slot) * CHUNK_ELEMENTS + inChunk;
  return cachePageOf(cache, (token - slot) / pageTokens) * pageBytes(cache) + elementInPage * BYTES_PER_ELEMENT;
}

/** The element at a position within a page of the sequence: the inverse of `byteAddress`. */
export function elementAt({ pageTokens, headDim, layout }: Cache, sequencePage: number, elementInPage: number): KeyElement {
  const firstToken = sequencePage * pageTokens;
  if (layout === "token") return { token: firstToken + Math.floor(elementInPage / headDim), element: elementInPage % headDim };
  const inChunk = elementInPage % CHUNK_ELEMENTS;
  const number = (elementInPage - inChunk) / CHUNK_ELEMENTS;
  const chunk = Math.floor(number / pageTokens);
  return { token: firstToken + (number % pageTokens), element: chunk * CHUNK_ELEMENTS + inChunk };
}
