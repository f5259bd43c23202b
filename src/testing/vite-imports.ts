// What the site's modules import with Vite's help, for Node: texts of files (`?raw`) and patterns of paths (`import.meta.glob`). Node loads it
// before the tests of the site that need no more of Vite than these. See vitest.config.ts.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const RAW = "?raw";
const GLOB = "import.meta.glob";
const ONLY_VITE = /\.(?:tsx|css)$/;
const ownGlob = JSON.stringify(new URL("./glob-imports.ts", import.meta.url).href);

registerHooks({
  load(url, context, nextLoad) {
    if (url.endsWith(RAW)) {
      const text = readFileSync(fileURLToPath(url), "utf8");
      return { format: "module", shortCircuit: true, source: `export default ${JSON.stringify(text)};` };
    }
    if (ONLY_VITE.test(url)) throw new Error(`${url} can only be loaded by Vite: add the test to NEEDS_VITE in vitest.config.ts`);
    const loaded = nextLoad(url, context);
    if (!url.includes("/src/") || url.includes("/node_modules/") || !loaded.source) return loaded;
    const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    if (!text.includes(GLOB)) return loaded;
    // On the first line, so that those after it keep their numbers.
    const source = `import { globFrom } from ${ownGlob}; ${text.replaceAll(GLOB, "globFrom(import.meta.url)")}`;
    return { ...loaded, source };
  },
});
