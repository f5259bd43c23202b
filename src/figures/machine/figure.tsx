import { useMemo, useState } from "preact/hooks";
import { FETCH_GRANULARITIES, type FetchGranularity } from "#simulator";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { ASKED_FOR, MOVED, MOVED_BY_DRAM, Swatches } from "../drawing/swatches.tsx";
import type { Level } from "./captions.ts";
import { InFlight } from "./in-flight.tsx";
import { model, stagesOf, titleOf } from "./model.ts";
import { SCENES, sceneOf, type Floor } from "./scenes.ts";
import { View } from "./view.tsx";
import { WholeView } from "./whole-view.tsx";
import type { WholeKernel } from "./whole.ts";
import "./figure.css";

interface WholeKernelsProps {
  /** From `wholeKernels`. */
  readonly whole: readonly WholeKernel[];
}

interface SmallKernelsProps {
  /** How many floors are open: those of the parts up to this one. */
  readonly floor: Floor;
  /** The kernel that is shown at first: id of one of the floor's scenes. Default: the first. */
  readonly scene?: string;
  /** The stage that is shown at first, from 0. */
  readonly step?: number;
  /** From floor 4 on: how long a lone load waits for each level, in ns, as measured on an H200. */
  readonly latency?: Readonly<Record<Level, number>>;
  /** Whether the figure also shows how many bytes an SM has in flight, and how many it takes to keep DRAM busy. Needs the latency. */
  readonly isInFlight?: boolean;
}

/** How long a stage is shown while the figure plays. */
const STAGE_MS = 2600;

const SCENE_LABELS: Readonly<Record<Floor, string>> = {
  1: "Each thread reads",
  2: "The tile",
  3: "Lanes side by side",
  4: "Each warp reads",
};

const GRANULARITIES = FETCH_GRANULARITIES.map((value) => ({ value, label: `${value} bytes` }));

/** The machine that runs the course's kernels: a small kernel goes through it request by request, or large ones go through it whole. */
export default function Machine(props: SmallKernelsProps | WholeKernelsProps) {
  return "whole" in props ? <WholeKernels {...props} /> : <SmallKernels {...props} />;
}

/** Whole kernels, each with what crosses in all and with the time that each part of the machine would take alone. */
function WholeKernels({ whole: kernels }: WholeKernelsProps) {
  const [id, setId] = useState(kernels[0]!.id);
  const kernel = kernels.find((other) => other.id === id)!;
  return (
    <FigureFrame
      name="machine"
      title="The machine"
      titled
      controls={<Choice label="Transpose" options={kernels.map(({ id, label }) => ({ value: id, label }))} value={id} onChange={setId} />}
      sentence={kernel.sentence}
      details={kernel.details}
      detailsTitle="Part by part, in words"
    >
      <WholeView kernel={kernel} title={kernel.label} />
    </FigureFrame>
  );
}

/** A small kernel, request by request, as the simulator counts it. */
function SmallKernels({ floor, scene: firstScene, step: firstStep = 0, latency, isInFlight = false }: SmallKernelsProps) {
  const scenes = SCENES[floor];
  const [id, setId] = useState(firstScene ?? scenes[0]!.id);
  const [fetchGranularityBytes, setGranularity] = useState<FetchGranularity>(64);
  const [hoveredLane, onPoint] = useState<number>();
  const scene = useMemo(() => {
    const chosen = sceneOf(floor, id);
    return floor === 3 ? { ...chosen, fetchGranularityBytes } : chosen;
  }, [floor, id, fetchGranularityBytes]);
  const stages = useMemo(() => stagesOf(scene), [scene]);
  const steps = useSteps(stages.length, STAGE_MS, firstStep);
  const picture = useMemo(
    () => model({ scene, stages, step: steps.step, hoveredLane, latency }),
    [scene, stages, steps.step, hoveredLane, latency],
  );
  return (
    <FigureFrame
      name="machine"
      title="The machine"
      titled
      controls={
        <>
          <Choice label={SCENE_LABELS[floor]} options={scenes.map(({ id, label }) => ({ value: id, label }))} value={id} onChange={setId} />
          {floor === 3 && <Choice label="L2 fetches" options={GRANULARITIES} value={fetchGranularityBytes} onChange={setGranularity} />}
          <StepControls steps={steps} say={(step) => titleOf(stages[step]!)} />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed}
      hint={POINT_AT_A_LANE}
      legend={
        <Swatches
          entries={[
            ASKED_FOR,
            MOVED,
            { swatch: "held", means: "held from before" },
            { swatch: "unsaved", means: "stored, not in DRAM yet" },
            MOVED_BY_DRAM,
          ]}
        />
      }
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Request by request, in words"
    >
      <p class="machine-stage">
        <code>{scene.code}</code> <b>{picture.title}</b>
      </p>
      <View picture={picture} floor={floor} stage={`${scene.id} ${fetchGranularityBytes} ${steps.step}`} onPoint={onPoint} />
      {isInFlight && latency && <InFlight dramNanoseconds={latency.DRAM} />}
    </FigureFrame>
  );
}
