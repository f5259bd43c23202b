import { describe, expect, test } from "vitest";
import { profileHost } from "#cuda/host/profile-host.ts";
import { h200 } from "#simulator";
import { readMeasurements } from "#notebook/own-numbers/read-measurements.ts";
import { profileHostRun } from "#notebook/lab/host-run.ts";
import { commandsOf, labKernelOf, programNamed, programs } from "./programs.ts";

describe.each(programs.map((program) => [program.name, program] as const))("%s", (name, program) => {
  const { launches, result } = profileHost(program.source, h200);

  test("runs in the lab to its end, without a finding and with a right result", () => {
    expect(result.exitCode).toBe(0);
    expect(launches.flatMap(({ findings }) => findings)).toEqual([]);
  });

  test("opens in the lab with the launch that is meant", () => {
    const kernel = labKernelOf(program);
    const outcome = profileHostRun(kernel, () => {});
    expect(outcome).toMatchObject({ kind: "profile", status: "done", findings: [] });
    const shown = launches.find(({ kernel }) => kernel === program.kernel);
    expect([shown?.number, kernel.launch.kernel]).toEqual([program.launch, program.kernel]);
  });

  test("printed on the H200 a line for each of its kernels, and nothing about a wrong result", () => {
    const [machine, head, ...lines] = program.printed.trimEnd().split("\n");
    expect(machine).toMatch(/^# NVIDIA H200, /);
    expect(head).toMatch(/^kernel,\w+,us,GBps$/);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).toMatch(/^[a-z_]+,\d+,\d+\.\d\d,\d+\.\d$/);
    const plain = new Set(launches.map(({ kernel }) => kernel.replace(/<.*/, "")));
    for (const line of lines) expect(plain).toContain(line.split(",")[0]);
  });

  test("says in its first lines how it is built and run", () => {
    const { build, run } = commandsOf(program);
    expect(program.source).toContain(`//   ${build}\n//   ${run} `);
    expect(program.source.startsWith("// ")).toBe(true);
    expect(program.source).toContain(`//   ./${name} ${program.profile?.arguments ?? ""}`);
  });
});

const profiled = programs.filter((program) => program.profiled !== undefined);

test.each(profiled.map((program) => [program.name, program] as const))(
  "%s has in the lab the efficiencies that the profiler counted on the H200",
  async (_, program) => {
    const { launches } = profileHost(program.source, h200);
    const { readings } = await readMeasurements(program.profiled ?? "");
    const efficiencies = readings.filter(({ quantity }) => quantity.startsWith("smsp__sass_average_data_bytes_per_sector"));
    expect(efficiencies.length).toBeGreaterThanOrEqual(12);
    for (const { kernel, argument, quantity, value } of efficiencies) {
      const named = argument === undefined ? kernel : `${kernel}<${argument}>`;
      const op = quantity.includes("_ld.") ? "load" : "store";
      const totals = launches.find((launch) => launch.kernel === named)?.totals.global[op];
      expect(100 * (totals?.efficiency ?? NaN), `${named} ${op}`).toBeCloseTo(value, 1);
    }
  },
);

test("a program that does not exist is an error", () => {
  expect(() => programNamed("none")).toThrow("content/programs has no none");
});
