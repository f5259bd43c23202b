import { MEMORY_BYTES, FIRST_REGION, randomProgram, regionOf, type RandomProgram } from "./random-program.ts";
import { runReference } from "./reference-machine.ts";
import { runProgram, type ProgramEvents, type ProgramStream } from "#cuda/machine/run-program.ts";
import type { RowExit } from "#cuda/machine/row-exit.ts";
import { overwritten } from "./program-builder.ts";
import { testOperations } from "./test-operations.ts";

const LOCAL_BASE = MEMORY_BYTES - 2048;
const LOCAL_BYTES = 16;

/** Memory filled with a fixed pattern, and a log of all its calls. */
class Recorder implements ProgramStream {
  readonly log: string[] = [];
  readonly buffer = new ArrayBuffer(MEMORY_BYTES);
  readonly sharedBase = 0;
  readonly localBase = LOCAL_BASE;
  readonly localBytesPerThread = LOCAL_BYTES;
  overwrittenLanes = 0;
  readonly #sites: RandomProgram["program"]["sites"];

  constructor(sites: RandomProgram["program"]["sites"]) {
    this.#sites = sites;
    this.restart();
  }

  readonly restart = (): void => {
    this.log.length = 0;
    const words = new Uint32Array(this.buffer);
    for (let index = 0; index < words.length; index++) words[index] = index % 3 === 0 ? index : Math.imul(index, 0x9e3779b1);
    const floats = new Float32Array(this.buffer, regionOf("f32"), 128);
    for (let index = 0; index < floats.length; index++) floats[index] = index * 0.75 - 20;
    const doubles = new Float64Array(this.buffer, regionOf("f64"), 64);
    for (let index = 0; index < doubles.length; index++) doubles[index] = index * 1.1 - 20;
  };

  startBlock(block: number): void {
    this.log.push(`block ${block}`);
  }
  startWarp(warp: number): void {
    this.log.push(`warp ${warp}`);
  }
  blockBarrier(): void {
    this.log.push("barrier");
  }
  warpBarrier(warp: number, mask: number): void {
    this.log.push(`warp barrier ${warp} ${mask}`);
  }
  lostValues(lanes: number): void {
    this.log.push(`lost ${lanes >>> 0}`);
  }
  fence(): void {
    this.log.push("fence");
  }

  access(site: number, mask: number, addresses: Float64Array): number {
    const { bytesPerLane } = this.#sites[site]!;
    let granted = 0;
    const asked: string[] = [];
    for (let lane = 0; lane < 32; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      // Beyond 2⁵³, addresses are not distinguished.
      asked.push(Math.abs(address) < 2 ** 52 ? String(address) : "far");
      if (address >= FIRST_REGION && address + bytesPerLane <= MEMORY_BYTES && address % bytesPerLane === 0) granted |= 1 << lane;
    }
    this.overwrittenLanes = overwritten(granted, addresses);
    this.log.push(`${site} ${mask} ${asked.join()}`);
    return granted;
  }

  run(site: number, mask: number, first: number, stride: number): number {
    return this.access(
      site,
      mask,
      Float64Array.from({ length: 32 }, (_, lane) => first + lane * stride),
    );
  }

  from(site: number, mask: number, addresses: Float64Array, pointers: number | Float64Array): number {
    for (let lane = 0; lane < 32; lane++) {
      if ((mask >>> lane) & 1) this.log.push(`lane ${lane} from ${typeof pointers === "number" ? pointers : pointers[lane]}`);
    }
    return this.access(site, mask, addresses);
  }

  leaving(site: number, mask: number, addresses: Float64Array, exits: readonly (RowExit | undefined)[]): number {
    let left = 0;
    for (const exit of exits) {
      for (let lane = 0; exit && lane < 32; lane++) {
        if (((exit.mask & mask & ~left) >>> lane) & 1)
          this.log.push(`lane ${lane} leaves ${exit.length} × ${exit.bytes} by ${exit.indexes[lane]}`);
      }
      left |= (exit?.mask ?? 0) & mask;
    }
    return this.access(site, mask, addresses);
  }

  events(steps: Map<unknown, number>): ProgramEvents {
    const place = (step: unknown): number => steps.get(step) ?? steps.set(step, steps.size).get(step)!;
    return {
      mismatchedMask: (step, ...rest) => this.log.push(`mask ${place(step)} ${rest.join()}`),
      divergentBarrier: (step, ...rest) => this.log.push(`divergent ${place(step)} ${rest.join()}`),
    };
  }

  /** All NaNs are equal. */
  contents(): string[] {
    const copy = this.buffer.slice(0);
    const floats = new Float32Array(copy, regionOf("f32"), 128);
    const doubles = new Float64Array(copy, regionOf("f64"), 64);
    for (const values of [floats, doubles]) values.forEach((value, index) => Number.isNaN(value) && values.fill(NaN, index, index + 1));
    return Array.from(new Uint32Array(copy), (word, index) => `byte ${index * 4} ${word}`);
  }
}

function memoryOf(recorder: Recorder): Parameters<typeof runProgram>[2]["memory"] {
  const { buffer, sharedBase, localBase, localBytesPerThread } = recorder;
  return {
    i8: new Int8Array(buffer),
    u8: new Uint8Array(buffer),
    i16: new Int16Array(buffer),
    u16: new Uint16Array(buffer),
    i32: new Int32Array(buffer),
    u32: new Uint32Array(buffer),
    f32: new Float32Array(buffer),
    f64: new Float64Array(buffer),
    sharedBase,
    localBase,
    localBytesPerThread,
  };
}

/** The log of a random program by generated code and by the interpreter: every request and event in order, then the words of memory. */
export function runBoth(seed: number, affine: boolean): { readonly ran: readonly string[]; readonly expected: readonly string[] } {
  const { program, launch } = randomProgram(seed);
  const steps = new Map<unknown, number>();
  const reference = new Recorder(program.sites);
  const { sharedBase, localBase, localBytesPerThread } = reference;
  runReference(
    program,
    launch,
    { bytes: new DataView(reference.buffer), sharedBase, localBase, localBytesPerThread },
    reference,
    reference.events(steps),
  );
  const recorder = new Recorder(program.sites);
  runProgram(program, launch, {
    memory: memoryOf(recorder),
    stream: recorder,
    restart: recorder.restart,
    functions: {},
    operations: testOperations,
    events: recorder.events(steps),
    affine,
  });
  return { ran: [...recorder.log, ...recorder.contents()], expected: [...reference.log, ...reference.contents()] };
}
