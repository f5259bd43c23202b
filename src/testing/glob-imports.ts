import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Options of glob imports that the site uses. */
interface GlobOptions {
  readonly eager?: boolean;
  readonly query?: "?raw";
  readonly import?: "default";
}

/**
 * Vite's glob imports in a module that Node has loaded: what the files of the patterns hold, by their paths from the module, in the
 * order of the paths.
 *
 * @param module its URL
 */
export function globFrom(module: string) {
  const folder = path.dirname(fileURLToPath(module));
  const load = createRequire(module);
  return (patterns: string | readonly string[], { eager = false, query, import: name }: GlobOptions = {}): Record<string, unknown> => {
    const files = [patterns].flat().flatMap((pattern) => globSync(pattern, { cwd: folder }));
    const named = (loaded: Record<string, unknown>): unknown => (name === undefined ? loaded : loaded[name]);
    const contents = (file: string): unknown => {
      const at = path.join(folder, file);
      if (query === "?raw") return readFileSync(at, "utf8");
      if (eager) return named(load(at) as Record<string, unknown>);
      return async () => named((await import(pathToFileURL(at).href)) as Record<string, unknown>);
    };
    return Object.fromEntries(files.sort().map((file) => [file, contents(file)]));
  };
}
