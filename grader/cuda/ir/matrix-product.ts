import type { Product } from "#simulator/fragments.ts";

/** A product of matrices as `mma.sync` names it: `m16n8k16.row.col.f32.f16.f16.f32`. */
export interface MatrixProduct extends Product {
  readonly type: "f16" | "bf16" | "tf32" | "s8" | "u8" | "f64";
  /** Where it is another one than that of a: bytes may be signed in one matrix only. */
  readonly typeOfB?: "s8" | "u8";
  readonly sum: "f32" | "f16" | "s32" | "f64";
  /** Whether sums of integers stay at the ends of their range: `.satfinite`. */
  readonly saturates?: true;
}
