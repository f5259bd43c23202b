import { ROWS_PER_MATRIX, matrixCost } from "#simulator";

/** A tree of numbers, as CuTe writes shapes and strides: `8`, or `(2,4)`, or `((2,4),8)`. */
export type Tree = number | readonly Tree[];

/** A layout of CuTe: a function from coordinates to offsets. Both trees have the same form, and two modes: rows and columns. */
export interface Layout {
  readonly shape: readonly [rows: Tree, columns: Tree];
  readonly stride: readonly [rows: Tree, columns: Tree];
}

/** `Swizzle<bits, base, shift>`: the bits from `base + shift` on are XORed into those from `base` on, as many as `bits`. */
export interface Swizzle {
  readonly bits: number;
  readonly base: number;
  readonly shift: number;
}

/** The most coordinates that the figure draws in a mode. */
export const MOST = 16;

/**
 * A layout from its text: `(8,8):(8,1)`.
 *
 * @throws SyntaxError that says what is wrong with it
 */
export function parseLayout(text: string): Layout {
  const parts = text.replaceAll(" ", "").split(":");
  if (parts.length !== 2) throw new SyntaxError("A layout is a shape, a colon and a stride: (8,8):(8,1)");
  const [shape, stride] = parts.map(parseTree) as [Tree, Tree];
  if (!hasTwoModes(shape) || !hasTwoModes(stride))
    throw new SyntaxError("The figure draws layouts with two modes: (rows,columns):(stride,stride)");
  if (!isAlike(shape, stride)) throw new SyntaxError("Shape and stride need the same parentheses: each number of the shape has its stride");
  if (leavesOf(shape).some((extent) => extent === 0)) throw new SyntaxError("A shape has no 0");
  const [rows, columns] = [sizeOf(shape[0]), sizeOf(shape[1])];
  if (rows > MOST || columns > MOST)
    throw new SyntaxError(`The figure draws up to ${MOST} × ${MOST} coordinates, not ${rows} × ${columns}`);
  return { shape, stride };
}

function parseTree(text: string): Tree {
  let at = 0;
  const tree = (): Tree => {
    if (text[at] !== "(") return number();
    at++;
    const parts = [tree()];
    while (text[at] === ",") {
      at++;
      parts.push(tree());
    }
    if (text[at] !== ")")
      throw new SyntaxError(
        text[at] === undefined ? "A parenthesis isn’t closed" : `There’s a “${text[at]}” where a comma or a parenthesis should be`,
      );
    at++;
    return parts;
  };
  const number = (): number => {
    const from = at;
    while (at < text.length && text[at]! >= "0" && text[at]! <= "9") at++;
    if (at === from)
      throw new SyntaxError(text[at] === undefined ? "A number is missing at the end" : `There’s a “${text[at]}” where a number should be`);
    if (at - from > 5) throw new SyntaxError(`${text.slice(from, at)} is more than the figure draws`);
    return Number(text.slice(from, at));
  };
  const whole = tree();
  if (at < text.length) throw new SyntaxError(`There’s a “${text[at]}” after the end`);
  return whole;
}

const hasTwoModes = (tree: Tree): tree is readonly [Tree, Tree] => typeof tree !== "number" && tree.length === 2;

function isAlike(a: Tree, b: Tree): boolean {
  if (typeof a === "number" || typeof b === "number") return typeof a === typeof b;
  return a.length === b.length && a.every((part, i) => isAlike(part, b[i]!));
}

/** The numbers of a tree, from left to right. */
export function leavesOf(tree: Tree): number[] {
  return typeof tree === "number" ? [tree] : tree.flatMap(leavesOf);
}

/** How many coordinates a mode has: the product of its numbers. */
export function sizeOf(tree: Tree): number {
  return leavesOf(tree).reduce((product, extent) => product * extent, 1);
}

/** A share of an offset: a digit of a coordinate times its stride. */
export interface Term {
  readonly digit: number;
  readonly stride: number;
}

/** A coordinate of a mode, taken apart: its digits in the extents of the shape, the first one the fastest, each with its stride. */
export function termsOf(shape: Tree, stride: Tree, coordinate: number): Term[] {
  const strides = leavesOf(stride);
  let rest = coordinate;
  return leavesOf(shape).map((extent, i) => {
    const digit = rest % extent;
    rest = Math.floor(rest / extent);
    return { digit, stride: strides[i]! };
  });
}

/** The offset of a coordinate, before a swizzle. */
export function plainOffset({ shape, stride }: Layout, row: number, column: number): number {
  const terms = [...termsOf(shape[0], stride[0], row), ...termsOf(shape[1], stride[1], column)];
  return terms.reduce((sum, { digit, stride }) => sum + digit * stride, 0);
}

export function swizzled(offset: number, { bits, base, shift }: Swizzle): number {
  return offset ^ (((offset >> (base + shift)) & (2 ** bits - 1)) << base);
}

/** The offset of a coordinate, for a lesson's text. */
export function layoutOffset(text: string, row: number, column: number, swizzle: Swizzle = { bits: 0, base: 0, shift: 3 }): number {
  return swizzled(plainOffset(parseLayout(text), row, column), swizzle);
}

/** Wavefronts of an `ldmatrix.x1` whose rows are the first eight pieces of 16 bytes of a column, one for each row; undefined where there are fewer. */
export function columnWavefronts(layout: Layout, swizzle: Swizzle, column: number): number | undefined {
  if (sizeOf(layout.shape[0]) < ROWS_PER_MATRIX) return undefined;
  const sharedAddresses = Array.from({ length: ROWS_PER_MATRIX }, (_, row) => 16 * swizzled(plainOffset(layout, row, column), swizzle));
  return matrixCost({ op: "load", matrices: 1, sharedAddresses }).wavefronts;
}

/** The same of a layout's text, without a swizzle: `columnOf("(8,8):(10,1)").wavefronts`. */
export function columnOf(text: string): { readonly wavefronts: number | undefined } {
  return { wavefronts: columnWavefronts(parseLayout(text), { bits: 0, base: 0, shift: 3 }, 0) };
}

/** `Swizzle<3, 4, 3>` of a byte address. */
export function swizzledBytes(byteAddress: number): number {
  return swizzled(byteAddress, { bits: 3, base: 4, shift: 3 });
}
