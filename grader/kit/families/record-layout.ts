import type { Exercise } from "#judge/exercise.ts";
import { growing } from "../define-exercise.ts";
import { closure } from "../closure.ts";
import { exported, input, load, repeat } from "../vocabulary.ts";
import { overItems, type OverItems } from "./over-items.ts";
import { learnerFunction } from "./parts.ts";

type Items = { readonly count: number };
/** The fields that the family supplies; an exercise may override them. */
type Supplied = "exports" | "kernel" | "expected" | "items";

interface RecordLayout extends Omit<OverItems<Items>, Supplied>, Partial<Pick<OverItems<Items>, Supplied>> {
  /** The loads of the kernel, and how many fields each of them reads, in as many passes: `{ x: 1, rest: 7 }`. Fields are numbered in this order. */
  readonly loads: Readonly<Record<string, number>>;
  /** The arguments of the learner's `address`. Default: all three. */
  readonly given?: "item, field" | "item, field, count";
}

/**
 * Where the fields of many items are in memory: the learner's `address` gives the element of `particles` that holds a field of an
 * item. The kernel has one thread per item, and each reads all fields of its item, four bytes each.
 *
 *     export default recordLayout({
 *       id: "aos-to-soa",
 *       …,
 *       loads: { x: 1, y: 1, z: 1, mass: 1 },
 *       cases: [{ id: "small", title: "64 particles, two blocks of 32 threads", size: { count: 64 }, threads: 32 }, …],
 *       hidden: (draw) => ({ size: { count: draw.between(257, 3000) }, threads: 32 * draw.between(1, 8) }),
 *       checks: [sectorsPerRequest({ access: "x", atMost: 4, points: 2 }), …],
 *       hints: […],
 *       wrong: { … },
 *     });
 */
export function recordLayout({ loads, given = "item, field, count", ...own }: RecordLayout): Exercise {
  const fields = Object.values(loads).reduce((sum, each) => sum + each, 0);
  return overItems<Items>({
    exports: [
      learnerFunction(`address(${given}) gives the element of \`particles\` that holds the field of the item, both counted from 0.`),
    ],
    kernel: ({ size, answer }) => {
      const address = exported(answer, "address");
      const addressOf =
        given === "item, field"
          ? closure(
              { address },
              ({ address }) =>
                (item: number, field: number, _count: number) =>
                  address(item, field),
            )
          : address;
      let fieldsBefore = 0;
      const steps = Object.entries(loads).map(([name, passes]) => {
        const firstField = fieldsBefore;
        fieldsBefore += passes;
        const index = closure(
          { addressOf, firstField },
          ({ addressOf, firstField }) =>
            ({ threadIdx, blockIdx, blockDim }: Thread, { count }: Items, pass: number): unknown => {
              const item = blockIdx.x * blockDim.x + threadIdx.x;
              return item < count ? addressOf(item, firstField + pass, count) : null;
            },
        );
        const read = load("particles", { name, index });
        return passes === 1 ? read : repeat(passes, read);
      });
      return { size, arrays: { particles: input(fields * size.count, 4, "each-once") }, steps };
    },
    expected: () => ({}),
    items: ({ count }) => count,
    larger: growing("count"),
    correctness: { inBounds: 2, readOnce: 2 },
    ...own,
  });
}
