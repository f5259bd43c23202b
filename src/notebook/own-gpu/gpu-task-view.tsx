import type { ComponentChildren } from "preact";
import { decimal, withUnit } from "#pictures/format.ts";
import type { Timing } from "#webgpu/time-runs.ts";
import type { GpuTask, NamedGpu } from "./gpu-task.ts";
import "../whose-bars.css";
import "./own-gpu.css";

interface GpuTaskViewProps<Result> {
  readonly task: GpuTask<Result>;
  /** What the button says: "Run on my GPU". */
  readonly action: string;
  /** What it does and how long it takes, beside the button. */
  readonly note: string;
  /** What a reader without a GPU has instead: "The times of an H100 are above." */
  readonly instead: string;
  readonly children: (result: Result, gpu: NamedGpu) => ComponentChildren;
}

/** A task on the reader's GPU: its button, how far it is, what it found, or why it cannot be run here. */
export function GpuTaskView<Result>({ task, action, note, instead, children }: GpuTaskViewProps<Result>) {
  const state = task.state.value;
  const start = (onSoftware = false) => void task.start(onSoftware);
  return (
    <>
      {state.kind === "done" && children(state.result, state.gpu)}
      <div class="gpu-bar">
        {state.kind === "running" ? (
          <>
            <button type="button" class="plain-button" onClick={() => task.stop()}>
              Stop
            </button>
            <progress value={state.progress} aria-label="Measured so far" />
          </>
        ) : (
          <button
            type="button"
            class="plain-button"
            data-intent="own-gpu"
            onClick={() => start(state.kind === "done" && state.gpu.software !== undefined)}
          >
            {state.kind === "done" ? "Run it again" : action}
          </button>
        )}
        {(state.kind === "idle" || state.kind === "done") && <span class="gpu-note">{note}</span>}
      </div>
      <div role="status">
        {state.kind === "running" && <p class="gpu-note">Your GPU is running it, in pieces of a few hundredths of a second.</p>}
        {state.kind === "absent" && (
          <p class="gpu-absent">
            {state.says} You miss nothing of the course: {instead}
          </p>
        )}
        {state.kind === "software" && (
          <p class="gpu-absent">
            This browser has a program in the place of a GPU ({state.name}). It computes on the processor, and its times say nothing of a
            GPU. You miss nothing of the course: {instead}{" "}
            <button type="button" class="plain-button" data-intent="on-software" onClick={() => start(true)}>
              Run it all the same
            </button>
          </p>
        )}
        {state.kind === "failed" && <p class="gpu-absent">{state.says}</p>}
        {state.kind === "done" && <p class="sr-only">Done.</p>}
      </div>
    </>
  );
}

/** "swiftshader, which computes on the processor" or the GPU's name. */
export function gpuText({ name, software }: NamedGpu): string {
  return software === undefined ? name : `${software} (no GPU: it computes on the processor)`;
}

/** How times were taken, in a few sentences. */
export function clockText({ clock, longestSubmission }: Pick<Timing, "clock" | "longestSubmission">): string {
  const by =
    clock === "timestamps"
      ? "Timed by the GPU’s own clock."
      : "Timed by waiting for the GPU, because this browser doesn’t let pages read its clock.";
  return `${by} The longest piece of work took ${withUnit(decimal(longestSubmission), "ms")}. The marks are where half of the runs lie.`;
}

/** A time with its unit: µs, or ms from 1,000 µs on. */
export function timeText(microseconds: number): string {
  return microseconds < 1000 ? withUnit(decimal(microseconds), "µs") : withUnit(decimal(microseconds / 1000), "ms");
}
