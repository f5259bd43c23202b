// Finds optional dependencies that the lock file refers to but does not contain: `npm ci` refuses such a file.
import { readFileSync } from "node:fs";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

const lock = JSON.parse(readFileSync(new URL("../../../package-lock.json", import.meta.url), "utf8")) as Lock;
const contained = new Set(Object.keys(lock.packages).map((location) => location.replace(/^.*node_modules\//, "")));
const missing = Object.entries(lock.packages).flatMap(([location, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !contained.has(name))
    .map((name) => `${name}, wanted by ${location}`),
);
for (const dependency of missing) console.error(`package-lock.json lacks ${dependency}: use another version of the package that brings it`);
process.exitCode = missing.length > 0 ? 1 : 0;
