import { ELEMENT_BYTES, type Element, type Fragment } from "./fragments.ts";
import { PRODUCT_ROWS, PRODUCT_ROW_BYTES } from "./matrix-descriptor.ts";
import { WARP_SIZE } from "./warp-request.ts";

/** A product of `wgmma`: the four warps of a warpgroup add a (64 × k) times b (k × n) to d; a row of a has 32 bytes. */
export interface WarpgroupProduct {
  readonly n: number;
  readonly type: "f16" | "bf16" | "tf32" | "s8" | "u8" | "e4m3" | "e5m2";
  /** Where it is another one than that of a: bytes may be signed in one matrix only, or have another format. */
  readonly typeOfB?: "s8" | "u8" | "e4m3" | "e5m2";
  readonly sum: "f32" | "f16" | "s32";
  /** Whether sums of integers stay at the ends of their range: `.satfinite`. */
  readonly saturates?: true;
  /** Whether the elements of a, and of b, are taken with the other sign: `imm-scale`. */
  readonly negates: readonly [a: boolean, b: boolean];
  /** Along what a, and b, lie in shared memory: `imm-trans`. */
  readonly majors: readonly [a: "k" | "mn", b: "k" | "mn"];
}

/** Warps that multiply together: four that follow each other, from a multiple of four on. */
export const WARPGROUP_WARPS = 4;
/** Rows of a and d that one of them has. */
export const WARP_ROWS = PRODUCT_ROWS / WARPGROUP_WARPS;
/** The most columns of b. */
export const MOST_COLUMNS = 256;

/** The matrices of a warp's share of a product, in bytes: a row of a, and a column of b, has `PRODUCT_ROW_BYTES`. */
export interface WarpFactors {
  /** `WARP_ROWS` rows. */
  readonly a: Uint8Array;
  /** n columns. */
  readonly b: Uint8Array;
}

export function columnsOf({ type }: Pick<WarpgroupProduct, "type">): number {
  return PRODUCT_ROW_BYTES / ELEMENT_BYTES[type];
}

/**
 * Which elements each of the 128 threads of a warpgroup holds (PTX ISA, “Register fragments for wgmma”): each warp has 16 rows, of a as `mma.sync`
 * has them, of d eight columns after the other.
 */
export function warpgroupFragment(product: Pick<WarpgroupProduct, "n" | "type">, operand: "a" | "d"): Fragment {
  const columns = operand === "a" ? columnsOf(product) : product.n;
  const perRegister = operand === "a" ? 4 / ELEMENT_BYTES[product.type] : 1;
  const perThread = (PRODUCT_ROWS * columns) / (WARPGROUP_WARPS * WARP_SIZE);
  const elements = Array.from({ length: WARPGROUP_WARPS * WARP_SIZE }, (_, thread) => {
    const [top, place] = [16 * Math.floor(thread / WARP_SIZE) + (Math.floor(thread / 4) % 8), thread % 4];
    return Array.from({ length: perThread }, (_element, index): Element => {
      if (operand === "d")
        return { row: top + 8 * (Math.floor(index / 2) % 2), column: 8 * Math.floor(index / 4) + 2 * place + (index % 2) };
      const register = Math.floor(index / perRegister);
      return {
        row: top + 8 * (register % 2),
        column: 4 * perRegister * Math.floor(register / 2) + perRegister * place + (index % perRegister),
      };
    });
  });
  return { rows: PRODUCT_ROWS, columns, elements };
}
