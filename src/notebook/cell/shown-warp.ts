import { useState } from "preact/hooks";
import { hasWavefronts } from "#simulator";
import type { AccessExcerpt, ExcerptWarp } from "#judge/first-warps.ts";
import type { Witness } from "#judge/result.ts";

/** Which request of a run is drawn. */
export interface ShownWarp {
  readonly access: number;
  readonly warp: number;
  /** Whether the learner has chosen it, and has not changed it since: then it stays while other warps of its access change. */
  readonly isPinned: boolean;
}

/** The requests of a run's first warps, access by access, each in a few characters. */
export type RequestPrints = readonly (readonly string[])[];

export function requestPrints(accesses: readonly AccessExcerpt[]): RequestPrints {
  return accesses.map(({ warps }) =>
    warps.map(({ indexes }) =>
      indexes.reduce<number>((hash, index) => Math.imul(hash ^ (index ?? -1), 0x01000193), 0x811c9dc5).toString(36),
    ),
  );
}

/**
 * The request to draw after a change: the one that was drawn, unless only others have changed; then the first of these, of the same access
 * if there is one. So a change to what block 1 does is seen, though warp 0 of block 0 was drawn; and who changes another access's function
 * sees that access, though one was chosen before.
 */
export function shownAfter(shown: ShownWarp, before: RequestPrints, now: RequestPrints): ShownWarp {
  const isChanged = (access: number, warp: number) => before[access]?.[warp] !== now[access]?.[warp];
  if (isChanged(shown.access, shown.warp)) return { ...shown, isPinned: false };
  if (before.length !== now.length) return shown;
  if (shown.isPinned && now[shown.access]?.some((_, warp) => isChanged(shown.access, warp))) return shown;
  const ofAccess = now.map((_, access) => access).sort((a, b) => Number(b === shown.access) - Number(a === shown.access) || a - b);
  for (const access of ofAccess) {
    const warp = now[access]!.findIndex((_, number) => isChanged(access, number));
    if (warp !== -1) return { access, warp, isPinned: false };
  }
  return shown;
}

/**
 * The request that is drawn first: the run's first one; where a layout is asked for, the first that it makes take more wavefronts than it
 * needs. The accesses before it may be to global memory, which no layout of a tile changes.
 */
export function firstShown(accesses: readonly Pick<AccessExcerpt, "totals">[], isOfLayout: boolean): ShownWarp {
  const costly = accesses.findIndex(
    ({ totals }) => totals.space === "shared" && hasWavefronts(totals) && totals.wavefronts > totals.groups,
  );
  return { access: isOfLayout ? Math.max(0, costly) : 0, warp: 0, isPinned: false };
}

/** An access that a verdict complains of, and the warp that proves it. */
export type Complained = Pick<Witness, "access" | "array" | "blockIdx" | "warp">;

/** The request of a run that a verdict complains of; where the run has not drawn that warp, the access's first one. */
export function complainedRequest(accesses: readonly AccessExcerpt[], complained: Complained): ShownWarp | undefined {
  // A copy from one memory to the other has one name for both sides.
  const access = accesses.findIndex(({ totals }) => totals.access === complained.access && totals.array === complained.array);
  if (access === -1) return undefined;
  const { x, y, z } = complained.blockIdx;
  const isIt = ({ place: { blockIdx, warp } }: ExcerptWarp): boolean =>
    warp === complained.warp && blockIdx.x === x && blockIdx.y === y && blockIdx.z === z;
  return { access, warp: Math.max(0, accesses[access]!.warps.findIndex(isIt)), isPinned: false };
}

interface ShownWarpOptions {
  /** The requests of what the first run is a change of. */
  readonly starting?: RequestPrints | undefined;
  /** What the last verdict complains of: a new one is drawn. */
  readonly complained?: Complained | undefined;
  /** Whether the exercise asks for a tile's layout. */
  readonly isOfLayout?: boolean;
}

/** The request of a run that is drawn: it follows the changes from run to run, and the learner's choice. */
export function useShownWarp(accesses: readonly AccessExcerpt[], { starting, complained, isOfLayout = false }: ShownWarpOptions = {}) {
  const [state, setState] = useState(() => {
    const prints = requestPrints(accesses);
    const first = (complained && complainedRequest(accesses, complained)) ?? firstShown(accesses, isOfLayout);
    return { accesses, prints, complained, shown: starting === undefined ? first : shownAfter(first, starting, prints) };
  });
  let { shown } = state;
  if (state.accesses !== accesses || state.complained !== complained) {
    const prints = requestPrints(accesses);
    const fresh = complained === state.complained ? undefined : complained;
    shown = (fresh && complainedRequest(accesses, fresh)) ?? shownAfter(shown, state.prints, prints);
    setState({ accesses, prints, complained, shown });
  }
  const access = Math.max(0, Math.min(shown.access, accesses.length - 1));
  const warp = Math.max(0, Math.min(shown.warp, (accesses[access]?.warps.length ?? 0) - 1));
  const choose = (chosen: Pick<ShownWarp, "access" | "warp">) => setState((now) => ({ ...now, shown: { ...chosen, isPinned: true } }));
  return {
    access,
    warp,
    chooseAccess: (number: number) => choose({ access: number, warp }),
    chooseWarp: (number: number) => choose({ access, warp: number }),
  };
}
