// Who may import what; `npm run lint` checks it. ARCHITECTURE.md draws the floors, src/testing/layers.test.ts tries each rule.

/** The grader's rooms from the ground floor up: each may import those that stand before it. */
const GRADER_FLOORS = [
  "grader/simulator",
  "grader/pictures",
  "grader/sandbox/answer",
  "grader/judge",
  "grader/kit",
  "grader/sandbox/host",
  "grader/kit/gate",
  "grader/classroom/assignment",
  "grader/classroom/submission",
  "grader/classroom/grading",
  "grader/classroom/reports",
];
/** On top of these floors, side by side: none of them imports another, but the command line imports the first two. */
const GRADER_TOPS = {
  "grader/classroom/packages": [],
  "grader/classroom/cluster": [],
  "grader/cli": ["grader/classroom/packages", "grader/classroom/cluster"],
};

/** The site's rooms from the ground floor up. All may import the grader, the exercises, the content, styles and assets. */
const SITE_FLOORS = ["src/figures/drawing", "src/figures", "src/notebook", "src/components", "src/assignment", "src/lms", "src/pages"];

/** Files that only tests and the tools of this repository use, and the tests themselves. */
const TESTS = String.raw`\.(test|e2e)\.tsx?$|^(grader|src)/testing/`;
const TEST_SUPPORT = "^((grader|src)/testing|grader/bench)/";
/** Files of the shared rooms that run in Node only. */
const NODE_ONLY = [
  "^grader/kit/folder\\.ts$",
  "^grader/kit/gate/",
  "^grader/pictures/request-picture\\.ts$",
  "^grader/sandbox/answer/typecheck\\.ts$",
  "^grader/sandbox/host/(node|compile-cache|sandbox-pool|drop-write-permission)",
  "^grader/simulator/hardware/",
  "^grader/classroom/assignment/assigned-course\\.ts$",
  "^grader/classroom/submission/(submitted-files|read-submissions|hand-in-files|answer-files)\\.ts$",
].join("|");
/** Rooms that the page and the command line share. */
const SHARED = "^grader/(simulator|pictures|sandbox|judge|kit|classroom/(assignment|submission))/";

const OURS = "^(grader|src|exercises|content)/";
/** Files of these folders; the author's gate stands in the kit's folder, two floors above it. */
const filesIn = (folders) => `^(${folders.map((folder) => (folder === "grader/kit" ? "grader/kit(?!/gate/)" : folder)).join("|")})/`;

/** A room whose files import themselves and the rooms that are named, and of this repository nothing else. Tests may use test support and exercises. */
function room(folder, mayImport) {
  return {
    name: folder.replaceAll("/", "-"),
    severity: "error",
    comment: `${folder} may import ${mayImport.join(", ") || "nothing outside of itself"}`,
    from: { path: filesIn([folder]), pathNot: `${TESTS}|astro\\.config\\.mjs$` },
    to: { path: OURS, pathNot: filesIn([folder, ...mayImport]) },
  };
}

/** The same for the room's tests, which may also use test support, exercises as examples, and on the site what the build reads content with. */
function roomTests(folder, mayImport) {
  return {
    ...room(folder, [...mayImport, "grader/testing", "exercises", ...(folder.startsWith("src/") ? ["src/testing", "src/build"] : [])]),
    name: `${folder.replaceAll("/", "-")}-tests`,
    from: { path: `${filesIn([folder])}.*\\.(test|e2e)\\.tsx?$` },
  };
}

const graderRooms = [
  ...GRADER_FLOORS.map((folder, floor) => [folder, GRADER_FLOORS.slice(0, floor)]),
  ...Object.entries(GRADER_TOPS).map(([folder, more]) => [folder, [...GRADER_FLOORS, ...more]]),
];
const below = ["grader", "exercises", "content", "src/styles", "src/assets"];
const siteRooms = SITE_FLOORS.filter((folder) => folder !== "src/figures").map((folder) => [
  folder,
  folder === "src/figures/drawing" ? ["grader", "src/styles"] : [...below, ...SITE_FLOORS.slice(0, SITE_FLOORS.indexOf(folder))],
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
    ...[...graderRooms, ...siteRooms].flatMap(([folder, mayImport]) => [room(folder, mayImport), roomTests(folder, mayImport)]),
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
      comment: "an exercise may import #kit, #simulator and types of the sandbox, and no package",
      from: { path: "^exercises/[^/]+/exercise\\.ts$" },
      to: { pathNot: "^grader/(kit|simulator)/index\\.ts$|^grader/kit/families/|^grader/sandbox/answer/" },
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
      from: { path: "^grader/simulator/", pathNot: `${TESTS}|^grader/simulator/hardware/` },
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
    // Imports of types count: what a file cannot be read without is a dependency.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|test-results|\\.cache|\\.astro|src/lms/\\.astro)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
  },
};
