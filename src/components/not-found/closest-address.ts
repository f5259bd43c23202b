/** A page of the site, as the page for wrong addresses may suggest it. */
export interface KnownPage {
  /** Below the base path: "practice/row-walk/". */
  readonly path: string;
  readonly title: string;
}

/** How many single-character edits an address may be away from a page that is suggested for it, as a share of its length. */
const FARTHEST_SHARE = 0.5;

/**
 * The pages whose addresses are closest to one that does not exist, the closest first. A page that has moved keeps the last part of its
 * address, or most of it, so a last part in common counts for more than anything before it.
 */
export function closestPages(path: string, pages: readonly KnownPage[], most = 3): KnownPage[] {
  const wanted = normalized(path);
  return pages
    .map((page) => ({ page, distance: addressDistance(wanted, normalized(page.path)) }))
    .filter(({ distance }) => distance <= FARTHEST_SHARE)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ page }) => page);
}

/** 0 for equal addresses or equal last parts without their numbers, 1 for addresses with nothing in common. */
function addressDistance(a: string, b: string): number {
  const whole = editDistance(a, b) / Math.max(a.length, b.length, 1);
  const [lastOfA, lastOfB] = [lastPart(a), lastPart(b)];
  const last = editDistance(lastOfA, lastOfB) / Math.max(lastOfA.length, lastOfB.length, 1);
  return Math.min(whole, last);
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
