import type { Device } from "#simulator";
import { count, pluralize } from "#pictures/format.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import { Readings } from "#figures/drawing/figure-frame.tsx";
import { LaneStrip, type LanePointing } from "#figures/drawing/lanes.tsx";
import { atomicReadings, constantSentence, contentionSentence, type AddressGroup } from "./address-groups.ts";
import type { BlockRequest } from "./block-recorder.ts";

/** More addresses than this are only counted. */
const MOST_GROUPS = 12;

interface GroupsProps {
  readonly groups: readonly AddressGroup[];
  readonly request: BlockRequest;
  readonly pointing: LanePointing;
}

/** A request to constant memory: which addresses its lanes read, as one after the other is served. */
export function ConstantFigure({ title, groups, request, pointing }: GroupsProps & { readonly title: string }) {
  return (
    <figure class="figure not-content" aria-label={title}>
      <p class="figure-title">{title}</p>
      <LaneStrip lanes={stripOf(request, groups, pointing)} onPoint={pointing.onPoint} />
      <AddressList groups={groups} shown={groups} pointing={pointing} />
      <figcaption>
        <p aria-live="polite">{constantSentence(groups)}</p>
      </figcaption>
    </figure>
  );
}

interface ContentionProps extends GroupsProps {
  readonly device: Device;
}

/** What an atomic costs, and where its lanes meet: the picture of where its addresses lie does not say that. */
export function Contention({ groups, request, device, pointing }: ContentionProps) {
  const meeting = groups.filter(({ lanes }) => lanes.length > 1);
  return (
    <figure class="figure contention not-content" aria-label="Lanes that meet at one address">
      <p class="picture-note">Above, where the addresses lie, as for a load. As {request.op === "atomic" ? "an atomic" : "a reduction"}:</p>
      <Readings readings={atomicReadings(request, device)} />
      <AddressList groups={groups} shown={meeting} pointing={pointing} />
      <figcaption>
        <p>{contentionSentence(groups, request)}</p>
      </figcaption>
    </figure>
  );
}

function stripOf({ activeMask }: BlockRequest, groups: readonly AddressGroup[], { hoveredLane }: LanePointing): LaneCell[] {
  const groupOf = (lane: number): AddressGroup | undefined => groups.find(({ lanes }) => lanes.includes(lane));
  const pointed = hoveredLane === undefined ? undefined : new Set(groupOf(hoveredLane)?.lanes ?? [hoveredLane]);
  const label = (lane: number, active: boolean): string => (active ? `Lane ${lane}: ${groupOf(lane)?.name}` : `Lane ${lane} is inactive`);
  return laneCells({ activeMask: activeMask >>> 0 }, { pointed, label });
}

interface AddressListProps {
  readonly groups: readonly AddressGroup[];
  /** Those that are worth a line. */
  readonly shown: readonly AddressGroup[];
  readonly pointing: LanePointing;
}

/** The addresses of a request, each with its lanes. */
function AddressList({ groups, shown, pointing: { hoveredLane, onPoint } }: AddressListProps) {
  const listed = shown.slice(0, MOST_GROUPS);
  const left = groups.length - listed.length;
  const most = groups[listed.length]?.lanes.length ?? 0;
  return (
    <>
      <ol class="address-groups" aria-label="Addresses with their lanes">
        {listed.map(({ name, lanes }) => (
          <li key={name}>
            <code>{name}</code>
            <span class="group-lanes">
              {lanes.map((lane) => (
                <span
                  key={lane}
                  class={hoveredLane === lane ? "group-lane lit" : "group-lane"}
                  style={{ background: `var(--lane-${lane})`, color: `var(--lane-ink-${lane})` }}
                  onPointerEnter={() => onPoint(lane)}
                  onPointerLeave={() => onPoint(undefined)}
                >
                  {lane}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {listed.length > 0 && left > 0 && (
        <p class="left-out">
          And {count(left)} more, with {most === 1 ? "one lane" : `at most ${pluralize(most, "lane")}`} each.
        </p>
      )}
    </>
  );
}
