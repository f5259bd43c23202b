import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseCommandLine, type CommandLine } from "#testing/cluster-command.ts";

interface Step {
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface WorkflowJob {
  readonly needs?: string;
  readonly if?: string;
  readonly "timeout-minutes": number;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] }; readonly "fail-fast": boolean };
  readonly steps: readonly Step[];
}

const text = readFileSync(new URL("./grade.yml", import.meta.url), "utf8");
const workflow = parse(text) as { on: string; permissions: unknown; jobs: { judge: WorkflowJob; merge: WorkflowJob } };
const { devDependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  devDependencies: Record<string, string>;
};
const { judge, merge } = workflow.jobs;
const steps = [...judge.steps, ...merge.steps];
const { shard: shards } = judge.strategy!.matrix;

describe("the workflow", () => {
  it("is started by hand, has read permission only, and pins every action to a commit", () => {
    expect(workflow.on).toBe("workflow_dispatch");
    expect(workflow.permissions).toEqual({ contents: "read" });
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    for (const { with: given } of stepsOf("checkout")) expect(given?.["persist-credentials"]).toBe(false);
  });

  it("runs on the version of Node that the project is tested with", () => {
    for (const { with: given } of stepsOf("setup-node")) expect(given?.["node-version"]).toBe(devDependencies.node);
  });

  it("installs the package of the command line, and no script of a package is run", () => {
    for (const job of [judge, merge]) {
      const installs = job.steps.flatMap(({ run }) => (run?.startsWith("npm ") ? [run] : []));
      expect(installs).toEqual(["npm install --prefix course --ignore-scripts --no-audit --no-fund ./class/coalesce.tgz"]);
    }
  });

  it("judges every shard once, and uploads each under its own name", () => {
    const parts = shards.map((shard) => commandOf(judge, shard).options);
    expect(parts.map(({ shard }) => shard)).toEqual(shards.map((_, i) => `${i}/${shards.length}`));
    const uploads = shards.map((shard) => upload(judge, shard));
    expect(uploads.map(({ path }) => path)).toEqual(parts.map(({ out }) => out));
    expect(new Set(uploads.map(({ name }) => name)).size).toBe(shards.length);
    expect(judge.strategy!["fail-fast"]).toBe(false);
  });

  it("uploads what a part has judged, and merges, even if the grader failed on some answer", () => {
    const isAlways = ({ if: condition }: { readonly if?: string }) => condition === "${{ !cancelled() }}";
    expect(steps.filter(({ uses }) => uses?.startsWith("actions/upload-artifact@")).every(isAlways)).toBe(true);
    expect(isAlways(merge)).toBe(true);
  });

  it("merges the uploaded shards, with the same assignment and submissions", () => {
    expect(merge.needs).toBe("judge");
    const merged = commandOf(merge);
    for (const part of shards.map((shard) => commandOf(judge, shard))) {
      expect([part.submissions, part.options.assignment]).toEqual([merged.submissions, merged.options.assignment]);
      const lists = { roster: "class/roster.csv", adjustments: "class/adjustments.csv", received: "class/times.csv" };
      for (const { options } of [part, merged]) expect(options).toMatchObject(lists);
    }
    expect(merged.command).toBe("merge");
    expect(merged.options.from).toEqual(shards.map((shard) => upload(judge, shard).name));
    expect(stepsOf("download-artifact")).toMatchObject([{ with: { pattern: "shard-*" } }]);
    expect(upload(merge).path).toBe(merged.options.out);
  });

  it("writes the secret assignment from the environment, never into a command", () => {
    for (const job of [judge, merge]) {
      const writing = job.steps.filter(({ env }) => env?.ASSIGNMENT !== undefined);
      expect(writing).toMatchObject([
        {
          env: { ASSIGNMENT: "${{ secrets.ASSIGNMENT }}" },
          run: expect.stringContaining(`> ${String(commandOf(job).options.assignment)}`),
        },
      ]);
      expect(Object.keys(writing[0]?.env ?? {})).toEqual(["ASSIGNMENT"]);
    }
    for (const { run } of steps) expect(run ?? "").not.toContain("secrets.");
  });
});

function stepsOf(action: string): Step[] {
  const found = steps.filter(({ uses }) => uses?.startsWith(`actions/${action}@`));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** The `coalesce` command line of a job, with the shard's number inserted as GitHub does. */
function commandOf({ steps }: WorkflowJob, shard = 0): CommandLine {
  const [line = ""] = steps.flatMap(({ run }) => (run?.includes("coalesce.mjs") ? [run] : []));
  const [program, script, ...args] = expanded(line, shard).split(/\s+/);
  expect([program, script]).toEqual(["node", "course/node_modules/coalesce/grader/cli/coalesce.mjs"]);
  return parseCommandLine(args);
}

function upload({ steps }: WorkflowJob, shard = 0): { name: string; path: string } {
  const step = steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
  const { name, path } = step?.with as { name: string; path: string };
  return { name: expanded(name, shard), path: expanded(path, shard) };
}

function expanded(text: string, shard: number): string {
  return text.replaceAll("${{ matrix.shard }}", String(shard)).replaceAll("${{ strategy.job-total }}", String(shards.length));
}
