import type { Plugin } from "vite";

const RUNS = "virtual:sketch-runs";

/** Serves `virtual:sketch-runs` to pages that are being built. It stays outside the bundle, because it starts processes from files. */
export function sketchesPlugin(): Plugin {
  return {
    name: "coalesce-sketches",
    enforce: "pre",
    resolveId: (id) => (id === RUNS ? { id: new URL("./sketch-runs.ts", import.meta.url).href, external: true } : undefined),
  };
}
