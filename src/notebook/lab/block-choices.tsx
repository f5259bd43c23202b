import { positionIn, volume } from "#simulator";
import { coordinates } from "#judge/report/places.ts";
import { count } from "#pictures/format.ts";
import { Choice } from "../cell/preview.tsx";
import { placeAtStep, stepAt } from "./block-steps.ts";
import { dimensionsOf } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";
import type { LabProfile } from "./profile.ts";

/** With so many blocks or passes or fewer, they are listed; more are chosen by their number. */
const MOST_LISTED = 64;

interface ChoicesProps {
  readonly session: LabSession;
  readonly profile: LabProfile;
}

/** Which block is shown, and which request of the chosen access: that of a warp, in one of its passes. */
export function RequestChoices({ session, profile }: ChoicesProps) {
  const passes = session.walk.passes.value;
  const place = placeAtStep(passes, session.walk.step.value ?? 0);
  const warps = [...passes.keys()];
  const ofWarp = place === undefined ? [] : (passes.get(place.warp) ?? []);
  const go = (warp: number, pass: number): void => {
    const step = stepAt(passes, { warp, pass });
    if (step !== undefined) session.walk.goTo(step);
  };
  return (
    <div class="choices">
      <BlockChoice session={session} profile={profile} />
      {place !== undefined && warps.length > 1 && (
        <Choice
          label="Warp"
          chosen={warps.indexOf(place.warp)}
          options={warps.map(String)}
          onChoose={(number) => go(warps[number] ?? 0, place.pass)}
        />
      )}
      {place !== undefined && ofWarp.length > 1 && (
        <PassChoice pass={place.pass} passes={ofWarp.length} onChoose={(pass) => go(place.warp, pass)} />
      )}
    </div>
  );
}

interface PassChoiceProps {
  readonly pass: number;
  readonly passes: number;
  readonly onChoose: (pass: number) => void;
}

/** How many times the warp has come to the access, as in a loop. */
function PassChoice({ pass, passes, onChoose }: PassChoiceProps) {
  if (passes <= MOST_LISTED) {
    const options = Array.from({ length: passes }, (_, i) => `${count(i + 1)} of ${count(passes)}`);
    return <Choice label="Pass" chosen={pass} options={options} onChoose={onChoose} />;
  }
  return (
    <label class="choose">
      Pass
      <NumberField value={pass + 1} from={1} to={passes} onChoose={(number) => onChoose(number - 1)} />
      of {count(passes)}
    </label>
  );
}

/** A grid of many blocks has a field for each of its axes. */
function BlockChoice({ session, profile }: ChoicesProps) {
  const { gridDim } = dimensionsOf(profile.run.launch);
  const blocks = volume(gridDim);
  const block = session.walk.block.value;
  if (blocks === 1) return null;
  if (blocks <= MOST_LISTED) {
    const options = Array.from({ length: blocks }, (_, number) => coordinates(positionIn(gridDim, number), gridDim));
    return <Choice label="Block" chosen={block} options={options} onChoose={(number) => void session.showBlock(number)} />;
  }
  const at = positionIn(gridDim, block);
  const axes = (["x", "y", "z"] as const).filter((axis) => gridDim[axis] > 1);
  if (axes.length === 1) {
    return (
      <label class="choose">
        Block
        <NumberField value={block} from={0} to={blocks - 1} onChoose={(number) => void session.showBlock(number)} />
        of {count(blocks)}
      </label>
    );
  }
  return (
    <span class="choose" role="group" aria-label="Block">
      Block
      {axes.map((axis) => (
        <label class="choose" key={axis}>
          {axis}
          <NumberField
            label={`blockIdx.${axis}`}
            value={at[axis]}
            from={0}
            to={gridDim[axis] - 1}
            onChoose={(number) => {
              const { x, y, z } = axis === "x" ? { ...at, x: number } : axis === "y" ? { ...at, y: number } : { ...at, z: number };
              void session.showBlock(x + gridDim.x * (y + gridDim.y * z));
            }}
          />
          of {count(gridDim[axis])}
        </label>
      ))}
    </span>
  );
}

interface NumberFieldProps {
  readonly label?: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (number: number) => void;
}

/** A number out of a range; one outside is not taken, and the field goes back to the last one. */
function NumberField({ label, value, from, to, onChoose }: NumberFieldProps) {
  return (
    <input
      type="number"
      min={from}
      max={to}
      value={value}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const number = Number(currentTarget.value);
        if (currentTarget.value !== "" && Number.isInteger(number) && number >= from && number <= to) onChoose(number);
        else currentTarget.value = String(value);
      }}
    />
  );
}
