import { DateTime } from "luxon";

const MILLISECONDS_PER_MINUTE = 60_000;

/** A local time as an instant, or the reason why it is none. */
type LocalInstant =
  | { readonly status: "found"; readonly instant: number }
  | { readonly status: "invalid" }
  /** When clocks are put forward, an hour of that day does not exist. */
  | { readonly status: "skipped" };

/**
 * The instant of a local time, in milliseconds since 1970. When clocks are put back and the time occurs twice, it is the first: luxon's
 * choice depends on the offset of today.
 */
export function localInstant(localTime: string, { timeZone }: { readonly timeZone: string }): LocalInstant {
  const wall = DateTime.fromISO(localTime.trim().replace(" ", "T"), { zone: "utc" });
  const isZone = DateTime.fromMillis(0, { zone: timeZone }).isValid;
  if (!wall.isValid || !isZone || /(?:Z|[+-]\d\d:?\d\d)$/.test(localTime.trim())) return { status: "invalid" };
  // The offset is one of those that the zone has a day before and a day after: zones change it by some hours, and not twice in two days.
  const offsets = [-24, 24].map((hours) => DateTime.fromMillis(wall.toMillis() + hours * 3_600_000, { zone: timeZone }).offset);
  const instants = offsets.map((offset) => wall.toMillis() - offset * MILLISECONDS_PER_MINUTE).sort((a, b) => a - b);
  const isWall = (instant: number): boolean => {
    const local = DateTime.fromMillis(instant, { zone: timeZone });
    return local.toMillis() + local.offset * MILLISECONDS_PER_MINUTE === wall.toMillis();
  };
  const instant = instants.find(isWall);
  return instant === undefined ? { status: "skipped" } : { status: "found", instant };
}
