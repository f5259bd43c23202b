import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { EFFECTLESS, slimLabWorkerPlugin } from "./vite-lab-worker.ts";

/** The scripts by the names of their modules: the one that reads answers in CUDA as well has the lab's compiler in it. */
const WORKERS: Readonly<Record<string, string>> = {
  "virtual:sandbox-worker": entryOf("worker.ts"),
  "virtual:cuda-sandbox-worker": entryOf("cuda-worker.ts"),
};
/** A worker's script is not strict by default, and SES requires strict mode. */
const STRICT = '"use strict";';
const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));

function entryOf(file: string): string {
  return fileURLToPath(new URL(`../notebook/sandbox/${file}`, import.meta.url));
}

/**
 * Serves `virtual:sandbox-worker`: the whole grader with all exercises as the text of one script; and `virtual:cuda-sandbox-worker`, the
 * same with the lab's compiler. The sandbox has an opaque origin, from
 * which it can fetch nothing, so the page sends it the script.
 */
export function sandboxPlugin(): Plugin {
  return {
    name: "coalesce-sandbox",
    resolveId: (id) => (Object.hasOwn(WORKERS, id) ? `\0${id}` : undefined),
    async load(resolved) {
      const entry = resolved.startsWith("\0") ? WORKERS[resolved.slice(1)] : undefined;
      if (entry === undefined) return undefined;
      const { code, moduleIds } = await bundle(entry);
      for (const file of moduleIds) if (file.startsWith(repositoryRoot) && !file.includes("node_modules")) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

async function bundle(entry: string): Promise<{ code: string; moduleIds: readonly string[] }> {
  const output = await build({
    configFile: false,
    root: repositoryRoot,
    logLevel: "warn",
    publicDir: false,
    plugins: [slimLabWorkerPlugin()],
    build: {
      write: false,
      minify: true,
      target: "es2022",
      rolldownOptions: { input: entry, output: { format: "iife", banner: STRICT }, treeshake: { moduleSideEffects: EFFECTLESS } },
    },
  });
  if (!("output" in output)) throw new Error("the bundler of the sandbox gave no output");
  const [chunk, ...others] = output.output;
  if (others.length > 0)
    throw new Error(`the sandbox must be one script, but there is also ${others.map((one) => one.fileName).join(", ")}`);
  return { code: chunk.code, moduleIds: chunk.moduleIds };
}
