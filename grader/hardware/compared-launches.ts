import { readFileSync } from "node:fs";

/** A kernel's launch that a GPU has measured, with the measurement and the model's prediction. */
export interface ComparedLaunch {
  /** A kernel of the gallery, or of the probes, with its parameter. */
  readonly name: string;
  readonly param?: number;
  readonly device: "h200" | "h100";
  readonly measured: Measured;
  readonly model: Modelled;
}

/** Absent: not measured on this GPU. */
export interface Measured {
  /** A single launch, timed by events, after others. */
  readonly microseconds: number;
  /** Read and written, from cold caches on. */
  readonly dramBytes?: number;
  /** For the sectors of global loads. */
  readonly l1HitRate?: number;
}

export interface Modelled {
  readonly microseconds: number;
  readonly boundBy: string;
  readonly dramBytes: number;
  readonly l1HitRate: number;
}

/** How far the model agrees with a GPU over some launches. */
interface ModelAgreement {
  readonly launches: number;
  /** Mean of |model ÷ measured − 1| of the times. */
  readonly meanTimeError: number;
  /** Median of the same. */
  readonly medianTimeError: number;
  /** The worst ratio of the times, whichever is longer. */
  readonly worstTimeRatio: number;
  /** Among the launches whose bytes were counted, the share within 10 %; undefined if none were. */
  readonly dramWithinTenth: number | undefined;
  /** The same for L1 hit rates within 5 points. */
  readonly l1WithinFivePoints: number | undefined;
}

export function agreementOf(launches: readonly ComparedLaunch[]): ModelAgreement {
  const ratios = launches.map(({ measured, model }) => model.microseconds / measured.microseconds);
  const errors = ratios.map((ratio) => Math.abs(ratio - 1));
  return {
    launches: launches.length,
    meanTimeError: mean(errors),
    medianTimeError: median(errors),
    worstTimeRatio: Math.max(...ratios.map((ratio) => Math.max(ratio, 1 / ratio))),
    dramWithinTenth: shareOf(launches, ({ measured: { dramBytes }, model }) =>
      dramBytes === undefined ? undefined : Math.abs(model.dramBytes - dramBytes) <= 0.1 * dramBytes,
    ),
    l1WithinFivePoints: shareOf(launches, ({ measured: { l1HitRate }, model }) =>
      l1HitRate === undefined ? undefined : Math.abs(model.l1HitRate - l1HitRate) <= 0.05,
    ),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The median; for an even number of values, the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return mean([sorted[Math.ceil(middle) - 1]!, sorted[Math.floor(middle)]!]);
}

function shareOf(launches: readonly ComparedLaunch[], holds: (launch: ComparedLaunch) => boolean | undefined): number | undefined {
  const known = launches.map(holds).filter((held) => held !== undefined);
  return known.length === 0 ? undefined : known.filter(Boolean).length / known.length;
}

const file = new URL("./data/model.json", import.meta.url);

/** The results of the last run of `coalesce hardware report`. */
export function comparedLaunches(): readonly ComparedLaunch[] {
  return JSON.parse(readFileSync(file, "utf8")) as readonly ComparedLaunch[];
}

/** A kernel of other people that was predicted before it was measured; its text is not part of the project. */
export interface HeldOutLaunch extends ComparedLaunch {
  /** Address of its file. */
  readonly source: string;
  readonly licence: string;
  /** When the model ran, in ISO 8601: before the GPU did. */
  readonly predictedAt: string;
  /** The round of predictions: the errors of one round may have changed the model before the next. */
  readonly round: number;
}

/** The launches of the last round. */
export function lastHeldOutLaunches(): readonly HeldOutLaunch[] {
  const all = heldOutLaunches();
  const last = Math.max(...all.map(({ round }) => round));
  return all.filter(({ round }) => round === last);
}

interface HeldOutFile {
  readonly kernels: readonly (Pick<HeldOutLaunch, "name" | "source" | "licence" | "predictedAt" | "round"> & {
    readonly devices: Readonly<Partial<Record<ComparedLaunch["device"], Pick<HeldOutLaunch, "measured" | "model">>>>;
  })[];
}

const heldOut = new URL("./data/held-out.json", import.meta.url);

/** Kernels of other people, as predicted and as measured. */
export function heldOutLaunches(): readonly HeldOutLaunch[] {
  const { kernels } = JSON.parse(readFileSync(heldOut, "utf8")) as HeldOutFile;
  return (["h200", "h100"] as const).flatMap((device) =>
    kernels.flatMap(({ devices, ...kernel }) => (devices[device] === undefined ? [] : [{ ...kernel, device, ...devices[device] }])),
  );
}
