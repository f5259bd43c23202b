import { useContext, useId, useLayoutEffect, useRef } from "preact/hooks";
import { IsStrip } from "#figures/drawing/strip.ts";
import { faultCaption } from "#pictures/fault-picture.ts";
import { RequestPicture, type DrawnRequest } from "#pictures/request-drawing.ts";
import "#pictures/picture.css";

interface FaultFigureProps {
  readonly drawn: DrawnRequest;
  readonly title: string;
  /** Whether the title is shown; assistive technology has it anyway. Default: true. */
  readonly titled?: boolean | undefined;
  /** Default: the picture in words, and that a GPU does none of it. */
  readonly caption?: string;
}

/**
 * A request that a GPU would not carry out: where each lane wanted to go, with the boundaries that it would have to keep. On a phone it is
 * wider than the screen, so that it can be read, and begins where the first lane that faults is in sight. In a strip, it is as low as one.
 */
export function FaultFigure({ drawn, title, titled = true, caption }: FaultFigureProps) {
  const id = useId();
  const isStrip = useContext(IsStrip);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const host = scroller.current;
    const first = host?.querySelector(".connector.faulty, .fault-rule");
    if (!host || !first || host.scrollWidth <= host.clientWidth) return;
    const { left, right } = first.getBoundingClientRect();
    const frame = host.getBoundingClientRect();
    // Where it is in sight already, so are the addresses at the left.
    if (right > frame.right) host.scrollLeft += (left + right - frame.left - frame.right) / 2;
  }, [drawn, isStrip]);
  return (
    <figure class="figure not-content fault-figure" aria-label={title}>
      {titled && <p class="figure-title">{title}</p>}
      <div class="fault-scroll" ref={scroller} role="group" aria-label="Picture" tabIndex={0}>
        <RequestPicture drawn={drawn} id={id} isStrip={isStrip} />
      </div>
      <figcaption>
        <p>{caption ?? (drawn.fault && faultCaption(drawn.request, drawn.fault))}</p>
      </figcaption>
    </figure>
  );
}
