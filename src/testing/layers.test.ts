import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { ESLint } from "eslint";
import { beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** An import by a file of a made-up repository, and the rules that it breaks. */
type ImportCase = readonly [file: string, statement: string, ...rules: string[]];

const ALLOWED: readonly ImportCase[] = [
  ["grader/simulator/kernel/run.ts", 'import "../devices.ts"'],
  ["grader/simulator/devices.test.ts", 'import "vitest"'],
  ["grader/simulator/kernel/run.test.ts", 'import "#testing/kernel-builders.ts"'],
  ["grader/simulator/kernel/run.test.ts", 'import "#exercises/row-walk/exercise.ts"'],
  ["grader/hardware/profiles.ts", 'import "node:fs"'],
  ["grader/pictures/svg.ts", 'import "preact"'],
  ["grader/cuda/machine/run.ts", 'import type { Program } from "../ir/program.ts"'],
  ["grader/cuda/profile/profile.ts", 'import "../launch/launch.ts"'],
  ["grader/cuda/host/run-host.ts", 'import "../profile/profile.ts"'],
  ["grader/cuda/numbers/half.test.ts", 'import "../launch/launch.ts"'],
  ["grader/judge/judge.ts", 'import "#sandbox/answer/load-answer.ts"'],
  ["grader/judge/job.ts", 'import type { Folder } from "#judge/result.ts"'],
  ["grader/kit/folder.ts", 'import "node:fs"'],
  ["grader/kit/checks.ts", 'import type { Folder } from "./folder.ts"'],
  ["grader/kit/gate/gate.ts", 'import "#sandbox/host/node.ts"'],
  ["grader/classroom/grading/plan.ts", 'import "#classroom/submission/identity.ts"'],
  ["grader/cli/main.ts", 'import "#classroom/packages/zip.ts"'],
  ["exercises/row-walk/exercise.ts", 'import "#kit"'],
  ["exercises/row-walk/exercise.ts", 'import type { Thread } from "#simulator"'],
  ["src/webgpu/kernel.ts", 'import "#wgsl/gpu-kernel.ts"'],
  ["src/figures/drawing/svg.tsx", 'import "#pictures/svg.ts"'],
  ["src/figures/bank-grid/view.tsx", 'import "../drawing/svg.tsx"'],
  ["src/figures/bank-grid/view.tsx", 'import "./model.ts"'],
  ["src/figures/bank-grid/figure.tsx", 'import "./figure.css"'],
  ["src/components/hero.tsx", 'import "#figures/bank-grid/view.tsx"'],
  ["src/assignment/page.tsx", 'import "#notebook/cell.ts"'],
  ["src/course.e2e.ts", 'import "#browser/serve.ts"'],
];

const FORBIDDEN: readonly ImportCase[] = [
  // Upwards, by each kind of statement and of path.
  ["grader/simulator/cost.ts", 'import { judge } from "../judge/judge.ts"', "grader-simulator"],
  ["grader/simulator/shared.ts", 'import type { Result } from "#judge/result.ts"', "grader-simulator"],
  ["grader/simulator/cost.test.ts", 'import "#judge/judge.ts"', "grader-simulator-tests"],
  ["grader/pictures/rows.ts", 'export * from "#judge/result.ts"', "grader-pictures"],
  ["grader/sandbox/answer/load.ts", 'void import("#judge/job.ts")', "grader-sandbox-answer"],
  ["grader/judge/report/target.ts", 'import "#kit"', "grader-judge"],
  ["grader/kit/vocabulary.ts", 'import "#sandbox/host/limits.ts"', "grader-kit"],
  ["grader/kit/index.ts", 'import "./gate/blanks.ts"', "grader-kit", "also-in-the-page-by-way-of-a-file"],
  ["grader/sandbox/host/limits.ts", 'import "#classroom/assignment/lateness.ts"', "grader-sandbox-host"],
  ["grader/classroom/assignment/link.ts", 'import "#classroom/submission/identity.ts"', "grader-classroom-assignment"],
  ["grader/classroom/submission/order.ts", 'import "#classroom/grading/plan.ts"', "grader-classroom-submission"],
  ["grader/classroom/grading/merge.ts", 'import "#classroom/reports/csv.ts"', "grader-classroom-grading"],
  ["grader/classroom/reports/page.ts", 'import "#classroom/packages/zip.ts"', "grader-classroom-reports"],
  ["grader/classroom/packages/page.ts", 'import "#classroom/cluster/job.ts"', "grader-classroom-packages"],
  ["grader/classroom/packages/lms.ts", 'import "#cli/main.ts"', "grader-classroom-packages"],
  ["grader/cuda/profile/chart.ts", 'import "#judge/result.ts"', "grader-cuda"],
  // Between the folders of the lab.
  ["grader/cuda/syntax/parse.ts", 'import "../check/types.ts"', "grader-cuda-syntax"],
  ["grader/cuda/ir/print.ts", 'import "../check/types.ts"', "grader-cuda-ir"],
  ["grader/cuda/analysis/loops.ts", 'import "../passes/passes.ts"', "grader-cuda-analysis"],
  ["grader/cuda/passes/hoist.ts", 'import "../check/types.ts"', "grader-cuda-passes"],
  ["grader/cuda/check/calls.ts", 'import "../lower/operand.ts"', "grader-cuda-check"],
  ["grader/cuda/lower/calls.ts", 'import "../check/names.ts"', "grader-cuda-lower"],
  ["grader/cuda/text/token.ts", 'import "../syntax/tree.ts"', "grader-cuda-text"],
  ["grader/cuda/emit/emit.ts", 'import "../machine/memory.ts"', "grader-cuda-emit"],
  ["grader/cuda/machine/memory.ts", 'import "../check/types.ts"', "grader-cuda-machine"],
  ["grader/cuda/numbers/float.ts", 'import "../launch/launch.ts"', "grader-cuda-numbers"],
  ["grader/cuda/launch/run.ts", 'import "../profile/profile.ts"', "grader-cuda-launch"],
  ["grader/cuda/profile/hosts.ts", 'import "../host/run-host.ts"', "grader-cuda-profile"],
  ["grader/cuda/host/print.ts", 'import "#judge/result.ts"', "grader-cuda"],
  // A folder whose name begins with the name of another.
  ["grader/sandbox/answer/purity.ts", 'import "#sandbox/answer-of-others/x.ts"', "grader-sandbox-answer"],
  ["grader/cli/serve.ts", 'import "#notebook/cell.ts"', "grader-cli", "grader-without-site"],
  ["src/webgpu/device.ts", 'import "#notebook/cell.ts"', "src-webgpu"],
  ["src/figures/drawing/chart.tsx", 'import "../bank-grid/view.tsx"', "src-figures-drawing"],
  ["src/figures/bank-grid/other.tsx", 'import "#figures/bank-grid-2/view.tsx"', "figure"],
  ["src/figures/bank-grid/cell.tsx", 'import "#notebook/cell.ts"', "figure"],
  ["src/notebook/open.tsx", 'import "#components/hero.tsx"', "src-notebook"],
  ["src/assignment/open.tsx", 'import "#lms/lms.ts"', "src-assignment"],
  ["src/lms/open.tsx", 'import "#cli/shard.ts"', "site-without-command-line"],
  ["src/components/card.ts", 'import "../pages/index.ts"', "src-components"],
  ["exercises/shift/exercise.ts", 'import "#judge/exercise.ts"', "exercise"],
  ["exercises/shift-back/exercise.ts", 'import "../row-walk/exercise.ts"', "exercise"],
  ["exercises/shift-twice/exercise.ts", 'import "preact"', "exercise"],
  ["exercises/shift/solution.ts", 'import type { Thread } from "#simulator"', "answer"],
  ["exercises/shift/wrong/off-by-one.ts", 'import "../solution.ts"', "answer"],
  ["exercises/shift/also/other.ts", 'import "node:fs"', "answer"],
  // Modules of Node, and packages.
  ["grader/simulator/read.ts", 'import "node:fs"', "simulator-without-packages", "also-in-the-page"],
  ["grader/simulator/draw.ts", 'import "preact"', "simulator-without-packages"],
  ["grader/cuda/launch/read.ts", 'import "node:fs"', "also-in-the-page"],
  ["grader/judge/read.ts", 'import "node:path"', "also-in-the-page"],
  ["grader/kit/read.ts", 'import { readFolder } from "./folder.ts"', "also-in-the-page-by-way-of-a-file"],
  ["grader/classroom/assignment/seeds.ts", 'import "vitest"', "development-package"],
  // Tests and test support.
  ["grader/judge/example.ts", 'import "#testing/sample-class.ts"', "grader-judge", "test-support"],
  ["grader/cli/bench.ts", 'import "#bench/transpose.ts"', "grader-cli", "test-support"],
  ["src/build/plugin.ts", 'import "#browser/serve.ts"', "test-support"],
  ["src/build/links.ts", 'import "./glossary.test.ts"', "tests"],
];

const CIRCLE: readonly ImportCase[] = [
  ["grader/judge/first.ts", 'import { second } from "./second.ts"'],
  ["grader/judge/second.ts", 'import type { First } from "./first.ts"'],
];

let found: readonly string[];

/** Writes the files of all cases into one small repository inside the project, where the packages resolve. */
beforeAll(async () => {
  await mkdir(path.join(root, ".cache"), { recursive: true });
  const home = await mkdtemp(path.join(root, ".cache", "layers-"));
  try {
    found = await violations(home);
  } finally {
    await rm(home, { recursive: true });
  }
});

async function violations(home: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as { readonly imports: Record<string, string> };
  const files = new Map([["package.json", JSON.stringify(manifest)]]);
  for (const [file, statement] of [...ALLOWED, ...FORBIDDEN, ...CIRCLE]) {
    files.set(file, `${files.get(file) ?? ""}${statement};\n`);
    const target = targetOf(file, statement, manifest.imports);
    if (target !== undefined) files.set(target, files.get(target) ?? "");
  }
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true });
    await writeFile(path.join(home, file), text);
  }
  const { tsConfig: _, ...options } = await extractOptions(path.join(root, ".dependency-cruiser.mjs"));
  const { output } = await cruise(["grader", "src", "exercises"], { ...options, baseDir: home });
  const { summary } = output as ICruiseResult;
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`);
}

/** The file of the made-up repository that a statement imports; undefined where that is a package. */
function targetOf(file: string, statement: string, imports: Readonly<Record<string, string>>): string | undefined {
  const [, specifier = ""] = /"(.*)"/.exec(statement) ?? [];
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  if (!specifier.startsWith("#")) return undefined;
  const [alias = "", rest = ""] = specifier.split(/(?<=\/)(.*)/s);
  const target = imports[specifier] ?? imports[`${alias}*`];
  if (target === undefined) throw new Error(`package.json has no import for ${specifier}`);
  return path.posix.normalize(target.replace("*", rest));
}

/** The rules that an import broke. */
function broken(file: string): string[] {
  return found.filter((violation) => violation.includes(` ${file} → `)).map((violation) => violation.replace(/:.*/, ""));
}

describe("who may import what", () => {
  test("an allowed import breaks no rule", () => expect(ALLOWED.flatMap(([file]) => broken(file))).toEqual([]));

  test("a forbidden import breaks the rules that forbid it", () => {
    const unnoticed = FORBIDDEN.filter(([file, , ...rules]) => rules.some((rule) => !broken(file).includes(rule)));
    expect(unnoticed).toEqual([]);
  });

  test("a circle of imports is an error, types included", () => {
    expect(CIRCLE.flatMap(([file]) => broken(file))).toContain("no-circle");
  });

  test("each forbidden import is in its own file", () => {
    const files = FORBIDDEN.map(([file]) => file);
    expect(files.filter((file, i) => files.indexOf(file) !== i)).toEqual([]);
  });

  // ESLint checks Astro files, which dependency-cruiser does not read.
  test.each([
    ["src/components/card.astro", "#lms/lms.ts"],
    ["src/components/card.astro", "../pages/index.ts"],
    ["src/components/card.astro", "#testing/sample-class.ts"],
    ["src/pages/map.astro", "#browser/serve.ts"],
  ])("%s may not import %s", async (filePath, specifier) => {
    const [linted] = await new ESLint({ cwd: root }).lintText(`---\nimport "${specifier}";\n---\n`, {
      filePath: path.join(root, filePath),
    });
    expect(linted?.messages.map(({ ruleId }) => ruleId)).toEqual(["no-restricted-imports"]);
  });
});
