import { useMemo, useState } from "preact/hooks";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { model } from "./model.ts";
import { levelCount, strideOf, type Scheme } from "./tree.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface Props {
  readonly scheme?: Scheme;
  /** Threads of the block. */
  readonly threads?: number;
  /** The level that is shown at first, from 0. */
  readonly level?: number;
}

const SCHEMES: readonly { value: Scheme; label: string }[] = [
  { value: "modulo", label: "modulo" },
  { value: "strided", label: "strided index" },
  { value: "sequential", label: "sequential" },
];
const BLOCKS = [128, 256].map((threads) => ({ value: threads, label: `${threads}` }));
const STEP_MS = 1600;

/** A block adds up its words in shared memory, level by level: which threads work, which banks they access, and what it costs. */
export default function ReductionTree(initial: Props) {
  const [scheme, setScheme] = useState<Scheme>(initial.scheme ?? "sequential");
  const [threads, setThreads] = useState(initial.threads ?? 128);
  const [hoveredThread, onPoint] = useState<number>();
  const steps = useSteps(levelCount(threads), STEP_MS, initial.level);
  const picture = useMemo(() => model({ scheme, threads, step: steps.step, hoveredThread }), [scheme, threads, steps.step, hoveredThread]);
  return (
    <FigureFrame
      name="reduction-tree"
      sketch={async () => (await import("./sketch.ts")).sketch(scheme, threads, steps.step)}
      title="A sum over a block in shared memory"
      controls={
        <>
          <Choice label="Addressing" options={SCHEMES} value={scheme} onChange={setScheme} />
          <Choice label="Threads" options={BLOCKS} value={threads} onChange={setThreads} />
          <StepControls steps={steps} say={(step) => `level ${step + 1}, stride ${strideOf(scheme, threads, step)}`} />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed}
      hint="Point at a lane or a word, or walk along the lanes with the arrow keys."
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Level by level, in words"
    >
      <View picture={picture} onPoint={onPoint} />
    </FigureFrame>
  );
}
