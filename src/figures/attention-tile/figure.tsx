import { useMemo, useState } from "preact/hooks";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { remedyName, stageCaption } from "./captions.ts";
import { model } from "./model.ts";
import { STAGES, columns, loadRequests, remedies, stageAt, type KTile, type Settings } from "./tile.ts";
import { KeysView, TileView } from "./view.tsx";
import "./figure.css";

/** How long a stage is shown while the figure plays. */
const STAGE_MS = 2200;

/** A tile of K on its way to Q · Kᵀ: loaded row by row, read column by column. */
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
      name="attention-tile"
      title="A tile of K, read as its transpose"
      controls={
        <>
          <Controls choice={choice} onChange={setChoice} />
          <StepControls steps={steps} say={(step) => stageCaption({ ...choice, step }, stageAt(step))} />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed}
      hint={POINT_AT_A_LANE}
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
            { swatch: "asked", means: "what the lanes access" },
            { swatch: "held", means: "holds K" },
            { swatch: "still", means: "empty, or padding" },
          ]}
        />
      </div>
    </FigureFrame>
  );
}

/** What the reader may change besides the step. */
type TileChoice = Omit<Settings, "step" | "hoveredLane">;

const HEAD_DIMS = ([64, 128] as const).map(option);
const ELEMENT_BYTES = ([2, 4] as const).map(option);
const KEYS = ([32, 64] as const).map(option);
const LANE_MOVES = [
  { value: "vector", label: "16 bytes" },
  { value: "element", label: "one element" },
] as const;

interface ControlsProps {
  readonly choice: TileChoice;
  readonly onChange: (choice: TileChoice) => void;
}

function Controls({ choice, onChange }: ControlsProps) {
  const change = (changed: Partial<TileChoice>) => onChange(fitted({ ...choice, ...changed }));
  const remedyOptions = remedies(choice).map((remedy) => ({ value: remedy, label: remedyName(choice, remedy) }));
  return (
    <>
      <Choice label="Against conflicts" options={remedyOptions} value={choice.remedy} onChange={(remedy) => change({ remedy })} />
      <Choice label="A lane moves" options={LANE_MOVES} value={choice.laneMoves} onChange={(laneMoves) => change({ laneMoves })} />
      <Choice
        label="Bytes per element"
        options={ELEMENT_BYTES}
        value={choice.bytesPerElement}
        onChange={(bytesPerElement) => change({ bytesPerElement })}
      />
      <Choice label="Head dim" options={HEAD_DIMS} value={choice.headDim} onChange={(headDim) => change({ headDim })} />
      <Choice label="Keys" options={KEYS} value={choice.keys} onChange={(keys) => change({ keys })} />
      <Slider
        label="Load"
        max={loadRequests(choice) - 1}
        value={choice.request}
        say={(request) => `request ${request} that brings the tile`}
        onChange={(request) => change({ request })}
      />
      <Slider
        label="Column"
        max={columns(choice) - 1}
        value={choice.column}
        say={(column) => `column ${column} of K`}
        onChange={(column) => change({ column })}
      />
    </>
  );
}

/** The choice, with every setting that the new tile does not allow replaced by one that it allows. */
function fitted(choice: TileChoice): TileChoice {
  return {
    ...choice,
    remedy: remedies(choice).includes(choice.remedy) ? choice.remedy : "pad-unit",
    request: Math.min(choice.request, loadRequests(choice) - 1),
    column: Math.min(choice.column, columns(choice) - 1),
  };
}

function option<T extends KTile["headDim"] | KTile["bytesPerElement"] | KTile["keys"]>(
  value: T,
): { readonly value: T; readonly label: string } {
  return { value, label: `${value}` };
}
