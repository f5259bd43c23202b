import { useMemo, useState } from "preact/hooks";
import { SECTOR_BYTES } from "#simulator";
import { byteAddressOf } from "#pictures/lanes.ts";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { ASKED_FOR, MOVED, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";
import { model, type InL1, type Pointing, type Settings } from "./model.ts";
import { PATTERNS } from "./pattern.ts";
import { STAGES, STAGE_TITLES, stageAt } from "./stages.ts";
import { View } from "./view.tsx";
import "./figure.css";

/** How long a stage is shown while the figure plays. */
const STAGE_MS = 2800;

const L1_CONTENTS: readonly { readonly value: InL1; readonly label: string }[] = [
  { value: "nothing", label: "nothing" },
  { value: "warp-0", label: "what warp 0 read" },
];

interface CoalescingUnitProps extends Partial<Settings> {
  /** The stage that is shown at first, 0 to 4. Default: the sectors that each line needs. */
  readonly step?: number;
}

/** The coalescing unit at work on one request: addresses, lines, sectors, bytes, and back. */
export default function CoalescingUnit({ pattern = "unit", inL1 = "nothing", step = STAGES.indexOf("mark") }: CoalescingUnitProps) {
  const [settings, setSettings] = useState<Settings>({ pattern, inL1 });
  const [pointing, setPointing] = useState<Pointing>({});
  const steps = useSteps(STAGES.length, STAGE_MS, step);
  const picture = useMemo(() => model({ ...settings, ...pointing, step: steps.step }), [settings, pointing, steps.step]);
  const change = (changed: Partial<Settings>) => (setPointing({}), setSettings({ ...settings, ...changed }));
  const toggleSector = (sector: number) =>
    setPointing(({ selectedSector }) => ({ selectedSector: selectedSector === sector ? undefined : sector }));
  return (
    <div class="coalescing-unit">
      <FigureFrame
        name="coalescing-unit"
        title="The coalescing unit, step by step"
        controls={
          <>
            <Choice label="Lanes ask for" options={PATTERNS} value={settings.pattern} onChange={(pattern) => change({ pattern })} />
            <Choice label="L1 holds" options={L1_CONTENTS} value={settings.inL1} onChange={(inL1) => change({ inL1 })} />
            <StepControls steps={steps} say={(step) => STAGE_TITLES[stageAt(step)]} />
          </>
        }
        readings={picture.readings}
        pointed={picture.pointed}
        hint={POINT_AT_A_LANE}
        sentence={picture.sentence}
        details={picture.details}
      >
        <p class="stage-title">{picture.stageTitle}</p>
        <View
          picture={picture}
          onPoint={(hoveredLane) => setPointing(({ selectedSector }) => ({ selectedSector, hoveredLane }))}
          onChooseLane={(lane) => toggleSector(Math.floor(byteAddressOf(picture, lane) / SECTOR_BYTES))}
          onChooseSector={toggleSector}
        />
        <Swatches entries={[ASKED_FOR, MOVED, { swatch: "needed", means: "needed, not there yet" }, NOT_MOVED]} />
      </FigureFrame>
    </div>
  );
}
