import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { reasonOf } from "../reason-of.ts";
import type { RunOnGpuProps } from "./run-exercise.ts";

/** What `RunOnGpu` becomes when it's pressed. */
export type ExerciseRunView = FunctionComponent<RunOnGpuProps>;

/** The button for a passed answer. All that runs it comes when it's pressed. */
export function RunOnGpu(props: RunOnGpuProps) {
  const [view, setView] = useState<{ readonly View: ExerciseRunView }>();
  const [complaint, complain] = useState<string>();
  if (view !== undefined) return <view.View {...props} />;
  const open = async (): Promise<void> => {
    try {
      setView({ View: (await import("./exercise-run-view.tsx")).ExerciseRunView });
    } catch (error) {
      complain(`This could not be loaded (${reasonOf(error)}). Check your network connection, and press again.`);
    }
  };
  return (
    <div class="own-gpu">
      <button type="button" class="plain-button" data-intent="own-gpu" onClick={() => void open()}>
        Run on my GPU
      </button>
      <p role="status">{complaint}</p>
    </div>
  );
}
