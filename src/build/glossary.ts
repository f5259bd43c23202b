import { readdirSync, readFileSync } from "node:fs";
import { z } from "astro/zod";
import * as simulator from "#simulator";
import { splitFrontMatter } from "./front-matter.ts";

/** The front matter of a glossary entry, content/glossary/<slug>.mdx. Its text defines the term. */
export const glossaryMatter = z.strictObject({
  term: z.string().min(1).describe("The term as it is written within a sentence."),
  also: z
    .array(z.string().min(1))
    .default([])
    .describe("Other spellings that count as the term: plurals, short forms, names used elsewhere."),
  everyday: z
    .array(z.string().min(1))
    .default([])
    .describe("Spellings among them that running text also uses in their everyday sense. They name the term, but are never linked."),
  see: z.array(z.string()).default([]).describe("Slugs of related terms."),
  figure: z.string().optional().describe("The figure that shows it: name of its folder in src/figures."),
});

/** A term of the course. */
export interface GlossaryTerm extends z.infer<typeof glossaryMatter> {
  /** Name of the entry's file, and its anchor on the glossary's page. */
  readonly slug: string;
  /** The entry's first sentence as plain text. */
  readonly definition: string;
}

const glossaryFolder = new URL("../../content/glossary/", import.meta.url);

/** All terms, sorted by slug. */
export function readGlossary(): GlossaryTerm[] {
  return readdirSync(glossaryFolder)
    .filter((file) => file.endsWith(".mdx"))
    .sort()
    .map((file) => glossaryTerm(file.replace(/\.mdx$/, ""), readFileSync(new URL(file, glossaryFolder), "utf8")));
}

/**
 * A term from the text of its file.
 *
 * @throws Error when its front matter is not valid, or its first sentence contains more than words and constants
 */
export function glossaryTerm(slug: string, text: string): GlossaryTerm {
  const { matter, body } = splitFrontMatter(`content/glossary/${slug}.mdx`, text);
  return { ...glossaryMatter.parse(matter), slug, definition: firstSentence(slug, body) };
}

/** Each spelling in lower case with the slug of the term that it names. */
export function spellingsOf(terms: readonly Pick<GlossaryTerm, "slug" | "term" | "also">[]): Map<string, string> {
  return new Map(terms.flatMap(({ slug, term, also }) => [term, ...also].map((spelling) => [spelling.toLowerCase(), slug] as const)));
}

/** A term that a text uses. */
export interface FoundTerm {
  readonly term: GlossaryTerm;
  /** The words as they stand in the text, and where they begin. */
  readonly words: string;
  readonly index: number;
}

/** Returns a function that finds the terms of a text in any of their spellings but the everyday ones, the longest that fits at each place. */
export function termFinder(terms: readonly GlossaryTerm[]): (text: string) => FoundTerm[] {
  const termOf = new Map<string, GlossaryTerm>();
  for (const term of terms) {
    const everyday = new Set(term.everyday.map(normal));
    for (const spelling of [term.term, ...term.also].map(normal)) if (!everyday.has(spelling)) termOf.set(spelling, term);
  }
  const pattern = wholeWords([...termOf.keys()]);
  return (text) =>
    [...text.matchAll(pattern)].flatMap(({ 0: words, index }) => {
      const term = termOf.get(normal(words));
      return term === undefined ? [] : { term, words, index };
    });
}

/** A passage in quotation marks, such as the title of a document, in which no terms are found. */
const QUOTED = "“[^”]*”";

/** Matches a quoted passage, or the longest spelling that fits, in any case, but not as part of a longer or hyphenated word. */
function wholeWords(spellings: readonly string[]): RegExp {
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  const either = longestFirst.map((spelling) => spelling.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll(" ", "\\s+")).join("|");
  return new RegExp(`${QUOTED}|(?<![\\p{L}\\p{N}_-])(?:${either || "(?!)"})(?![\\p{L}\\p{N}_]|-\\p{L})`, "giu");
}

function normal(spelling: string): string {
  return spelling.toLowerCase().replaceAll(/\s+/g, " ");
}

/**
 * The first sentence of an entry's text, without its marks and with the values of its constants.
 *
 * @throws Error when it contains more than words and constants
 */
export function firstSentence(slug: string, body: string): string {
  const paragraphs = body.trim().split(/\n\s*\n/);
  const text = paragraphs.find((paragraph) => !paragraph.startsWith("import ")) ?? "";
  const [sentence] = /^.*?[.?!](?=\s|$)/s.exec(text) ?? [];
  if (sentence === undefined || /<[A-Z]|[{}]/.test(sentence.replaceAll(CONSTANT, ""))) {
    throw new Error(`content/glossary/${slug}.mdx must begin with a sentence of words and constants: it is shown where the term is linked`);
  }
  return sentence
    .replaceAll(CONSTANT, (_, left: string, operator: string | undefined, right: string) => constantText(slug, left, operator, right))
    .replaceAll(/`([^`]*)`|\*|(?<!\w)_|_(?!\w)/g, "$1")
    .replaceAll("'", "’")
    .replaceAll(/\s+/g, " ");
}

/** What braces of a first sentence may hold: `WARP_SIZE`, `WARP_SIZE - 1`, `4 * WORD_BYTES`, `b200.widestAccessBytes`. */
const CONSTANT = /\{([\w.]+)(?: ([-*]) ([\w.]+))?\}/g;

function constantText(slug: string, left: string, operator: string | undefined, right: string): string {
  const value = constant(slug, left);
  if (operator === undefined) return String(value);
  return String(operator === "*" ? value * constant(slug, right) : value - constant(slug, right));
}

/** A number, or one that the simulator exports: a constant, or a field of a device. */
function constant(slug: string, name: string): number {
  if (/^\d+$/.test(name)) return Number(name);
  const value = name.split(".").reduce<unknown>((owner, field) => (owner as Record<string, unknown> | undefined)?.[field], simulator);
  if (typeof value !== "number") throw new Error(`content/glossary/${slug}.mdx: the simulator has no constant ${name}`);
  return value;
}
