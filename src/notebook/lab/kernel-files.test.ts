import { describe, expect, test } from "vitest";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { galleryKernel } from "./gallery-texts.ts";
import { kernelOfFiles, launchFileText, profileCommandLine, sourceFileName } from "./kernel-files.ts";

const open = { ...galleryKernel("transpose-padded", "Padded"), device: "h100" };
const source = { name: "scale.cu", text: "__global__ void scale(float* x) { x[threadIdx.x] *= 2; }\n" };
const launch = { name: "launch.json", text: launchFileText(open) };

test.each([
  ["My gather: strided, ×8", "my-gather-strided-8.cu"],
  ["Transponieren übers Eck", "transponieren-u-bers-eck.cu"],
  ["…", "kernel.cu"],
])("“%s” is kept as %s", (title, name) => expect(sourceFileName({ title })).toBe(name));

test("a launch is read from its file as it was", () => {
  expect(parseLaunch(JSON.parse(launchFileText(open)))).toEqual(open.launch);
});

test.each([
  ["h200", "coalesce profile padded.cu --launch launch.json"],
  ["h100", "coalesce profile padded.cu --launch launch.json --device h100"],
])("the command for the %s", (device, command) => expect(profileCommandLine({ title: "Padded", device })).toBe(command));

describe("files make a new kernel", () => {
  test("a text alone, whose launch is to be guessed", () => {
    expect(kernelOfFiles([source], open)).toMatchObject({ title: "scale", source: source.text, device: "h100", launch: { kernel: "" } });
  });

  test("a text with its launch, in any order", () => {
    const kernel = { title: "scale", source: source.text, launch: open.launch };
    expect(kernelOfFiles([source, launch], open)).toMatchObject(kernel);
    expect(kernelOfFiles([launch, source], open)).toMatchObject(kernel);
  });

  test("a launch alone, for the text that is open", () => {
    expect(kernelOfFiles([launch], open)).toEqual({ ...open, title: "Padded (launch.json)" });
  });

  test("lines end as the lab's do", () => {
    expect(kernelOfFiles([{ name: "a.cu", text: "a\r\nb\r\n" }], open).source).toBe("a\nb\n");
  });
});

test.each([
  ["nothing", [], "No file was chosen"],
  ["what is neither", [{ name: "picture.png", text: "" }], "picture.png is neither CUDA"],
  ["two texts", [source, { ...source, name: "other.cu" }], "other.cu is one too many"],
  ["two launches", [launch, { ...launch, name: "large.json" }], "large.json is one too many"],
  ["what is no JSON", [{ name: "launch.json", text: "{" }], "launch.json is no launch"],
  ["a launch of two dimensions", [{ name: "launch.json", text: '{"kernel":"a","grid":[1,1]}' }], "`grid`"],
  ["a text that is too long", [{ name: "a.cu", text: " ".repeat(200_001) }], "200,000 at most"],
])("%s is refused, and said to be", (_, files, message) => {
  expect(() => kernelOfFiles(files, open)).toThrow(message);
});
