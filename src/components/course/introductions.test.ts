import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { readGlossary, termFinder } from "#build/glossary.ts";
import { claims } from "#components/claims/claims.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { model, stagesOf } from "#figures/machine/model.ts";
import { wholeKernels } from "#figures/machine/whole.ts";
import { comparedLaunches } from "#hardware/compared-launches.ts";
import { SCENES, type Floor } from "#figures/machine/scenes.ts";
import { passagesOf, type PassageSources } from "./passages.ts";
import { BROUGHT } from "./prerequisites.ts";

/*
 * No term before its introduction. A lesson introduces a term by setting it in bold in running text, in a sentence that says what it is:
 * “The smallest block that leaves a cache is a **sector**”. A link to the glossary doesn't introduce, nor does a question, an answer or a
 * cell. From that passage on the term may be used.
 *
 * The lesson that introduces a term may name it before that passage where it says what is to come, in its title, objectives and headings,
 * and in the pictures of its figures and cells and in its exercises: doing comes before reading. What a reader brings is listed in prerequisites.ts. Words that
 * also have an everyday sense (`everyday` in the glossary) can't be told from the term, and aren't looked for.
 */

const glossary = readGlossary();
const find = termFinder(glossary);
/** In bold, an everyday spelling is the term. */
const findInBold = termFinder(glossary.map((term) => ({ ...term, everyday: [] })));
const brought = new Set(BROUGHT.map(({ slug }) => slug));

/** Names of counts that figures take from grader/pictures/readings.ts, by the function that makes them. */
const READINGS = {
  requestReadings: "requests, sectors, ideal sectors, sectors per request, cache lines, efficiency, DRAM bytes",
  bankReadings: "wavefronts, bank conflicts, conflict degree",
};

/** What the first lesson's pictures count: `IsFirstLook`. */
const FIRST_READINGS = "requests, sectors";

/** Properties and attributes whose single words a reader sees. Of other texts, those with a space are read: names in code have none. */
const SHOWN = new Set(["label", "name", "title", "means", "head", "hint", "subtitle", "value"]);
const NOT_SHOWN = new Set(["class", "className", "key", "style", "d", "transform", "href"]);

/** The words in the source of a figure, whatever its controls are set to: its texts, and the names of its counts. */
function wordsOfFigure(folder: string): string {
  const files = globSync(`${folder}/*.{ts,tsx}`).filter((file) => !/\.test\.ts$|\/sketch\.ts$/.test(file));
  return files
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      const counts = Object.entries(READINGS).flatMap(([name, words]) => (source.includes(name) ? words : []));
      return [...counts, ...textsIn(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))];
    })
    .join(" … ");
}

function textsIn(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node) || ts.isThrowStatement(node)) return [];
  if (ts.isJsxAttribute(node) && NOT_SHOWN.has(node.name.getText())) return [];
  if (ts.isJsxText(node)) return [node.text];
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
    const { parent } = node;
    const owner = ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent) ? parent.name.getText() : "";
    return SHOWN.has(owner) || node.text.trim().includes(" ") ? [node.text] : [];
  }
  const texts: string[] = [];
  ts.forEachChild(node, (child) => void texts.push(...textsIn(child)));
  return texts;
}

/** What an exercise asks for, without its code. */
function promptOf(exercise: string): string {
  const prompt = readFileSync(`exercises/${exercise}/prompt.mdx`, "utf8");
  return prompt.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "…");
}

/** What the machine says with so many floors open. */
function wordsOfMachine(floor: Floor): string {
  return SCENES[floor]
    .flatMap((scene) => {
      const { details, readings } = model({ scene, stages: stagesOf(scene), step: 0 });
      return [...details, ...readings.map(({ name }) => name)];
    })
    .join(" … ");
}

const figures = new Map(
  globSync("src/figures/*/figure.tsx").map((file) => {
    const folder = path.dirname(file);
    const name = path.basename(folder).replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [name, wordsOfFigure(folder)];
  }),
);

const sourcesOf = (lesson: string): PassageSources => ({
  claim: (name) => {
    const { says, why } = claims.find((claim) => claim.name === name)!;
    return `${says} ${why}`.replaceAll(/`[^`]*`/g, "…");
  },
  figure: ({ name, attributes }) => {
    const sourceOf = (attribute: string): string => {
      const value = attributes.find((own) => own.name === attribute)?.value;
      return typeof value === "string" ? value : (value?.value ?? "");
    };
    const is = (attribute: string): boolean => attributes.some((own) => own.name === attribute);
    if (name === "ExerciseCell") return promptOf(sourceOf("id"));
    if (name === "Try")
      return `${sourceOf("memory") === "" ? (is("isFirstLook") ? FIRST_READINGS : READINGS.requestReadings) : READINGS.bankReadings}`;
    if (name === "WarpToMemory" && is("isBrief")) return FIRST_READINGS;
    if (name === "Machine" && is("whole"))
      return wholeKernels(comparedLaunches())
        .flatMap(({ label, details }) => [label, ...details])
        .join(" … ");
    if (name === "Machine") return wordsOfMachine(Number(sourceOf("floor")) as Floor);
    if (name === "TransposeStages" && is("versions") && !sourceOf("versions").includes("swizzled"))
      return figures.get(name)?.replaceAll(/swizzle\w*/g, "…");
    // The tables of part 1 have rows of global memory only.
    if (name === "MemoryTable" && lesson.startsWith("1-")) return figures.get(name)?.replaceAll(/\bgroups?\b/g, "…");
    return figures.get(name);
  },
});

interface Use {
  readonly term: string;
  readonly lesson: string;
  readonly kind: string;
  readonly text: string;
}

/** Uses of terms that no passage before them, nor the passage itself, has introduced. */
function earlyUses(): Use[] {
  const known = new Set<string>(brought);
  return lessonFiles().flatMap(({ id, matter, tree }) => {
    const passages = passagesOf(tree, sourcesOf(id));
    const here = new Set([...known, ...passages.flatMap(({ bold }) => bold.flatMap(introducedBy))]);
    const ahead = [matter.title, ...(matter.objectives ?? [])].map((text) => ({ kind: "front matter", text, bold: [] }));
    return [...ahead, ...passages].flatMap(({ kind, text, bold }): Use[] => {
      for (const word of bold) for (const term of introducedBy(word)) known.add(term);
      const allowed = /^(?:front matter|heading|figure)/.test(kind) ? here : known;
      const early = termsIn(text).filter((term) => !allowed.has(term));
      return early.map((term) => ({ term, lesson: id, kind, text }));
    });
  });
}

/** Bold that ends a sentence is the label of what follows. */
function introducedBy(bold: string): string[] {
  return /[.:?!]$/.test(bold.trim()) ? [] : findInBold(bold).map(({ term }) => term.slug);
}

function termsIn(text: string): string[] {
  return [...new Set(find(text).map(({ term }) => term.slug))];
}

test("no term is used before the lesson that introduces it", () => {
  expect(earlyUses().map(({ term, lesson, kind, text }) => `${term} in ${lesson}, ${kind}: ${text.slice(0, 200)}`)).toEqual([]);
});

test("a passage that introduces a term is long enough to say what it is", () => {
  const introduced = lessonFiles().flatMap(({ id, tree }) =>
    passagesOf(tree, sourcesOf(id)).flatMap(({ text, bold }) => bold.flatMap(introducedBy).map((term) => ({ id, term, text }))),
  );
  const first = [...Map.groupBy(introduced, ({ term }) => term).values()].flatMap(([passage]) => passage ?? []);
  const short = first.filter(({ text }) => (text.match(/[\p{L}’']{2,}/gu) ?? []).length < 8);
  expect(first.length).toBeGreaterThan(50);
  expect(short.map(({ id, term, text }) => `${term} in ${id}: ${text}`)).toEqual([]);
});

test("what a reader brings is in the glossary, under the name that the landing page gives it", () => {
  for (const { slug, plural } of BROUGHT) {
    const term = glossary.find((entry) => entry.slug === slug);
    expect([term?.term, ...(term?.also ?? [])]).toContain(plural);
  }
});
