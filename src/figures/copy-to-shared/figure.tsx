import { useMemo, useState } from "preact/hooks";
import { bytes } from "#pictures/format.ts";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { DEFAULT_COPY, fitted, type Reads, type TileCopy } from "./copy.ts";
import { model } from "./model.ts";
import { View } from "./view.tsx";
import "./figure.css";

/** A warp's `cp.async`: from which banks to which each lane copies, and which lanes have to wait for which. */
export default function CopyToShared(initial: Partial<TileCopy>) {
  const [copy, setCopy] = useState(() => fitted({ ...DEFAULT_COPY, ...initial }));
  const [hoveredLane, onPoint] = useState<number>();
  const picture = useMemo(() => model({ copy, hoveredLane }), [copy, hoveredLane]);
  const change = (changed: Partial<TileCopy>) => setCopy(fitted({ ...copy, ...changed }));
  return (
    <div class="copy-to-shared">
      <FigureFrame
        name="copy-to-shared"
        title="A copy from global to shared memory"
        controls={<Controls copy={copy} onChange={change} />}
        readings={picture.readings}
        pointed={picture.pointed}
        hint={POINT_AT_A_LANE}
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Group by group, in words"
      >
        <View picture={picture} onPoint={onPoint} />
      </FigureFrame>
    </div>
  );
}

interface ControlsProps {
  readonly copy: TileCopy;
  readonly onChange: (changed: Partial<TileCopy>) => void;
}

const CACHES = [
  { value: "ca" as const, label: "ca, through L1" },
  { value: "cg" as const, label: "cg, past it" },
];
const WIDTHS = ([4, 8, 16] as const).map((width) => ({ value: width, label: `${width}` }));
const READS = (["in order", "in reverse", "every second", "all the same"] as const).map((reads): { value: Reads; label: string } => ({
  value: reads,
  label: reads,
}));
const SWIZZLES = [
  { value: "off" as const, label: "off" },
  { value: "128B" as const, label: "128B" },
];

function Controls({ copy, onChange }: ControlsProps) {
  return (
    <>
      <Slider
        label="Start"
        max={112}
        step={copy.bytesPerLane}
        value={copy.startByte}
        say={(byte) => `byte ${byte} of a cache line`}
        onChange={(startByte) => onChange({ startByte })}
      />
      <Slider
        label="Pitch"
        min={128}
        max={176}
        step={16}
        value={copy.pitchBytes}
        say={bytes}
        onChange={(pitchBytes) => onChange({ pitchBytes })}
      />
      <Choice label="The lanes read" options={READS} value={copy.reads} onChange={(reads) => onChange({ reads })} />
      <Choice
        label="Bytes per lane"
        options={WIDTHS}
        value={copy.bytesPerLane}
        onChange={(bytesPerLane) => onChange({ bytesPerLane, ...(bytesPerLane < 16 && { cache: "ca" }) })}
      />
      <Choice
        label="Swizzle"
        options={SWIZZLES}
        value={copy.swizzled ? "128B" : "off"}
        onChange={(mode) => onChange({ swizzled: mode === "128B" })}
      />
      <Choice label="Cache" options={CACHES} value={copy.cache} onChange={(cache) => onChange({ cache })} />
    </>
  );
}
