import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newId } from "./new-id.ts";

const sources = fileURLToPath(new URL("../../", import.meta.url));

test("an id is a UUID of version 4, and a new one each time", () => {
  const ids = Array.from({ length: 1000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("no page needs what browsers lack on plain http", () => {
  const files = globSync("**/*.{ts,tsx,astro}", { cwd: sources }).filter((file) => !/\.(test|e2e)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /crypto\.(?:randomUUID|subtle)\b[^`]/.test(readFileSync(`${sources}${file}`, "utf8")))).toEqual([]);
});
