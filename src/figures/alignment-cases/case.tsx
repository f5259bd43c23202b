import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import type { CasePicture, Meter } from "./model.ts";
import { WINDOW_LINES } from "./alignment-case.ts";
import { Strip, atByte } from "./strip.tsx";

/** Heights in CSS pixels. */
const OWN = { y: 4, height: 20 };
const NEXT = { y: 40, height: 12 };
const AXIS_Y = 64;
const HEIGHT = 70;

interface CaseProps {
  readonly drawn: CasePicture;
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
}

/** One offset: this warp above the next in the same stretch of memory, and what the offset is paid in. */
export function Case({ drawn, hatch, onPoint }: CaseProps) {
  return (
    <div class="case" role="group" aria-label={drawn.title}>
      <p class="case-title">{drawn.title}</p>
      <svg class="addresses" height={HEIGHT} aria-hidden="true">
        <text class="touched" x="100%" y={OWN.y + OWN.height / 2}>
          this warp
        </text>
        <text x="100%" y={NEXT.y + NEXT.height / 2}>
          next warp
        </text>
      </svg>
      <svg class="strips" width="100%" height={HEIGHT} role="img" aria-label={drawn.sentence}>
        <Strip lines={drawn.own} {...OWN} {...{ hatch, onPoint }} />
        <Strip lines={drawn.next} {...NEXT} {...{ hatch, onPoint }} />
        {drawn.sharedAt.map((firstByte) => (
          <g key={firstByte} class="shared">
            <rect x={atByte(firstByte)} y={OWN.y - 3} width={atByte(SECTOR_BYTES)} height={NEXT.y + NEXT.height - OWN.y + 6} />
            <text x={atByte(firstByte + SECTOR_BYTES / 2)} y={(OWN.y + OWN.height + NEXT.y) / 2}>
              both
            </text>
          </g>
        ))}
        <Axis />
      </svg>
      <div class="meters">
        <MeterRow name="time" kind="look-ups" meter={drawn.time} />
        <MeterRow name="bytes" kind="sectors" meter={drawn.bytes} />
      </div>
    </div>
  );
}

function Axis() {
  const boundaries = Array.from({ length: WINDOW_LINES + 1 }, (_, i) => i * CACHE_LINE_BYTES);
  return (
    <g class="axis">
      {boundaries.map((byte, i) => (
        <text key={byte} class={i === 0 ? "first" : i === WINDOW_LINES ? "last" : ""} x={atByte(byte)} y={AXIS_Y}>
          {byte}
        </text>
      ))}
    </g>
  );
}

interface MeterRowProps {
  readonly name: string;
  readonly kind: "look-ups" | "sectors";
  readonly meter: Meter;
}

/** What is paid: cells that were needed, then cells that came on top. */
function MeterRow({ name, kind, meter }: MeterRowProps) {
  const { needed, extra, words } = meter;
  return (
    <div class={`meter ${kind}`}>
      <span>{name}</span>
      <span class="cells" aria-hidden="true">
        {Array.from({ length: needed + extra }, (_, i) => (
          <i key={i} class={i < needed ? "" : "extra"} />
        ))}
      </span>
      <strong class={extra > 0 ? "" : "none"}>{words}</strong>
    </div>
  );
}
