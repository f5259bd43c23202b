import { useMemo, useState } from "preact/hooks";
import { CACHE_LINE_BYTES, WORD_BYTES } from "#simulator";
import type { L1Loads } from "#hardware/l1-loads.ts";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { model, type ActiveLanes, type Pattern } from "./model.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface Props extends Partial<Pattern> {
  /** `loads` of `virtual:hardware`. */
  readonly measured: L1Loads;
}

const LANES: readonly { value: ActiveLanes; label: string }[] = [
  { value: "all", label: "all 32" },
  { value: "lower-half", label: "lower half" },
  { value: "upper-half", label: "upper half" },
  { value: "every-other", label: "every other" },
  { value: "first-eight", label: "first 8" },
];
const STRIDES = [1, 2, 4, 8].map((stride) => ({ value: stride, label: `${stride}` }));
const LAST_OFFSET = CACHE_LINE_BYTES / WORD_BYTES - 1;

/** What one load moves with L1 caching on and off, beside what the line model says about it. */
export default function CacheAndHalfWarps({ measured, ...initial }: Props) {
  const [pattern, setPattern] = useState<Pattern>({
    lanes: initial.lanes ?? "lower-half",
    strideElements: initial.strideElements ?? 1,
    offsetElements: initial.offsetElements ?? 0,
  });
  const [hoveredLane, onPoint] = useState<number>();
  const picture = useMemo(() => model({ ...pattern, hoveredLane, measured }), [pattern, hoveredLane, measured]);
  return (
    <FigureFrame
      name="cache-and-half-warps"
      title="One load with L1 caching on and off"
      controls={
        <>
          <Choice label="Active lanes" options={LANES} value={pattern.lanes} onChange={(lanes) => setPattern({ ...pattern, lanes })} />
          <Choice
            label="Stride"
            options={STRIDES}
            value={pattern.strideElements}
            onChange={(strideElements) => setPattern({ ...pattern, strideElements })}
          />
          <Slider
            label="Offset"
            max={LAST_OFFSET}
            value={pattern.offsetElements}
            say={(floats) => `${floats} ${floats === 1 ? "float" : "floats"}`}
            onChange={(offsetElements) => setPattern({ ...pattern, offsetElements })}
          />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed}
      hint={POINT_AT_A_LANE}
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Line by line, in words"
    >
      <View picture={picture} onPoint={onPoint} />
    </FigureFrame>
  );
}
