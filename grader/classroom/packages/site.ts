import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { courseRoot, packedCourse } from "#kit/installation.ts";

const astroProgram = path.join(courseRoot, "node_modules/astro/bin/astro.mjs");
/** The root of the site whose page becomes a package; see its astro.config.mjs. */
const siteRoot = path.join(courseRoot, "src/lms");
const cache = path.join(courseRoot, ".cache/package-site");

/** The files and folders that the built page can depend on. */
const sources = ["src", "grader", "exercises", "content/glossary", "package-lock.json"];
/** Files among them that it does not depend on. */
const IRRELEVANT =
  /^grader\/(bench|cli|classroom\/(cluster|reports))\/|^src\/(pages|scripts)\/|(^|\/)(node_modules|\.astro|testing)\/|\.(test|e2e)\.tsx?$/;

/** How much of the output of a failed build is shown: its end says why it failed. */
const SHOWN_OUTPUT_CHARACTERS = 4_000;

/**
 * The built page with the cells of all exercises: the bytes of every file, by path. It is built once for each version of the
 * course, which takes about half a minute, and cached. An installed package brings it along.
 *
 * @param onBuild called when it has to be built.
 * @throws Error with the end of the build's output when it fails.
 */
export async function packageSite(onBuild: () => void = () => undefined): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = packedCourse ? path.join(courseRoot, "site") : await builtSite(onBuild);
  const names = await filesBelow(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)));
}

/** The folder of the page as this version of the course builds it. */
async function builtSite(onBuild: () => void): Promise<string> {
  const folder = path.join(cache, await courseHash());
  if (await isThere(folder)) return folder;
  onBuild();
  await buildInto(folder);
  return folder;
}

/** Builds into a temporary folder and renames it: the folder itself is always complete. */
async function buildInto(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  try {
    await astroBuild(unfinished);
    for (const former of await readdir(cache)) {
      if (!former.includes(".")) await rm(path.join(cache, former), { recursive: true, force: true });
    }
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have built it meanwhile.
    if (!(await isThere(folder))) throw error;
  }
}

function astroBuild(outDir: string): Promise<void> {
  const child = spawn(process.execPath, [astroProgram, "build", "--root", siteRoot, "--outDir", outDir], {
    cwd: courseRoot,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", ASTRO_DISABLE_UPDATE_CHECK: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-SHOWN_OUTPUT_CHARACTERS));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`the page could not be built:\n${output}`))));
  });
}

async function courseHash(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) {
    const full = path.join(courseRoot, source);
    const names = (await stat(full)).isDirectory() ? (await filesBelow(full)).map((name) => `${source}/${name}`) : [source];
    for (const name of names.filter((name) => !IRRELEVANT.test(name))) {
      hash.update(`${name}\0`).update(await readFile(path.join(courseRoot, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** Paths below a folder, with forward slashes; sorted. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
