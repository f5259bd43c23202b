import { launch } from "#kit";
import { NOTHING_PRINTED } from "#judge/printed.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnswerTime } from "#judge/answer-time.ts";
import type { Interrupted } from "#sandbox/host/sandbox.ts";
import type { Change, Comparison } from "#judge/comparison.ts";
import type { ElementMapJob } from "#judge/element-map.ts";
import type { AnswerTimeOutcome, GradeJob, Preview, PreviewJob } from "#judge/grade.ts";
import { resultOf, type GradeResult, type Outcome } from "#judge/result.ts";
import type { Draft } from "../storage/draft.ts";
import type { SaveState } from "../storage/drafts.ts";
import { SilentStorage } from "../storage/open-store.ts";
import type { Mistake } from "../editor/code-editor.ts";
import type { ExerciseData, Solution } from "../exercise-data.ts";
import type { SavedAssignment } from "../storage/saved-assignments.ts";
import type { Success } from "../storage/successes.ts";
import { CellSession, hintFor, type CellServices, type InCuda } from "./cell-session.ts";

const exercise: ExerciseData = {
  id: "copy",
  title: "Copy",
  summary: "",
  difficulty: 1,
  minutes: 5,
  points: 4,
  exports: [],
  caseTitles: {},
  hints: ["Look.", "Look again."],
  starter: "starter",
  version: "v2",
};

const passed: Outcome = { status: "pass", score: 4, maxScore: 4, checks: [], metrics: [] };
const threw: Outcome = { status: "error", error: { kind: "threw", message: "It threw.", line: 3 } };
const ran: Preview = { status: "ran", case: "small", launch: launch([1], [32]), accesses: [], printed: NOTHING_PRINTED };

function draft(text: string, exerciseVersion = "v2"): Draft {
  return { text, exerciseVersion, savedAt: 1, revision: `of ${text}` };
}

const changed: Comparison = {
  status: "compared",
  isOtherRight: true,
  cases: [],
  change: { access: "read", changedIn: "moved", factor: 8, case: "small" } as Change,
};

/** A session whose services respond at once and record their calls. */
class TestCell {
  readonly graded: GradeJob[] = [];
  readonly previewed: PreviewJob[] = [];
  readonly mapped: ElementMapJob[] = [];
  readonly saved: string[] = [];
  readonly left: string[] = [];
  readonly kept: [string, GradeResult["status"]][] = [];
  readonly marks: (Mistake | undefined)[] = [];
  outcome: Outcome = passed;
  preview: () => Promise<Preview> = () => Promise.resolve(ran);
  readonly timed: string[] = [];
  readonly givingWay: string[] = [];
  time: (source: string, growth: number) => Promise<AnswerTimeOutcome | Interrupted> = () => Promise.resolve({ status: "wrong" });
  readonly compared: string[] = [];
  compare: (other: string) => Comparison = () => changed;
  readonly successes: [string, Success][] = [];
  readSuccess: CellServices["readSuccess"] = () => Promise.resolve(undefined);
  readonly shown: string[] = [];
  readonly mark = {
    isLeft: () => Promise.resolve(false),
    ended: [] as boolean[],
    begin: () => undefined,
    end: (isGood: boolean) => void this.mark.ended.push(isGood),
    leave: () => undefined,
  };
  leftBefore: Draft | undefined;
  load: () => Promise<Draft | undefined> = () => Promise.resolve(undefined);
  save: (text: string) => Promise<SaveState> = () => Promise.resolve({ kind: "saved", at: 1 });
  wrongSources: CellServices["wrongSources"] = () => Promise.resolve({ idea: "wrong" });
  assignments: SavedAssignment[] = [];
  hasTried = false;
  announceOther: (other: Draft) => void = () => undefined;
  readonly session: CellSession;

  constructor(about = exercise, leftBefore?: Draft, inCuda?: InCuda) {
    this.leftBefore = leftBefore;
    this.session = new CellSession(about, this.#services(), inCuda);
  }

  /** The solution that the services have. */
  async solved(): Promise<Solution> {
    return this.#services().solution([]);
  }

  /** Gives the session an editor that passes on what it is told to show. */
  attach(): void {
    const { session, marks } = this;
    session.attach({
      kind: "text-area",
      get text() {
        return session.text.value;
      },
      set text(text) {
        session.edit(text);
      },
      focus: () => undefined,
      select: () => undefined,
      mark: (mistake) => marks.push(mistake),
      releaseTab: () => undefined,
      dispose: () => undefined,
    });
  }

  #services(): CellServices {
    return {
      sandbox: {
        grade: (job) => Promise.resolve(resultOf(job, (this.graded.push(job), this.outcome))),
        preview: (job) => (this.previewed.push(job), this.preview()),
        compare: (job) => Promise.resolve((this.compared.push(job.other), this.compare(job.other))),
        time: ({ source, growth = 1 }, { givesWay = false } = {}) => {
          this.timed.push(`${source} × ${growth}`);
          if (givesWay) this.givingWay.push(`${source} × ${growth}`);
          return this.time(source, growth);
        },
        elementMap: (job) => (this.mapped.push(job), Promise.resolve({ status: "not-mapped" })),
      },
      runMark: this.mark,
      openDrafts: (onOther) => {
        this.announceOther = onOther;
        return {
          aside: [],
          load: () => this.load(),
          left: this.leftBefore,
          show: ({ text }) => this.shown.push(text),
          save: (text) => (this.saved.push(text), this.save(text)),
          replace: (text) => (this.saved.push(text), this.save(text)),
          leave: (text) => this.left.push(text),
        };
      },
      readPassed: () => Promise.resolve(undefined),
      hasTried: () => Promise.resolve(this.hasTried),
      saveResult: (text, { status }) => Promise.resolve(void this.kept.push([text, status])),
      readSuccess: (text) => this.readSuccess(text),
      saveSuccess: (text, success) => Promise.resolve(void this.successes.push([text, success])),
      wrongSources: () => this.wrongSources(),
      solution: () => Promise.resolve({ text: "solution", html: "<b>solution</b>", inCuda: { text: "in CUDA", html: "" } }),
      savedAssignments: () => Promise.resolve(this.assignments),
    };
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pause = () => vi.advanceTimersByTimeAsync(100);

describe("a session begins", () => {
  it("with the starter where nothing was saved", async () => {
    const { session } = new TestCell();
    await session.restore();
    expect([session.text.value, session.isFromFormerVersion.value]).toEqual(["starter", false]);
  });

  it.each([
    ["v2", false],
    ["v1", true],
  ])("with the draft of an earlier visit, of version %s of the exercise", async (version, isFormer) => {
    const cell = new TestCell();
    cell.load = () => Promise.resolve(draft("mine", version));
    await cell.session.restore();
    expect([cell.session.text.value, cell.session.isFromFormerVersion.value]).toEqual(["mine", isFormer]);
  });

  it("with the starter, and reports it, where the storage cannot be read", async () => {
    const cell = new TestCell();
    cell.load = () => Promise.reject(new Error("no storage"));
    await cell.session.restore();
    expect(cell.session.text.value).toBe("starter");
    expect(cell.session.saveState.value).toEqual({ kind: "failed", reason: "no storage" });
  });
});

describe("where the storage does not answer, a session", () => {
  const silent = async (leftBefore?: Draft): Promise<TestCell> => {
    const cell = new TestCell(exercise, leftBefore);
    cell.load = () => Promise.reject(new SilentStorage("no answer"));
    await cell.session.restore();
    return cell;
  };
  const askAgain = () => vi.advanceTimersByTimeAsync(2000);

  it.each<[string, Draft | undefined, string]>([
    ["begins with the starter", undefined, "starter"],
    ["begins with what the last page could not save", draft("unsaved"), "unsaved"],
  ])("%s, and says so", async (_, leftBefore, text) => {
    const { session } = await silent(leftBefore);
    expect([session.text.value, session.saveState.value]).toEqual([text, { kind: "failed", reason: "no answer" }]);
  });

  it("shows the stored text as soon as it comes", async () => {
    const cell = await silent();
    await askAgain();
    expect(cell.session.text.value).toBe("starter");
    cell.load = () => Promise.resolve(draft("stored"));
    await askAgain();
    expect([cell.session.text.value, cell.shown, cell.session.saveState.value]).toEqual(["stored", ["stored"], undefined]);
  });

  it("keeps what was written meanwhile, and offers the stored text", async () => {
    const cell = await silent();
    cell.save = () => Promise.resolve({ kind: "failed", reason: "no answer" });
    cell.session.edit("mine");
    await askAgain();
    cell.save = () => Promise.resolve({ kind: "elsewhere", other: draft("stored") });
    cell.load = () => Promise.resolve(draft("stored"));
    await askAgain();
    expect([cell.session.text.value, cell.session.other.value?.text, cell.shown]).toEqual(["mine", "stored", []]);
    expect(cell.saved.at(-1)).toBe("mine");
  });
});

describe("a text that took an earlier page with it", () => {
  const returned = async (): Promise<TestCell> => {
    const cell = new TestCell();
    cell.mark.isLeft = () => Promise.resolve(true);
    cell.load = () => Promise.resolve(draft("deadly"));
    await cell.session.restore();
    return cell;
  };

  it("runs neither when its cell opens nor when the editor does", async () => {
    const cell = await returned();
    cell.session.start();
    cell.attach();
    await pause();
    expect([cell.session.isHeldBack.value, cell.session.text.value, cell.previewed]).toEqual([true, "deadly", []]);
  });

  it("does not run for as long as it stays, and its successor does", async () => {
    const cell = await returned();
    cell.attach();
    cell.session.edit("harmless");
    await pause();
    cell.session.edit("deadly");
    await pause();
    expect([cell.session.isHeldBack.value, cell.previewed.map(({ source }) => source)]).toEqual([true, ["harmless"]]);
  });

  it("gives way to the starter, which runs", async () => {
    const cell = await returned();
    await cell.session.reset();
    expect([cell.session.isHeldBack.value, cell.previewed.map(({ source }) => source)]).toEqual([false, ["starter"]]);
  });

  it("is graded where the learner says so", async () => {
    const cell = await returned();
    await cell.session.grade();
    expect([cell.session.isHeldBack.value, cell.graded.map(({ source }) => source)]).toEqual([false, ["deadly"]]);
  });

  it.each<[string, Outcome, boolean]>([
    ["a verdict", passed, true],
    ["an error", threw, true],
    ["no memory left", { status: "error", error: { kind: "out-of-memory", message: "Too much." } }, false],
  ])("is told by the mark that stays: a run that ends with %s", async (_, outcome, isGood) => {
    const cell = new TestCell();
    cell.outcome = outcome;
    await cell.session.grade();
    expect(cell.mark.ended[0]).toBe(isGood);
  });
});

describe("typing", () => {
  it("is previewed at every key, as far as the last preview has ended, and saved once, after a pause", async () => {
    const { session, previewed, saved } = new TestCell();
    for (const text of ["a", "ab", "abc"]) session.edit(text);
    expect([previewed.length, saved]).toEqual([1, []]);
    await pause();
    expect(previewed.map(({ source }) => source)).toEqual(["a", "abc"]);
    expect(saved).toEqual(["abc"]);
    expect(session.picture.value).toBe(ran);
  });

  it("is left for the next visit when the page goes away before it was saved", async () => {
    const { session, left } = new TestCell();
    session.edit("unsaved");
    session.leave();
    await pause();
    session.leave();
    expect(left).toEqual(["unsaved"]);
  });

  it("is left for the next visit as soon as a save fails, and again when the page goes away", async () => {
    const cell = new TestCell();
    cell.save = () => Promise.resolve({ kind: "failed", reason: "the disk is full" });
    cell.session.edit("unsaved");
    await pause();
    expect([cell.session.saveState.value?.kind, cell.left]).toEqual(["failed", ["unsaved"]]);
    cell.session.edit("unsaved either");
    cell.session.leave();
    expect(cell.left).toEqual(["unsaved", "unsaved either"]);
  });

  it("during a preview is previewed afterwards, and only its last text", async () => {
    const cell = new TestCell();
    const { promise, resolve } = Promise.withResolvers<Preview>();
    cell.preview = () => (cell.previewed.length === 1 ? promise : Promise.resolve(ran));
    for (const text of ["first", "second", "third"]) {
      cell.session.edit(text);
      await pause();
    }
    resolve({ status: "fault", message: "stale, and never shown" });
    await pause();
    expect(cell.previewed.map(({ source }) => source)).toEqual(["first", "third"]);
    expect(cell.session.preview.value).toBe(ran);
  });

  it("that cannot be run leaves the last picture where it is", async () => {
    const cell = new TestCell();
    cell.session.edit("whole");
    await pause();
    cell.preview = () => Promise.resolve({ status: "error", error: { kind: "does-not-parse", message: "Half written." } });
    cell.session.edit("half");
    await pause();
    expect([cell.session.preview.value?.status, cell.session.picture.value]).toEqual(["error", ran]);
  });
});

describe("grading", () => {
  it("shows and keeps the result of the text, with the wrong answers for its diagnosis", async () => {
    const { session, graded, kept } = new TestCell();
    await session.grade();
    expect(graded).toEqual([
      { exercise: "copy", exerciseVersion: "v2", source: "starter", isFollowed: true, wrongSources: { idea: "wrong" } },
    ]);
    expect([session.result.value?.status, session.gradedText.value, session.isResultStale.value]).toEqual(["pass", "starter", false]);
    expect([kept, session.passed.value?.exerciseVersion]).toEqual([[["starter", "pass"]], "v2"]);
    session.edit("other");
    expect(session.isResultStale.value).toBe(true);
  });

  it("marks the line of a mistake until the text changes", async () => {
    const cell = new TestCell();
    cell.attach();
    cell.outcome = threw;
    await cell.session.grade();
    cell.session.edit("other");
    expect(cell.marks).toEqual([{ line: 3, message: "It threw." }, undefined]);
  });

  it("is done once where the button is pressed twice", async () => {
    const { session, graded } = new TestCell();
    await Promise.all([session.grade(), session.grade()]);
    expect([graded.length, session.isGrading.value]).toEqual([1, false]);
  });

  it("reports a part of the course that could not be loaded, until it can be", async () => {
    const cell = new TestCell();
    const { wrongSources } = cell;
    cell.wrongSources = () => Promise.reject(new Error("offline"));
    await cell.session.grade();
    expect([cell.session.notLoaded.value, cell.session.result.value]).toEqual(["offline", undefined]);
    cell.wrongSources = wrongSources;
    await cell.session.grade();
    expect([cell.session.notLoaded.value, cell.session.result.value?.status]).toEqual([undefined, "pass"]);
  });
});

describe("another tab", () => {
  it("with the same text is ignored", () => {
    const { session, announceOther } = new TestCell();
    announceOther(draft("starter"));
    expect(session.other.value).toBeUndefined();
  });

  it("has a text that can be taken over, or put aside in favour of this tab's", async () => {
    const cell = new TestCell();
    cell.attach();
    cell.announceOther(draft("theirs"));
    expect(cell.session.other.value?.text).toBe("theirs");
    await cell.session.takeOther();
    expect([cell.session.text.value, cell.session.other.value, cell.saved]).toEqual(["theirs", undefined, ["theirs"]]);
    cell.announceOther(draft("theirs again"));
    await cell.session.keepOwn();
    expect([cell.session.text.value, cell.session.other.value, cell.saved]).toEqual(["theirs", undefined, ["theirs", "theirs"]]);
  });

  it("that saved meanwhile is noticed by the save", async () => {
    const cell = new TestCell();
    cell.save = () => Promise.resolve({ kind: "elsewhere", other: draft("theirs") });
    cell.session.edit("mine");
    await pause();
    expect(cell.session.other.value?.text).toBe("theirs");
  });
});

describe("a failure", () => {
  const check = (id: string, verdict: "pass" | "fail") =>
    ({ id, title: id, case: "small", verdict, points: 0, maxPoints: 1, message: "", visibility: "visible" }) as const;
  const checks = [check("in-bounds", "pass"), check("every-element", "fail"), check("read-sectors", "fail")];
  const failed: Outcome = { status: "fail", score: 0, maxScore: 3, checks, metrics: [] };

  it("has its picture and its map at once: the first one's", async () => {
    const cell = new TestCell();
    cell.outcome = failed;
    await cell.session.grade();
    expect([cell.session.failure.value?.id, cell.session.isFailureShown.value]).toEqual(["every-element", true]);
    expect(cell.mapped).toEqual([{ exercise: "copy", source: "starter", case: "small", check: "every-element" }]);
  });

  it("can be another one, and is gone with a pass", async () => {
    const cell = new TestCell();
    cell.outcome = failed;
    await cell.session.grade();
    cell.session.showFailure(checks[2]);
    expect(cell.session.failure.value?.id).toBe("read-sectors");
    cell.outcome = passed;
    await cell.session.grade();
    expect([cell.session.failure.value, cell.session.isFailureShown.value]).toEqual([undefined, false]);
  });
});

describe("what a pass achieved", () => {
  const timed = (microseconds: number, growth = 1): AnswerTime => ({
    status: "timed",
    case: "full-size",
    device: "h200",
    boundBy: "dram",
    size: {},
    wantedGrowth: 8,
    mostGrowth: 4,
    microseconds,
    growth,
  });
  const checks = ["in-bounds", "read-sectors"].map((id) => ({
    id,
    title: id,
    case: "small",
    verdict: "pass" as const,
    points: 1,
    maxPoints: 1,
    message: "",
    visibility: "visible" as const,
  }));
  const explained = async (about: Partial<ExerciseData>, cell = new TestCell({ ...exercise, ...about })): Promise<TestCell> => {
    cell.session.text.value = "mine";
    cell.outcome = { ...passed, checks };
    await cell.session.grade();
    await vi.advanceTimersByTimeAsync(0);
    return cell;
  };

  it("stands at once, and then with the access that changed since the naive version, and is saved with its text", async () => {
    const cell = await explained({ naive: "idea" });
    expect(cell.compared).toEqual(["wrong"]);
    expect(cell.session.success.value).toMatchObject({ checks: 2, change: { access: "read", from: "naive" } });
    expect(cell.session.isSuccessShown.value).toBe(true);
    expect(cell.successes).toEqual([["mine", cell.session.success.value]]);
  });

  it("is compared with the starter where there is no naive version, or one that does the same", async () => {
    expect((await explained({})).compared).toEqual(["starter"]);
    const cell = new TestCell({ ...exercise, naive: "idea" });
    const { change: _, ...unchanged } = changed;
    cell.compare = (other) => (other === "starter" ? changed : unchanged);
    await explained({}, cell);
    expect(cell.compared).toEqual(["wrong", "starter"]);
    expect(cell.session.success.value).toMatchObject({ comparison: { isOtherRight: true }, change: { from: "starter" } });
  });

  it("has times of both in a case as large as both allow", async () => {
    const cell = new TestCell({ ...exercise, naive: "idea" });
    cell.time = (source, growth) => Promise.resolve(timed(source === "wrong" ? 272 : 53, growth));
    await explained({}, cell);
    expect(cell.timed).toEqual(["mine × 1", "wrong × 1", "mine × 4", "wrong × 4"]);
    expect(cell.session.success.value?.times).toEqual({ own: timed(53, 4), naive: timed(272, 4) });
  });

  it("has times of both in the case at full size where the learner goes on before the larger one of either is timed", async () => {
    for (const unknown of ["mine", "wrong"]) {
      const cell = new TestCell({ ...exercise, naive: "idea" });
      cell.time = (source, growth) =>
        Promise.resolve(growth > 1 && source === unknown ? { status: "interrupted" } : timed(source === "wrong" ? 272 : 53, growth));
      await explained({}, cell);
      expect(cell.givingWay).toEqual(cell.timed.filter((job) => job.endsWith("× 4")));
      expect(cell.session.success.value?.times).toEqual({ own: timed(53), naive: timed(272) });
    }
  });

  it("is not asked for when a text fails, and goes with the next failure", async () => {
    const cell = await explained({});
    cell.outcome = { ...passed, status: "fail" };
    cell.session.text.value = "worse";
    await cell.session.grade();
    await vi.advanceTimersByTimeAsync(0);
    expect(cell.compared).toEqual(["starter"]);
    expect([cell.session.success.value, cell.session.isSuccessShown.value]).toEqual([undefined, false]);
  });

  it("makes room for the picture of a text that is edited", async () => {
    const { session } = await explained({});
    session.edit("mine, and more");
    await pause();
    expect(session.isSuccessShown.value).toBe(false);
    expect(session.success.value).toBeDefined();
  });

  it("is there again on the next visit, if the text is the same", async () => {
    const cell = new TestCell();
    cell.load = () => Promise.resolve(draft("mine"));
    cell.readSuccess = (text) => Promise.resolve(text === "mine" ? { checks: 2, costs: [] } : undefined);
    await cell.session.restore();
    expect(cell.session.success.value).toEqual({ checks: 2, costs: [] });
    expect([cell.session.passedText.value, cell.session.isSuccessShown.value, cell.graded]).toEqual(["mine", true, []]);
  });
});

describe("help", () => {
  it("gives hints one by one, and no more than there are", () => {
    const { session } = new TestCell();
    const shown = Array.from({ length: 3 }, () => (session.showHint(), session.hintsShown.value));
    expect(shown).toEqual([1, 2, 2]);
  });

  it("shows the solution and hides it", async () => {
    const { session } = new TestCell();
    await session.showSolution();
    expect(session.solution.value?.text).toBe("solution");
    session.hideSolution();
    expect(session.solution.value).toBeUndefined();
  });

  it("comes by itself where another text fails the same way, a hint at a time, and never the one that is nearly the answer", async () => {
    const cell = new TestCell({ ...exercise, hints: ["Look.", "Where does `write` go?", "Nearly it."] });
    const failing = (id: string): Outcome => {
      const check = { id, kind: "cost", title: "", case: "small", verdict: "fail", points: 0, maxPoints: 1, message: "" } as const;
      return { status: "fail", score: 0, maxScore: 4, metrics: [], checks: [{ ...check, visibility: "visible" }] };
    };
    const shownAfter = async (text: string, id: string): Promise<readonly [number, boolean]> => {
      cell.outcome = failing(id);
      cell.session.edit(text);
      await cell.session.grade();
      return [cell.session.hintsShown.value, cell.session.hintCameBy.value];
    };
    expect(await shownAfter("one", "write-sectors")).toEqual([0, false]);
    expect(await shownAfter("one", "write-sectors")).toEqual([0, false]);
    expect(await shownAfter("two", "read-sectors")).toEqual([0, false]);
    expect(await shownAfter("three", "read-sectors")).toEqual([1, true]);
    expect(await shownAfter("four", "write-sectors")).toEqual([1, false]);
    expect(await shownAfter("five", "write-sectors")).toEqual([2, true]);
    expect(await shownAfter("six", "write-sectors")).toEqual([2, false]);
  });

  it.each<[string, number, number | undefined]>([
    ["write-sectors", 0, 1],
    ["write-sectors", 2, undefined],
    ["read-sectors", 0, 0],
    ["in-bounds", 1, 1],
  ])("for %s with %i shown is hint %s", (failure, shown, hint) =>
    expect(hintFor(failure, ["Look.", "Where does `write` go?", "Nearly it: write."], shown)).toBe(hint),
  );

  it("in CUDA, texts go to the sandbox with the kernel that they are for", async () => {
    const cell = new TestCell(exercise, undefined, { kernel: "kernel", starter: "in CUDA" });
    expect([cell.session.text.value, cell.session.key]).toEqual(["in CUDA", "cuda/copy"]);
    await cell.session.grade();
    expect(cell.graded).toMatchObject([{ source: "in CUDA", kernel: "kernel" }]);
    expect(cell.session.textOf(await cell.solved())).toMatchObject({ text: "in CUDA" });
  });

  describe("that an open assignment keeps back", () => {
    const assigned = (what: readonly ("solutions" | "hints")[], until: number, id = "copy"): SavedAssignment => ({
      assignment: { title: "Week 1", exercises: [{ id, points: 1, hideChecks: [] }] } as unknown as SavedAssignment["assignment"],
      openedAt: 0,
      withheld: { what, until },
    });
    const soon = () => Date.now() + 3_600_000;

    it.each<[string, SavedAssignment, { solution: boolean; hints: number }]>([
      ["its solution is not shown, its hints are", assigned(["solutions"], soon()), { solution: false, hints: 1 }],
      ["its hints are not shown either", assigned(["solutions", "hints"], soon()), { solution: false, hints: 0 }],
      ["its hints alone are not shown", assigned(["hints"], soon()), { solution: true, hints: 0 }],
      ["nothing else is", assigned([], soon()), { solution: true, hints: 1 }],
      ["another exercise's is shown", assigned(["solutions", "hints"], soon(), "other"), { solution: true, hints: 1 }],
      ["it is shown once the time is over", assigned(["solutions", "hints"], Date.now() - 1), { solution: true, hints: 1 }],
    ])("%s", async (_, saved, shown) => {
      const cell = new TestCell();
      cell.assignments = [saved];
      await cell.session.restore();
      await cell.session.showSolution();
      cell.session.showHint();
      expect({ solution: cell.session.solution.value !== undefined, hints: cell.session.hintsShown.value }).toEqual(shown);
      expect((await cell.session.readSolution()) !== undefined).toBe(shown.solution);
    });

    it("is shown on a page that stays open until the time is over", async () => {
      const cell = new TestCell();
      cell.assignments = [assigned(["solutions"], soon())];
      await cell.session.restore();
      expect(cell.session.keptBack.value.solutions?.assignment).toBe("Week 1");
      await vi.advanceTimersByTimeAsync(2 * 3_600_000);
      await cell.session.showSolution();
      expect(cell.session.solution.value).toBeDefined();
      expect(cell.session.keptBack.value).toEqual({});
    });
  });

  it("is left for the next visit after a reset that the browser did not store", async () => {
    const cell = new TestCell();
    cell.attach();
    cell.session.edit("mine");
    cell.save = () => Promise.resolve({ kind: "failed", reason: "the disk is full" });
    await cell.session.reset();
    expect([cell.session.text.value, cell.session.saveState.value?.kind, cell.left]).toEqual(["starter", "failed", ["starter"]]);
  });

  it("resets to the starter, and offers the text that was replaced", async () => {
    const cell = new TestCell();
    cell.attach();
    cell.session.edit("mine");
    cell.session.aside.value = [draft("starter"), draft("mine")];
    await cell.session.reset();
    expect(cell.session.text.value).toBe("starter");
    cell.session.aside.value = [draft("starter"), draft("mine")];
    expect(cell.session.recoverable.value?.text).toBe("mine");
    await cell.session.bringBack();
    expect([cell.session.text.value, cell.saved]).toEqual(["mine", ["starter", "mine"]]);
  });
});

it("grades on the cases that the student's own link brought, and calls them by what they are about", async () => {
  const cell = new TestCell();
  const cases = { copy: [{ seed: 7, title: "n 37; 2 blocks of 32 threads" }] };
  const assignment = { title: "Week 1", exercises: [{ id: "copy", points: 1, hideChecks: [] }], personal: { student: "ada", cases } };
  cell.assignments = [{ assignment: assignment as unknown as SavedAssignment["assignment"], openedAt: 0 }];
  await cell.session.restore();
  await cell.session.grade();
  expect(cell.graded.map(({ personalSeeds }) => personalSeeds)).toEqual([[7]]);
  expect(cell.session.caseTitles["personal-1"]).toBe("n 37; 2 blocks of 32 threads");
});
