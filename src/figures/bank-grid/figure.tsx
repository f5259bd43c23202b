import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { WarpRequest } from "#simulator";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { useLanePointing, type LanePointing } from "../drawing/lanes.tsx";
import { picture } from "./model.ts";
import { View } from "./view.tsx";

interface BankFigureProps {
  /** A request of shared memory. */
  readonly request: WarpRequest;
  /** The lanes that the sentence beside the figure names. */
  readonly lanes?: readonly number[];
  readonly title: string;
  /** Whether the title is shown: not where choices above the figure say the same. */
  readonly titled?: boolean | undefined;
  /** Given where another part of the page shows the pointed lane, too. */
  readonly pointing?: LanePointing | undefined;
  /** Tables below all counts. */
  readonly further?: ComponentChildren;
}

/** Any one request of shared memory: which lanes want which words of which banks. */
export function BankFigure({ request, lanes, title, titled = true, pointing, further }: BankFigureProps) {
  const { hoveredLane, onPoint } = useLanePointing(pointing);
  const drawn = useMemo(() => picture({ request, namedLanes: lanes, hoveredLane }), [request, lanes, hoveredLane]);
  return (
    <FigureFrame
      title={title}
      titled={titled}
      readings={drawn.readings}
      pointed={drawn.pointed}
      hint={POINT_AT_A_LANE}
      sentence={drawn.sentence}
      details={drawn.details}
      detailsTitle="Bank by bank, in words"
      further={further}
    >
      <View picture={drawn} onPoint={onPoint} />
    </FigureFrame>
  );
}
