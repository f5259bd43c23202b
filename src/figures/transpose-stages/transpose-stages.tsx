import { useMemo, useRef, useState } from "preact/hooks";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import type { MeasuredVersion } from "./measured.ts";
import { model } from "./model.ts";
import { scenesOf } from "./scenes.ts";
import "./transpose-stages.css";
import { useFlight } from "./use-flight.ts";
import { versions, type Version } from "./versions.ts";
import { View } from "./view.tsx";

interface TransposeStagesProps {
  /** The version that is drawn at first. */
  readonly version?: Version;
  /** How fast the versions ran, from `measuredVersions`; without them no bars are drawn. */
  readonly measured?: readonly MeasuredVersion[];
}

const STEP_MS = 1900;
const OPTIONS = (Object.keys(versions) as Version[]).map((value) => ({ value, label: versions[value].label }));

/** The transpose of a matrix, step by step, in five versions. */
export default function TransposeStages({ version: first = "tiled", measured }: TransposeStagesProps) {
  const [version, setVersion] = useState(first);
  const [hoveredLane, onPoint] = useState<number>();
  const count = scenesOf(versions[version]).length;
  const steps = useSteps(count, STEP_MS, count - 1);
  const picture = useMemo(() => model({ version, step: steps.step, hoveredLane, measured }), [version, steps.step, hoveredLane, measured]);
  const frame = useRef<HTMLDivElement>(null);
  useFlight(frame, picture.scene);
  /** Another version is shown at the same scene, where it has one: so that they can be compared. */
  const choose = (next: Version) => {
    const scenes = scenesOf(versions[next]);
    const same = scenes.findIndex(({ kind }) => kind === picture.scene.kind);
    setVersion(next);
    steps.go(same < 0 ? scenes.length - 1 : same);
  };
  return (
    <div ref={frame} class="transpose-stages">
      <FigureFrame
        title="Transposing a matrix, step by step"
        controls={
          <>
            <Choice label="Version" options={OPTIONS} value={version} onChange={choose} />
            <StepControls steps={steps} say={(step) => picture.stepTitles[step]} />
          </>
        }
        sentence={picture.sentence}
        details={picture.details}
      >
        <View picture={picture} onPoint={onPoint} />
      </FigureFrame>
    </div>
  );
}
