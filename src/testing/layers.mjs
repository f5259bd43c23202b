import path from "node:path";

/**
 * Who may import whom: for each folder, the folders outside of it that its files may import. The first entry that holds
 * a file speaks for it; a file that no entry holds may import anything. Each folder may import itself.
 * `packages: false` also keeps packages and Node's modules out. Tests may use packages, and the exercises, as examples.
 */
const layers = [
  { folder: "grader/simulator", imports: [], packages: false },
  { folder: "grader/simulator/hardware", imports: ["grader/simulator"] },
  { folder: "grader/sandbox/answer", imports: ["grader/simulator"] },
  { folder: "grader/kit", imports: ["grader/sandbox/answer", "grader/simulator"] },
  // The sandboxes hold the whole grader, by its one door.
  {
    folder: "grader/sandbox/host",
    imports: ["grader/judge/run-job.ts", "grader/judge", "grader/kit", "grader/sandbox/answer", "grader/simulator"],
  },
  { folder: "grader/judge", imports: ["grader/kit", "grader/sandbox/answer", "grader/simulator", "exercises"] },
  { folder: "grader/judge/report", imports: ["grader/judge", "grader/kit", "grader/sandbox/answer", "grader/simulator"] },
  // Schemas that the page shares: no file of the course hangs on them.
  { folder: "grader/classroom/assignment", imports: ["grader/kit", "grader/sandbox/answer", "grader/judge", "grader/simulator"] },
  { folder: "grader/classroom/submission", imports: ["grader/classroom/assignment", "grader/sandbox/answer", "grader/judge"] },
  {
    folder: "grader/classroom/grading",
    imports: [
      "grader/classroom/submission",
      "grader/classroom/assignment",
      "grader/sandbox/host",
      "grader/judge/report",
      "grader/judge",
      "grader/kit",
      "grader/sandbox/answer",
      "grader/simulator",
    ],
  },
  // Grades on their way out: to students, to gradebooks, to other tools.
  {
    folder: "grader/classroom/reports",
    imports: [
      "grader/classroom/grading",
      "grader/classroom/submission",
      "grader/classroom/assignment",
      "grader/judge/report",
      "grader/judge",
      "grader/kit",
      "grader/sandbox/answer",
      "grader/simulator",
    ],
  },
  // An assignment for an LMS. It cuts its page from the built site, and imports none of it.
  { folder: "grader/classroom/packages", imports: ["grader/classroom/assignment", "grader/kit"] },
  { folder: "grader", imports: ["exercises"] },
  { folder: /^exercises\/[^/]+\/(starter|solution|wrong\/|also\/)/, imports: [], packages: false },
  { folder: "exercises", imports: ["grader/kit", "grader/simulator", "grader/sandbox/answer"] },
  { folder: "src/figures/drawing", imports: ["grader"] },
  { folder: /^src\/widgets\/[^/]+/, imports: ["src/figures/drawing", "grader", "exercises", "content"] },
  { folder: "src/notebook", imports: ["src/figures", "grader", "exercises", "content"] },
  // The page of assignments.
  {
    folder: "src/assignment",
    imports: [
      "src/notebook",
      "grader/classroom/submission",
      "grader/classroom/assignment",
      "grader/kit",
      "grader/simulator/version.ts",
      "src/testing",
    ],
  },
  // The page of an LMS package.
  {
    folder: "src/lms",
    imports: [
      "src/assignment",
      "src/components",
      "src/build",
      "src/notebook",
      "src/styles",
      "src/testing",
      "src/figures",
      "grader/classroom/packages",
      "grader/classroom/grading",
      // The colours of the lanes.
      "grader/pictures/lane-ramp.ts",
      "grader/classroom/assignment",
      "grader/judge",
      "grader/kit",
    ],
  },
  { folder: "src/components", imports: ["src/notebook", "src/figures", "src/styles", "src/assets", "grader", "exercises", "content"] },
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
