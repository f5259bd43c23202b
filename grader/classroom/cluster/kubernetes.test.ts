import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Job, type IJob } from "kubernetes-models/batch/v1";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { Namespace, PersistentVolumeClaim, Pod, type IContainer, type IPod, type IPodSpec } from "kubernetes-models/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { JUDGING_LIMITS } from "../grading/judging-limits.ts";
import { exercisesRoot } from "#kit/installation.ts";
import { clusterProgram, parseCommandLine } from "#testing/cluster-command.ts";

type Manifest = { readonly kind: string; readonly metadata: { readonly name: string; readonly labels?: Record<string, string> } };

const models = { Namespace, NetworkPolicy, PersistentVolumeClaim, Pod, Job };
const manifests = (await Promise.all(["class", "job", "merge"].map(manifestsOf))).flat();
const podSpecs = manifests.flatMap((manifest): [string, IPodSpec][] => {
  if (manifest.kind === "Pod") return [[manifest.metadata.name, (manifest as IPod).spec!]];
  if (manifest.kind === "Job") return [[manifest.metadata.name, (manifest as IJob).spec!.template.spec!]];
  return [];
});
const grade = manifest<IJob>("grade-week-1");
const merge = manifest<IJob>("merge-week-1");

describe("the manifests of the cluster", () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    "%s is valid by the schema of Kubernetes",
    (_, manifest) => {
      const model = new models[manifest.kind as keyof typeof models](manifest as never);
      expect(() => model.validate()).not.toThrow();
    },
  );

  it("admit only restricted pods, and no network traffic", () => {
    expect(manifest("coalesce").metadata.labels).toEqual({ "pod-security.kubernetes.io/enforce": "restricted" });
    const policy = manifests.find(({ kind }) => kind === "NetworkPolicy") as NetworkPolicy;
    expect(policy.spec).toEqual({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
  });

  it.each(podSpecs)("%s runs without privileges, on a read-only root file system", (_, spec) => {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    for (const { securityContext, resources } of spec.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      for (const amounts of [resources?.requests, resources?.limits])
        expect(Object.keys(amounts ?? {})).toEqual(expect.arrayContaining(["cpu", "memory"]));
    }
    for (const { emptyDir, hostPath } of spec.volumes ?? []) {
      expect(hostPath).toBeUndefined();
      if (emptyDir) expect(emptyDir.sizeLimit).toBeDefined();
    }
  });

  it.each([
    ["grade-week-1", grade],
    ["merge-week-1", merge],
  ])("%s can write only results and temporary files", (_, { spec }) => {
    const mounts = spec!.template.spec!.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
    const writable = mounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
    expect(writable).toEqual(["/results", "/tmp"]);
    expect(spec!.template.spec!.volumes?.find(({ name }) => name === "handed-in")?.persistentVolumeClaim?.readOnly).toBe(true);
  });
});

describe("the job", () => {
  const { spec } = grade;
  const container = containerOf(grade);
  const shards = Array.from({ length: spec!.completions! }, (_, index) => parseCommandLine(argsOf(grade, index)));

  it("retries each shard by itself, and stops at once when nothing can be graded", () => {
    expect(spec).toMatchObject({ completionMode: "Indexed", backoffLimitPerIndex: 3, parallelism: spec!.completions });
    expect(spec!.template.spec!.restartPolicy).toBe("Never");
    const { rules } = spec!.podFailurePolicy!;
    expect(rules).toContainEqual({ action: "FailJob", onExitCodes: { containerName: container.name, operator: "In", values: [2] } });
  });

  it("has as many shards as --shard says, each with its own folder, and merge reads them all", () => {
    const parts = shards.map(({ options }) => options.shard);
    expect(parts).toEqual(shards.map((_, index) => `${index}/${shards.length}`));
    const folders = shards.map(({ options }) => options.out);
    expect(new Set(folders).size).toBe(shards.length);
    expect(parseCommandLine(argsOf(merge)).options.from).toEqual(folders);
  });

  it("gives roster, adjustments and times to every shard and to the merge", () => {
    const lists = { roster: "/assignment/roster.csv", adjustments: "/assignment/adjustments.csv", received: "/assignment/times.csv" };
    for (const { options } of [...shards, parseCommandLine(argsOf(merge))]) expect(options).toMatchObject(lists);
  });

  it("has enough memory for its workers at their limits, and one core per worker", () => {
    const workers = shards[0]?.options.workers as number;
    const { heapMebibytes } = JUDGING_LIMITS.again;
    // A process needs about as much again beside its heap; the grader itself stays below 256 MiB.
    expect(mebibytes(container.resources!.limits!.memory)).toBeGreaterThanOrEqual(2 * workers * heapMebibytes + 256);
    expect(container.resources!.limits!.cpu).toBe(String(workers));
  });
});

describe("the command lines of the job and of merge, run here", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "coalesce-cluster-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("grade a class", { timeout: 120_000 }, async () => {
    await fill(folder);
    const here = (args: readonly string[]): string[] => args.map((word) => (word.startsWith("/") ? path.join(folder, word) : word));
    for (let index = 0; index < grade.spec!.completions!; index++)
      await clusterProgram().parseAsync(here(argsOf(grade, index)), { from: "user" });
    await clusterProgram().parseAsync(here(argsOf(merge)), { from: "user" });
    expect(process.exitCode).toBeUndefined();
    const gradebook = await readFile(path.join(folder, "results/week-1/gradebook.csv"), "utf8");
    expect(gradebook.match(/"(ada|bob)"/g)).toEqual(['"ada"', '"bob"']);
    expect(gradebook).toMatch(/"bob"[^\n]*"7","10"/);
  });
});

async function fill(folder: string): Promise<void> {
  await mkdir(path.join(folder, "assignment"));
  const fields = ["schema: coalesce/assignment/v1", "id: week-1", "title: Week 1", "timeZone: UTC", "due: 2026-10-08T23:59"];
  await writeFile(
    path.join(folder, "assignment/week-1.yaml"),
    [...fields, "hiddenCases: 0", "exercises:", "  - { id: straight-copy, points: 10 }", ""].join("\n"),
  );
  await writeFile(path.join(folder, "assignment/roster.csv"), "id,name\nada,Ada\nbob,Bob\n");
  await writeFile(path.join(folder, "assignment/adjustments.csv"), "student,points\nbob,7\n");
  await writeFile(path.join(folder, "assignment/times.csv"), "student,received\nada,2026-10-08 12:00\nbob,2026-10-08 12:00\n");
  for (const [student, answer] of [
    ["ada", "solution"],
    ["bob", "starter"],
  ] as const) {
    const handedIn = path.join(folder, "handed-in/submissions", student);
    await mkdir(handedIn, { recursive: true });
    await writeFile(path.join(handedIn, "straight-copy.ts"), await readFile(path.join(exercisesRoot, "straight-copy", `${answer}.ts`)));
  }
}

/** The only container of a job's pods. */
function containerOf({ spec }: IJob): IContainer {
  const [container] = spec?.template.spec?.containers ?? [];
  if (container === undefined) throw new Error("the job has no container");
  return container;
}

/** The arguments of a job's command, with the shard's number inserted as Kubernetes does. */
function argsOf(job: IJob, index = 0): string[] {
  const { args = [] } = containerOf(job);
  return args.map((word) => word.replaceAll("$(JOB_COMPLETION_INDEX)", String(index)));
}

async function manifestsOf(name: string): Promise<Manifest[]> {
  const text = await readFile(new URL(`./${name}.yaml`, import.meta.url), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

function manifest<Kind = Manifest>(name: string): Manifest & Kind {
  return manifests.find(({ metadata }) => metadata.name === name) as Manifest & Kind;
}

function mebibytes(quantity: unknown): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(String(quantity)) ?? [];
  return Number(count) * (unit === "Gi" ? 1024 : 1);
}
