import type { Span } from "../source-error.ts";

/**
 * The tree of an `asm` statement's text: instructions of PTX with their operands, before anybody asks what they mean. Each node has its span in
 * the text of the program.
 */

export type PtxItem =
  | PtxInstruction
  /** `.reg .b32 t, u;`, and `.reg .b32 r<4>;` for r0 to r3. */
  | { readonly kind: "registers"; readonly type: string; readonly names: readonly string[]; readonly span: Span }
  /** `NAME:` */
  | { readonly kind: "label"; readonly name: string; readonly span: Span }
  /** `{ … }`, with names of its own. */
  | { readonly kind: "scope"; readonly items: readonly PtxItem[]; readonly span: Span };

export interface PtxInstruction {
  readonly kind: "instruction";
  /** The opcode and what follows it: `["cp", "async", "ca", "shared::cta", "global"]`. */
  readonly words: readonly PtxWord[];
  /** `@p` or `@!p`: lanes for which it doesn't hold leave the instruction out. */
  readonly guard: PtxGuard | undefined;
  readonly operands: readonly PtxOperand[];
  readonly span: Span;
}

/** A part of an instruction's name, without its dot. */
export interface PtxWord {
  readonly text: string;
  readonly span: Span;
}

export interface PtxGuard {
  readonly register: PtxOperand;
  readonly isNegated: boolean;
  readonly span: Span;
}

export type PtxOperand =
  /** `%0`: the operand of the statement with this number, outputs first. */
  | { readonly kind: "placeholder"; readonly number: number; readonly span: Span }
  /** A register that the text declares, a special register (`%tid.x`), or a label. */
  | { readonly kind: "name"; readonly name: string; readonly span: Span }
  /** A number as written: `16`, `0x1F`, `0f3F800000`, `1.5`; with its sign. */
  | { readonly kind: "number"; readonly text: string; readonly span: Span }
  /** `[%1]`, `[%1 + 16]`, and `[%1, {%2, %3}]` for what has coordinates. */
  | {
      readonly kind: "address";
      readonly base: PtxOperand;
      readonly offset: number;
      readonly more: readonly PtxOperand[];
      readonly span: Span;
    }
  /** `{%0, %1}` */
  | { readonly kind: "vector"; readonly items: readonly PtxOperand[]; readonly span: Span }
  /** `!p` */
  | { readonly kind: "not"; readonly operand: PtxOperand; readonly span: Span }
  /** `p|q`: two results. */
  | { readonly kind: "pair"; readonly first: PtxOperand; readonly second: PtxOperand; readonly span: Span };

/** The most that one `asm` statement may have, instructions and declared registers each. */
export const MOST_PTX_ITEMS = 2000;
