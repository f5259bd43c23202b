import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import type { Sketch } from "#judge/sketch.ts";
import { dim3 } from "#simulator";
import type { SketchSave } from "../storage/sketches.ts";
import { PlaygroundSession } from "./playground-session.ts";
import { presets } from "./presets.ts";

const [preset, other] = presets as [Sketch, Sketch];
const titled = (title: string): Sketch => ({ ...preset, title });

/** A playground whose services respond at once, and record what they are told. */
class TestPlayground {
  readonly ran: Sketch[] = [];
  readonly saved: string[] = [];
  readonly deletions: [id: string, isDeleted: boolean][] = [];
  save: () => Promise<SketchSave> = () => Promise.resolve({ kind: "saved" });
  #ids = 0;
  readonly session = new PlaygroundSession(preset, {
    sandbox: {
      sketch: (sketch) => {
        this.ran.push(sketch);
        const { launch } = sketch.program.kernel;
        const told = { accesses: [], prints: [], violations: [], printed: { lines: [], omitted: 0 } };
        // Nothing of these tests is about time.
        return Promise.resolve({ status: "ran", launch, device: "h100", ...told, costs: {} as LaunchCosts });
      },
    },
    readSketches: () => Promise.resolve({ own: [kept("mine", titled("Mine")), kept("older", titled("Older"))], broken: ["Spoiled"] }),
    saveSketch: ({ id, sketch }) => (this.saved.push(`${id}: ${sketch.title}`), this.save()),
    markDeleted: (id, isDeleted) => Promise.resolve(void this.deletions.push([id, isDeleted])),
    keptSketch: kept,
    newId: () => `new${++this.#ids}`,
  });

  get titles(): string[] {
    return this.session.keeping.own.value.map(({ sketch }) => sketch.title);
  }

  /** Lets the pause after a change pass. */
  async pause(): Promise<void> {
    await vi.advanceTimersByTimeAsync(150);
  }
}

function kept(id: string, sketch: Sketch) {
  return { id, sketch, savedAt: 1, revision: `of ${id}` };
}

let playground: TestPlayground;
beforeEach(async () => {
  vi.useFakeTimers();
  playground = new TestPlayground();
  await playground.session.keeping.restore();
});
afterEach(() => void vi.useRealTimers());

describe("a sketch that came with a link", () => {
  beforeEach(() => playground.session.show(titled("Theirs"), "shared"));

  it("is run, and not kept", async () => {
    await playground.pause();
    expect([playground.ran.at(-1)?.title, playground.titles, playground.saved]).toEqual(["Theirs", ["Mine", "Older"], []]);
  });

  it.each<[string, (session: PlaygroundSession) => void]>([
    ["when the learner asks for it", (session) => session.keepCopy()],
    ["when the learner changes it", (session) => session.editSource("// mine now")],
  ])("is kept beside the learner's own %s", async (_, act) => {
    act(playground.session);
    await playground.pause();
    expect(playground.titles).toEqual(["Theirs", "Mine", "Older"]);
    expect(playground.session.keeping.origin.value).toEqual({ kind: "own", id: "new1" });
  });
});

it("saves a change before another sketch is opened", async () => {
  const { session } = playground;
  session.openOwn("mine");
  session.rename("Renamed");
  session.openOwn("older");
  await playground.pause();
  expect([playground.saved, session.sketch.value.title]).toEqual([["mine: Renamed"], "Older"]);
});

it("brings back what was deleted", async () => {
  const { session } = playground;
  session.openOwn("mine");
  await session.remove(other);
  expect([playground.titles, session.sketch.value.title]).toEqual([["Older"], "Older"]);
  await session.undoRemove();
  expect([playground.titles, session.sketch.value.title]).toEqual([["Mine", "Older"], "Mine"]);
  expect(playground.deletions).toEqual([
    ["mine", true],
    ["mine", false],
  ]);
});

it("goes on with a copy when another tab has changed the same sketch", async () => {
  const { session } = playground;
  session.openOwn("mine");
  playground.save = () => Promise.resolve({ kind: "elsewhere", copy: kept("copy", titled("Mine (from another tab)")) });
  session.editSource("// of this tab");
  await playground.pause();
  expect(session.keeping.origin.value).toEqual({ kind: "own", id: "copy" });
  expect(session.sketch.value).toMatchObject({ title: "Mine (from another tab)", program: { source: "// of this tab" } });
  expect(session.notice.value).toContain("Another tab");
});

it("has something to keep when the page goes away before a pause, and again when saving failed", async () => {
  const { session } = playground;
  session.openOwn("mine");
  expect(session.keeping.unsaved).toEqual([]);
  session.editSource("// not saved yet");
  expect(session.keeping.unsaved).toMatchObject([
    { kept: { id: "mine", sketch: { program: { source: "// not saved yet" } } }, seen: ["of mine"] },
  ]);
  playground.save = () => Promise.reject(new Error("the disk is full"));
  await playground.pause();
  expect(session.keeping.saveState.value).toEqual({ kind: "failed", reason: "the disk is full" });
  expect(session.keeping.unsaved).toHaveLength(1);
});

it("has something to keep while a save is under way, which continues what is being saved", async () => {
  const { session } = playground;
  const { promise, resolve } = Promise.withResolvers<SketchSave>();
  session.openOwn("mine");
  playground.save = () => promise;
  session.editSource("// being saved");
  await playground.pause();
  expect(session.keeping.unsaved).toMatchObject([
    { kept: { sketch: { program: { source: "// being saved" } } }, seen: ["of mine", "of mine"] },
  ]);
  resolve({ kind: "saved" });
  await playground.pause();
  expect(session.keeping.unsaved).toEqual([]);
});

it("still has a sketch that could not be saved when another one is opened, and saves it as soon as it can", async () => {
  const { session, saved } = playground;
  const { save } = playground;
  session.openOwn("mine");
  playground.save = () => Promise.reject(new Error("the disk is full"));
  session.editSource("// mine");
  session.openOwn("older");
  await playground.pause();
  expect(session.keeping.unsaved).toMatchObject([{ kept: { id: "mine" } }]);
  playground.save = save;
  session.openOwn("mine");
  expect(session.sketch.value.program.source).toBe("// mine");
  await playground.pause();
  expect([session.keeping.unsaved, saved.at(-1)]).toEqual([[], "mine: Mine"]);
});

it("names sketches that cannot be opened", () => expect(playground.session.keeping.broken.value).toEqual(["Spoiled"]));

describe("a kernel that cannot be run", () => {
  it.each<[string, (session: PlaygroundSession) => void]>([
    ["a field without a value", (session) => session.noteField("arrays.0.length", "Elements must be a number.")],
    [
      "a block that is too large",
      (session) => {
        const launch = { gridDim: dim3(1), blockDim: dim3(2048) };
        session.changeProgram({ kernel: { ...session.sketch.value.program.kernel, launch } });
      },
    ],
  ])("keeps the last picture: %s", async (_, spoil) => {
    const { session } = playground;
    session.openOwn("mine");
    await playground.pause();
    const runs = playground.ran.length;
    spoil(session);
    session.editSource("// typed meanwhile");
    await playground.pause();
    expect([playground.ran.length, session.isRunnable.value]).toEqual([runs, false]);
    expect(session.runner.picture.value).toBeDefined();
    expect(playground.saved.at(-1)).toBe("mine: Mine");
  });
});
