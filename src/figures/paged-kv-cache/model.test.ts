import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { globalCost, h100 } from "#simulator";
import { SEQUENCE_TOKENS, blockTable, byteAddress, cachePageOf, cachePages, elementAt, pageBytes, type Cache } from "./cache.ts";
import { model, type LineRow, type Settings } from "./model.ts";
import { laneTasks, requestCount, requestOf, walkCost, type Walk } from "./walk.ts";

const oneKey: Settings = { reader: "token", layout: "token", pageTokens: 16, headDim: 128, step: 0 };

const lines = (settings: Settings) => model(settings).rows.filter((row): row is LineRow => row.kind === "line");
const moved = (settings: Settings) => lines(settings).flatMap((line) => line.sectors.filter((sector) => sector.moved)).length;

describe("patterns that can be checked by hand", () => {
  test.each<[string, Partial<Settings>, { lines: number; sectors: number; pages: number }]>([
    ["one key of 256 bytes", {}, { lines: 2, sectors: 8, pages: 1 }],
    ["one key of 128 bytes", { headDim: 64 }, { lines: 1, sectors: 4, pages: 1 }],
    ["one key in chunks: half a sector each, 256 bytes apart", { layout: "chunk" }, { lines: 16, sectors: 16, pages: 1 }],
    ["a key for each lane, keys of a line", { reader: "lane", headDim: 64 }, { lines: 32, sectors: 32, pages: 2 }],
    ["a key for each lane, chunk after chunk", { reader: "lane", layout: "chunk", headDim: 64 }, { lines: 4, sectors: 16, pages: 2 }],
    ["the same in pages of 8 tokens", { reader: "lane", layout: "chunk", pageTokens: 8 }, { lines: 4, sectors: 16, pages: 4 }],
    ["512 bytes of a page", { reader: "page" }, { lines: 4, sectors: 16, pages: 1 }],
    ["512 bytes of a page of chunks", { reader: "page", layout: "chunk" }, { lines: 4, sectors: 16, pages: 1 }],
  ])("%s", (_, changed, expected) => {
    const settings = { ...oneKey, ...changed };
    const pages = model(settings).cache.filter((page) => page.touched).length;
    expect({ lines: lines(settings).length, sectors: moved(settings), pages }).toEqual(expected);
  });
});

test("pages jump, sectors do not: key after key, the whole walk moves the fewest sectors", () => {
  expect(blockTable(oneKey)).toEqual([4, 0, 9, 5, 1, 10]);
  expect(walkCost(oneKey)).toEqual({ requests: 96, sectors: 768, idealSectors: 768 });
});

test("pointing at a lane highlights its bytes", () => {
  const lit = lines({ ...oneKey, hoveredLane: 5 }).flatMap((line) => line.pieces.filter((piece) => piece.emphasis === "lit"));
  expect(lit).toEqual([{ lane: 5, offsetBytes: 40, bytes: 8, emphasis: "lit" }]);
});

const cache = fc.record<Cache>({
  pageTokens: fc.constantFrom(8, 16, 32),
  headDim: fc.constantFrom(64, 128),
  layout: fc.constantFrom("token", "chunk"),
});
const anyWalk = fc
  .tuple(cache, fc.constantFrom<Walk["reader"]>("token", "page", "lane"))
  .map(([cache, reader]): Walk => ({ ...cache, reader }));
const anyRequest = anyWalk.chain((walk) => fc.nat(requestCount(walk) - 1).map((step): Settings => ({ ...walk, step })));

describe("for any cache", () => {
  test("each page of the sequence has its own page of the cache, and none is where the sequence would have it", () => {
    fc.assert(
      fc.property(cache, (cache) => {
        const table = blockTable(cache);
        expect(new Set(table).size).toBe(table.length);
        for (const [page, cachePage] of table.entries()) {
          expect(cachePage).not.toBe(page);
          expect(cachePage).toBeLessThan(cachePages(cache));
        }
      }),
    );
  });

  test("an element is found where it was put", () => {
    fc.assert(
      fc.property(cache, fc.nat(SEQUENCE_TOKENS - 1), fc.nat(63), (cache, token, element) => {
        const page = Math.floor(token / cache.pageTokens);
        const elementInPage = (byteAddress(cache, { token, element }) - cachePageOf(cache, page) * pageBytes(cache)) / 2;
        expect(elementAt(cache, page, elementInPage)).toEqual({ token, element });
      }),
    );
  });
});

describe("for any walk", () => {
  test("every element of every key is read once", () => {
    fc.assert(
      fc.property(anyWalk, (walk) => {
        const tasks = Array.from({ length: requestCount(walk) }, (_, step) => laneTasks(walk, step)).flat();
        const starts = tasks.map(({ token, element }) => token * walk.headDim + element);
        expect(new Set(starts).size).toBe(starts.length);
        expect(tasks.reduce((sum, { elements }) => sum + elements, 0)).toBe(SEQUENCE_TOKENS * walk.headDim);
      }),
    );
  });

  test("what is drawn adds up to what the simulator counts", () => {
    fc.assert(
      fc.property(anyRequest, (settings) => {
        const cost = globalCost(requestOf(settings, laneTasks(settings, settings.step)), h100);
        expect(lines(settings)).toHaveLength(cost.cacheLines);
        expect(moved(settings)).toBe(cost.sectors);
        const pieces = lines(settings).flatMap((line) => line.pieces);
        expect(pieces.reduce((sum, piece) => sum + piece.bytes, 0)).toBe(cost.usefulBytes);
        const tokenLanes = model(settings).sequence.flatMap((page) => page.tokens.flatMap((token) => token.lanes));
        expect(tokenLanes.sort((a, b) => a - b)).toEqual(pieces.map((piece) => piece.lane).sort((a, b) => a - b));
      }),
    );
  });
});
