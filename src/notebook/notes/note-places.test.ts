import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { firstWords, hashOf, notePlaces, placeOf } from "./note-places.ts";

const { document } = parseHTML(`<html><body>
  <div class="page-title"><h1 id="_top">What one load costs</h1></div>
  <div class="sl-markdown-content">
    <p>A warp asks for memory in one request, and the request is cut into sectors.</p>
    <div class="sl-heading-wrapper"><h2 id="sectors">Sectors</h2><a href="#sectors">#</a></div>
    <p>Four sectors.</p>
    <astro-island><figure aria-label="One warp’s request"><text>0 1 2</text></figure></astro-island>
    <div class="not-a-place">furniture</div>
    <exercise-cell id="exercise-row-walk"><h3>Walk along the row</h3></exercise-cell>
    <p>Four sectors.</p>
  </div></body></html>`);
const places = notePlaces(document);

test("headings, paragraphs, figures and exercises are places, in order, each once", () =>
  expect(places.map(({ slug, about }) => [slug, about])).toEqual([
    ["_top", "What one load costs"],
    [`_top~${hashOf("A warp asks for memory in one request, and the request is cut into sectors.")}`, "“A warp asks for memory in one …”"],
    ["sectors", "Sectors"],
    [`sectors~${hashOf("Four sectors.")}`, "“Four sectors.”"],
    [`sectors~${hashOf("One warp’s request")}`, "One warp’s request"],
    ["exercise-row-walk", "Walk along the row"],
  ]));

test.each([
  ["its own", "sectors", "sectors"],
  ["its own, of a paragraph", `sectors~${hashOf("Four sectors.")}`, `sectors~${hashOf("Four sectors.")}`],
  ["the heading before a paragraph that was changed", "sectors~00000000", "sectors"],
  ["none, where the heading is gone", "gone", undefined],
  ["none, where heading and paragraph are gone", "gone~00000000", undefined],
])("the place of a note: %s", (_, slug, found) => expect(placeOf(slug, places)?.slug).toBe(found));

test("the hash is FNV-1a's", () => expect([hashOf(""), hashOf("a"), hashOf("foobar")]).toEqual(["811c9dc5", "e40c292c", "bf9cf968"]));

test("a short text is quoted whole", () => expect(firstWords(" one  two\nthree ")).toBe("one two three"));
