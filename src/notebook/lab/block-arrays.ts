/** An array, as the requests of a block see it. */
export interface BlockArray {
  readonly name: string;
  readonly space: "global" | "constant" | "shared";
  /** Of an element, as in the text. */
  readonly type: string;
  readonly elementBytes: number;
  /** From the outermost to the innermost: `tile[32][33]` has 32 and 33, a variable that is no array has none. */
  readonly lengths: readonly number[];
  /** Where it starts in the machine's memory. */
  readonly base: number;
}

/** "tile[3][4]": an element as the text would name it. */
export function elementName({ name, lengths }: Pick<BlockArray, "name" | "lengths">, element: number): string {
  const indexes: number[] = [];
  let rest = element;
  for (const length of lengths.slice(1).toReversed()) {
    indexes.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return name + (lengths.length === 0 ? [] : [rest, ...indexes]).map((index) => `[${index}]`).join("");
}

/** The element that an address lies in. */
export function elementAt(
  arrays: readonly BlockArray[],
  address: number,
): { readonly array: BlockArray; readonly element: number } | undefined {
  const array = arrays.find((one) => address >= one.base && address < one.base + one.elementBytes * lengthOf(one));
  return array && { array, element: Math.floor((address - array.base) / array.elementBytes) };
}

/** How many elements an array has. */
export function lengthOf({ lengths }: Pick<BlockArray, "lengths">): number {
  return lengths.reduce((product, length) => product * length, 1);
}
