import { defineCapstone, floatResult, randomFloats } from "#kit";

const FIELDS = 8;
const STEPS = 8;
const SECONDS = 0.125;

export default defineCapstone<{ n: number; seed: number }>({
  id: "particle-layout",
  title: "Particles: far fewer sectors",
  summary:
    "A simulation that moves particles stored as records of 32 bytes. Choose another layout, convert once, and win it back in eight steps.",
  part: 1,
  concepts: ["coalescing", "aos", "soa", "sector"],
  difficulty: 3,
  minutes: 45,
  entry: "simulate",
  driver: `// The simulation: the task's own code. It calls your three functions.
void simulate(const float* in, float* out, float* data, int n) {
  pack(in, data, n);
  for (int s = 0; s < ${STEPS}; s++) step(data, n, ${SECONDS}f);
  unpack(data, out, n);
}
`,
  call: ({ n, seed }) => [randomFloats("in", FIELDS * n, seed), floatResult("out", FIELDS * n), floatResult("data", FIELDS * n), n],
  reference: ({ n }, { in: records = [] }) => {
    const out = Float64Array.from(records);
    for (let particle = 0; particle < n; particle++) {
      for (let axis = 0; axis < 3; axis++) out[FIELDS * particle + axis]! += STEPS * SECONDS * out[FIELDS * particle + 3 + axis]!;
    }
    return { out };
  },
  tolerance: { relative: 1e-5 },
  cases: [
    { id: "small", title: "64 particles", size: { n: 64, seed: 11 } },
    { id: "ragged", title: "777 particles", size: { n: 777, seed: 12 } },
    { id: "full", title: "2,048 particles", size: { n: 2048, seed: 13 } },
  ],
  hidden: (draw) => ({ n: draw.between(33, 900) }),
  budgets: [
    { case: "full", count: "sectors", atMost: 30_720 },
    { case: "full", count: "dramBytes", atMost: 524_288 },
  ],
  moves: { case: "full", count: "sectors" },
  why: "Lane by lane, a field of the records is 32 bytes further on, so that every load fetches 32 sectors and uses an eighth of each; with one array per field, the 32 floats that a warp asks for lie in 4 sectors. Converting costs what a step costs, once on the way in and once on the way out, and eight steps pay it back.",
  hints: [
    "A warp executes `x += vx * dt`. How many bytes lie between the x of one lane and the x of the next, and how many sectors is that?",
    "What one instruction loads in 32 lanes should lie next to each other. `data` has room for 8 n floats and nobody else reads it: in what order should the fields of all particles stand there?",
    "Field f of particle p at data[f * n + p]. `pack` and `unpack` translate, best with two float4 for a record; `step` reads six fields and writes three.",
  ],
  wrong: {
    "records-by-float4": {
      fails: ["sectors", "dramBytes"],
      says: "Ask yourself: a float4 halves and quarters the loads, but what does each load still bring that the step does not need, and what does the store write back that has not changed?",
    },
    "converts-in-every-step": {
      fails: ["sectors", "dramBytes"],
      says: "Ask yourself: how often must the layout change, if only `step` uses the new one and eight steps come one after the other?",
    },
    "leaves-mass-behind": {
      fails: ["values"],
      says: "Ask yourself: a step reads six of the eight fields. Where are the other two when `unpack` writes the records?",
    },
    "padded-arrays": {
      fails: ["values", "findings"],
      says: "Ask yourself: with every array rounded up to whole blocks, how many floats do eight of them take, and how many does `data` have?",
    },
  },
});
