import { useEffect, useState } from "preact/hooks";

/** The position in a figure that is shown step by step. */
export interface Steps {
  /** 0 … count − 1. */
  readonly step: number;
  readonly count: number;
  readonly playing: boolean;
  readonly go: (step: number) => void;
  readonly toggle: () => void;
}

/**
 * Steps through a figure, by hand or by itself. Playing stops at the last step; nothing moves before the reader asks for it.
 *
 * @param count how many steps there are
 * @param milliseconds how long a step is shown while the figure plays
 * @param first the step that is shown at first, and in print: one that shows the point; Infinity for the last. The first Play begins at step 0 nevertheless
 */
export function useSteps(count: number, milliseconds: number, first = 0): Steps {
  const [step, setStep] = useState(first);
  const [playing, setPlaying] = useState(false);
  const [isUntouched, setUntouched] = useState(true);
  const shown = Math.min(step, count - 1);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (shown >= count - 1 ? setPlaying(false) : setStep(shown + 1)), milliseconds);
    return () => clearTimeout(timer);
  }, [playing, shown, count, milliseconds]);
  return {
    step: shown,
    count,
    playing,
    go: (next) => (setPlaying(false), setUntouched(false), setStep(next)),
    toggle: () => {
      if (!playing && (isUntouched || shown >= count - 1)) setStep(0);
      setUntouched(false);
      setPlaying(!playing);
    },
  };
}

interface StepControlsProps {
  readonly steps: Steps;
  /** What a step is called by assistive technology: "the warp collects its addresses". */
  readonly say: (step: number) => string;
  /** Steps that are marked below the slider. */
  readonly marks?: readonly number[];
}

/** Play, back, forward, and a slider over all steps. */
export function StepControls({ steps: { step, count, playing, go, toggle }, say, marks = [] }: StepControlsProps) {
  const slider = (
    <input
      type="range"
      min={0}
      max={count - 1}
      step={1}
      value={step}
      aria-label="Step"
      aria-valuetext={say(step)}
      onInput={(event) => go(event.currentTarget.valueAsNumber)}
    />
  );
  return (
    <div class="step-controls" role="group" aria-label="Steps">
      <button type="button" class="play" onClick={toggle}>
        {playing ? "Pause" : "Play"}
      </button>
      <button type="button" disabled={step === 0} onClick={() => go(step - 1)} aria-label="Step back">
        ‹
      </button>
      {marks.length === 0 ? (
        slider
      ) : (
        <span class="marked-slider">
          {slider}
          <span class="slider-marks" aria-hidden="true">
            {marks.map((mark) => (
              <i key={mark} class={mark === step ? "here" : undefined} style={{ "--at": String(mark / Math.max(1, count - 1)) }} />
            ))}
          </span>
        </span>
      )}
      <button type="button" disabled={step === count - 1} onClick={() => go(step + 1)} aria-label="Step forward">
        ›
      </button>
      <span class="step-count" aria-hidden="true">
        {step + 1} / {count}
      </span>
    </div>
  );
}
