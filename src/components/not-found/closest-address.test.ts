import { expect, test } from "vitest";
import { closestPages, editDistance, type KnownPage } from "./closest-address.ts";

const page = (path: string, title = path): KnownPage => ({ path, title });
const pages = [
  page("lessons/1-coalescing/01-what-one-load-costs/", "What one load costs"),
  page("lessons/1-coalescing/03-measuring-a-stride/", "Measuring a stride"),
  page("practice/row-walk/"),
  page("practice/column-walk/"),
  page("glossary/"),
  page("map/#part-1", "Part 1: Coalescing"),
  page("map/", "Map of the course"),
  page("claims/", "Claims"),
  page("practice/rope-split/", "Exercise: Rotary embedding, split halves"),
  page("figures/sweep/", "Figure: Sweep"),
];

test.each([
  ["lessons/1-coalescing/02-measuring-a-stride/", "lessons/1-coalescing/03-measuring-a-stride/"],
  ["lessons/measuring-a-stride", "lessons/1-coalescing/03-measuring-a-stride/"],
  ["practise/row-walk/", "practice/row-walk/"],
  ["practice/rowwalk/index.html", "practice/row-walk/"],
  ["Glosary", "glossary/"],
])("%s is closest to %s", (path, closest) => expect(closestPages(path, pages)[0]?.path).toBe(closest));

test("a misspelt word of a part's name leads to the part, then to its lessons", () => {
  expect(closestPages("lessons/coalesing", pages).map(({ path }) => path)).toEqual([
    "map/#part-1",
    "lessons/1-coalescing/01-what-one-load-costs/",
    "lessons/1-coalescing/03-measuring-a-stride/",
  ]);
});

test("nothing is suggested for an address that resembles none", () => expect(closestPages("wp-login.php", pages)).toEqual([]));

test.each([
  ["nope", undefined],
  ["hope", undefined],
  ["test", undefined],
  ["blog", undefined],
  ["maps", "map/"],
  ["claim", "claims/"],
  ["rope", "practice/rope-split/"],
  ["figures/sweeps", "figures/sweep/"],
])("a short address must be nearly right: %s leads to %s", (path, closest) => expect(closestPages(path, pages)[0]?.path).toBe(closest));

test.each([
  ["", "", 0],
  ["", "bank", 4],
  ["warp", "warps", 1],
  ["stride", "strode", 1],
  ["kitten", "sitting", 3],
])("%s and %s are %i edits apart, in both directions", (a, b, edits) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits]);
});
