/** The memory that an address is in, as far as its text tells. */
export type Space = "shared" | "global" | "local" | "unknown";

export function mayBeOne(one: Space, other: Space): boolean {
  return one === other || one === "unknown" || other === "unknown";
}
