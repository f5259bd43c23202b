import { expect, test } from "vitest";
import { byLetter, placesOf } from "./glossary-list.ts";

const listed = (term: string, ...also: string[]) => ({ id: term, data: { term, also } });

test("terms are in alphabetical order, regardless of case", () => {
  const letters = byLetter([listed("warp"), listed("bank"), listed("AoSoA"), listed("AoS"), listed("access"), listed("Bandwidth")]);
  expect(letters.map(({ letter, terms }) => [letter, terms.map(({ id }) => id)])).toEqual([
    ["A", ["access", "AoS", "AoSoA"]],
    ["B", ["Bandwidth", "bank"]],
    ["W", ["warp"]],
  ]);
});

test("a place names a term in any of its spellings", () => {
  const places = [
    { title: "One", href: "/one/", concepts: ["Warps", "bank"] },
    { title: "Two", href: "/two/", concepts: ["bank conflict"] },
    { title: "Three", href: "/three/", concepts: ["warp"] },
  ];
  expect(placesOf(listed("warp", "warps"), places).map(({ title }) => title)).toEqual(["One", "Three"]);
});
