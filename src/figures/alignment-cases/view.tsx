import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { bytes } from "#pictures/format.ts";
import type { LineRow } from "#pictures/memory-rows.ts";
import { LaneFill } from "../drawing/lanes.tsx";
import { WINDOW_LINES } from "./alignment-case.ts";
import type { CasePicture, Meter } from "./model.ts";

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

/** One offset: this warp above the next in the same stretch of memory, and what the offset costs. */
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
        <Strip lines={drawn.own} {...OWN} hatch={hatch} onPoint={onPoint} />
        <Strip lines={drawn.next} {...NEXT} hatch={hatch} onPoint={onPoint} />
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

/** A cost: cells that are needed, then those on top. */
function MeterRow({ name, kind, meter }: MeterRowProps) {
  const { needed, extra, caption } = meter;
  return (
    <div class={`meter ${kind}`}>
      <span>{name}</span>
      <span class="cells" aria-hidden="true">
        {Array.from({ length: needed + extra }, (_, i) => (
          <i key={i} class={i < needed ? "" : "extra"} />
        ))}
      </span>
      <strong class={extra > 0 ? "" : "none"}>{caption}</strong>
    </div>
  );
}

interface StripProps {
  readonly lines: readonly LineRow[];
  readonly y: number;
  readonly height: number;
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The window of memory as one warp sees it, from left to right, to scale. */
function Strip({ lines, y, height, hatch, onPoint }: StripProps) {
  return (
    <>
      {lines.map(({ number, firstByte, touched, sectors, pieces }) => (
        <g key={number} class={`line ${touched ? "touched" : "untouched"}`}>
          {sectors.map(({ number, offsetBytes, moved }) => (
            <rect
              key={number}
              class={`sector ${moved ? "carried" : "still"}`}
              x={atByte(firstByte + offsetBytes)}
              y={y}
              width={atByte(SECTOR_BYTES)}
              height={height}
              fill={moved ? `url(#${hatch})` : "none"}
            />
          ))}
          {pieces.map(({ offsetBytes, bytes, lanes, emphasis }) => (
            <g
              key={offsetBytes}
              class={`piece ${emphasis}`}
              onPointerEnter={() => onPoint(lanes[0])}
              onPointerLeave={() => onPoint(undefined)}
            >
              <LaneFill
                lanes={lanes}
                x={percentAt(firstByte + offsetBytes)}
                width={percentAt(bytes)}
                y={y}
                height={height}
                numbered={false}
              />
            </g>
          ))}
          {sectors.map(({ number, offsetBytes }) => (
            <line
              key={number}
              class="sector-edge"
              x1={atByte(firstByte + offsetBytes)}
              x2={atByte(firstByte + offsetBytes)}
              y1={y - 3}
              y2={y + height + 3}
            />
          ))}
          <rect class="line-rule" x={atByte(firstByte)} y={y} width={atByte(CACHE_LINE_BYTES)} height={height} />
        </g>
      ))}
    </>
  );
}

/** A place in the window, in percent of its width. */
function percentAt(byte: number): number {
  return (byte / (WINDOW_LINES * CACHE_LINE_BYTES)) * 100;
}

function atByte(byte: number): string {
  return `${percentAt(byte)}%`;
}

/** The numbers of all cases in the course's order, one column per case. */
export function CaseTable({ cases }: { readonly cases: readonly CasePicture[] }) {
  const cells = cases.flatMap(({ title, readings }) => readings.map((reading) => ({ ...reading, title })));
  const rows = Map.groupBy(cells, ({ name }) => name);
  return (
    <div class="case-numbers sideways" tabIndex={0} role="group" aria-label="Numbers of all offsets">
      <table>
        <thead>
          <tr>
            <th scope="col">offset</th>
            {cases.map(({ title, offsetBytes }) => (
              <th key={title} scope="col">
                {bytes(offsetBytes)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].map(([name, row]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {row.map(({ title, value, ideal }) => (
                <td key={title}>
                  {value}
                  {ideal !== undefined && (
                    <span class="ideal">
                      {" "}
                      (<span class="long">ideal </span>
                      {ideal})
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
