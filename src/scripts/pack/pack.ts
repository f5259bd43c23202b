// npm run pack: makes the npm package of the command line, coalesce-<version>.tgz, which needs no clone and no other package.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { graderVersion } from "#classroom/grading/grader-version.ts";
import { packageSite } from "#classroom/packages/site.ts";
import { DECLARATIONS_FOLDER, PROGRAM_FOLDER, courseRoot, type PackedCourse } from "#kit/installation.ts";
import { readLessons } from "#kit/lessons.ts";
import { kitMarkdown, kitReference } from "#build/kit-reference.ts";
import { kitDeclarations } from "./declarations.ts";
import { UNBUNDLED, bundleCommand } from "./bundle.ts";

/** What the command reads at run time, at the places that it has in the repository. */
const READ_AT_RUN_TIME = [
  "LICENSE",
  "content/capstones",
  "content/kernels",
  "exercises",
  "grader/classroom/cluster/slurm",
  "grader/classroom/reports/page.css",
  "grader/classroom/reports/summary.js",
  "grader/cli/coalesce.mjs",
  "grader/cli/schemas",
  "grader/pictures/picture.css",
  "grader/sandbox/answer/ambient.d.ts",
  "grader/hardware/data/warp-requests.jsonl",
  "grader/hardware/data/async-requests.jsonl",
  "grader/hardware/data/cluster-requests.jsonl",
  "grader/hardware/probes",
];

/** Makes the package in a folder. @returns the archive's path */
export async function pack(into: string, onBuild: () => void = () => undefined): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-package-"));
  try {
    await bundleCommand(folder);
    for (const name of READ_AT_RUN_TIME) await copy(path.join(courseRoot, name), path.join(folder, name));
    for (const [name, bytes] of await packageSite(onBuild)) await write(path.join(folder, "site", name), bytes);
    const packed: PackedCourse = { schema: "coalesce/packed/v1", grader: graderVersion(), lessons: readLessons() };
    await write(path.join(folder, "packed.json"), asJson(packed));
    await write(path.join(folder, "package.json"), asJson(await manifest()));
    for (const [name, text] of kitDeclarations()) await write(path.join(folder, DECLARATIONS_FOLDER, name), text);
    await write(path.join(folder, "EXERCISES.md"), await ownExercisesText());
    await cp(path.join(import.meta.dirname, "readme.md"), path.join(folder, "README.md"));
    for (const name of UNBUNDLED) await copyCompiler(name, folder);
    await mkdir(into, { recursive: true });
    const { stdout } = await promisify(execFile)("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", path.resolve(into)], {
      cwd: folder,
      maxBuffer: 64e6,
    });
    return path.join(into, (JSON.parse(stdout) as [{ filename: string }])[0].filename);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The package's package.json: no dependency is left to be fetched, and `#kit` is there for exercises of an instructor's own. */
async function manifest(): Promise<object> {
  const { name, version, description, license, type, bin } = JSON.parse(
    await readFile(path.join(courseRoot, "package.json"), "utf8"),
  ) as Record<string, unknown>;
  return {
    name,
    version,
    description,
    license,
    type,
    bin,
    engines: { node: ">=24" },
    imports: { "#kit": imported("kit"), "#simulator": imported("simulator") },
    dependencies: Object.fromEntries(await Promise.all(UNBUNDLED.map(async (name) => [name, await versionOf(name)]))),
    bundledDependencies: UNBUNDLED,
  };
}

/** Where the package has what exercises import, for Node and for editors. */
const imported = (name: string): object => ({
  types: `./${DECLARATIONS_FOLDER}/${name}/index.d.ts`,
  default: `./${PROGRAM_FOLDER}/${name}.js`,
});

/** The guide's page on exercises of one's own, and the reference of `#kit`, as one Markdown file. */
async function ownExercisesText(): Promise<string> {
  const page = await readFile(path.join(courseRoot, "content", "guide", "11-exercises-of-your-own.mdx"), "utf8");
  const [, body = ""] = /^---\n[^]*?\n---\n([^]*)$/.exec(page) ?? [];
  return `# Exercises of your own\n\n${body.trim()}\n\n# Reference of #kit\n\n${kitMarkdown(kitReference())}\n`;
}

const inPackages = (name: string): string => path.join(courseRoot, "node_modules", name);

async function versionOf(name: string): Promise<string> {
  return (JSON.parse(await readFile(path.join(inPackages(name), "package.json"), "utf8")) as { version: string }).version;
}

/** The compiler without its command, its server and its translations: its one module, and the declarations of the language. */
async function copyCompiler(name: string, folder: string): Promise<void> {
  const library = path.join(inPackages(name), "lib");
  const declarations = (await readdir(library)).filter((file) => /^lib\.(?:es|decorators)[\w.]*\.d\.ts$/.test(file));
  for (const file of [
    "package.json",
    "LICENSE.txt",
    "ThirdPartyNoticeText.txt",
    "lib/typescript.js",
    ...declarations.map((one) => `lib/${one}`),
  ]) {
    await copy(path.join(inPackages(name), file), path.join(folder, "node_modules", name, file));
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

const asJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

if (import.meta.main) console.log(await pack(process.argv[2] ?? ".", () => console.error("Building the page of LMS packages first…")));
