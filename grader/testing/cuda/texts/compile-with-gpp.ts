import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { INPUTS, RESULTS, THREADS } from "./random-program.ts";

const SHIMS = join(import.meta.dirname, "cuda-shims.h");

/** g++'s results of generated kernels: for each the hash of its results, as `hashOf` computes it. */
export function hashesByGpp(texts: readonly { readonly seed: number; readonly text: string }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "differential-"));
  try {
    const source = join(folder, "all.cpp");
    writeFileSync(
      source,
      [`#include "${SHIMS}"`, ...texts.map(({ seed, text }) => `namespace p${seed} {\n${text}}`), main(texts)].join("\n"),
    );
    const options = ["-std=c++20", "-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"];
    execFileSync("g++", [...options, source, "-o", join(folder, "all")], { stdio: "ignore" });
    return execFileSync(join(folder, "all"), { encoding: "utf8" }).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function main(texts: readonly { readonly seed: number }[]): string {
  const results = THREADS * RESULTS;
  return `
static int in[${INPUTS}];
static unsigned long long whole[${results}];
static float single[${results}];
static double twice[${results}];
static void hash(unsigned& state, const void* data, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) state = (state ^ ((const unsigned char*)data)[i]) * 0x01000193u;
}
using Kernel = void (*)(const int*, unsigned long long*, float*, double*);
static Kernel kernel;
static void runKernel() { kernel(in, whole, single, twice); }
static void run(Kernel own, unsigned seed) {
  kernel = own;
  unsigned s = seed + 1;
  for (int i = 0; i < ${INPUTS}; i++) {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    in[i] = -1000000 + (int)(s % 2000000u);
  }
  memset(whole, 0, sizeof whole); memset(single, 0, sizeof single); memset(twice, 0, sizeof twice);
  runBlock(runKernel);
  unsigned state = 0x811c9dc5u;
  hash(state, whole, sizeof whole); hash(state, single, sizeof single); hash(state, twice, sizeof twice);
  printf("%08x\\n", state);
}
int main() {
  blockDim = {${THREADS}, 1, 1};
  gridDim = {1, 1, 1};
${texts.map(({ seed }) => `  run(p${seed}::fuzz, ${seed}u);`).join("\n")}
}
`;
}
