import type { AccessName, VersionText } from "./versions.ts";

/** Which warps have made their requests of an access: none, the lit warp, its whole block, or the whole grid. */
export type Extent = "none" | "warp" | "block" | "grid";

export type SceneKind = "start" | "load" | "put" | "others-put" | "barrier" | "take" | "write" | "others-write" | "grid";

/** Where the lit warp's elements can be seen: in memory, or in the registers of its lanes. */
export type Place = "in" | "lanes" | "tile" | "out";

/** One step of the transpose. */
export interface Scene {
  readonly kind: SceneKind;
  /** The extent that each access has reached; an access that is missing has not begun. */
  readonly reached: Readonly<Partial<Record<AccessName, Extent>>>;
  /** Accesses of which the lit warp's request is drawn in lane colours. */
  readonly lit: readonly AccessName[];
  /** How the lit warp's elements move in this step. */
  readonly flight?: { readonly from: Place; readonly to: Place };
}

/** The steps of a version: one warp of a block, then the whole block, at the end the whole kernel. */
export function scenesOf({ tileWords }: VersionText): readonly Scene[] {
  return tileWords === 0 ? withoutTile : throughTile;
}

const withoutTile: readonly Scene[] = [
  { kind: "start", reached: {}, lit: [] },
  { kind: "load", reached: { read: "warp" }, lit: ["read"], flight: { from: "in", to: "lanes" } },
  { kind: "write", reached: { read: "warp", write: "warp" }, lit: ["read", "write"], flight: { from: "lanes", to: "out" } },
  { kind: "others-write", reached: { read: "block", write: "block" }, lit: [] },
  { kind: "grid", reached: { read: "grid", write: "grid" }, lit: ["read", "write"] },
];

const stored = { read: "block", toTile: "block" } as const;
const throughTile: readonly Scene[] = [
  { kind: "start", reached: {}, lit: [] },
  { kind: "load", reached: { read: "warp" }, lit: ["read"], flight: { from: "in", to: "lanes" } },
  { kind: "put", reached: { read: "warp", toTile: "warp" }, lit: ["read", "toTile"], flight: { from: "lanes", to: "tile" } },
  { kind: "others-put", reached: stored, lit: [] },
  { kind: "barrier", reached: stored, lit: [] },
  { kind: "take", reached: { ...stored, fromTile: "warp" }, lit: ["fromTile"], flight: { from: "tile", to: "lanes" } },
  {
    kind: "write",
    reached: { ...stored, fromTile: "warp", write: "warp" },
    lit: ["fromTile", "write"],
    flight: { from: "lanes", to: "out" },
  },
  { kind: "others-write", reached: { ...stored, fromTile: "block", write: "block" }, lit: [] },
  { kind: "grid", reached: { read: "grid", toTile: "grid", fromTile: "grid", write: "grid" }, lit: ["read", "fromTile", "write"] },
];
