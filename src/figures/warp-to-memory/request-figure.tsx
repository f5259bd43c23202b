import type { WarpRequest } from "#simulator";
import { useMemo, useState } from "preact/hooks";
import { Figure } from "./figure.tsx";
import { picture } from "./model.ts";

interface RequestFigureProps {
  /** A request of global memory. */
  readonly request: WarpRequest;
  /** The lanes that the sentence beside the figure speaks of. */
  readonly lanes?: readonly number[];
  readonly title: string;
}

/** Any one request of global memory, drawn as the stride figure draws its patterns. */
export function RequestFigure({ request, lanes, title }: RequestFigureProps) {
  const [hoveredLane, onPoint] = useState<number>();
  const drawn = useMemo(
    () => picture({ request, memoryModel: "sector", namedLanes: lanes, hoveredLane, windows: [] }),
    [request, lanes, hoveredLane],
  );
  return <Figure title={title} heading={<p class="figure-title">{title}</p>} picture={drawn} onPoint={onPoint} />;
}
