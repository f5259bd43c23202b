import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { SECTOR_BYTES } from "#simulator";
import { Controls, type Settings } from "./controls.tsx";
import { Figure } from "./figure.tsx";
import { model, type Pointing } from "./model.ts";
import { patternRequest } from "#pictures/pattern.ts";

/** How long the controls must rest before the way from lanes to lines is shown. */
const PAUSE_MS = 250;

/** The figure of the course: drag the stride, and see which sectors and lines one warp's request touches. */
export default function WarpToMemory(initial: Partial<Settings>) {
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
        title="One warp's request and the memory that it moves"
        controls={<Controls settings={settings} onChange={(next) => (setPointing({}), setSettings(next))} />}
        picture={picture}
        onPoint={(hoveredLane) => setPointing(({ selectedSector }) => ({ selectedSector, hoveredLane }))}
        onChooseLane={(lane) => toggleSector(Math.floor(patternRequest(settings).addresses[lane] / SECTOR_BYTES))}
        onChooseSector={toggleSector}
      />
    </div>
  );
}

/** Shows lane → sector → line once, each time that the settings have changed and come to rest. */
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
