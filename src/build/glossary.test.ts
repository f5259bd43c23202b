import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { glossaryTerm, readGlossary, spellingsOf } from "./glossary.ts";

const terms = readGlossary();
const slugs = new Set(terms.map(({ slug }) => slug));
const spellings = spellingsOf(terms);
const root = new URL("../../", import.meta.url);

/** Ids of all lessons with the concepts that each names. */
async function lessonConcepts(): Promise<[id: string, concepts: string[]][]> {
  const files = await readdir(new URL("content/lessons/", root), { recursive: true });
  return files
    .filter((file) => file.endsWith(".mdx"))
    .map((file) => {
      const [, matter = ""] = /^---\n(.*?)\n---/s.exec(readFileSync(new URL(`content/lessons/${file}`, root), "utf8")) ?? [];
      return [file, (parse(matter) as { concepts?: string[] }).concepts ?? []];
    });
}

test("the vocabulary is whole", () => expect(terms.length).toBeGreaterThanOrEqual(60));

test("a spelling names one term", () => {
  const all = terms.flatMap(({ term, also }) => [term, ...also].map((spelling) => spelling.toLowerCase()));
  expect(all.filter((spelling, i) => all.indexOf(spelling) !== i)).toEqual([]);
});

test.each(terms.map((term) => [term.slug, term] as const))("%s refers to terms that exist, and not to itself", (slug, { see }) => {
  expect(see.filter((other) => !slugs.has(other) || other === slug)).toEqual([]);
  expect(new Set(see).size).toBe(see.length);
});

test.each(terms.map((term) => [term.slug, term] as const))(
  "%s keeps from linking only spellings of its own",
  (_, { term, also, everyday }) => {
    expect(everyday.filter((spelling) => ![term, ...also].includes(spelling))).toEqual([]);
  },
);

test.each(terms.map(({ slug, definition }) => [slug, definition]))("%s begins with a definition that fits a preview", (_, definition) => {
  expect(definition).toMatch(/^\p{Lu}.*\.$/u);
  expect(definition.length).toBeLessThanOrEqual(180);
});

test("every concept of an exercise is a term", async () => {
  const folders = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
  const unknown = folders.flatMap(({ exercise }) =>
    exercise.concepts.filter((concept) => !spellings.has(concept)).map((concept) => `${exercise.id}: ${concept}`),
  );
  expect(unknown).toEqual([]);
});

test("every concept of a lesson is a term", async () => {
  const unknown = (await lessonConcepts()).flatMap(([id, concepts]) =>
    concepts.filter((concept) => !spellings.has(concept.toLowerCase())).map((concept) => `${id}: ${concept}`),
  );
  expect(unknown).toEqual([]);
});

const entry = (body: string) => glossaryTerm("sector", `---\nterm: sector\n---\n\n${body}`);

test("the definition is the first sentence, with constants and without marks", () => {
  expect(entry('import A from "a";\n\nAn _aligned_ block\nof {SECTOR_BYTES} **bytes**. More.\n').definition).toBe(
    "An aligned block of 32 bytes.",
  );
});

test.each([
  ["a number that is computed", "About <Cost /> bytes."],
  ["a constant that does not exist", "About {NO_SUCH_BYTES} bytes."],
  ["no sentence", "About bytes"],
])("a definition with %s is refused", (_, body) => expect(() => entry(body)).toThrow("content/glossary/sector.mdx"));

test.each([
  ["no front matter", "Text."],
  ["a field that no entry has", "---\nterm: a\nalias: b\n---\n\nText."],
])("an entry with %s is refused", (_, text) => expect(() => glossaryTerm("a", text)).toThrow());
