import { CASE_QUESTIONS } from "../storage/case-files.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GpuProbe } from "#hardware/gpu-probe.ts";
import type { Sketch } from "#judge/sketch.ts";
import { replaced, type Draft, type DraftRecord } from "../storage/draft.ts";
import { withVersion, type Version } from "../storage/history.ts";
import { withRun, type KeptRun } from "../storage/lab-runs.ts";
import type { Note } from "../storage/notes.ts";
import { galleryKernel } from "../lab/gallery-texts.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { presets } from "../playground/presets.ts";
import type { Shelf, ShelfName, Shelves } from "./shelves.ts";
import { bringings, importWork, parseWork, readWork, workText, type WorkFile } from "./work-file.ts";
import { workKinds } from "./work-kinds.ts";

const shelfNames = Object.keys(workKinds) as ShelfName[];

/** A browser's storage in memory, which like the real one stores copies. */
function memoryShelves(contents?: WorkFile): Shelves {
  const shelf = (name: ShelfName): Shelf => {
    const stored = new Map<string, unknown>(Object.entries(contents?.[name] ?? {}));
    return {
      entries: () => Promise.resolve([...stored]),
      update: (key, change) => Promise.resolve(void stored.set(key, structuredClone(change(stored.get(key))))),
    };
  };
  return Object.fromEntries(shelfNames.map((name) => [name, shelf(name)])) as Shelves;
}

const text = fc.constantFrom("a", "b", "c", "d", "e");
const at = fc.nat(20);
const draft: fc.Arbitrary<Draft> = fc.record({ text, savedAt: at, exerciseVersion: fc.constant("v"), revision: fc.string() });
const drafts: fc.Arbitrary<DraftRecord> = fc
  .array(draft, { minLength: 1, maxLength: 4 })
  .map((list) => list.reduce<DraftRecord | undefined>(replaced, undefined) as DraftRecord);
const verdict = fc.record({ status: fc.constantFrom("pass", "fail"), score: at, maxScore: at, simulatorVersion: fc.constant("s") });
const version = fc.record({ text, at, exerciseVersion: fc.constant("v") }) as fc.Arbitrary<Version>;
const passedVersion = fc
  .tuple(version, verdict, at)
  .map(([one, given, passedAt]) => ({ ...one, verdict: given, passedAt })) as fc.Arbitrary<Version>;
const history = fc.array(fc.oneof(version, passedVersion), { maxLength: 5 }).map((list) => list.reduce(withVersion, []));
const note: fc.Arbitrary<Note> = fc.record({
  page: fc.constant("lessons/1/"),
  slug: fc.constant("what"),
  heading: fc.constant("What"),
  text,
  at,
  aside: fc.constant([]),
});
const prediction = fc.record({
  page: fc.constant("lessons/1/"),
  question: fc.constant("How many?"),
  unit: fc.constant("sectors"),
  given: at,
  answer: at,
  at,
  verdict: fc.constantFrom("right", "close", "not-yet"),
});
const keyed = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(fc.constantFrom("row-walk", "straight-copy", "10", "2", "constructor", "__proto__"), value, { maxKeys: 3 });

const [preset] = presets as [Sketch];
const unsaved = fc
  .tuple(draft, fc.array(draft, { maxLength: 2 }))
  .map(([newest, others]) => (others.length === 0 ? newest : { ...newest, others }));
const sketchWith = (source: string): Sketch => ({ ...preset, title: "S", program: { ...preset.program, source } });
const sketch = fc.tuple(text, at, text).map(([source, savedAt, revision]) => ({ id: "s", sketch: sketchWith(source), savedAt, revision }));

const kernelWith = (source: string): LabKernel => ({ ...galleryKernel("transpose-tiled", "K"), source });
const kernel = fc.tuple(text, at, text).map(([source, savedAt, revision]) => ({ id: "k", sketch: kernelWith(source), savedAt, revision }));

const sums = { totals: {}, steps: 1, findings: 0 };
const run = fc.tuple(text, at, fc.boolean()).map(([source, ranAt, hasSums]): KeptRun => {
  const { launch, device } = kernelWith(source);
  return { at: ranAt, run: { source, launch, device }, ...(hasSums && { sums: sums as unknown as NonNullable<KeptRun["sums"]> }) };
});
const runs = fc.array(run, { maxLength: 4 }).map((list) => list.reduce(withRun, []));

const probe: GpuProbe = {
  schema: "coalesce/gpu/v1",
  date: "2026-11-28",
  gpu: "Some GPU",
  vendor: "",
  architecture: "",
  measuredIn: "a test",
  clock: "queue",
  curves: { widths: [{ at: 4, us: 2, lower: 1, upper: 3, runs: 5, work: 8 }] },
};

const work = fc
  .record({
    drafts: keyed(drafts),
    unsaved: keyed(unsaved),
    history: keyed(history),
    notes: keyed(note),
    sketches: keyed(sketch),
    kernels: keyed(kernel),
    kernelRuns: keyed(runs),
    passed: keyed(fc.record({ at, exerciseVersion: fc.constant("v") })),
    verdicts: keyed(fc.tuple(text, verdict).map(([graded, given]) => ({ text: graded, exerciseVersion: "v", ...given }))),
    activity: keyed(fc.record({ tries: at, hints: at, solutionAt: at }, { requiredKeys: ["tries", "hints"] })),
    predictions: keyed(fc.array(prediction, { maxLength: 3 })),
    selfTests: keyed(
      fc.array(
        fc.record(
          {
            ...{ page: text, question: text, given: text, at },
            points: fc.record({ said: fc.array(text), missing: fc.array(text) }),
            isDraft: fc.constant(true as const),
          },
          { requiredKeys: ["page", "question", "given", "at"] },
        ),
        { maxLength: 3 },
      ),
    ),
    evidence: keyed(
      fc.array(
        fc.record(
          { kind: text, source: text, isRight: fc.boolean(), attempt: fc.constant(1), at },
          { requiredKeys: ["kind", "source", "isRight", "at"] },
        ),
        {
          maxLength: 3,
        },
      ),
    ),
    cases: keyed(
      fc.record(
        {
          answers: fc.record(
            Object.fromEntries(CASE_QUESTIONS.map((question) => [question, fc.record({ given: at, isRight: fc.boolean(), at })])),
            { requiredKeys: [] },
          ),
          mending: fc.record({ tries: at, mendedAt: at, remedyAt: at }, { requiredKeys: ["tries"] }),
        },
        { requiredKeys: ["answers"] },
      ),
    ),
    gpus: keyed(fc.record({ probe: fc.constant(probe), savedAt: at })),
    checklists: keyed(fc.uniqueArray(text)),
    reading: fc.constant({ "": { read: ["1/00"] } }),
    assignments: keyed(fc.record({ assignment: fc.record({ id: text }), openedAt: at })),
    handIns: keyed(fc.array(fc.record({ fileName: text, handedInAt: at, text }), { maxLength: 3 })),
    student: fc.constant({ student: { id: "7", name: "Ada" } }),
  })
  .map((contents) => ({ schema: "coalesce/my-work/v4", ...contents }) as unknown as WorkFile);

const exported = async (shelves: Shelves): Promise<string> => workText(await readWork(shelves));

/** Every text that a learner wrote, by exercise or heading. */
function textsIn(file: WorkFile): Set<string> {
  const all: [string, string][] = [
    ...Object.entries(file.drafts).flatMap(([key, { current, aside }]) =>
      [current, ...aside].map((one): [string, string] => [key, one.text]),
    ),
    ...Object.entries(file.unsaved).flatMap(([key, { others = [], ...newest }]) =>
      [newest, ...others].map((one): [string, string] => [key, one.text]),
    ),
    ...Object.entries(file.verdicts).map(([key, one]): [string, string] => [key, one.text]),
    ...Object.entries(file.history).flatMap(([key, versions]) => versions.map((one): [string, string] => [key, one.text])),
  ];
  const notes = Object.entries(file.notes).flatMap(([key, one]) =>
    [one, ...one.aside].map(({ text }): [string, string] => [`note ${key}`, text]),
  );
  const sources = new Set(Object.values(file.sketches).map((one) => `sketch: ${one.sketch.program.source}`));
  const kernels = Object.values(file.kernels).map((one) => `kernel: ${one.sketch.source}`);
  const versions = Object.entries(file.kernelRuns).flatMap(([key, all]) => all.map(({ run }) => `run of ${key}: ${run.source}`));
  return new Set([...sources, ...kernels, ...versions, ...[...all, ...notes].map(([key, one]) => `${key}: ${one}`)]);
}

describe("a work file", () => {
  it("imported into an empty browser is exported again byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(work, async (contents) => {
        const file = await exported(memoryShelves(contents));
        const elsewhere = memoryShelves();
        await importWork(elsewhere, parseWork(file, "work.json"));
        expect(await exported(elsewhere)).toBe(file);
      }),
    );
  });

  it("imported into a browser with work of its own loses no text of either, no pass, no prediction, no answer and no hand-in", async () => {
    await fc.assert(
      fc.asyncProperty(work, work, async (ours, theirs) => {
        const shelves = memoryShelves(ours);
        await importWork(shelves, parseWork(workText(theirs), "work.json"));
        const merged = await readWork(shelves);
        expect([...textsIn(ours), ...textsIn(theirs)].filter((one) => !textsIn(merged).has(one))).toEqual([]);
        for (const file of [ours, theirs]) {
          for (const [key, { at }] of Object.entries(file.passed)) expect(merged.passed[key]?.at).toBeLessThanOrEqual(at);
          for (const name of ["predictions", "selfTests", "evidence", "handIns", "checklists"] as const) {
            for (const [key, items] of Object.entries(file[name])) expect(merged[name][key]).toEqual(expect.arrayContaining([...items]));
          }
          for (const [key, { current }] of Object.entries(file.drafts)) {
            expect(merged.drafts[key]?.current.savedAt).toBeGreaterThanOrEqual(current.savedAt);
          }
        }
      }),
    );
  });

  it("imported twice changes nothing the second time", async () => {
    await fc.assert(
      fc.asyncProperty(work, work, async (ours, theirs) => {
        const shelves = memoryShelves(ours);
        await importWork(shelves, theirs);
        const once = await readWork(shelves);
        await importWork(shelves, theirs);
        expect(await readWork(shelves)).toEqual(once);
      }),
    );
  });

  it.each([
    ["before the lab", "v1", { kernels: {}, kernelRuns: {}, evidence: {}, cases: {}, gpus: {} }],
    ["before concepts came back", "v2", { evidence: {}, cases: {}, gpus: {} }],
    ["before GPUs were measured", "v3", { gpus: {} }],
  ])("of the version %s brings all that it has, and is exported in this version", async (_, version, missing) => {
    await fc.assert(
      fc.asyncProperty(work, async ({ schema: __, ...contents }) => {
        const former = Object.fromEntries(Object.entries(contents).filter(([shelf]) => !Object.hasOwn(missing, shelf)));
        const shelves = memoryShelves();
        await importWork(shelves, parseWork(JSON.stringify({ schema: `coalesce/my-work/${version}`, ...former }), "work.json"));
        expect(await readWork(shelves)).toEqual({ schema: "coalesce/my-work/v4", ...missing, ...former });
      }),
    );
  });

  it("keeps what a later version of the course adds to a value", () => {
    const drafts = { "row-walk": { current: { text: "a", savedAt: 1, exerciseVersion: "v", revision: "r", mood: "good" }, aside: [] } };
    expect(parseWork(JSON.stringify({ schema: "coalesce/my-work/v1", drafts }), "work.json").drafts).toEqual(drafts);
  });

  it("says what it would bring", async () => {
    const drafted = (text: string): DraftRecord => ({ current: { text, savedAt: 1, exerciseVersion: "v", revision: "r" }, aside: [] });
    const [ours, theirs] = (await Promise.all([memoryShelves(), memoryShelves()].map(readWork))) as [WorkFile, WorkFile];
    const mine = { ...ours, drafts: { a: drafted("1"), b: drafted("2") } };
    const yours = { ...theirs, drafts: { b: drafted("2"), a: drafted("3"), c: drafted("4") } };
    expect(bringings(mine, yours)).toEqual([{ shelf: "drafts", fresh: 1, differing: 1, same: 1 }]);
  });
});

describe("a file is refused", () => {
  it.each([
    ["that is no JSON", "{", "work.json cannot be read"],
    ["that is something else", '{"cells": []}', "work.json is not work that was exported from this course"],
    ["that is no object", "null", "is not work that was exported"],
    ["of a later version", '{"schema": "coalesce/my-work/v5"}', "a later version of the course (coalesce/my-work/v5)"],
    [
      "with a draft that has no text",
      '{"schema": "coalesce/my-work/v1", "drafts": {"row-walk": {"current": {}, "aside": []}}}',
      'drafts["row-walk"].current.text',
    ],
    ...["/evil.example/", "\\\\evil.example", "\t/evil.example", "lessons/?go", "#x"].map((page): [string, string, string] => [
      `with a note on a page that is none of the course: ${JSON.stringify(page)}`,
      JSON.stringify({
        schema: "coalesce/my-work/v1",
        notes: { n: { page, slug: "s", heading: "H", text: "t", at: 1, aside: [] } },
      }),
      "must be the path of a page of the course",
    ]),
  ])("%s", (_, contents, message) => expect(() => parseWork(contents, "work.json")).toThrow(message));
});

describe("a sketch in a file", () => {
  const fileWith = (kept: object): string =>
    JSON.stringify({ schema: "coalesce/my-work/v1", sketches: { s: { id: "s", savedAt: 1, revision: "r", ...kept } } });
  const { kernel, ...program } = preset.program;

  it.each([
    ["without a kernel", { sketch: { ...preset, program } }, "sketches.s.sketch.program.kernel"],
    ["of a grid without blocks", { sketch: { ...preset, program: { ...program, kernel: { ...kernel, launch: {} } } } }, "launch.gridDim"],
    ["of the next century", { sketch: preset, savedAt: Date.now() + 1e12 }, "more than a day in the future"],
  ])("%s is refused, and the message names the place", (_, kept, place) => {
    expect(() => parseWork(fileWith(kept), "work.json")).toThrow(place);
  });

  it("may be half finished", () => {
    const half = { ...preset, title: "", program: { ...program, kernel: { ...kernel, arrays: [], device: "" } } };
    expect(parseWork(fileWith({ sketch: half }), "work.json").sketches["s"]?.sketch).toEqual(half);
  });
});

describe("a kernel of the lab in a file", () => {
  const fileWith = (kept: object): string =>
    JSON.stringify({ schema: "coalesce/my-work/v2", kernels: { k: { id: "k", savedAt: 1, revision: "r", ...kept } } });
  const { launch, ...rest } = galleryKernel("transpose-tiled", "K");

  it.each([
    ["without a launch", { sketch: rest }, "kernels.k.sketch.launch"],
    ["of two dimensions", { sketch: { ...rest, launch: { ...launch, grid: [1, 1] } } }, "launch.grid"],
  ])("%s is refused, and the message names the place", (_, kept, place) => {
    expect(() => parseWork(fileWith(kept), "work.json")).toThrow(place);
  });

  it("may be half finished", () => {
    const half = { ...rest, title: "", source: "__global__ void", launch: { ...launch, kernel: "", arguments: [] } };
    expect(parseWork(fileWith({ sketch: half }), "work.json").kernels["k"]?.sketch).toEqual(half);
  });
});
