import { readFileSync } from "node:fs";
import Ajv from "ajv";
import draft04 from "ajv/lib/refs/json-schema-draft-04.json" with { type: "json" };
import { XMLValidator } from "fast-xml-parser";
import { parseHTML } from "linkedom";
import { micromark } from "micromark";
import { describe, expect, it } from "vitest";
import type { AccessExcerpt } from "#judge/first-warps.ts";
import { WARP_SIZE, type WarpRequest } from "#simulator";
import type { LessonWork } from "./course-work.ts";
import { galleryKernel } from "../lab/gallery-texts.ts";
import { picturesOf } from "./still-picture.ts";
import { amount, documentOf, stateSentence, type Block } from "./work-document.ts";
import { htmlOf } from "./work-html.ts";
import { markdownOf, textMarkdown } from "./work-markdown.ts";
import { notebookOf, notebookText } from "./work-notebook.ts";

const request: WarpRequest = {
  space: "global",
  op: "load",
  bytesPerLane: 4,
  activeMask: 0xffffffff,
  addresses: Array.from({ length: WARP_SIZE }, (_, lane) => 8 * lane),
};
const accessOf = (request: WarpRequest): AccessExcerpt =>
  ({ totals: { access: "read", array: "in" }, warps: [{ request }] }) as unknown as AccessExcerpt;
const access = accessOf(request);

const code = "export const read = (t: Thread) => 2 * t.threadIdx.x; // `<b>`\n";
const draft = { text: code, savedAt: 1, exerciseVersion: "v", revision: "r" };
const kernel = galleryKernel("transpose-padded", "Padded");
const lesson: LessonWork = {
  title: "What one load costs",
  page: "lessons/1/01/",
  exercises: [{ id: "row-walk", title: "Row walk", draft, passedAt: Date.UTC(2026, 10, 22, 12), tries: 2, hints: 1, kept: 3 }],
  cells: [
    { key: "try/stride", title: "Stride", draft },
    { key: "kernel/1", title: "Padded", page: "lab/", draft: { ...draft, text: JSON.stringify(kernel) } },
  ],
  predictions: [{ page: "p", question: "How many\n sectors?", unit: "sectors", given: 4, answer: 8, verdict: "close", at: 1 }],
  selfTests: [{ page: "p", question: "Why?", given: "Because.", at: 1 }],
  notes: [{ page: "p", slug: "s", heading: "Sectors", text: "# mine\n</script><b>", at: 1, aside: [] }],
  goals: [{ key: "try/stride", title: "Stride", page: "lessons/1/01/#try-stride", goals: ["2 * threadIdx.x"] }],
};
const illustration = {
  prompts: { "row-walk": "Copy **it**." },
  pictures: { "row-walk": picturesOf([access], "p0"), "try/stride": picturesOf([access], "p1"), "kernel/1": picturesOf([access], "p2") },
  counts: { "kernel/1": ["Line 7: in[y * side + x]: load from global memory, 8,192 requests, 4 sectors per request; 4 would do."] },
};
const blocks = documentOf([lesson], illustration);

describe("a picture in a document", () => {
  const [picture] = picturesOf([access], "p");
  it("is a whole SVG file", () => expect(XMLValidator.validate(picture?.svg ?? "")).toBe(true));
  it("says in words what it shows, with the simulator's counts", () =>
    expect(picture?.text).toMatch(/^read: one warp's load from in\..*128\u00a0B.*8 sectors.*Efficiency: 50%/s));
  it("is of a warp that takes part", () => {
    expect(picturesOf([accessOf({ ...request, activeMask: 0 })], "p")).toEqual([]);
  });
});

describe("a notebook", () => {
  const schema = JSON.parse(readFileSync(new URL("./nbformat.v4.5.schema.json", import.meta.url), "utf8")) as object;
  const ajv = new Ajv({ schemaId: "auto", meta: false, unknownFormats: "ignore" });
  ajv.addMetaSchema(draft04);
  const validate = ajv.compile(schema);
  const problems = (notebook: unknown) => (validate(notebook), validate.errors ?? []);

  it.each<[string, readonly Block[]]>([
    ["of some work", blocks],
    ["of nothing", documentOf([], { prompts: {}, pictures: {}, counts: {} })],
  ])("%s follows Jupyter's own schema", (_, document) => expect(problems(JSON.parse(notebookText(notebookOf(document))))).toEqual([]));

  it("that does not follow it would be noticed", () => {
    const { cells, ...rest } = notebookOf(blocks);
    expect(problems({ ...rest, cells: cells.map(({ id: _, ...cell }) => cell) })).not.toEqual([]);
  });

  it("has prose, the code as it is, and a picture with its counts as the output", () => {
    const { cells, metadata } = notebookOf(blocks);
    const [first] = cells.filter((cell) => cell.cell_type === "code");
    expect(first?.source).toBe(code);
    expect(first?.outputs.map(({ data }) => Object.keys(data))).toEqual([["image/svg+xml", "text/plain"]]);
    expect(cells.filter((cell) => cell.cell_type === "markdown").map(({ source }) => source)).toContain("Copy **it**.");
    const cuda = cells.find(({ source }) => source === kernel.source);
    expect(cuda).toMatchObject({ cell_type: "code", metadata: { tags: ["skip-execution"] }, outputs: [{ output_type: "display_data" }] });
    expect(cells.at(cells.indexOf(cuda!) + 1)).toMatchObject({ cell_type: "markdown" });
    expect(cells.at(cells.indexOf(cuda!) + 1)?.source).toContain("8,192 requests");
    expect(metadata).toHaveProperty("kernelspec.language", "typescript");
  });
});

describe("an HTML document", async () => {
  const html = await htmlOf(blocks, {
    highlight: (text) => Promise.resolve(`<pre>${text.length}</pre>`),
    prose: (markdown) => micromark(markdown),
  });
  const { document } = parseHTML(html);

  it("needs no other file", () => expect(html).not.toMatch(/<(link|script|img)\b|url\((?!#)/));

  it("shows titles, tasks, pictures and what the learner wrote", () => {
    expect([...document.querySelectorAll(":is(h1, h2, h3):not(blockquote *)")].map(({ textContent }) => textContent)).toEqual([
      ...["My work in the course Coalesce", "What one load costs", "Exercise: Row walk", "Tried out: Stride", "Tried out: Padded"],
    ]);
    expect(document.querySelectorAll("figure svg")).toHaveLength(3);
    expect(document.querySelector("blockquote")?.textContent).toContain("mine\n</script><b>");
    expect(document.body.textContent).toContain("Line 7: in[y * side + x]: load from global memory, 8,192 requests");
    expect(document.body.textContent).toContain("My prediction: 4 sectors; the answer: 8 sectors (close).");
  });

  it("has no id twice", () => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });
});

it("Markdown quotes notes and fences code, whatever is in them", () => {
  const fence: Block = { kind: "code", language: "typescript", code: "// ```` four", pictures: [] };
  const { document } = parseHTML(`<body>${micromark(markdownOf([...blocks, fence]))}</body>`);
  expect(document.querySelector("blockquote")?.textContent).toContain("mine\n</script><b>");
  expect([...document.querySelectorAll("pre code")].map(({ textContent }) => textContent)).toEqual([
    code,
    code,
    kernel.source,
    "// ```` four\n",
  ]);
  expect([...document.querySelectorAll("pre code")].map(({ className }) => className)).toEqual([
    ...["language-ts", "language-ts", "language-cuda", "language-ts"],
  ]);
});

describe("what the learner wrote is shown as it was written", () => {
  const written = [
    ...["__shared__", "i*n*2 and j*m*3", "# mine", "Title\n===", "- a\n- b", "1. one\n2) two", "+ plus", "> quoted", "~~~\nno fence\n~~~"],
    ...[
      "[a](javascript:alert(1)) ![b](c)",
      "<img src=x onerror=alert(1)>",
      "&amp; &copy;",
      "a | b\n--- | ---\n1 | 2",
      "`x`\n```\n\\*",
      "cost: $5$",
    ],
    ...["if (x)\n    y();\n\n\ttabbed", "two\nlines", "***", "C #"],
  ];
  const textIn = (element: Element | null | undefined): string =>
    (element?.textContent ?? "")
      .replaceAll("\u00a0", " ")
      .replaceAll(/\n\s*\n/g, "\n")
      .trim();

  it.each(written)("in a note's title, and a note stays in its quote, without HTML of its own: %j", (text) => {
    const title = text.replaceAll(/\s+/g, " ");
    const { document } = parseHTML(
      `<html><body>${micromark(textMarkdown({ kind: "note", title, text }), { allowDangerousHtml: true })}</body>`,
    );
    const quote = document.querySelector("body > blockquote");
    expect(document.body.children).toHaveLength(1);
    expect(textIn(quote?.querySelector("strong"))).toBe(title);
    expect(quote?.querySelector("[onerror], script")).toBeNull();
  });

  it.each(written)("in an answer, in every format: %j", async (text) => {
    const selfTest = { page: "p", question: "Why?", given: text, verdict: "not-yet" as const, at: 1 };
    const document = documentOf(
      [{ ...lesson, exercises: [], cells: [], predictions: [], notes: [], goals: [], selfTests: [selfTest] }],
      illustration,
    );
    const html = await htmlOf(document, { highlight: (code) => Promise.resolve(code), prose: (markdown) => micromark(markdown) });
    for (const page of [html, `<body>${micromark(markdownOf(document))}</body>`]) {
      const items = [...parseHTML(page).document.querySelectorAll("li")];
      expect(items.map(textIn)).toEqual([`Why? My answer: ${text.replaceAll(/\s+/g, " ")} (not yet)`]);
    }
  });

  it("an answer in words has its points, those that are there and those that are missing", () => {
    const points = { said: ["Sectors."], missing: ["Their ideal."] };
    const selfTest = { page: "p", question: "Why?", given: "So.", points, at: 1 };
    const document = documentOf(
      [{ ...lesson, exercises: [], cells: [], predictions: [], notes: [], goals: [], selfTests: [selfTest] }],
      illustration,
    );
    expect(markdownOf(document)).toContain("Why? My answer: So. (1 of 2 points. Missing: Their ideal.)");
  });

  it("a title with line breaks is one heading", () => {
    const cell = { key: "sketch/1", title: "Mine\n# Passed all exercises", draft };
    const document = documentOf([{ ...lesson, exercises: [], cells: [cell] }], illustration);
    const { document: page } = parseHTML(`<body>${micromark(markdownOf(document))}</body>`);
    expect([...page.querySelectorAll(":is(h1, h3):not(blockquote *)")].map(({ textContent }) => textContent)).toEqual([
      ...["My work in the course Coalesce", "Tried out: Mine # Passed all exercises"],
    ]);
  });

  it("other versions of a note are there too", () => {
    const note = { page: "p", slug: "s", heading: "Sectors", text: "mine", at: 1, aside: [{ text: "other", at: 2 }] };
    const notes = documentOf([{ ...lesson, notes: [note, { ...note, text: "" }] }], illustration).filter(({ kind }) => kind === "note");
    const other = { kind: "note", title: "Another version of my note on “Sectors”", text: "other" };
    expect(notes).toEqual([{ kind: "note", title: "My note on “Sectors”", text: "mine" }, other, other]);
  });
});

it.each([
  [{ tries: 0, hints: 0 }, "Not passed yet."],
  [
    { tries: 1, hints: 2, solution: "before-passing" as const },
    "Not passed yet, 1 try and 2 hints so far. You have seen the course's solution.",
  ],
  [{ tries: 3, hints: 1, passedAt: Date.UTC(2026, 10, 22, 12) }, "Passed on 22 Nov 2026, with 3 tries and 1 hint."],
  [
    { tries: 0, hints: 0, passedAt: Date.UTC(2026, 10, 22, 12), solution: "before-passing" as const },
    "Passed on 22 Nov 2026. You had a look at the course's solution on the way.",
  ],
])("tells the state of an exercise plainly", (state, sentence) => expect(stateSentence(state)).toBe(sentence));

it.each<[number | string, string]>([
  [8192, "8,192 times slower"],
  [1.5753334529577128, "1.58 times slower"],
  ["none", "none times slower"],
])("an amount of %s is printed as %s", (value, printed) => expect(amount(value, "times slower").replaceAll("\u00a0", " ")).toBe(printed));
