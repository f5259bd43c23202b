import path from "node:path";

/**
 * Who may import whom: for each folder, the folders outside of it that its files may import. The first entry that holds
 * a file speaks for it; a file that no entry holds may import anything. Each folder may import itself.
 * `packages: false` also keeps packages and Node's modules out. Tests may use packages, and the exercises, as examples.
 */
const layers = [
  { folder: "grader/simulator", imports: [], packages: false },
  { folder: "grader/hardware", imports: ["grader/simulator"] },
  { folder: "grader/answer", imports: ["grader/simulator"] },
  { folder: "grader/exercise", imports: ["grader/answer", "grader/simulator"] },
  // The sandboxes hold the whole grader, by its one door.
  { folder: "grader/host", imports: ["grader/run-job.ts", "grader/judge", "grader/exercise", "grader/answer", "grader/simulator"] },
  { folder: "grader/judge", imports: ["grader/exercise", "grader/answer", "grader/simulator", "exercises"] },
  { folder: "grader/report", imports: ["grader/judge", "grader/exercise", "grader/answer", "grader/simulator"] },
  // Schemas that the page shares: no file of the course hangs on them.
  { folder: "grader/assignment", imports: ["grader/exercise", "grader/answer", "grader/judge", "grader/simulator"] },
  { folder: "grader/submission", imports: ["grader/assignment", "grader/answer", "grader/judge"] },
  {
    folder: "grader/class",
    imports: [
      "grader/submission",
      "grader/assignment",
      "grader/host",
      "grader/report",
      "grader/judge",
      "grader/exercise",
      "grader/answer",
      "grader/simulator",
    ],
  },
  // Grades on their way out: to students, to gradebooks, to other tools.
  {
    folder: "grader/gradebook",
    imports: [
      "grader/class",
      "grader/submission",
      "grader/assignment",
      "grader/report",
      "grader/judge",
      "grader/exercise",
      "grader/answer",
      "grader/simulator",
    ],
  },
  // An assignment for an LMS. It cuts its page from the built site, and imports none of it.
  { folder: "grader/package", imports: ["grader/assignment", "grader/exercise"] },
  { folder: "grader", imports: ["exercises"] },
  { folder: /^exercises\/[^/]+\/(starter|solution|wrong\/|also\/)/, imports: [], packages: false },
  { folder: "exercises", imports: ["grader/exercise", "grader/simulator", "grader/answer"] },
  { folder: "src/widgets/drawing", imports: ["grader"] },
  { folder: /^src\/widgets\/[^/]+/, imports: ["src/widgets/drawing", "grader", "exercises", "content"] },
  { folder: "src/notebook", imports: ["src/widgets", "grader", "exercises", "content"] },
  // The page of assignments.
  {
    folder: "src/assignment",
    imports: ["src/notebook", "grader/submission", "grader/assignment", "grader/exercise", "grader/simulator/version.ts", "src/testing"],
  },
  // The page of an LMS package.
  {
    folder: "src/lms",
    imports: [
      "src/assignment",
      "src/components",
      "src/lib",
      "src/notebook",
      "src/styles",
      "src/testing",
      "src/widgets",
      "grader/package",
      "grader/class",
      // The colours of the lanes.
      "grader/gradebook/picture/lane-ramp.ts",
      "grader/assignment",
      "grader/judge",
      "grader/exercise",
    ],
  },
  { folder: "src/components", imports: ["src/notebook", "src/widgets", "src/styles", "src/assets", "grader", "exercises", "content"] },
];

/** The folder of a layer that holds the file, or undefined. */
function folderOf(layer, file) {
  if (typeof layer.folder === "string") return file.startsWith(`${layer.folder}/`) ? layer.folder : undefined;
  return layer.folder.exec(file)?.[0];
}

/** Why the file must not import what the specifier names, or undefined when it may. */
export function layerProblem(file, specifier) {
  const layer = layers.find((layer) => folderOf(layer, file));
  if (!layer) return undefined;
  const folder = folderOf(layer, file);
  const isTest = file.endsWith(".test.ts");
  if (!specifier.startsWith(".")) {
    if (layer.packages !== false || isTest) return undefined;
    return `${folder} depends on no package and on no module of a host, so not on "${specifier}"`;
  }
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const allowed = [folder, ...layer.imports, ...(isTest && folder.startsWith("grader/") ? ["exercises"] : [])];
  if (allowed.some((folder) => target.startsWith(folder))) return undefined;
  return `${folder} may import ${layer.imports.join(", ") || "nothing outside of itself"}, so not ${target}`;
}

/** ESLint rule: every import stays within its layer. */
export const layersRule = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, "/");
    const check = (node) => {
      const specifier = node.source?.value;
      const message = typeof specifier === "string" && layerProblem(file, specifier);
      if (message) context.report({ node: node.source, message });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check };
  },
};
