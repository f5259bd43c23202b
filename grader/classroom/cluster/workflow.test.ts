import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseOwnWords, type OwnWords } from "#testing/own-command.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface WorkflowJob {
  readonly needs?: string;
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
  it("starts by hand, may read and nothing else, and pins every action to a commit", () => {
    expect(workflow.on).toBe("workflow_dispatch");
    expect(workflow.permissions).toEqual({ contents: "read" });
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    for (const { with: given } of stepsOf("checkout")) expect(given?.["persist-credentials"]).toBe(false);
  });

  it("runs on the Node that the project is tested with", () => {
    for (const { with: given } of stepsOf("setup-node")) expect(given?.["node-version"]).toBe(devDependencies.node);
  });

  it("judges every part once, and hands each on under a name of its own", () => {
    const parts = shards.map((shard) => ownCommand(judge, shard).options);
    expect(parts.map(({ shard }) => shard)).toEqual(shards.map((_, i) => `${i}/${shards.length}`));
    const uploads = shards.map((shard) => upload(judge, shard));
    expect(uploads.map(({ path }) => path)).toEqual(parts.map(({ out }) => out));
    expect(new Set(uploads.map(({ name }) => name)).size).toBe(shards.length);
    expect(judge.strategy!["fail-fast"]).toBe(false);
  });

  it("merges what the parts handed on, of the same assignment and the same submissions", () => {
    expect(merge.needs).toBe("judge");
    const merged = ownCommand(merge);
    const [first, ...others] = shards.map((shard) => ownCommand(judge, shard));
    for (const part of [...others, merged]) {
      expect([part.submissions, part.options.assignment]).toEqual([first.submissions, first.options.assignment]);
    }
    expect(merged.command).toBe("merge");
    expect(merged.options.from).toEqual(shards.map((shard) => upload(judge, shard).name));
    expect(stepsOf("download-artifact")).toMatchObject([{ with: { pattern: "shard-*" } }]);
    expect(upload(merge).path).toBe(merged.options.out);
  });

  it("writes the secret assignment from the environment, never into a command", () => {
    for (const job of [judge, merge]) {
      const [writing, ...more] = job.steps.filter(({ env }) => env?.ASSIGNMENT !== undefined);
      expect(more).toEqual([]);
      expect(writing.env).toEqual({ ASSIGNMENT: "${{ secrets.ASSIGNMENT }}" });
      expect(writing.run).toContain(`> ${String(ownCommand(job).options.assignment)}`);
    }
    for (const { run } of steps) expect(run ?? "").not.toContain("secrets.");
  });
});

function stepsOf(action: string): Step[] {
  const found = steps.filter(({ uses }) => uses?.startsWith(`actions/${action}@`));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** The command line of ours in a job, with the part's number where GitHub puts it. */
function ownCommand({ steps }: WorkflowJob, shard = 0): OwnWords {
  const [line] = steps.flatMap(({ run }) => (run?.includes("coalesce.mjs") ? [run] : []));
  const [program, script, ...words] = expanded(line, shard).split(/\s+/);
  expect([program, script]).toEqual(["node", "course/grader/cli/coalesce.mjs"]);
  return parseOwnWords(words);
}

function upload({ steps }: WorkflowJob, shard = 0): { name: string; path: string } {
  const [step] = steps.filter(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
  const { name, path } = step.with as { name: string; path: string };
  return { name: expanded(name, shard), path: expanded(path, shard) };
}

function expanded(text: string, shard: number): string {
  return text.replaceAll("${{ matrix.shard }}", String(shard)).replaceAll("${{ strategy.job-total }}", String(shards.length));
}
