import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { SECTOR_BYTES, type AccessWidth, type MemoryOp } from "#simulator";
import { patternRequest, type Pattern } from "#pictures/pattern.ts";
import type { MemoryModel } from "#pictures/memory-rows.ts";
import { byteAddressOf } from "#pictures/lanes.ts";
import { Choice, Slider } from "../drawing/controls.tsx";
import { Figure } from "./request-figure.tsx";
import { model, type Pointing } from "./model.ts";

/** How long the controls must rest before the path from lanes to lines is shown. */
const PAUSE_MS = 250;

interface WarpToMemoryProps extends Partial<Settings> {
  /** Whether only the stride can be changed, and only the number of sectors is shown. */
  readonly isBrief?: boolean;
}

/** The course's main figure: drag the stride, and see which sectors and lines one warp's request touches. */
export default function WarpToMemory({ isBrief = false, ...initial }: WarpToMemoryProps) {
  const [settings, setSettings] = useState<Settings>({
    op: initial.op ?? "load",
    strideElements: initial.strideElements ?? 1,
    offsetElements: initial.offsetElements ?? 0,
    bytesPerElement: initial.bytesPerElement ?? 4,
    memoryModel: initial.memoryModel ?? "sector",
  });
  const [pointing, setPointing] = useState<Pointing>({});
  const picture = useMemo(() => model({ ...settings, ...pointing }), [settings, pointing]);
  const frame = useTracing(settings);
  const toggleSector = (sector: number) =>
    setPointing(({ selectedSector }) => ({ selectedSector: selectedSector === sector ? undefined : sector }));
  return (
    <div ref={frame} class="tracing-frame">
      <Figure
        name="warp-to-memory"
        sketch={async () => (await import("./sketch.ts")).sketch(settings)}
        title="One warp's request and the memory that it moves"
        controls={<Controls settings={settings} isBrief={isBrief} onChange={(next) => (setPointing({}), setSettings(next))} />}
        picture={picture}
        isBrief={isBrief}
        onPoint={(hoveredLane) => setPointing(({ selectedSector }) => ({ selectedSector, hoveredLane }))}
        onChooseLane={(lane) => toggleSector(Math.floor(byteAddressOf(patternRequest(settings), lane) / SECTOR_BYTES))}
        onChooseSector={toggleSector}
      />
    </div>
  );
}

/** Animates lane → sector → line once, each time that the settings have changed and come to rest. */
function useTracing(settings: Settings) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(settings);
  useEffect(() => {
    const element = frame.current;
    if (!element || shown.current === settings) return;
    shown.current = settings;
    delete element.dataset.tracing;
    const timer = setTimeout(() => (element.dataset.tracing = ""), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [settings]);
  return frame;
}

/** Everything that the reader may change. */
interface Settings extends Pattern {
  readonly memoryModel: MemoryModel;
}

interface ControlsProps {
  readonly settings: Settings;
  readonly isBrief: boolean;
  readonly onChange: (settings: Settings) => void;
}

const MAX_STRIDE = 32;
const MAX_OFFSET = 31;
const ELEMENT_SIZES: readonly { value: AccessWidth; label: string }[] = [1, 2, 4, 8, 16].map((size) => ({
  value: size as AccessWidth,
  label: `${size}`,
}));
const OPS: readonly { value: MemoryOp; label: string }[] = [
  { value: "load", label: "load" },
  { value: "store", label: "store" },
];
const MODELS: readonly { value: MemoryModel; label: string }[] = [
  { value: "sector", label: "sectors" },
  { value: "line", label: "lines" },
];

function Controls({ settings, isBrief, onChange }: ControlsProps) {
  return (
    <>
      <Slider
        label="Stride"
        max={MAX_STRIDE}
        value={settings.strideElements}
        say={elements}
        onChange={(strideElements) => onChange({ ...settings, strideElements })}
      />
      {!isBrief && (
        <>
          <Slider
            label="Offset"
            max={MAX_OFFSET}
            value={settings.offsetElements}
            say={elements}
            onChange={(offsetElements) => onChange({ ...settings, offsetElements })}
          />
          <Choice
            label="Bytes per lane"
            options={ELEMENT_SIZES}
            value={settings.bytesPerElement}
            onChange={(bytesPerElement) => onChange({ ...settings, bytesPerElement })}
          />
          <Choice label="Access" options={OPS} value={settings.op} onChange={(op) => onChange({ ...settings, op })} />
          <Choice
            label="Memory moves in"
            options={MODELS}
            value={settings.memoryModel}
            onChange={(memoryModel) => onChange({ ...settings, memoryModel })}
          />
        </>
      )}
    </>
  );
}

/** A number of elements, in words. */
function elements(value: number): string {
  return `${value} ${value === 1 ? "element" : "elements"}`;
}
