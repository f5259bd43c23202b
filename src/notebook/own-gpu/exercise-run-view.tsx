import { useEffect, useMemo, useRef } from "preact/hooks";
import { count, decimal, pluralize } from "#pictures/format.ts";
import { h200 } from "#simulator/devices.ts";
import { KernelRefused } from "#webgpu/compute-kernel.ts";
import { canTell, type Spread } from "#webgpu/spread.ts";
import { ratioOf } from "#webgpu/time-runs.ts";
import { exerciseModule } from "./exercise-modules.ts";
import { GpuTask, type NamedGpu } from "./gpu-task.ts";
import { GpuTaskView, clockText, gpuText, timeText } from "./gpu-task-view.tsx";
import { MultipleBar } from "./multiples-chart.tsx";
import { multipleText } from "./own-measure.ts";
import {
  VERSION_NAMES,
  checkTranslation,
  runExercise,
  type AnswerVersion,
  type ExerciseRun,
  type RunOnGpuProps,
  type RunSubject,
} from "./run-exercise.ts";

const NAMES: Readonly<Record<AnswerVersion["id"], string>> = { naive: "costlier version", own: "yours", solution: "the course’s" };

/** A passed answer on the reader's GPU, in turn with the costlier version and the course's solution. It starts at once. */
export function ExerciseRunView({ exercise, subject, modelled }: RunOnGpuProps) {
  const task = useMemo(() => {
    const read = async () => {
      const [described, passed] = await Promise.all([exerciseModule(exercise), subject()]);
      if ("says" in passed) throw new KernelRefused(passed.says);
      return { described, ...passed };
    };
    const made = new GpuTask(
      async (gpu, tools) => {
        const { described, versions, measured } = await read();
        return { run: await runExercise(described, versions, gpu, tools), measured };
      },
      async () => {
        const { described, versions } = await read();
        checkTranslation(described, versions);
      },
    );
    void made.start();
    return made;
  }, [exercise]);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class="own-gpu" ref={panel}>
      <GpuTaskView
        task={task}
        action="Run on my GPU"
        note="Takes a few seconds, in this tab. It has no part in the verdict."
        instead="your pass stands, and the counts say the same on every machine."
      >
        {({ run, measured }, gpu) => <Ran run={run} gpu={gpu} measured={measured} modelled={modelled} />}
      </GpuTaskView>
    </div>
  );
}

/** Times on one machine, as multiples of one of them. */
interface Machine {
  readonly name: string;
  readonly bars: readonly {
    readonly name: string;
    readonly multiple: number | undefined;
    readonly range?: readonly [number, number];
    readonly isYours: boolean;
  }[];
}

interface RanProps extends Pick<RunSubject, "measured">, Pick<RunOnGpuProps, "modelled"> {
  readonly run: ExerciseRun;
  readonly gpu: NamedGpu;
}

function Ran({ run, gpu, measured, modelled }: RanProps) {
  const wrong = run.versions.filter(({ different }) => different > 0);
  if (wrong.length > 0) {
    return (
      <p class="gpu-absent">
        On {gpuText(gpu)},{" "}
        {wrong
          .map(({ id, different }) => `${VERSION_NAMES[id]} has ${pluralize(different, "element")} of ${count(run.elements)} wrong`)
          .join(", ")}
        . The simulator has judged it right, so the defect is in the translation or in the GPU’s driver; times of it would say nothing.
      </p>
    );
  }
  const machines = [...(run.timing && !isTooSmall(run) ? [ownMachine(run, gpu)] : []), ...ourMachines(measured), ...modelMachine(modelled)];
  const highest = Math.max(1, ...machines.flatMap(({ bars }) => bars.flatMap(({ multiple, range }) => [multiple ?? 0, range?.[1] ?? 0])));
  return (
    <div class="own-result">
      <p class="own-told">{toldSentences(run)}</p>
      {machines.map((machine) => (
        <figure key={machine.name} class="machine-bars">
          <figcaption>{machine.name}</figcaption>
          <div class="whose-bars" role="img" aria-label={labelOf(machine)}>
            {machine.bars.map(({ name, multiple, range, isYours }) => (
              <div key={name} class="one">
                <span class="bar-name">{name}</span>
                <MultipleBar
                  share={(multiple ?? 0) / highest}
                  range={range && [range[0] / highest, range[1] / highest]}
                  text={multiple === undefined ? "can’t tell" : `${multipleText(multiple)}×`}
                  whose={isYours ? "yours" : "ours"}
                />
              </div>
            ))}
          </div>
        </figure>
      ))}
      <p class="gpu-note">{checkedSentence(run)}</p>
      <details>
        <summary>How it was run</summary>
        <p class="gpu-note">
          {sizeText(run)} {timesText(run)} {run.timing && clockText(run.timing)}
          {run.notes.map((note) => ` ${note}`)}
          {run.left.map(({ id, reason }) => ` Left out: ${VERSION_NAMES[id]}, which ${reason}.`)}
        </p>
      </details>
    </div>
  );
}

/** The ratio of a version's time to the learner's; undefined where the runs disagree too much to tell. */
function toldRatio(run: ExerciseRun, id: AnswerVersion["id"]): Spread | undefined {
  const timeOf = (wanted: string) => run.timing?.times[run.versions.findIndex((version) => version.id === wanted)];
  const [own, other] = [timeOf("own"), timeOf(id)];
  if (own === undefined || other === undefined) return undefined;
  const ratio = ratioOf(other, own);
  return canTell(ratio) ? ratio : undefined;
}

/** Two times this near are the same: the quartiles of one lie about so far apart. */
const ALIKE = 0.05;

/** Whether the learner's version takes little longer than a kernel that does nothing. */
function isTooSmall({ versions, timing, emptyMicroseconds }: ExerciseRun): boolean {
  const own = timing?.times[versions.findIndex(({ id }) => id === "own")];
  return own !== undefined && own.microseconds.median < MOSTLY_START * emptyMicroseconds;
}

/** Up to so many times what starting a kernel takes, a time is mostly that: threads have to be started, too. */
const MOSTLY_START = 2.5;

/** What the runs say of naive, own and solution, in two sentences. */
function toldSentences(run: ExerciseRun): string {
  const has = (id: AnswerVersion["id"]): boolean => run.versions.some((version) => version.id === id);
  const of = (id: "naive" | "solution"): string[] => {
    if (!has(id)) return [];
    const what = VERSION_NAMES[id];
    const ratio = toldRatio(run, id);
    if (ratio === undefined) return [];
    const spread = `half of ${ratio.runs} runs between ${decimal(ratio.lower)} and ${decimal(ratio.upper)}`;
    if (ratio.lower <= 1 + ALIKE && ratio.upper >= 1 - ALIKE && Math.abs(ratio.median - 1) <= ALIKE)
      return [`Your answer takes as long as ${what} (${spread}).`];
    return ratio.median > 1
      ? [`Your answer is ${multipleText(ratio.median)} times as fast as ${what} (${spread}).`]
      : [`Your answer takes ${multipleText(1 / ratio.median)} times as long as ${what} (its time over yours: ${spread}).`];
  };
  if (run.timing === undefined) return "One run takes longer here than a page may keep a GPU, so there are no times.";
  if (isTooSmall(run))
    return "All versions ran. This exercise has too little to do for your GPU: most of their times is what starting a kernel takes, so they say nothing of the accesses.";
  const others = (["naive", "solution"] as const).filter(has);
  if (others.length === 0) return "Your answer ran; there is no other version of it to compare its time with.";
  const untold = others.filter((id) => toldRatio(run, id) === undefined).map((id) => VERSION_NAMES[id]);
  const cannotTell =
    untold.length === 0 ? [] : [`These runs differ too much to tell how your answer compares with ${untold.join(" and ")}.`];
  return [...others.flatMap(of), ...cannotTell].join(" ");
}

function checkedSentence({ elements, versions }: ExerciseRun): string {
  const versionsText = versions.length === 1 ? "" : `, in ${versions.length === 2 ? "both" : `all ${versions.length}`} versions`;
  return elements === 0
    ? "The exercise leaves open which results there are, so none were compared."
    : `${count(elements)} elements of the results were compared with what the exercise expects, and are right${versionsText}.`;
}

function sizeText({ size }: ExerciseRun): string {
  const numbers = Object.entries(size).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return `Size: ${numbers.map(([name, value]) => `${name} ${count(value)}`).join(", ")}.`;
}

function timesText({ versions, timing, emptyMicroseconds }: ExerciseRun): string {
  if (timing === undefined) return "";
  const texts = timing.times.map(({ microseconds }, place) => {
    const time = canTell(microseconds) ? timeText(microseconds.median) : "can’t tell";
    return `${NAMES[versions[place]!.id]} ${time}`;
  });
  const empty = timeText(emptyMicroseconds);
  return `Medians of ${timing.times[0]!.microseconds.runs} runs, in turn: ${texts.join(", ")}; a kernel that does nothing ${empty}.`;
}

function ownMachine(run: ExerciseRun, gpu: NamedGpu): Machine {
  return {
    name: `Your GPU: ${gpuText(gpu)}`,
    bars: run.versions.map(({ id }) => {
      const ratio = toldRatio(run, id);
      return {
        name: NAMES[id],
        multiple: id === "own" ? 1 : ratio?.median,
        ...(ratio && id !== "own" && { range: [ratio.lower, ratio.upper] as const }),
        isYours: true,
      };
    }),
  };
}

/** The pattern that the exercise teaches, on GPUs of ours: kernels of ours, not these answers. */
function ourMachines(measured: RunSubject["measured"]): Machine[] {
  if (measured === undefined) return [];
  const { what, before, after } = measured;
  const machine = (gpu: string, times: readonly [number | undefined, number | undefined]): Machine[] => {
    const [slow, fast] = times;
    if (slow === undefined || fast === undefined) return [];
    return [
      {
        name: `${gpu}, measured in CUDA: ${what.replace(/,$/, "")}`,
        bars: [
          { name: before.as, multiple: slow / fast, isYours: false },
          { name: after.as, multiple: 1, isYours: false },
        ],
      },
    ];
  };
  return [...machine("H100", [before.microseconds, after.microseconds]), ...machine("H200", [before.onH200, after.onH200])];
}

function modelMachine(modelled: RunOnGpuProps["modelled"]): Machine[] {
  const { own, naive } = modelled ?? {};
  if (own === undefined || naive === undefined || own.growth !== naive.growth) return [];
  const device = own.device === h200.id ? "H200" : own.device.toUpperCase();
  return [
    {
      name: `${device}, by our model of caches and time: not measured`,
      bars: [
        { name: NAMES.naive, multiple: naive.microseconds / own.microseconds, isYours: false },
        { name: NAMES.own, multiple: 1, isYours: false },
      ],
    },
  ];
}

function labelOf({ name, bars }: Machine): string {
  return `${name}. ${bars.map((bar) => `${bar.name}: ${bar.multiple === undefined ? "can’t tell" : `${multipleText(bar.multiple)} times`}`).join("; ")}.`;
}
