import { useMemo, useState } from "preact/hooks";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { Controls, type TileChoice } from "./controls.tsx";
import { KeysView } from "./keys-view.tsx";
import { model } from "./model.ts";
import { STAGES, type Settings } from "./stage.ts";
import { TileView } from "./tile-view.tsx";
import { stageWords } from "./words.ts";
import "./attention-tile.css";

/** How long a stage is shown while the figure plays. */
const STAGE_MS = 2200;

/** A tile of K on its way to Q · Kᵀ: brought row by row, read column by column. */
export default function AttentionTile(initial: Partial<Omit<Settings, "hoveredLane">>) {
  const [choice, setChoice] = useState<TileChoice>({
    headDim: initial.headDim ?? 64,
    bytesPerElement: initial.bytesPerElement ?? 2,
    keys: initial.keys ?? 32,
    laneMoves: initial.laneMoves ?? "vector",
    remedy: initial.remedy ?? "none",
    request: initial.request ?? 1,
    column: initial.column ?? 2,
  });
  const steps = useSteps(STAGES.length, STAGE_MS, initial.step ?? STAGES.indexOf("read"));
  const [hoveredLane, onPoint] = useState<number>();
  const picture = useMemo(() => model({ ...choice, step: steps.step, hoveredLane }), [choice, steps.step, hoveredLane]);
  return (
    <FigureFrame
      title="A tile of K, read as its transpose"
      controls={
        <>
          <Controls choice={choice} onChange={setChoice} />
          <StepControls steps={steps} say={(step) => stageWords({ ...choice, step }, STAGES[step])} />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed ?? "Point at a lane, or walk along them with the arrow keys."}
      sentence={picture.sentence}
      details={picture.details}
    >
      <div class={steps.playing ? "attention-tile playing" : "attention-tile"}>
        <ol class="stages">
          {STAGES.map((stage) => (
            <li key={stage} aria-current={stage === picture.stage ? "step" : undefined}>
              {stage}
            </li>
          ))}
        </ol>
        <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
        <div class="panels">
          <KeysView picture={picture} onPoint={onPoint} />
          <TileView picture={picture} onPoint={onPoint} />
        </div>
        <Swatches
          entries={[
            { swatch: "asked", means: "what the lanes are at" },
            { swatch: "held", means: "holds K" },
            { swatch: "still", means: "empty, or padding" },
          ]}
        />
      </div>
    </FigureFrame>
  );
}
