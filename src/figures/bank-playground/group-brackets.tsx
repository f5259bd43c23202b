import { WARP_SIZE } from "#simulator";
import { pluralize } from "#pictures/format.ts";
import type { GroupBracket } from "./groups.ts";
import type { Pointing } from "./pointing.ts";

interface GroupBracketsProps {
  readonly groups: readonly GroupBracket[];
  readonly onPoint: (pointing: Pointing) => void;
}

const HEIGHT = 28;
const BRACKET_TOP = 19;
const LANE = 100 / WARP_SIZE;
/** Room left free on each side of a bracket, in percent of the picture's width. */
const INSET = 0.3;

/** Over the warp: which lanes are served together, and in how many wavefronts. */
export function GroupBrackets({ groups, onPoint }: GroupBracketsProps) {
  return (
    <svg class="group-brackets" width="100%" height={HEIGHT} role="group" aria-label="Groups of lanes that are served together">
      {groups.map((group) => (
        <g
          key={group.number}
          class={`group ${group.emphasis}`}
          role="img"
          tabIndex={0}
          aria-label={group.label}
          onPointerEnter={() => onPoint({ hoveredGroup: group.number })}
          onPointerLeave={() => onPoint({})}
          onFocus={() => onPoint({ hoveredGroup: group.number })}
          onBlur={() => onPoint({})}
        >
          <Bracket group={group} />
        </g>
      ))}
    </svg>
  );
}

function Bracket({ group: { firstLane, lanes, fusedFrom, wavefronts } }: { readonly group: GroupBracket }) {
  const left = firstLane * LANE + INSET;
  const right = (firstLane + lanes) * LANE - INSET;
  const middle = `${(left + right) / 2}%`;
  const seams = Array.from({ length: fusedFrom - 1 }, (_, i) => left + ((right - left) * (i + 1)) / fusedFrom);
  return (
    <>
      <rect class="group-target" x={`${left}%`} y="0" width={`${right - left}%`} height={HEIGHT} />
      <text x={middle} y="8">
        <tspan class="crowded">{fusedFrom > 1 ? `${fusedFrom} groups fused to ${lanes} lanes: ` : `${lanes} lanes: `}</tspan>
        {pluralize(wavefronts, "wavefront")}
      </text>
      <line x1={`${left}%`} x2={`${right}%`} y1={BRACKET_TOP} y2={BRACKET_TOP} />
      <line x1={`${left}%`} x2={`${left}%`} y1={BRACKET_TOP} y2={HEIGHT} />
      <line x1={`${right}%`} x2={`${right}%`} y1={BRACKET_TOP} y2={HEIGHT} />
      {seams.map((x) => (
        <line key={x} class="seam" x1={`${x}%`} x2={`${x}%`} y1={BRACKET_TOP} y2={HEIGHT} />
      ))}
    </>
  );
}
