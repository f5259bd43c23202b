import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileProgram } from "../compile.ts";
import { parse } from "../syntax/parse.ts";
import { parseLaunch } from "./launch.ts";
import { runLaunch } from "./run-launch.ts";

const LAUNCH = {
  kernel: "kernel",
  grid: [2, 1, 1],
  block: [64, 1, 1],
  sharedBytes: 256,
  arguments: [{ array: "out", type: "int", length: 64 }],
};

/** The findings' messages for a kernel with this body. */
function messagesOf(body: string, dynamic = "extern __shared__ short dynamic[];"): string[] {
  const text = `${dynamic} __global__ void kernel(int* out) { int t = threadIdx.x; ${body} }`;
  return runLaunch(compileProgram(parse(text), "kernel", []), parseLaunch(LAUNCH), { device: h200 }).findings.map(({ message }) => message);
}

describe("a finding names the thread and", () => {
  it.each<[what: string, body: string, message: string]>([
    [
      "the shared array that was not written, with the element in the order of memory",
      "__shared__ double before[3]; __shared__ float tile[2][33]; out[t] = before[0] = 1; if (t == 5) out[t] = tile[1][t];",
      "Thread (5, 0, 0) of block (0, 0, 0) reads 4 bytes at element 38 of `tile`, where nothing was written before.",
    ],
    [
      "the shared variable that is one scalar",
      "__shared__ int flag; if (t == 7) out[t] = flag;",
      "Thread (7, 0, 0) of block (0, 0, 0) reads 4 bytes at `flag`, where nothing was written before.",
    ],
    [
      "the dynamic shared array, behind the static ones",
      "__shared__ char small[5]; small[0] = 1; if (t == 9) out[t] = dynamic[t] + small[0];",
      "Thread (9, 0, 0) of block (0, 0, 0) reads 2 bytes at element 9 of `dynamic`, where nothing was written before.",
    ],
    [
      "the shared variable of a race",
      "__shared__ int last; if (t % 32 == 0) last = t; out[t] = t;",
      "Thread (32, 0, 0) of block (0, 0, 0) writes `last`, which thread (0, 0, 0) of the same block writes, too: no barrier stands between them (WAW).",
    ],
    [
      "the array that is kept in registers",
      "int own[4] = {1, 2, 3, 4}, other[2] = {1, 2}; own[t & 3] = other[t & 1] + other[(t & 31) == 3 ? 2 : 0]; out[t] = own[t & 1];",
      "Thread (3, 0, 0) of block (0, 0, 0) uses element 2 of `other`, which it does not have.",
    ],
    [
      "the barrier that it does not reach",
      "if (t != 40) __syncthreads();",
      "Thread (40, 0, 0) of block (0, 0, 0) does not reach this barrier, and has not ended: all threads of a block must reach the same one.",
    ],
    [
      "the barrier that others do not wait at",
      "if (t < 32) __syncthreads(); else __syncthreads();",
      "Warp 1 of block (0, 0, 0) waits at this barrier while others wait at another one.",
    ],
    [
      "the mask that names a lane which is elsewhere",
      "if (t != 3) __syncwarp();",
      "The mask 0xffffffff names lane 3, thread (3, 0, 0) of block (0, 0, 0), which does not take part.",
    ],
    [
      "the mask that does not name its lane",
      "if (t < 32) __syncwarp(0xfffffffe);",
      "Thread (0, 0, 0) of block (0, 0, 0) takes part, but the mask 0xfffffffe does not name its lane 0.",
    ],
    ["the assertion", "assert(t != 12);", "The assertion fails for thread (12, 0, 0) of block (0, 0, 0)."],
  ])("%s", (_what, body, message) => {
    expect(messagesOf(body)).toContain(message);
  });

  it("the field of dynamic shared memory that is a struct", () => {
    const messages = messagesOf(
      "s.a[t & 31] = 1; if (t == 9) out[t] = s.b[3];",
      "struct Tiles { int a[32]; int b[32]; }; extern __shared__ Tiles s;",
    );
    expect(messages).toContain(
      "Thread (9, 0, 0) of block (0, 0, 0) reads 4 bytes at element 3 of `s.b`, where nothing was written before.",
    );
  });
});
