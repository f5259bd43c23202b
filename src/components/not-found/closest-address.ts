/** A page of the site, as the page for wrong addresses may suggest it. */
export interface KnownPage {
  /** Below the base path: "practice/row-walk/". */
  readonly path: string;
  readonly title: string;
}

/** How many single-character edits an address may be away from a page that is suggested for it, as a share of its length. */
const FARTHEST_SHARE = 0.5;
/** The same for a single word. */
const FARTHEST_WORD_SHARE = 0.25;
/** Texts of at most so many characters resemble others by chance: an address must be nearly right, a word exactly. */
const SHORT_ADDRESS = 8;
const SHORT_WORD = 4;
const FARTHEST_SHORT_SHARE = 0.25;
/** Makes a word of a page's title count for more than one of its folder, which all pages in it share. */
const FOLDER_DISTANCE = 0.1;
/** "a" and "to" say nothing about a page. */
const SHORTEST_WORD = 3;

/**
 * The pages whose addresses are closest to one that does not exist, the closest first. A page that has moved keeps the last part of its
 * address, or most of it, so a last part in common counts for more than anything before it. Words of the last part may also stand in a
 * page's title or folder.
 */
export function closestPages(path: string, pages: readonly KnownPage[], most = 3): KnownPage[] {
  const wanted = normalized(path);
  return pages
    .map((page) => ({ page, distance: Math.min(addressDistance(wanted, normalized(page.path)), wordsDistance(wanted, page)) }))
    .filter(({ distance }) => distance <= FARTHEST_SHARE)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ page }) => page);
}

/** 0 for equal addresses or equal last parts without their numbers, 1 for addresses with nothing in common. */
function addressDistance(a: string, b: string): number {
  return Math.min(partDistance(a, b), partDistance(lastPart(a), lastPart(b)));
}

function partDistance(a: string, b: string): number {
  const length = Math.max(a.length, b.length, 1);
  const distance = editDistance(a, b) / length;
  return length <= SHORT_ADDRESS && distance > FARTHEST_SHORT_SHARE ? 1 : distance;
}

/** How far the words of an address's last part are on average from the closest words of a page; 1 where that is too far. */
function wordsDistance(wanted: string, { path, title }: KnownPage): number {
  const folder = wordsOf(normalized(path).replace(/[^/]*$/, ""));
  const own = wordsOf(`${lastPart(normalized(path))} ${title}`);
  const distances = wordsOf(lastPart(wanted)).map((word) =>
    Math.min(...own.map((known) => wordDistance(word, known)), ...folder.map((known) => wordDistance(word, known) + FOLDER_DISTANCE)),
  );
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
  return mean <= FARTHEST_WORD_SHARE ? mean : 1;
}

function wordDistance(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  if (length <= SHORT_WORD) return a === b ? 0 : 1;
  return editDistance(a, b) / length;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= SHORTEST_WORD);
}

function normalized(path: string): string {
  return path
    .toLowerCase()
    .replace(/(index)?\.html$/, "")
    .replace(/^\/+|\/+$/g, "");
}

/** "lessons/1-coalescing/03-measuring-a-stride" is "measuring-a-stride". */
function lastPart(path: string): string {
  return path.replace(/^.*\//, "").replace(/^\d+-/, "");
}

/** The least number of characters to insert, delete or replace that makes one text the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
