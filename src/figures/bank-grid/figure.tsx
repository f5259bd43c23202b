import { useMemo } from "preact/hooks";
import type { WarpRequest } from "#simulator";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { useLanePointing, type LanePointing } from "../drawing/lanes.tsx";
import { picture } from "./model.ts";
import { View } from "./view.tsx";

interface BankFigureProps {
  /** A request of shared memory. */
  readonly request: WarpRequest;
  /** The lanes that the sentence beside the figure names. */
  readonly lanes?: readonly number[];
  readonly title: string;
  /** Given where another part of the page shows the pointed lane, too. */
  readonly pointing?: LanePointing | undefined;
}

/** Any one request of shared memory: which lanes want which words of which banks. */
export function BankFigure({ request, lanes, title, pointing }: BankFigureProps) {
  const { hoveredLane, onPoint } = useLanePointing(pointing);
  const drawn = useMemo(() => picture({ request, namedLanes: lanes, hoveredLane }), [request, lanes, hoveredLane]);
  return (
    <FigureFrame
      title={title}
      titled
      readings={drawn.readings}
      pointed={drawn.pointed ?? "Point at a lane, or walk along them with the arrow keys."}
      sentence={drawn.sentence}
      details={drawn.details}
      detailsTitle="Bank by bank, in words"
    >
      <View picture={drawn} onPoint={onPoint} />
    </FigureFrame>
  );
}
