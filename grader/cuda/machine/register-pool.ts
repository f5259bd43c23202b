import { WARP_SIZE } from "#simulator/warp-request.ts";
import { counted, listed } from "../errors/wording.ts";
import type { Span } from "../source-error.ts";
import { grouped } from "./memory.ts";

/** Registers of 32 bits of an SM, and of a block at most (CUDA C++ Programming Guide, technical specifications per compute capability). */
const REGISTERS_PER_SM = 65_536;
/** Registers of a thread are allocated by so many: those of a warp by 256. */
const REGISTER_STEP = 8;

/** What a warp has last asked for: registers of a thread. */
interface RegisterRequest {
  readonly registers: number;
  readonly isIncrease: boolean;
  readonly span: Span;
}

/** A warp that asks for more registers than its block can ever give it. */
interface ExceededPool {
  readonly warp: number;
  readonly span: Span;
  readonly words: string;
}

/**
 * The registers that the warps of a block ask for by `setmaxnreg`. A block has a pool: those that it was launched with, as many for each thread.
 * `setmaxnreg.inc` waits until the pool has what it takes (PTX ISA, setmaxnreg). How many a launch has is nvcc's choice; none has more than fit an SM.
 */
export class RegisterPool {
  readonly #warps: number;
  readonly #requests = new Map<number, RegisterRequest>();

  /** @param warps of a block */
  constructor(warps: number) {
    this.#warps = warps;
  }

  clear(): void {
    this.#requests.clear();
  }

  /** @param rank of the block in its cluster */
  request(rank: number, warp: number, registers: number, isIncrease: boolean, span: Span): void {
    this.#requests.set(rank * this.#warps + warp, { registers, isIncrease, span });
  }

  /** What is wrong if the warps of a block have last asked for more than any launch of so many warps has. */
  exceeded(rank: number): ExceededPool | undefined {
    const requests = Array.from({ length: this.#warps }, (_, warp) => ({ warp, ...this.#requests.get(rank * this.#warps + warp) }));
    const needed = WARP_SIZE * requests.reduce((sum, { registers = 0 }) => sum + registers, 0);
    const threads = WARP_SIZE * this.#warps;
    const perThread = roundedDown(REGISTERS_PER_SM / threads);
    const increases = requests.filter(({ isIncrease }) => isIncrease);
    const last = increases.at(-1);
    if (last?.span === undefined || needed <= perThread * threads) return undefined;
    const asked = [...Map.groupBy(requests, ({ registers }) => registers)].flatMap(([registers, { length }]) =>
      registers === undefined ? [] : [`${counted(grouped(length), "warp")} ${length === 1 ? "asks" : "ask"} for ${registers}`],
    );
    const increased = increases.reduce((sum, { registers = 0 }) => sum + registers, 0);
    const most = roundedDown((perThread * this.#warps - needed / WARP_SIZE + increased) / increases.length);
    return {
      warp: last.warp,
      span: last.span,
      words:
        `asks for ${last.registers} registers by \`setmaxnreg.inc\`, which waits until its block has them: for ever. ` +
        `In the block, ${listed(asked)}: ${grouped(needed)} registers in all. A launch of ${grouped(threads)} threads has ${grouped(perThread * threads)} at most, ${perThread} for each. ` +
        `Let these ask for ${most} at most. (nvcc leaves \`setmaxnreg\` out, with C7508, where neither \`__launch_bounds__(threads, blocks)\` nor \`__maxnreg__\` says what a launch has.)`,
    };
  }
}

/** A number of registers that a thread can have. */
function roundedDown(registers: number): number {
  return REGISTER_STEP * Math.floor(registers / REGISTER_STEP);
}
