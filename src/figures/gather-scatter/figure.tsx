import { useId, useMemo, useState } from "preact/hooks";
import type { MemoryOp } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { ASKED_FOR, MOVED, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";
import type { IndexedTiming, Settings } from "./indexed-requests.ts";
import type { IndexPattern, Order } from "./indices.ts";
import { model, rowCount, type WarpLane } from "./model.ts";
import { OrdersTable, WarpView, warpPitch } from "./view.tsx";
import "./figure.css";

interface GatherScatterProps extends Partial<Settings> {
  /** Timings of the kernels named gather_… and scatter_…; without them the figure shows no speeds. */
  readonly measured?: readonly IndexedTiming[];
  /** The GPU that `measured` was timed on. */
  readonly gpu?: "H100" | "H200";
}

/** Four warps that access an array through indices, and what sorting the indices saves. */
export default function GatherScatter({ measured = [], gpu = "H100", ...initial }: GatherScatterProps) {
  const [settings, setSettings] = useState<Settings>({
    pattern: initial.pattern ?? "random",
    order: initial.order ?? "as given",
    op: initial.op ?? "load",
    arrayLength: initial.arrayLength ?? 256,
  });
  const [previousOrder, setPreviousOrder] = useState<Order>();
  const [hovered, setHovered] = useState<WarpLane>();
  const picture = useMemo(() => model({ ...settings, previousOrder, hovered, measured }), [settings, previousOrder, hovered, measured]);
  const hatch = `hatch-${useId()}`;
  const change = (next: Settings) => {
    setPreviousOrder(next.order === settings.order ? undefined : settings.order);
    setSettings(next);
  };
  const pitch = warpPitch(rowCount(settings.arrayLength));
  return (
    <FigureFrame
      name="gather-scatter"
      sketch={async () => (await import("./sketch.ts")).sketch(settings)}
      title="Four warps that reach into an array through indices"
      controls={<Controls settings={settings} onChange={change} />}
      readings={picture.readings}
      pointed={picture.pointed}
      hint={POINT_AT_A_LANE}
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Warp by warp, in words"
    >
      <div class="gather-scatter">
        <svg class="patterns" aria-hidden="true">
          <Hatch id={hatch} />
        </svg>
        <div
          key={`${settings.pattern} ${settings.order}`}
          data-sorting={previousOrder === undefined ? undefined : ""}
          style={{ "--warp-pitch": `${pitch}px` }}
        >
          {picture.warps.map((panel) => (
            <WarpView
              key={panel.warp}
              panel={panel}
              hatch={hatch}
              onPoint={(lane) => setHovered(lane === undefined ? undefined : { warp: panel.warp, lane })}
            />
          ))}
        </div>
        <Swatches
          entries={[
            { swatch: "depth", means: "how far into the array an index points" },
            ASKED_FOR,
            MOVED,
            NOT_MOVED,
            ...(picture.hasClashes ? [{ swatch: "clash", means: "stored by several lanes" }] : []),
          ]}
        />
        <OrdersTable orders={picture.orders} timedIndices={picture.timedIndices} gpu={gpu} />
      </div>
    </FigureFrame>
  );
}

interface ControlsProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

const PATTERNS: readonly { value: IndexPattern; label: string }[] = [
  { value: "identity", label: "0, 1, 2 …" },
  { value: "shuffled", label: "shuffled in the warp" },
  { value: "random", label: "random" },
  { value: "hot", label: "few hot rows" },
];
const SORTINGS: readonly { value: Order; label: string }[] = [
  { value: "as given", label: "not at all" },
  { value: "each warp", label: "in each warp" },
  { value: "all", label: "all together" },
];
const OPS: readonly { value: MemoryOp; label: string }[] = [
  { value: "load", label: "gather" },
  { value: "store", label: "scatter" },
];
const LENGTHS = [128, 256, 512].map((value) => ({ value, label: `${value}` }));

function Controls({ settings, onChange }: ControlsProps) {
  return (
    <>
      <Choice label="Indices" options={PATTERNS} value={settings.pattern} onChange={(pattern) => onChange({ ...settings, pattern })} />
      <Choice label="Access" options={OPS} value={settings.op} onChange={(op) => onChange({ ...settings, op })} />
      <Choice
        label="Floats in the array"
        options={LENGTHS}
        value={settings.arrayLength}
        onChange={(arrayLength) => onChange({ ...settings, arrayLength })}
      />
      <Choice label="Sort the indices" options={SORTINGS} value={settings.order} onChange={(order) => onChange({ ...settings, order })} />
    </>
  );
}
