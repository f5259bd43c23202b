import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const WORKER = "virtual:sandbox-worker";
/** A worker's script is not strict by default, and SES requires strict mode. */
const STRICT = '"use strict";';
const entry = fileURLToPath(new URL("../notebook/sandbox/worker.ts", import.meta.url));
const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Serves `virtual:sandbox-worker`: the whole grader with all exercises as the text of one script. The sandbox has an opaque origin, from
 * which it can fetch nothing, so the page sends it the script.
 */
export function sandboxPlugin(): Plugin {
  return {
    name: "coalesce-sandbox",
    resolveId: (id) => (id === WORKER ? `\0${WORKER}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${WORKER}`) return undefined;
      const { code, moduleIds } = await bundle();
      for (const file of moduleIds) if (file.startsWith(repositoryRoot) && !file.includes("node_modules")) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

async function bundle(): Promise<{ code: string; moduleIds: readonly string[] }> {
  const output = await build({
    configFile: false,
    root: repositoryRoot,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      minify: true,
      target: "es2022",
      rolldownOptions: { input: entry, output: { format: "iife", banner: STRICT } },
    },
  });
  if (!("output" in output)) throw new Error("the bundler of the sandbox gave no output");
  const [chunk, ...others] = output.output;
  if (others.length > 0)
    throw new Error(`the sandbox must be one script, but there is also ${others.map((one) => one.fileName).join(", ")}`);
  return { code: chunk.code, moduleIds: chunk.moduleIds };
}
