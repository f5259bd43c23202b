import type { ComponentChildren } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { WarpRequest } from "#simulator";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { useLanePointing, type LanePointing } from "../drawing/lanes.tsx";
import { IsStrip } from "../drawing/strip.ts";
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
  const [choice, setChoice] = useState<{ readonly request: WarpRequest; readonly matrix: number }>();
  // Of another request, no matrix has been chosen yet.
  const chosen = choice?.request === request ? choice.matrix : undefined;
  const drawn = useMemo(() => picture({ request, namedLanes: lanes, hoveredLane, matrix: chosen }), [request, lanes, hoveredLane, chosen]);
  const isStrip = useContext(IsStrip);
  const matrices = drawn.matrix && !isStrip && (
    <Choice
      label="Matrix"
      options={Array.from({ length: drawn.matrix.of }, (_, value) => ({ value, label: String(value) }))}
      value={drawn.matrix.drawn}
      onChange={(matrix) => setChoice({ request, matrix })}
    />
  );
  return (
    <FigureFrame
      title={title}
      titled={titled}
      {...(matrices && { controls: matrices })}
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
