import path from "node:path";
import { build, type Plugin } from "vite";
import { PROGRAM_FOLDER, capstonesRoot, courseRoot, exercisesRoot } from "#kit/installation.ts";
import { exerciseIds } from "#kit/folder.ts";
import { capstoneIds } from "#kit/own-exercises.ts";

/** Packages that are not bundled: the compiler reads files of its own at run time. */
export const UNBUNDLED = ["typescript"];

/**
 * Bundles the command line into JavaScript that runs below `node_modules`: the command itself, the program of the processes that run
 * answers, each exercise, and what exercises import, as entries over shared chunks.
 *
 * @param folder the package's folder; the bundle goes into its `program`
 */
export async function bundleCommand(folder: string): Promise<void> {
  const inGrader = (name: string): string => path.join(courseRoot, "grader", name);
  const exercises = (await exerciseIds(exercisesRoot)).flatMap((id) =>
    ["exercise", "solution"].map((name) => [`exercises/${id}/${name}`, path.join(exercisesRoot, id, `${name}.ts`)] as const),
  );
  const capstones = capstoneIds().map((id) => [`capstones/${id}/exercise`, path.join(capstonesRoot, id, "exercise.ts")] as const);
  await build({
    configFile: false,
    root: courseRoot,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true, external: UNBUNDLED },
    // Names that CommonJS packages have, and modules do not.
    define: { __filename: "import.meta.filename", __dirname: "import.meta.dirname" },
    plugins: [originalAddresses(), namedInStacks()],
    build: {
      ssr: true,
      outDir: path.join(folder, PROGRAM_FOLDER),
      emptyOutDir: true,
      minify: false,
      license: { fileName: "licenses.md" },
      target: "node24",
      chunkSizeWarningLimit: 8000,
      rolldownOptions: {
        input: {
          main: inGrader("cli/main.ts"),
          "node-entry": inGrader("sandbox/host/node-entry.ts"),
          kit: inGrader("kit/index.ts"),
          simulator: inGrader("simulator/index.ts"),
          ...Object.fromEntries([...exercises, ...capstones]),
        },
        output: { format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
        // An entry's exports are what others import by name.
        preserveEntrySignatures: "strict",
      },
    },
  });
}

/**
 * Gives each module of the grader the address that its source has in a clone, in place of its chunk's: what it reads beside itself, such
 * as a style sheet, lies there in the package too.
 */
function originalAddresses(): Plugin {
  const grader = path.join(courseRoot, "grader", path.sep);
  return {
    name: "coalesce-original-addresses",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(grader) || !code.includes("import.meta.url")) return undefined;
      const address = path.relative(courseRoot, id).replaceAll(path.sep, "/");
      return { code: code.replaceAll("import.meta.url", `coalesceModule(${JSON.stringify(address)})`), map: null };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes("coalesceModule(")) return undefined;
      const up = "../".repeat(fileName.split("/").length);
      return { code: `const coalesceModule = (file) => new URL(${JSON.stringify(up)} + file, import.meta.url).href;\n${code}`, map: null };
    },
  };
}

/**
 * Names each chunk in stacks by its path in the package: where an answer fills the call stack, the engine shows it all frames, and the
 * package's own path is nobody's business.
 */
function namedInStacks(): Plugin {
  return {
    name: "coalesce-named-in-stacks",
    renderChunk: (code, { fileName }) => ({ code: `${code}\n//# sourceURL=coalesce/${fileName}\n`, map: null }),
  };
}
