import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "coalesce-addresses-"));
afterAll(() => rmSync(folder, { recursive: true }));

mkdirSync(path.join(folder, "node_modules", "old"), { recursive: true });
for (const [name, text] of Object.entries({
  "package.json": '{ "type": "module", "imports": { "#inner": "./inner.ts" } }',
  "outer.ts":
    'import { inner } from "#inner";\nimport old from "old";\nexport const all = (): string[] => [\n  ...inner(), old, new Error().stack!];',
  "inner.ts":
    "export const inner = (): string[] => [import.meta.url, import.meta.filename, import.meta.dirname,\n  new Error().stack! as string];",
  "node_modules/old/index.js": 'module.exports = require("./other.js");',
  "node_modules/old/other.js": 'module.exports = "required";',
})) {
  writeFileSync(path.join(folder, name), text);
}

test("stacks name modules without their folder; import.meta stays as it is", () => {
  const script = `
    const { useNeutralAddresses } = await import(${JSON.stringify(new URL("./node-addresses.ts", import.meta.url).href)});
    useNeutralAddresses([{ folder: ${JSON.stringify(folder)}, scheme: "neutral:" }]);
    const { all } = await import(${JSON.stringify(pathToFileURL(path.join(folder, "outer.ts")).href)});
    console.log(JSON.stringify(all()));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stderr).toBe("");
  const [url, filename, dirname, ofInner = "", required, ofOuter = ""] = JSON.parse(stdout) as string[];
  const inner = path.join(folder, "inner.ts");
  expect([url, filename, dirname, required]).toEqual([pathToFileURL(inner).href, inner, folder, "required"]);
  expect(ofInner).toContain("at inner (neutral:inner.ts:2:");
  expect(ofOuter).toContain("at all (neutral:outer.ts:4:");
  expect(ofInner + ofOuter).not.toContain(folder);
});
