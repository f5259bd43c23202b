import { markdownToHtml, mdxToJs } from "satteri";
import { expect, test } from "vitest";
import { glossaryLinks } from "./glossary-links.ts";
import type { GlossaryTerm } from "./glossary.ts";

const entry = (term: string, also: string[] = [], everyday: string[] = []): GlossaryTerm => ({
  slug: term.replaceAll(" ", "-"),
  term,
  also,
  everyday,
  see: [],
  definition: `What “${term}” is.`,
});

const terms = [
  entry("warp", ["warps"]),
  entry("bank"),
  entry("bank conflict", ["bank conflicts"]),
  entry("block", ["thread block"], ["block"]),
  entry("grid-stride loop"),
];

const lesson = new URL("file:///course/content/lessons/1-part/01-lesson.mdx");

async function html(text: string, fileURL = lesson, base = "/"): Promise<string> {
  const result = await markdownToHtml(text, { mdastPlugins: [glossaryLinks(terms, base)], fileURL, features: { smartPunctuation: true } });
  return result.html.trim();
}

/** The linked words, each with the entry that it links to. */
async function linked(text: string, fileURL = lesson): Promise<string[]> {
  const links = (await html(text, fileURL)).matchAll(/<a href="\/glossary\/#([^"]+)"[^>]*>([^<]*)<\/a>/g);
  return [...links].map(([, slug, words]) => `${words} → ${slug}`);
}

test.each<[name: string, text: string, links: string[]]>([
  ["only the first use", "A warp meets a warp.\n\nTwo warps.", ["warp → warp"]],
  ["a quoted title is left alone", "“The Warp and the Bank” is about a bank.", ["bank → bank"]],
  ["another spelling is the same term", "Warps come first, then a warp.", ["Warps → warp"]],
  ["the longest term", "A bank conflict in a bank.", ["bank conflict → bank-conflict", "bank → bank"]],
  ["a term within a term that was linked before", "Bank conflicts, and a bank conflict.", ["Bank conflicts → bank-conflict"]],
  ["whole words only", "A warped embankment, warp-wide, e-bank.", []],
  ["with a possessive", "The warp's lanes.", ["warp → warp"]],
  ["a term with a hyphen", "A grid-stride loop.", ["grid-stride loop → grid-stride-loop"]],
  ["a term over two lines", "A bank\nconflict.", ["bank\nconflict → bank-conflict"]],
  ["not in its everyday sense", "A block of bytes, a thread block.", ["thread block → block"]],
  ["not in headings", "# The warp\n\nText.", []],
  ["not in code", "`warp` and\n\n```\nwarp\n```", []],
  ["not in links", "[a warp](https://example.org/)", []],
  ["not in tables", "| warp |\n| --- |\n| bank |", []],
  ["in lists and in bold", "- A **warp**\n- a _bank_", ["warp → warp", "bank → bank"]],
])("%s", async (_, text, links) => expect(await linked(text)).toEqual(links));

test("nothing else is changed", async () => {
  expect(await html("A warp.")).toBe('<p>A <a href="/glossary/#warp" class="term" data-definition="What “warp” is.">warp</a>.</p>');
});

test("a base path comes before the address", async () => {
  expect(await html("A warp.", lesson, "/courses/coalesce")).toContain('href="/courses/coalesce/glossary/#warp"');
});

test("every document links its own first uses", async () => {
  expect(await linked("A warp.")).toEqual(await linked("A warp."));
});

test("prompts are linked, other documents are not", async () => {
  expect(await linked("A warp.", new URL("file:///course/exercises/row-walk/prompt.mdx"))).toEqual(["warp → warp"]);
  expect(await linked("A warp.", new URL("file:///course/content/glossary/lane.mdx"))).toEqual([]);
});

test("components of a lesson keep their text and their attributes", async () => {
  const mdx = 'A warp.\n\n<Keep title="a bank">\n  Ask the bank.\n</Keep>\n\nA <Cost show="bank" /> of a bank.\n';
  const { code } = await mdxToJs(mdx, { mdastPlugins: [glossaryLinks(terms, "/")], fileURL: lesson });
  expect([...code.matchAll(/glossary\/#([\w-]+)/g)].map(([, slug]) => slug)).toEqual(["warp", "bank"]);
  expect(code).toContain('title: "a bank"');
  expect(code).toContain("Ask the bank.");
});
