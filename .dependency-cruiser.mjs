// Who may import what. `npm run lint` checks it, ARCHITECTURE.md draws the layers, and src/testing/layers.test.ts tests each rule.

/** The layers of the grader from the bottom up: each may import those before it. */
const GRADER_LAYERS = [
  "grader/simulator",
  "grader/hardware",
  "grader/memory",
  "grader/clock",
  "grader/pictures",
  "grader/sandbox/answer",
  "grader/cuda",
  "grader/judge",
  "grader/kit",
  "grader/wgsl",
  "grader/sandbox/host",
  "grader/kit/gate",
  "grader/classroom/assignment",
  "grader/classroom/submission",
  "grader/classroom/grading",
  "grader/classroom/reports",
];
/** The folders above these layers. They do not import each other, except that the command line imports the others. */
const GRADER_TOP_FOLDERS = {
  "grader/classroom/packages": [],
  "grader/classroom/cluster": [],
  "grader/classroom/live": [],
  "grader/cli": ["grader/classroom/packages", "grader/classroom/cluster", "grader/classroom/live"],
};

/**
 * The layers of the site from the bottom up. All except the first two may also import the grader, exercises, content, styles and assets.
 * What runs on a GPU also runs under Dawn in Node, so it knows nothing of pages.
 */
const SITE_LAYERS = [
  "src/webgpu",
  "src/figures/drawing",
  "src/figures",
  "src/notebook",
  "src/components",
  "src/assignment",
  "src/lms",
  "src/pages",
];

/** Tests, and files that only tests use. */
const TESTS = String.raw`\.(test|e2e)\.tsx?$|^(grader|src)/testing/`;
const TEST_SUPPORT = "^((grader|src)/testing|grader/bench)/";
/** Files of the shared folders that run in Node only. */
const NODE_ONLY = [
  "^grader/kit/(faded|folder|installation|lessons|own-exercises|siblings)\\.ts$",
  "^grader/kit/gate/",
  "^grader/pictures/request-picture\\.ts$",
  "^grader/sandbox/answer/typecheck\\.ts$",
  "^grader/sandbox/host/(node|compile-cache|walls|processor-time|sandbox-pool)",
  "^grader/hardware/",
  "^grader/classroom/assignment/assigned-course\\.ts$",
  "^grader/classroom/submission/(?!(hand-in|counting-hand-ins|submission)\\.ts$)",
].join("|");
/** Folders that the page and the command line share. */
const SHARED =
  "^grader/(simulator|hardware|memory|clock|pictures|sandbox|cuda|judge|kit|wgsl|classroom/(assignment|submission|grading/exercise-grade))[/.]";

const OURS = "^(grader|src|exercises|content)/";
/** Matches the files of these folders. grader/kit does not include the author's gate in its folder, which is two layers above it. */
const filesIn = (folders) => `^(${folders.map((folder) => (folder === "grader/kit" ? "grader/kit(?!/gate/)" : folder)).join("|")})/`;

/** The rule that the files of a folder import only each other and, of this repository, the given folders. Tests have their own rule. */
function folderRule(folder, mayImport) {
  return {
    name: folder.replaceAll("/", "-"),
    severity: "error",
    comment: `${folder} may import ${mayImport.join(", ") || "nothing outside itself"}`,
    from: { path: filesIn([folder]), pathNot: `${TESTS}|astro\\.config\\.mjs$` },
    to: { path: OURS, pathNot: filesIn([folder, ...mayImport]) },
  };
}

/** The rule for the tests of a folder: they may also import test support, exercises as examples and, on the site, the build plugins. */
function folderTestsRule(folder, mayImport) {
  return {
    ...folderRule(folder, [
      ...mayImport,
      "grader/testing",
      "exercises",
      ...(folder.startsWith("src/") ? ["src/testing", "src/build"] : []),
    ]),
    name: `${folder.replaceAll("/", "-")}-tests`,
    from: { path: `${filesIn([folder])}.*\\.(test|e2e)\\.tsx?$` },
  };
}

/** What compiles a kernel, and what it gives. */
const COMPILED = ["compile.ts", "lower/lower-kernel.ts"];

/** What the host knows of the checker: the tree, its types, and which declarations stand in headers. */
const CHECKED = ["checked-tree", "types", "conversions", "structs", "library", "context", "print-format"].map((file) => `check/${file}.ts`);

/** The folders of grader/cuda, with what each may import of the others. Between two folders stand only the files that both agree on. */
const CUDA_FOLDERS = {
  errors: [],
  text: ["errors/"],
  ptx: ["errors/"],
  syntax: ["errors/", "text/", "ptx/"],
  ir: ["errors/", "syntax/tree.ts"],
  analysis: ["ir/", "machine/shapes.ts"],
  passes: ["ir/", "analysis/"],
  check: ["errors/", "text/literals.ts", "syntax/", "ptx/", "ir/program.ts", "ir/values.ts", "ir/instructions.ts"],
  lower: ["errors/", "ir/", "ptx/", "check/checked-tree.ts", "check/types.ts", "check/wmma-fragment.ts"],
  emit: ["ir/", "machine/shapes.ts", "analysis/aliases.ts", "analysis/lane-shapes.ts"],
  machine: ["errors/", "ir/", "analysis/", "emit/", "numbers/half.ts", "syntax/tree.ts"],
  numbers: ["errors/"],
  launch: ["errors/", "text/", "syntax/", "ir/", "check/types.ts", "check/print-format.ts", ...COMPILED, "machine/", "numbers/"],
  profile: ["errors/", "text/", "syntax/", "ir/", "analysis/", "check/types.ts", ...COMPILED, "machine/", "numbers/", "launch/"],
  measured: ["text/", "profile/"],
  answer: ["errors/", "syntax/", "ir/", ...COMPILED, "emit/scalar.ts", "emit/code.ts", "machine/shapes.ts", "numbers/"],
  host: ["errors/", "text/", "syntax/", "ir/", ...CHECKED, ...COMPILED, "machine/", "numbers/", "launch/", "profile/"],
};

/** The rule for a folder of grader/cuda. Its tests may import any of the others. */
function cudaRule([folder, mayImport]) {
  return {
    name: `grader-cuda-${folder}`,
    severity: "error",
    comment: `grader/cuda/${folder} may import ${mayImport.join(", ") || "none of the other folders of grader/cuda"}`,
    from: { path: `^grader/cuda/${folder}/`, pathNot: TESTS },
    to: { path: "^grader/cuda/", pathNot: `^grader/cuda/(source-error\\.ts$|${[`${folder}/`, ...mayImport].join("|")})` },
  };
}

const graderFolders = [
  ...GRADER_LAYERS.map((folder, layer) => [folder, GRADER_LAYERS.slice(0, layer)]),
  ...Object.entries(GRADER_TOP_FOLDERS).map(([folder, more]) => [folder, [...GRADER_LAYERS, ...more]]),
];
const sharedBySite = ["grader", "exercises", "content", "src/styles", "src/assets"];
const siteFolders = SITE_LAYERS.filter((folder) => folder !== "src/figures").map((folder) => [
  folder,
  folder === "src/webgpu"
    ? ["grader"]
    : folder === "src/figures/drawing"
      ? ["grader", "src/styles"]
      : [...sharedBySite, ...SITE_LAYERS.slice(0, SITE_LAYERS.indexOf(folder))],
]);

export default {
  forbidden: [
    {
      name: "no-circle",
      severity: "error",
      comment: "a file may not import itself by way of others, types included",
      from: {},
      to: { circular: true },
    },
    ...[...graderFolders, ...siteFolders].flatMap(([folder, mayImport]) => [
      folderRule(folder, mayImport),
      folderTestsRule(folder, mayImport),
    ]),
    ...Object.entries(CUDA_FOLDERS).map(cudaRule),
    {
      name: "figure",
      severity: "error",
      comment: "a figure may import what figures share (src/figures/drawing), and no other figure",
      from: { path: "^src/figures/(?!drawing/)([^/]+)/" },
      to: { path: "^src/", pathNot: "^src/(figures/(drawing|$1)|styles|assets)/" },
    },
    {
      name: "grader-without-site",
      severity: "error",
      comment: "the grader may not import the site",
      from: { path: "^grader/" },
      to: { path: "^src/" },
    },
    {
      name: "site-without-command-line",
      severity: "error",
      comment: "the site may not import the command line",
      from: { path: "^src/", pathNot: TESTS },
      to: { path: "^grader/cli/" },
    },
    {
      name: "exercise",
      severity: "error",
      comment: "an exercise may import #kit and #simulator, and no package",
      from: { path: "^(exercises|content/capstones)/[^/]+/exercise\\.ts$" },
      to: { pathNot: "^grader/(kit|simulator)/index\\.ts$" },
    },
    {
      name: "answer",
      severity: "error",
      comment: "an answer, right or wrong, imports nothing",
      from: { path: "^exercises/[^/]+/(starter\\.ts$|solution\\.ts$|wrong/|also/)" },
      to: {},
    },
    {
      name: "simulator-without-packages",
      severity: "error",
      comment: "the simulator may not import a package, nor a module of Node",
      from: { path: "^grader/simulator/", pathNot: TESTS },
      to: { pathNot: OURS },
    },
    {
      name: "also-in-the-page",
      severity: "error",
      comment: "this file also runs in the page, so it may not import a module of Node",
      from: { path: SHARED, pathNot: `${TESTS}|${NODE_ONLY}` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "also-in-the-page-by-way-of-a-file",
      severity: "error",
      comment: "this file also runs in the page, so it may import nothing but types from a file that runs in Node only",
      from: { path: SHARED, pathNot: `${TESTS}|${NODE_ONLY}` },
      to: { path: NODE_ONLY, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "test-support",
      severity: "error",
      comment: "only tests may import what is for tests",
      from: { pathNot: `${TESTS}|^grader/bench/|^src/scripts/|^[^/]+\\.config\\.(ts|mjs)$` },
      to: { path: TEST_SUPPORT },
    },
    {
      name: "tests",
      severity: "error",
      comment: "nothing may import a test",
      from: {},
      to: { path: "\\.(test|e2e)\\.tsx?$" },
    },
    {
      name: "development-package",
      severity: "error",
      // Vite comes with Astro. The compiler is loaded for the author's gate and for a single answer at the command line, never for a class.
      comment: "the product may not need a package of devDependencies",
      from: { path: "^(grader|src|exercises)/", pathNot: `${TESTS}|^grader/bench/|^src/scripts/` },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only", "npm"], pathNot: "node_modules/(vite|typescript)/" },
    },
  ],
  options: {
    // Type imports count as dependencies too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|test-results|\\.cache|\\.astro|src/lms/\\.astro)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
  },
};
