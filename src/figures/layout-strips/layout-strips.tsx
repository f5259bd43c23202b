import { useMemo, useState } from "preact/hooks";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { useSteps } from "../drawing/steps.tsx";
import { Controls } from "./controls.tsx";
import "./layout-strips.css";
import { Legend } from "./legend.tsx";
import { model, stepCount, type Settings } from "./model.ts";
import { Tally } from "./tally.tsx";
import { View } from "./view.tsx";

interface LayoutStripsProps extends Partial<Settings> {
  /** The access that is shown at first, from 0. */
  readonly step?: number;
}

const STEP_MS = 1100;

/** Records as AoS, SoA or AoSoA, and two warps that read them field by field. */
export default function LayoutStrips({ step: firstStep = 0, ...initial }: LayoutStripsProps) {
  const [settings, setSettings] = useState<Settings>({
    layout: initial.layout ?? "AoS",
    fields: initial.fields ?? 8,
    fieldsRead: initial.fieldsRead ?? 1,
    chunkRecords: initial.chunkRecords ?? 32,
  });
  const [hoveredLane, onPoint] = useState<number>();
  const steps = useSteps(stepCount(settings), STEP_MS, firstStep);
  const picture = useMemo(() => model({ ...settings, step: steps.step, hoveredLane }), [settings, steps.step, hoveredLane]);
  return (
    <FigureFrame
      title="How records lie in memory, and what a walk over them moves"
      controls={<Controls settings={settings} onChange={setSettings} steps={steps} stepNames={picture.steps} />}
      sentence={picture.sentence}
      details={picture.details}
    >
      <div class="layout-strips" data-walking={steps.playing ? "" : undefined}>
        <div>
          <View picture={picture} onPoint={onPoint} />
          <Legend layout={settings.layout} />
        </div>
        <div>
          <Tally accessName={picture.steps[steps.step]} access={picture.access} soFar={picture.soFar} />
          <p class="uncached">Each access is counted as if nothing were cached. What moves again is what L1 can save.</p>
          <p class="pointed">{picture.pointed ?? "Point at a lane, or walk along them with the arrow keys."}</p>
        </div>
      </div>
    </FigureFrame>
  );
}
