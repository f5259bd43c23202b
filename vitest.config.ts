import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hardwarePlugin } from "./src/build/vite-hardware.ts";

/**
 * Tests that change their process for good: they run answers in it, which locks down the language's built-ins, or add exercises to the
 * course's. Each of these files has a process of its own.
 */
const OWN_PROCESS = [
  "grader/sandbox/answer/export-forms.test.ts",
  "grader/sandbox/answer/load-answer.test.ts",
  "grader/sandbox/answer/plain-module.test.ts",
  "grader/kit/answer-time.test.ts",
  "grader/kit/comparison.test.ts",
  "grader/judge/candidate.test.ts",
  "grader/judge/element-map.test.ts",
  "grader/judge/plain-judge.test.ts",
  "grader/kit/provenance.test.ts",
  "grader/judge/report/beginner-mistake.test.ts",
  "grader/testing/acceptance/*.test.ts",
  "grader/sandbox/host/permissions.test.ts",
  "grader/kit/plain-answers.test.ts",
  "grader/kit/faded.test.ts",
  "grader/kit/cuda/answers-in-cuda.test.ts",
  "grader/kit/gate/contract.test.ts",
  "grader/kit/gate/gate.test.ts",
  "grader/kit/gate/new-folder.test.ts",
  "grader/classroom/grading/untouched-starter.test.ts",
  "grader/classroom/reports/*-reports.test.ts",
  "grader/classroom/reports/spying-answers.test.ts",
  "grader/classroom/reports/lms-gradebook.test.ts",
  "src/webgpu/answers-on-gpu.test.ts",
];

/** Tests that mock a module, which only Vite's module runner supports. */
const MOCKING = ["grader/cli/questions.test.ts"];

/** Tests of the site that import what only Vite knows, JSX, styles and virtual modules, or load modules anew, as only its module runner does. */
const NEEDS_VITE = [
  "src/**/*.test.tsx",
  "src/components/measurements.test.ts",
  "src/components/tables/matrix-walks.test.ts",
  "src/components/tables/tables.test.ts",
  "src/components/transpose-numbers.test.ts",
  "src/figures/{column-walk,machine,sweep}/model.test.ts",
  "src/notebook/capstone/capstone.test.ts",
  "src/notebook/kept/start-menu.test.ts",
  "src/notebook/lab/text-limits.test.ts",
  "src/notebook/my-work/kernel-report.test.ts",
  "src/notebook/storage/{drafts,notes,sketches}.test.ts",
];

/** All other tests share processes. */
const SHARED = { isolate: false, setupFiles: ["src/testing/fail-if-locked.ts"] };

/**
 * No module runner of Vite where nothing needs it: it turns each use of an import into a property access, which halves the speed of kernels. Node
 * keeps what it has compiled, as it does for the command: a process of its own starts in half the time.
 */
const KEEPS_COMPILED = { env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, ".cache", "compiled") } };
const NATIVE = { experimental: { viteModuleRunner: false }, ...KEEPS_COMPILED };

/** What Node has to know of Vite for the tests of the site. */
const VITE_IMPORTS = ["--import", path.join(import.meta.dirname, "src/testing/vite-imports.ts")];

/** The same for what the tests that need Vite load of the grader. */
const NATIVE_GRADER = { server: { deps: { external: [/\/(?:grader|exercises)\/.*\.ts$/] } }, ...KEEPS_COMPILED };

/** The files that take longest, much of it in processes of their own: what began last would run alone in the end. */
const LONGEST = ["grader/testing/acceptance/class-of-300.test.ts", "src/scripts/pack/pack.test.ts", "grader/kit/gate/contract.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return found === -1 ? LONGEST.length : found;
    };
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  plugins: [hardwarePlugin()],
  test: {
    environment: "node",
    sequence: { sequencer: LongestFirst },
    // By default Vitest keeps one core for itself, which it hardly uses.
    maxWorkers: availableParallelism(),
    // Only what hangs is stopped by the clock: a test of half a minute takes several where other work is done, too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: "own-process", include: OWN_PROCESS, ...NATIVE } },
      { extends: true, test: { name: "mocking", include: MOCKING } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["{grader,exercises,src}/**/*.test.ts"],
          exclude: [...OWN_PROCESS, ...MOCKING, ...NEEDS_VITE],
          execArgv: VITE_IMPORTS,
          ...SHARED,
          ...NATIVE,
        },
      },
      { extends: true, test: { name: "vite", include: NEEDS_VITE, ...SHARED, ...NATIVE_GRADER } },
    ],
  },
});
