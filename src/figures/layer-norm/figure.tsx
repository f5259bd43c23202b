import { useId, useMemo, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { NOT_MOVED, Swatches } from "../drawing/swatches.tsx";
import { stepCaption } from "./captions.ts";
import { warps, type RowKernel } from "./kernel.ts";
import { model, placeInKernel, stepCount, type Settings } from "./model.ts";
import { AccessTable, RowView, ZoomView } from "./view.tsx";
import "./figure.css";

/** How long both walks take together while the figure plays, and the longest that one step is shown. */
const PLAY_MS = 6000;
const MAX_STEP_MS = 700;

/** A block's two walks over its row: wide loads take fewer requests, and move the same sectors. */
export default function LayerNorm(initial: Partial<Omit<Settings, "hoveredLane">>) {
  const [kernel, setKernel] = useState<RowKernel>({
    hiddenSize: initial.hiddenSize ?? 4096,
    vectorElements: initial.vectorElements ?? 8,
    threads: initial.threads ?? 256,
  });
  const [chosenWarp, onChooseWarp] = useState(initial.warp ?? 2);
  const [hoveredLane, onPoint] = useState<number>();
  const count = stepCount(kernel);
  const steps = useSteps(count, Math.min(MAX_STEP_MS, PLAY_MS / count), initial.step);
  const warp = Math.min(chosenWarp, warps(kernel) - 1);
  const picture = useMemo(() => model({ ...kernel, step: steps.step, warp, hoveredLane }), [kernel, steps.step, warp, hoveredLane]);
  const id = useId();
  return (
    <FigureFrame
      name="layer-norm"
      title="A row on its way through layer norm"
      controls={
        <>
          <Controls kernel={kernel} warp={warp} onChange={setKernel} onChooseWarp={onChooseWarp} />
          <StepControls steps={steps} say={(step) => stepCaption(kernel, placeInKernel(kernel, step))} />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed}
      hint={POINT_AT_A_LANE}
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Access by access, in words"
    >
      <div class="layer-norm">
        <p class="step-now">{picture.now}</p>
        <RowView strips={picture.strips} label={picture.now} gradient={`lanes-${id}`} onChooseWarp={onChooseWarp} />
        <p class="warp-now">{picture.warpNow}</p>
        <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
        <ZoomView zoom={picture.zoom} label={picture.warpNow} hatch={`hatch-${id}`} onPoint={onPoint} />
        <Swatches
          entries={[
            { swatch: "asked", means: "asked for now" },
            { swatch: "done", means: "earlier in this walk" },
            { swatch: "cached", means: "brought by the first walk" },
            NOT_MOVED,
          ]}
        />
        <AccessTable rows={picture.table} />
      </div>
    </FigureFrame>
  );
}

const HIDDEN_SIZES = [1024, 2048, 4096, 5120, 8192].map((value) => ({ value, label: count(value) }));
const VECTORS = ([1, 4, 8] as const).map((value) => ({ value, label: `${value}` }));
const THREADS = [128, 256, 512].map((value) => ({ value, label: `${value}` }));

interface ControlsProps {
  readonly kernel: RowKernel;
  readonly warp: number;
  readonly onChange: (kernel: RowKernel) => void;
  readonly onChooseWarp: (warp: number) => void;
}

function Controls({ kernel, warp, onChange, onChooseWarp }: ControlsProps) {
  return (
    <>
      <Choice
        label="Elements per lane"
        options={VECTORS}
        value={kernel.vectorElements}
        onChange={(vectorElements) => onChange({ ...kernel, vectorElements })}
      />
      <Choice label="Row" options={HIDDEN_SIZES} value={kernel.hiddenSize} onChange={(hiddenSize) => onChange({ ...kernel, hiddenSize })} />
      <Choice label="Threads" options={THREADS} value={kernel.threads} onChange={(threads) => onChange({ ...kernel, threads })} />
      <Slider label="Warp" max={warps(kernel) - 1} value={warp} say={(number) => `warp ${number}`} onChange={onChooseWarp} />
    </>
  );
}
