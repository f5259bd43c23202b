import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseLaunch } from "#cuda/launch/launch.ts";
import type { Kept } from "../storage/kept-store.ts";
import { requestsOfBlock } from "./block-requests.ts";
import type { LabKernel } from "./lab-kernel.ts";
import type { LabProgress, LabQuestion } from "./lab-messages.ts";
import { LabSession } from "./lab-session.ts";
import { profileRun } from "./profile.ts";
import { signatureOf } from "./signature.ts";

const kernelText = (name: string, body: string): string => `__global__ void ${name}(float* out, const float* in) {\n${body}\n}\n`;
const COPY = kernelText("copy", "  int i = threadIdx.x;\n  out[i] = in[i];");
const GATHER = kernelText("gather", "  const int place = threadIdx.x * 8;\n  const float value = in[place];\n  out[threadIdx.x] = value;");
const example: LabKernel = {
  schema: "coalesce/lab-kernel/v1",
  title: "An example",
  source: COPY,
  launch: parseLaunch({
    kernel: "copy",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    arguments: ["out", "in"].map((array) => ({ array, type: "float", length: 1024 })),
  }),
  device: "h200",
};

/** The lab with an example open; each run takes so long, and tells its progress before it ends, if it does. */
function opened({ milliseconds = 10, progress = [] as readonly (LabProgress & { readonly after: number })[], settings = {} } = {}) {
  const stored = new Map<string, Kept<LabKernel>>();
  let ids = 0;
  const runs: LabQuestion[] = [];
  const after = (delay: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay));
  const ask = async (question: LabQuestion, onProgress?: (progress: LabProgress) => void): Promise<unknown> => {
    if (question.kind === "signature") return signatureOf(question.source, question.kernel);
    if (question.kind === "requests") return requestsOfBlock(question.run, question.block);
    if (question.kind !== "run") return undefined;
    runs.push(question);
    for (const { after: delay, ...told } of progress) {
      await after(delay);
      onProgress?.(told);
    }
    await after(progress.length > 0 ? 1e9 : milliseconds);
    // One block is enough, however many the lab guesses.
    const { run } = question;
    return { ...profileRun({ ...run, launch: { ...run.launch, grid: [1, 1, 1] } }).outcome, run };
  };
  const kept: Record<string, string> = { ...settings };
  const session = new LabSession(example, {
    machine: { ask: ask as never, stop: () => undefined },
    hasWorks: true,
    settings: { getItem: (name) => kept[name] ?? null, setItem: (name, value) => void (kept[name] = value) },
    read: () => Promise.resolve({ own: [...stored.values()], broken: [] }),
    save: (work) => Promise.resolve(stored.set(work.id, work)).then(() => ({ kind: "saved" })),
    markDeleted: () => Promise.resolve(),
    kept: (id, sketch) => ({ id, sketch, savedAt: 0, revision: `${id}/${stored.size}` }),
    newId: () => String(++ids),
  });
  const works = () => Object.fromEntries([...stored.values()].map(({ sketch }) => [sketch.title, sketch.source]));
  return { session, works, runs };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pause = (milliseconds = 400) => vi.advanceTimersByTimeAsync(milliseconds);

describe("a kernel that is pasted over another one", () => {
  test("is a work of its own, named after it, and runs; the one before stays as it was", async () => {
    const { session, works, runs } = opened();
    session.editSource(COPY.replace("in[i]", "in[i] * 2"));
    await pause();
    session.editSource(GATHER);
    await pause();
    expect(works()).toEqual({ "An example": COPY.replace("in[i]", "in[i] * 2"), gather: GATHER });
    expect(session.kernel.value).toMatchObject({ title: "gather", launch: { kernel: "gather" } });
    expect(runs.at(-1)).toMatchObject({ run: { source: GATHER } });
    expect(session.history.runs.value.map(({ run }) => run.source)).toEqual([GATHER]);
  });

  test("has a number where another work has its name", async () => {
    const { session, works } = opened();
    session.editSource(GATHER);
    session.editSource(COPY.replaceAll("copy", "move"));
    session.editSource(GATHER.replace("* 8", "* 4"));
    await pause();
    expect(Object.keys(works())).toEqual(["gather", "move", "gather 2"]);
  });

  test("leaves by undo, and comes back by redo, as the work that it was", async () => {
    const { session, works } = opened();
    session.editSource(GATHER);
    session.rename("My gather");
    session.editSource(COPY);
    expect(session.kernel.value.title).toBe("An example");
    session.editSource(GATHER);
    await pause();
    expect([session.kernel.value.title, works()]).toEqual(["My gather", { "My gather": GATHER }]);
  });

  test("also where the text was deleted first; a text that is typed names its work", async () => {
    const { session, works } = opened();
    session.editSource("");
    expect([session.kernel.value.title, session.profile.value]).toEqual(["New kernel", undefined]);
    for (let length = 1; length <= GATHER.length; length++) session.editSource(GATHER.slice(0, length));
    await pause();
    expect(works()).toEqual({ gather: GATHER });
  });

  test("keeps the title that the learner has written for it", async () => {
    const { session, works } = opened();
    session.rename("Homework 3");
    session.editSource(GATHER);
    await pause();
    expect(works()).toEqual({ "Homework 3": GATHER });
  });
});

describe("counts that are not of the text as it is", () => {
  const TWO = `${COPY}\n${kernelText("unsized", "  extern int a[];\n  out[0] = a;")}`;

  test.each([
    ["as it ran", (): void => undefined, undefined],
    ["edited", (s: LabSession) => s.editSource(`// A note.\n${COPY}`), "These counts are of the text as it was at the last run."],
    ["does not compile", (s: LabSession) => s.editSource(COPY.replace("in[i]", "im[i]")), /^The text does not compile now\. These counts/],
    ["another launch", (s: LabSession) => s.changeLaunch({ grid: [2, 1, 1] }), "These counts are of the launch as it was at the last run."],
  ])("say whose they are: %s", async (_, change, said) => {
    const { session } = opened({ settings: { "coalesce-lab-live": "off" } });
    await Promise.all([session.run(), pause()]);
    change(session);
    await pause();
    if (said === undefined) expect(session.whoseCounts).toBeUndefined();
    else expect(session.whoseCounts).toMatch(said);
  });

  test("say so beside the error of another kernel of the text", async () => {
    const { session } = opened();
    session.editSource(TWO);
    await Promise.all([session.run(), pause()]);
    session.chooseKernel("unsized");
    await Promise.all([session.run(), pause()]);
    expect(session.outcome.value?.kind).toBe("error");
    expect([session.areCountsCurrent.value, session.whoseCounts]).toEqual([
      false,
      "These counts are of `copy`, which ran last, not of `unsized`.",
    ]);
  });

  test("are not shown beside the error of another work", async () => {
    const { session } = opened();
    await Promise.all([session.run(), pause()]);
    session.editSource(GATHER.replace("in[place]", "im[place]"));
    await pause();
    expect([session.outcome.value?.kind, session.profile.value]).toEqual(["error", undefined]);
  });

  test("keep beside their lines", async () => {
    const { session } = opened();
    await Promise.all([session.run(), pause()]);
    const line = session.profile.value!.accesses[0]!.line;
    session.editSource(`// A note.\n${COPY}`);
    expect(session.lineNow(line)).toBe(line + 1);
    session.editSource(GATHER);
    expect(session.lineNow(line)).toBeUndefined();
  });
});

describe("a kernel runs by itself after a change", () => {
  const changed = COPY.replace("in[i]", "in[i * 2]");
  const FIRST_RUN = 1;

  test.each([
    ["if its last run took no time", { milliseconds: 100 }, FIRST_RUN + 1],
    ["not if it took long", { milliseconds: 500 }, FIRST_RUN],
    ["not if the learner does not want it", { milliseconds: 100, settings: { "coalesce-lab-live": "off" } }, FIRST_RUN],
    ["not while they guess", { milliseconds: 100, settings: { "coalesce-lab-guess-first": "on" } }, FIRST_RUN],
  ])("%s", async (_, options, expected) => {
    const { session, runs } = opened(options);
    await Promise.all([session.run(), pause(600)]);
    session.editSource(changed);
    await pause(1000);
    expect(runs).toHaveLength(expected);
    expect(session.isCurrent.value).toBe(expected === FIRST_RUN + 1);
    // What runs by itself is no version that the learner asked for.
    expect(session.history.runs.value).toHaveLength(FIRST_RUN);
  });

  test("and not a text with a mistake", async () => {
    const { session, runs } = opened();
    await Promise.all([session.run(), pause()]);
    session.editSource(COPY.replace("in[i]", "im[i]"));
    await pause(1000);
    expect(runs).toHaveLength(FIRST_RUN);
  });

  test("the choice is kept", () => {
    const { session } = opened();
    session.live.turn(false);
    expect([session.live.isOn.value, opened({ settings: { "coalesce-lab-live": "off" } }).session.live.isOn.value]).toEqual([false, false]);
  });
});

describe("a run that has been in one loop for a second is said to be there", () => {
  const at = (line: number, steps: number, blocks = 0, after = 400) => ({ after, blocks, at: { line, steps } });

  test.each([
    ["a loop", [at(3, 1e6), at(3, 2e6), at(3, 3e6)], 3],
    ["less than a second", [at(3, 1e6), at(3, 2e6)], undefined],
    ["blocks that end", [at(3, 1e6), at(3, 2e6), at(3, 1e6, 1), at(3, 1e6, 2)], undefined],
    ["outside of loops", [1, 2, 3].map((times) => ({ after: 400, blocks: 0, at: { line: undefined, steps: times * 1e6 } })), undefined],
  ])("%s", async (_, progress, line) => {
    const { session } = opened({ progress });
    void session.run();
    await pause(400 * progress.length + 10);
    expect(session.stuckAt.value).toBe(line);
    session.stop();
    expect(session.stuckAt.value).toBeUndefined();
  });
});
