import { useId } from "preact/hooks";
import { faultCaption } from "#pictures/fault-picture.ts";
import { RequestPicture, type DrawnRequest } from "#pictures/request-drawing.ts";
import "#pictures/picture.css";

interface FaultFigureProps {
  readonly drawn: DrawnRequest;
  readonly title: string;
  /** Whether the title is shown; assistive technology has it anyway. Default: true. */
  readonly titled?: boolean | undefined;
}

/** A request that a GPU would not carry out: where each lane wanted to go, with the boundaries that it would have to keep. */
export function FaultFigure({ drawn, title, titled = true }: FaultFigureProps) {
  const id = useId();
  return (
    <figure class="figure not-content fault-figure" aria-label={title}>
      {titled && <p class="figure-title">{title}</p>}
      <RequestPicture drawn={drawn} id={id} />
      <figcaption>
        <p>{drawn.fault && faultCaption(drawn.request, drawn.fault)}</p>
      </figcaption>
    </figure>
  );
}
