import { describe, expect, it } from "vitest";
import { kitMarkdown, kitReference, type KitEntry } from "./kit-reference.ts";

const groups = kitReference();
const entries = new Map(groups.flatMap((group) => group.entries.map((entry): [string, KitEntry] => [entry.name, entry])));

describe("the reference of #kit", () => {
  // A name without a doc comment is refused by `kitReference` itself, and so by the build.
  it("has every exported name once, each with what it is", async () => {
    const values = Object.keys(await import("#kit"));
    expect(values.filter((name) => !entries.has(name))).toEqual([]);
    expect(groups.flatMap((group) => group.entries)).toHaveLength(entries.size);
    expect([...entries.values()].filter(({ says }) => says.trim() === "")).toEqual([]);
  });

  it.each([
    ["input", "function", 'input(length: number, bytesPerElement: ElementBytes = 4, reads: KernelArray["reads"] = "any"): KernelArray', []],
    ["barrier", "constant", "barrier: Barrier", []],
    ["sectorsPerRequest", "function", "sectorsPerRequest(given: AccessTargetOptions): Check<Size>", ["access", "atMost", "elsewhere"]],
    ["store", "function", "store(array: string, options: AccessOptions): Access", ["name", "index"]],
    ["Case", "type", "interface Case<S extends Size = Size>", ["id", "title", "size", "launch"]],
    ["Size", "type", "type Size = Readonly<Record<string, number | readonly number[]>>;", []],
  ])("%s is a %s, as its source writes it, with its fields", (name, kind, signature, fields) => {
    expect(entries.get(name)).toMatchObject({ kind, signature });
    expect(entries.get(name)?.fields.map((field) => field.name)).toEqual(fields.length === 0 ? [] : expect.arrayContaining(fields));
  });

  it("is Markdown, too", () => {
    expect(kitMarkdown(groups)).toContain(
      "### sectorsPerRequest\n\n```ts\nsectorsPerRequest(given: AccessTargetOptions): Check<Size>\n```\n\nSectors per request,",
    );
  });
});
