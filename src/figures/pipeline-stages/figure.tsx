import { useMemo, useState } from "preact/hooks";
import { pluralize } from "#pictures/format.ts";
import { Slider } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { model } from "./model.ts";
import { DEFAULT_PIPELINE, type Pipeline } from "./pipeline.ts";
import { View } from "./view.tsx";
import "./figure.css";

/** Copies that overlap with work: a small time line of a block's tiles, by the number of stages. A model, in units of time of its own. */
export default function PipelineStages(initial: Partial<Pipeline>) {
  const [pipeline, setPipeline] = useState<Pipeline>(() => ({ ...DEFAULT_PIPELINE, ...initial }));
  const picture = useMemo(() => model(pipeline), [pipeline]);
  return (
    <div class="pipeline-stages">
      <FigureFrame
        name="pipeline-stages"
        title="A pipeline of stages"
        controls={<Controls pipeline={pipeline} onChange={(changed) => setPipeline({ ...pipeline, ...changed })} />}
        readings={picture.readings}
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Tile by tile, in words"
        legend={<Legend />}
      >
        <View picture={picture} />
        <p class="of-a-model">A model of who waits for whom, in units of time of its own: nothing here was measured.</p>
      </FigureFrame>
    </div>
  );
}

interface ControlsProps {
  readonly pipeline: Pipeline;
  readonly onChange: (changed: Partial<Pipeline>) => void;
}

function Controls({ pipeline: { stages, latency, transfer, work }, onChange }: ControlsProps) {
  const units = (value: number): string => `${pluralize(value, "unit")} of time`;
  return (
    <>
      <Slider
        label="Stages"
        min={1}
        max={6}
        value={stages}
        say={(value) => pluralize(value, "stage")}
        onChange={(stages) => onChange({ stages })}
      />
      <Slider label="Latency" min={1} max={12} value={latency} say={units} onChange={(latency) => onChange({ latency })} />
      <Slider label="Transfer" min={1} max={6} value={transfer} say={units} onChange={(transfer) => onChange({ transfer })} />
      <Slider label="Work" min={1} max={6} value={work} say={units} onChange={(work) => onChange({ work })} />
    </>
  );
}

function Legend() {
  return (
    <Swatches
      entries={[
        { swatch: "copy", means: "a copy is under way" },
        { swatch: "waits", means: "the tile has landed, and waits" },
        { swatch: "asked", means: "work on the tile" },
      ]}
    />
  );
}
