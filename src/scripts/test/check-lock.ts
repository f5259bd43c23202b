// Lists optional dependencies that the lock file names and does not hold: `npm ci` refuses such a file.
import { readFileSync } from "node:fs";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

const lock = JSON.parse(readFileSync(new URL("../../../package-lock.json", import.meta.url), "utf8")) as Lock;
const held = new Set(Object.keys(lock.packages).map((place) => place.replace(/^.*node_modules\//, "")));
const holes = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !held.has(name))
    .map((name) => `${name}, wanted by ${place}`),
);
for (const hole of holes) console.error(`package-lock.json lacks ${hole}: use another version of the package that brings it`);
process.exitCode = holes.length > 0 ? 1 : 0;
