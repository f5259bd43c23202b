import { expect, test } from "vitest";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { glossaryTerm, readGlossary, spellingsOf } from "./glossary.ts";

const terms = readGlossary();
const slugs = new Set(terms.map(({ slug }) => slug));
const spellings = spellingsOf(terms);

test("there are at least 60 terms", () => expect(terms.length).toBeGreaterThanOrEqual(60));

test("no two terms share a spelling", () => {
  const all = terms.flatMap(({ term, also }) => [term, ...also].map((spelling) => spelling.toLowerCase()));
  expect(all.filter((spelling, i) => all.indexOf(spelling) !== i)).toEqual([]);
});

test("every term refers to terms that exist, each once, and not to itself", () => {
  const problems = terms.flatMap(({ slug, see }) =>
    see
      .filter((other, place) => !slugs.has(other) || other === slug || see.indexOf(other) !== place)
      .map((other) => `${slug} refers to ${other}`),
  );
  expect(problems).toEqual([]);
});

test("everyday spellings of a term are among its spellings", () => {
  const problems = terms.flatMap(({ slug, term, also, everyday }) =>
    everyday.filter((spelling) => ![term, ...also].includes(spelling)).map((spelling) => `${slug} has no spelling ${spelling}`),
  );
  expect(problems).toEqual([]);
});

test("every term begins with a definition that fits a preview", () => {
  const unfit = terms.filter(({ definition }) => !/^\p{Lu}.*\.$/u.test(definition) || definition.length > 180);
  expect(unfit.map(({ slug, definition }) => `${slug}: ${definition}`)).toEqual([]);
});

test("every concept of an exercise is a term", async () => {
  const folders = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
  const unknown = folders.flatMap(({ exercise }) =>
    exercise.concepts.filter((concept) => !spellings.has(concept)).map((concept) => `${exercise.id}: ${concept}`),
  );
  expect(unknown).toEqual([]);
});

test("every concept of a lesson is a term", () => {
  const unknown = lessonFiles().flatMap(({ id, matter: { concepts = [] } }) =>
    concepts.filter((concept) => !spellings.has(concept.toLowerCase())).map((concept) => `${id}: ${concept}`),
  );
  expect(unknown).toEqual([]);
});

const entry = (body: string) => glossaryTerm("sector", `---\nterm: sector\n---\n\n${body}`);

test("the definition is the first sentence, with the values of constants and without Markdown", () => {
  expect(entry('import A from "a";\n\nAn _aligned_ block\nof {SECTOR_BYTES} **bytes**. More.\n').definition).toBe(
    "An aligned block of 32 bytes.",
  );
});

test.each([
  ["Lanes 0 to {WARP_SIZE - 1}.", "Lanes 0 to 31."],
  ["Aligned to {4 * WORD_BYTES} bytes.", "Aligned to 16 bytes."],
  ["On Blackwell {b200.widestAccessBytes} bytes.", "On Blackwell 32 bytes."],
])("%s is read as %s", (sentence, read) => expect(entry(sentence).definition).toBe(read));

test("no definition shows braces", () => {
  expect(terms.filter(({ definition }) => /[{}]/.test(definition))).toEqual([]);
});

test.each([
  ["what only the page can compute", "About {count(WARP_SIZE)} bytes."],
  ["a number that is computed", "About <Cost /> bytes."],
  ["a constant that does not exist", "About {NO_SUCH_BYTES} bytes."],
  ["no sentence", "About bytes"],
])("a definition with %s is refused", (_, body) => expect(() => entry(body)).toThrow("content/glossary/sector.mdx"));

test.each([
  ["no front matter", "Text."],
  ["a field that no entry has", "---\nterm: a\nalias: b\n---\n\nText."],
])("an entry with %s is refused", (_, text) => expect(() => glossaryTerm("a", text)).toThrow());
