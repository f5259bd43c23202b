import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { barRows, chartText } from "./bar-chart.ts";
import { cellKey, experiments, numbersOf, ratioIn, type Experiment } from "./experiments.ts";
import { NO_NUMBERS, readOwnNumbers, saveOwnNumbers } from "./kept-numbers.ts";
import { readMeasurements } from "./read-measurements.ts";

const printed = (program: string, file: string) => readFileSync(`content/programs/${program}/${file}`, "utf8");
const { strides, transposes } = experiments;
const numbersIn = async (experiment: Experiment, text: string) => numbersOf(experiment, (await readMeasurements(text)).readings);

/** What ncu says before its CSV, with what the program printed under it. */
const NOISE = `==PROF== Connected to process 12 (/home/me/stride-benchmark)
# NVIDIA H200, 16777216 floats
kernel,stride,us,GBps
strided_reads,1,1102826.50,0.1
==PROF== Disconnected from process 12
`;

describe("what a program printed", () => {
  it("is read: the GPU, and a time for each line", async () => {
    const { gpu, readings } = await readMeasurements(printed("stride-benchmark", "h200.txt"));
    expect(gpu).toBe("NVIDIA H200");
    expect(readings).toHaveLength(12);
    expect(readings).toContainEqual({ kernel: "strided_reads", argument: "8", quantity: "us", value: 142.34 });
  });

  it("may stand among other lines, with line ends of Windows", async () => {
    const text =
      "$ ./stride-benchmark\r\n# GeForce, 4 floats\r\nkernel,stride,us,GBps\r\n strided_writes,2,10.50,1.0 \r\nstrided_reads,2,nan,nan\r\n";
    expect(await readMeasurements(text)).toEqual({
      gpu: "GeForce",
      readings: [{ kernel: "strided_writes", argument: "2", quantity: "us", value: 10.5 }],
    });
  });

  it("of a text without measurements is nothing", async () => {
    expect(await readMeasurements("hello, 3, 4\nstrided_reads,8\n")).toEqual({ gpu: undefined, readings: [] });
  });
});

describe("what ncu printed", () => {
  it("is read as CSV with one metric a line, thousands with commas; times under the profiler are not", async () => {
    const csv = printed("transpose-benchmark", "h200-ncu.csv");
    const { gpu, readings } = await readMeasurements(NOISE + csv + "==PROF== done\n");
    expect(gpu).toBe("NVIDIA H200");
    expect(readings.filter(({ quantity }) => quantity === "us")).toEqual([]);
    const numbers = numbersOf(transposes, readings);
    expect(numbers[cellKey("transpose_strided_write", "stores")]).toBe(12.5);
    expect(numbers[cellKey("transpose_strided_write", "loads")]).toBe(100);
    expect(numbers[cellKey("transpose_tiled", "conflicts")]).toBeGreaterThan(31 * 4096 * 128);
    expect(Object.keys(numbers)).toHaveLength(3 * transposes.rows.length);
  });

  it("names a template's argument, with its type or without", async () => {
    const head = '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n';
    const metric = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
    const row = (name: string) => `"0","void strided_reads<${name}>(const float *, float *, unsigned long)","${metric}","%","12.50"\n`;
    for (const name of ["8", "(int)8"]) expect(await numbersIn(strides, head + row(name))).toEqual({ "8/loads": 12.5 });
  });

  it("may have a column for each metric, as after --page raw", async () => {
    const text = `"ID","Kernel Name","smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct"
"","","%"
"0","void strided_writes<4>(const float *, float *, unsigned long)","25"
`;
    expect(await numbersIn(strides, text)).toEqual({ "4/stores": 25 });
  });
});

describe("our own runs", () => {
  it.each([strides, transposes])("of $program fill the whole table", async (experiment) => {
    const { program, rows, quantities } = experiment;
    const numbers = {
      ...(await numbersIn(experiment, printed(program, "h200.txt"))),
      ...(await numbersIn(experiment, printed(program, "h200-ncu.csv"))),
    };
    expect(Object.keys(numbers).sort()).toEqual(rows.flatMap(({ key }) => quantities.map((quantity) => cellKey(key, quantity.key))).sort());
  });
});

describe("the ratios that a lesson asks for", () => {
  it.each([strides, transposes])("of $program are known of our own run", async (experiment) => {
    const numbers = await numbersIn(experiment, printed(experiment.program, "h200.txt"));
    for (const ratio of experiment.ratios) expect(ratioIn(ratio, numbers)).toBeGreaterThan(1);
  });

  it("need both numbers", () => {
    const [ratio] = strides.ratios;
    expect(ratio && ratioIn(ratio, { "1/reads": 50, "32/reads": 200 })).toBe(4);
    expect(ratio && ratioIn(ratio, { "32/reads": 200 })).toBeUndefined();
  });
});

describe("the chart", () => {
  const time = strides.quantities[0]!;
  const ours = { "1/reads": 50, "2/reads": 100, "32/reads": 400 };

  it("draws times as multiples of the first row's, each GPU's of its own", () => {
    const rows = barRows(strides, time, ours, { "1/reads": 10, "2/reads": 80 });
    expect(rows[1]).toEqual({
      name: "2",
      ours: { length: 0.25, text: "2× (100\u00a0µs)" },
      yours: { length: 1, text: "8× (80\u00a0µs)" },
    });
    expect(rows[5]).toMatchObject({ ours: { length: 1 }, yours: undefined });
  });

  it("draws no multiple without the first row's time", () => {
    expect(barRows(strides, time, ours, { "2/reads": 80 }).map(({ yours }) => yours)).toEqual(Array(6).fill(undefined));
  });

  it("draws shares of 100%, and counts as they are", () => {
    const loads = transposes.quantities[1]!;
    const conflicts = transposes.quantities[3]!;
    expect(barRows(transposes, loads, { "copy/loads": 100 }, { "copy/loads": 12.5 })[0]).toEqual({
      name: "copy",
      ours: { length: 1, text: "100%" },
      yours: { length: 0.125, text: "12.5%" },
    });
    expect(barRows(transposes, conflicts, { "copy/conflicts": 0 }, {})[0]?.ours).toEqual({ length: 0, text: "0" });
  });

  it("says in words what it shows", () => {
    const text = chartText(strides, time, barRows(strides, time, ours, {}).slice(0, 3), "yours", "H200");
    expect(text).toBe("strided reads, as a multiple of stride 1. 1: H200 1× (50\u00a0µs); 2: H200 2× (100\u00a0µs); 4: not measured.");
  });
});

describe("a reader's numbers", () => {
  const storage = () => {
    const items = new Map<string, string>();
    return {
      items,
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };

  it("are kept by experiment, until they are cleared", () => {
    const store = storage();
    const own = { gpu: "GeForce", numbers: { "8/reads": 12 } };
    expect(saveOwnNumbers(strides, own, () => store)).toBe(true);
    expect(readOwnNumbers(strides, () => store)).toEqual(own);
    expect(readOwnNumbers(transposes, () => store)).toEqual(NO_NUMBERS);
    saveOwnNumbers(strides, NO_NUMBERS, () => store);
    expect(store.items.size).toBe(0);
  });

  it("are none where the browser refuses, or keeps something else", () => {
    const refused = () => {
      throw new DOMException("no storage", "SecurityError");
    };
    expect(readOwnNumbers(strides, refused)).toEqual(NO_NUMBERS);
    expect(saveOwnNumbers(strides, NO_NUMBERS, refused)).toBe(false);
    const store = storage();
    store.items.set("coalesce.own-numbers.strides", '{"gpu":3,"numbers":{"8/reads":"x","9/reads":1,"2/reads":-1,"4/reads":5}}');
    expect(readOwnNumbers(strides, () => store)).toEqual({ gpu: "", numbers: { "4/reads": 5 } });
    for (const text of ["null", "[", "7"]) {
      store.items.set("coalesce.own-numbers.strides", text);
      expect(readOwnNumbers(strides, () => store)).toEqual(NO_NUMBERS);
    }
  });
});
