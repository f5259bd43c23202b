import { globSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { mathML } from "#build/satteri-katex.ts";
import { lessonFiles } from "#browser/lesson-files.ts";

const root = new URL("../../", import.meta.url);

/** Characters that our fonts lack and that the reader's system draws: every system has them, and they stand for nothing that a word would not say. */
const LEFT_TO_THE_SYSTEM = new Set([
  // The key of a Mac, shown on Macs.
  "⌘",
  // What the command line prints: a score before and after.
  "→",
]);

/** The tables of a WOFF2 file that are stored as they are have these numbers in its directory; glyf and loca are stored otherwise. */
const KNOWN_TAGS = 63;
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;

/** The code points that a font draws: https://www.w3.org/TR/WOFF2/, and format 4 or 12 of https://learn.microsoft.com/typography/opentype/spec/cmap */
function charactersOf(woff2: Buffer): Set<number> {
  let at = 48;
  const number = (): number => {
    let value = 0;
    for (;;) {
      const byte = woff2.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let found: { readonly offset: number; readonly length: number } | undefined;
  for (let i = 0; i < woff2.readUInt16BE(12); i++) {
    const flags = woff2.readUInt8(at++);
    const tag = flags & 63;
    if (tag === KNOWN_TAGS) at += 4;
    const version = flags >> 6;
    const isTransformed = tag === GLYF || tag === LOCA ? version === 0 : version !== 0;
    const original = number();
    const length = isTransformed ? number() : original;
    if (tag === CMAP) found = { offset, length };
    offset += length;
  }
  if (found === undefined) throw new Error("the font has no cmap");
  const tables = brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20)));
  const cmap = tables.subarray(found.offset, found.offset + found.length);
  const characters = new Set<number>();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) addSubtable(characters, cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4)));
  return characters;
}

function addSubtable(characters: Set<number>, table: Buffer): void {
  const add = (first: number, last: number): void => {
    for (let character = first; character <= last; character++) characters.add(character);
  };
  switch (table.readUInt16BE(0)) {
    case 4: {
      const segmentBytes = table.readUInt16BE(6);
      for (let at = 14; at < 14 + segmentBytes; at += 2) {
        const last = table.readUInt16BE(at);
        if (last !== 0xffff) add(table.readUInt16BE(at + segmentBytes + 2), last);
      }
      return;
    }
    case 12:
      for (let i = 0; i < table.readUInt32BE(12); i++) add(table.readUInt32BE(16 + 12 * i), table.readUInt32BE(20 + 12 * i));
  }
}

const styles = readFileSync(new URL("fonts.css", import.meta.url), "utf8");
const fonts = [...styles.matchAll(/url\("(.*\.woff2)"\)/g)].map(([, file = ""]) => ({
  file,
  characters: charactersOf(readFileSync(new URL(`node_modules/${file}`, root))),
}));

/** What a file shows: its text without comments. */
function shownText(file: string): string {
  return readFileSync(new URL(file, root), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "");
}

const files = globSync(
  [
    "content/**/*.{mdx,yaml}",
    "content/lessons/*/*/*.{ts,cu}",
    "exercises/*/{prompt.mdx,exercise.ts,starter.ts,solution.ts,kernel.cu}",
    "src/**/*.{ts,tsx,astro,mdx,css}",
    "grader/{pictures,judge/report,kit}/**/*.{ts,tsx}",
  ],
  { cwd: root.pathname, exclude: (name) => /\.(test|e2e)\./.test(String(name)) },
);

test("the fonts are read", () => {
  expect(fonts).toHaveLength(4);
  for (const { file, characters } of fonts) {
    for (const character of "aZ09×−·…“”–") expect.soft(characters.has(character.codePointAt(0) ?? 0), `${character} in ${file}`).toBe(true);
  }
});

test("a font that comes late moves nothing on a page that is drawn", () => {
  expect([...styles.matchAll(/font-display: (\w+)/g)].map(([, display]) => display)).toEqual(fonts.map(() => "optional"));
});

test("each character of the course is in all of its fonts, so that none is drawn in another style", () => {
  const lacking = files.flatMap((file) => {
    const rare = [...new Set(shownText(file))].filter((character) => character > "~" && !LEFT_TO_THE_SYSTEM.has(character));
    return rare
      .filter((character) => fonts.some(({ characters }) => !characters.has(character.codePointAt(0) ?? 0)))
      .map((character) => `${character} (U+${character.codePointAt(0)?.toString(16)}) in ${file}`);
  });
  expect(lacking).toEqual([]);
});

/** The invisible operator between a function and its argument. */
const FUNCTION_APPLICATION = "\u2061";

test("each sign of a formula is in the face of the text, so that none is drawn by whatever font of mathematics a system has", () => {
  const text = fonts.filter(({ file }) => file.includes("source-serif"));
  expect(text).toHaveLength(2);
  const formulas = lessonFiles().flatMap(({ tree }) =>
    tree.nodes.flatMap((node) => (node.type === "math" || node.type === "inlineMath" ? [node.value] : [])),
  );
  expect(formulas.length).toBeGreaterThan(20);
  const lacking = formulas.flatMap((tex) => {
    const shown = mathML(tex, true)
      .replaceAll(/<annotation[\s\S]*?<\/annotation>/g, "")
      .replaceAll(/<[^>]*>|&[a-z]+;/g, "");
    return [...new Set(shown)]
      .filter((character) => character > "~" && character !== FUNCTION_APPLICATION && character.trim() !== "")
      .filter((character) => text.some(({ characters }) => !characters.has(character.codePointAt(0) ?? 0)))
      .map((character) => `${character} (U+${character.codePointAt(0)?.toString(16)}) in ${tex}`);
  });
  expect(lacking).toEqual([]);
});
