import fc from "fast-check";
import { expect, test } from "vitest";
import { tracksOf, type Stretch } from "./lines.ts";

test.each<[string, Stretch[], [string, number][]]>([
  [
    "stretches one after the other share a track",
    [stretch("a", 0, 2), stretch("b", 3, 5)],
    [
      ["a", 0],
      ["b", 0],
    ],
  ],
  [
    "stretches side by side do not",
    [stretch("a", 0, 4), stretch("b", 3, 5)],
    [
      ["a", 0],
      ["b", 1],
    ],
  ],
  [
    "touching stretches do not",
    [stretch("a", 0, 3), stretch("b", 3, 5)],
    [
      ["a", 0],
      ["b", 1],
    ],
  ],
  ["stretches of one owner share a track, wherever they are", [stretch("a", 4, 2), stretch("a", 0, 3)], [["a", 0]]],
])("%s", (_, stretches, tracks) => {
  expect([...tracksOf(stretches)]).toEqual(tracks);
});

test("no two owners ever meet on a track", () => {
  const any = fc.record({ owner: fc.constantFrom("a", "b", "c", "d", "e"), from: fc.nat(20), to: fc.nat(20) });
  fc.assert(
    fc.property(fc.uniqueArray(any, { selector: ({ owner }) => owner }), (stretches) => {
      const tracks = tracksOf(stretches);
      for (const a of stretches)
        for (const b of stretches)
          if (a.owner < b.owner && tracks.get(a.owner) === tracks.get(b.owner))
            expect(Math.max(a.from, a.to) < Math.min(b.from, b.to) || Math.max(b.from, b.to) < Math.min(a.from, a.to)).toBe(true);
    }),
  );
});

function stretch(owner: string, from: number, to: number): Stretch {
  return { owner, from, to };
}
