import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { claims } from "../claims/claims.ts";
import { gpusOf, sourcesOf } from "../claims/measured-numbers.ts";
import { dataPath, programPath, sourceOfFile, sources, sourceText } from "./sources.ts";

test("every file of measurements is named, but for those that the model writes", () => {
  const named = new Set(sources.flatMap(({ data }) => data));
  const measured = readdirSync("grader/hardware/data").filter((file) => !["model.json", "held-out-work.json"].includes(file));
  const printed = readdirSync("content/programs").flatMap((program) =>
    readdirSync(`content/programs/${program}`)
      .filter((file) => file.startsWith("h200"))
      .map((file) => `programs/${program}/${file}`),
  );
  expect([...measured, ...printed].filter((file) => !named.has(file))).toEqual([]);
});

test("every file and every program that is named exists", () => {
  const paths = sources.flatMap((source) => [programPath(source), ...source.data.map(dataPath)]);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test("a file's name says its GPU", () => {
  for (const { data, gpu } of sources)
    for (const file of data) if (/h[12]00/.test(file)) expect(file.includes(gpu.toLowerCase()), file).toBe(true);
});

test("every measurement of a claim has a source, on the claim's GPU", () => {
  for (const { name, measured } of claims)
    for (const entry of measured) {
      for (const source of sourcesOf(entry)) expect(source.gpu, `${name}: ${entry.label}`).toContain(gpusOf(entry));
      if ("kernel" in entry) expect(gpusOf(entry)).toBe(entry.on.toUpperCase());
    }
});

test("a source in words", () => {
  expect(sourceText(sourceOfFile("tile-rows-h100.csv"))).toBe("tile-rows.cu on an H100, 24 November 2026");
});
