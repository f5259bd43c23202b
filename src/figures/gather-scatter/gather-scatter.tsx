import { useId, useMemo, useState } from "preact/hooks";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { Hatch } from "#pictures/hatch.ts";
import { LANE_STRIP_HEIGHT } from "../drawing/lanes.tsx";
import { Controls } from "./controls.tsx";
import "./gather-scatter.css";
import type { Settings } from "./indexed-requests.ts";
import type { Order } from "./indices.ts";
import { Legend } from "./legend.tsx";
import type { IndexedTiming } from "./measured.ts";
import { model, type WarpLane } from "./model.ts";
import { OrdersTable } from "./orders-table.tsx";
import { warpPitch } from "./placing.ts";
import { WarpView } from "./warp-view.tsx";

interface GatherScatterProps extends Partial<Settings> {
  /** Timings of the kernels named gather_… and scatter_…; without them the figure shows no clock. */
  readonly measured?: readonly IndexedTiming[];
}

/** Four warps that reach into an array through indices, and what sorting the indices does for them. */
export default function GatherScatter({ measured = [], ...initial }: GatherScatterProps) {
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
  const pitch = warpPitch(picture.warps[0].rows.length, LANE_STRIP_HEIGHT);
  return (
    <FigureFrame
      title="Four warps that reach into an array through indices"
      controls={<Controls settings={settings} onChange={change} />}
      readings={picture.readings}
      pointed={picture.pointed ?? "Point at a lane, or walk along them with the arrow keys."}
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
        <Legend hasClashes={picture.hasClashes} />
        <OrdersTable orders={picture.orders} timedIndices={picture.timedIndices} />
      </div>
    </FigureFrame>
  );
}
