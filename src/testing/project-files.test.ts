import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { validateWorkflow } from "@action-validator/core";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const root = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");
const inRepository = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();

const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf("package.json")));

const Step = z.object({
  id: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ "timeout-minutes": z.number(), steps: z.array(Step) })),
});

const stepsOf = (file: string) => Object.values(Workflow.parse(parse(textOf(file))).jobs).flatMap(({ steps }) => steps);

describe.each([...inRepository(".github/workflows/*.yml"), "grader/classroom/cluster/grade.yml"])("the workflow %s", (file) => {
  test("follows GitHub's schema", () => expect(validateWorkflow(textOf(file)).errors).toEqual([]));

  test("may read and nothing else by default, pins every action to a commit, and keeps no credentials", () => {
    expect(Workflow.parse(parse(textOf(file))).permissions).toEqual({ contents: "read" });
    const actions = stepsOf(file).flatMap(({ uses, with: given }) => (uses === undefined ? [] : [{ uses, given }]));
    expect(actions.filter(({ uses }) => !/^actions\/[a-z-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
    const checkouts = actions.filter(({ uses }) => uses.startsWith("actions/checkout@"));
    expect(checkouts.filter(({ given }) => given?.["persist-credentials"] !== false)).toEqual([]);
  });

  test("runs scripts that exist, on the version of Node that the project is tested with", () => {
    const scripts = stepsOf(file).flatMap(({ run = "" }) =>
      [...run.matchAll(/npm (?:run )?(test|build|start)\b/g)].map(([, name = ""]) => name),
    );
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const versions = stepsOf(file).flatMap(({ with: given }) => given?.["node-version"] ?? []);
    expect(versions.filter((version) => version !== manifest.devDependencies.node)).toEqual([]);
  });
});

test("an invalid workflow is refused", () => {
  expect(validateWorkflow(textOf(".github/workflows/test.yml").replace("runs-on:", "run-on:")).errors).not.toEqual([]);
});

test("the course is built for the address that GitHub Pages gives it", () => {
  const steps = stepsOf(".github/workflows/pages.yml");
  const build = steps.find(({ run }) => run === "npm run build");
  const pages = steps.find(({ uses }) => uses?.startsWith("actions/configure-pages@"));
  expect(pages?.id).toBe("pages");
  expect(build?.env).toEqual({
    SITE_URL: "${{ steps.pages.outputs.origin }}",
    BASE_PATH: "${{ steps.pages.outputs.base_path || '/' }}",
  });
  for (const name of Object.keys(build?.env ?? {})) expect(textOf("astro.config.mjs")).toContain(name);
});

/** The schema of GitHub's issue forms. Source: https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema */
const common = { id: z.string().regex(/^[\w-]+$/), validations: z.strictObject({ required: z.boolean() }).optional() };
const label = { label: z.string().min(1), description: z.string().optional() };
const IssueForm = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("input"), ...common, attributes: z.strictObject({ ...label, placeholder: z.string().optional() }) }),
      z.strictObject({ type: z.literal("textarea"), ...common, attributes: z.strictObject({ ...label, render: z.string().optional() }) }),
      z.strictObject({
        type: z.literal("checkboxes"),
        ...common,
        attributes: z.strictObject({ ...label, options: z.array(z.strictObject({ label: z.string().min(1) })) }),
      }),
    ]),
  ),
});

test.each(inRepository(".github/ISSUE_TEMPLATE/*.yml"))("%s is an issue form", (file) => {
  const { body } = IssueForm.parse(parse(textOf(file)));
  expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
});

test("packages and actions are updated weekly, in groups", () => {
  const Dependabot = z.strictObject({
    version: z.literal(2),
    updates: z.array(
      z.strictObject({
        "package-ecosystem": z.enum(["npm", "github-actions"]),
        directory: z.literal("/"),
        schedule: z.strictObject({ interval: z.literal("weekly") }),
        groups: z.record(z.string(), z.record(z.string(), z.unknown())),
      }),
    ),
  });
  const { updates } = Dependabot.parse(parse(textOf(".github/dependabot.yml")));
  expect(updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions"]);
});

test.each([".oxfmtrc.json", ".prettierrc.json"])("editors and %s agree on the line length", (file) => {
  const { printWidth } = z.object({ printWidth: z.number() }).parse(JSON.parse(textOf(file)));
  expect(textOf(".editorconfig")).toContain(`max_line_length = ${printWidth}\n`);
});
