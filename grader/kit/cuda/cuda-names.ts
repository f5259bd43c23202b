/** Names of C++ and CUDA that an answer may use for something of its own. */
const RESERVED = new Set(
  (
    "abs alignas alignof and asm atomicAdd auto bool break case catch char class compl const constexpr continue default delete do double " +
    "else enum explicit export extern false float for friend goto half if inline int long max min namespace new not nullptr operator or " +
    "private protected public register return short signed sizeof static struct switch template this throw true try typedef typename " +
    "union unsigned using virtual void volatile warpSize while xor threadIdx blockIdx blockDim gridDim"
  ).split(" "),
);

/** A name as it is wanted, as far as CUDA has it: spelled with its characters, none of its own words, and not taken. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted.replaceAll("$", "_").replace(/[^\w]/g, "_");
  while (RESERVED.has(name) || isTaken(name)) name += "_";
  return name;
}
