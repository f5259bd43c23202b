import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import type { MeasuredPattern } from "../exercise-data.ts";
import { reasonOf } from "../reason-of.ts";
import type { AnswerTimes } from "../storage/successes.ts";
import type { AnswerVersion } from "./run-exercise.ts";

/** What is run, and what its times are drawn beside. */
export interface RunSubject {
  /** The versions to compare, the learner's among them. */
  readonly versions: readonly AnswerVersion[];
  /** The exercise's pattern as it was timed on our GPUs. */
  readonly measured: MeasuredPattern | undefined;
  /** By the model. */
  readonly modelled: AnswerTimes | undefined;
}

/** An answer that doesn't run on a GPU, because the judge hasn't passed it. */
export interface NotPassed {
  readonly says: string;
}

export interface RunOnGpuProps {
  readonly exercise: string;
  /** Read when the button is pressed: what is run, or a sentence for the learner where the judge hasn't passed the answer. */
  readonly subject: () => Promise<RunSubject | NotPassed>;
}

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
      <button type="button" data-intent="own-gpu" onClick={() => void open()}>
        Run on my GPU
      </button>
      <p role="status">{complaint}</p>
    </div>
  );
}
