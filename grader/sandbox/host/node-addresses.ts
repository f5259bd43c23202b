import { registerHooks } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A folder whose modules get other addresses: `coalesce:judge/judge.ts` for `judge/judge.ts` in a folder with the scheme `coalesce:`. */
interface RenamedFolder {
  readonly folder: string;
  /** With its colon. */
  readonly scheme: string;
}

/**
 * Gives the modules of some folders addresses without the folders' paths, for all modules that this process loads from now on. When the
 * call stack is full, the engine writes stacks by itself, with the address of every frame: the frames around an answer then tell it nothing
 * about this machine.
 *
 * `import.meta` stays as it is. Modules of CommonJS keep their addresses: Node resolves their `require` by them, and none of them ever
 * calls an answer.
 */
export function useNeutralAddresses(folders: readonly RenamedFolder[]): void {
  const renamed = folders.map(({ folder, scheme }) => ({ scheme, base: pathToFileURL(path.join(folder, path.sep)).href }));
  const neutral = (url: string): string => {
    const found = renamed.find(({ base }) => url.startsWith(base));
    return found === undefined ? url : `${found.scheme}${url.slice(found.base.length)}`;
  };
  const real = (url: string): string => {
    const found = renamed.find(({ scheme }) => url.startsWith(scheme));
    return found === undefined ? url : `${found.base}${url.slice(found.scheme.length)}`;
  };
  registerHooks({
    resolve(specifier, context, next) {
      const parentURL = context.parentURL && real(context.parentURL);
      if (parentURL && parentURL !== context.parentURL && RELATIVE_TYPESCRIPT.test(specifier)) {
        // Node would look for a package.json and for links.
        return { url: neutral(new URL(specifier, parentURL).href), format: "module-typescript", shortCircuit: true };
      }
      const { url, format, ...resolved } = next(real(specifier), { ...context, parentURL });
      return { ...resolved, format, url: format === "module" || format === "module-typescript" ? neutral(url) : url };
    },
    load(url, context, next) {
      const address = real(url);
      if (address === url) return next(url, context);
      const source = readFileSync(fileURLToPath(address));
      const isPlaced = source.includes("import.meta");
      return { format: context.format, shortCircuit: true, source: isPlaced ? ownMeta(address) + source.toString() : source };
    },
  });
}

/** A TypeScript module that another one names by its relative path. */
const RELATIVE_TYPESCRIPT = /^\.\.?\/.*\.ts$/;

/** The module's `import.meta`, set before its first line. */
function ownMeta(url: string): string {
  const filename = fileURLToPath(url);
  return `Object.assign(import.meta, ${JSON.stringify({ url, filename, dirname: path.dirname(filename) })});`;
}
