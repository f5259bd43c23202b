import { expect, test } from "vitest";
import { XMLValidator } from "fast-xml-parser";
import { galleryKernel } from "../lab/gallery-texts.ts";
import { requestsOfBlock } from "../lab/block-requests.ts";
import { Stopped, type LabMachine } from "../lab/lab-machine.ts";
import type { LabQuestion } from "../lab/lab-messages.ts";
import { profileRun } from "../lab/profile.ts";
import { signatureOf } from "../lab/signature.ts";
import { reportKernel } from "./kernel-report.ts";

/** The lab's machine without its worker. */
const machine = {
  ask: ((question: LabQuestion) => {
    if (question.kind === "signature") return Promise.resolve(signatureOf(question.source, question.kernel));
    if (question.kind === "run") return Promise.resolve(profileRun(question.run).outcome);
    if (question.kind === "requests") return Promise.resolve(requestsOfBlock(question.run, question.block));
    throw new Error(`a report has no need to ask for ${question.kind}`);
  }) as LabMachine["ask"],
  stop: () => undefined,
};

test("a kernel is reported with the costliest request of its costliest access, and what each access costs", async () => {
  const { pictures, counts } = await reportKernel(galleryKernel("transpose-tiled", "Tiled"), machine, "p");
  expect(pictures).toHaveLength(1);
  expect(XMLValidator.validate(pictures[0]?.svg ?? "")).toBe(true);
  expect(pictures[0]?.text).toMatch(/^tile\[threadIdx\.x\]\[threadIdx\.y\]: .*asked for 32 words at once/s);
  expect(counts).toHaveLength(4);
  expect(counts[1]).toBe("Line 7: in[y * side + x]: load from global memory, 8,192 requests, 4 sectors per request; 4 would do.");
});

test("what is wrong with a launch is among the counts", async () => {
  const tiled = galleryKernel("transpose-tiled", "Tiled");
  const { counts } = await reportKernel(
    { ...tiled, source: tiled.source.replace("in[y * side + x]", "in[y * side + x - 1]") },
    machine,
    "p",
  );
  expect(counts.at(-1)).toMatch(/^Line 7: .*in/);
});

test("a text that is not understood is reported with its place", async () => {
  const tiled = galleryKernel("transpose-tiled", "Tiled");
  const { pictures, counts } = await reportKernel({ ...tiled, source: tiled.source.replace("in[y", "im[y") }, machine, "p");
  expect(pictures).toEqual([]);
  expect(counts).toEqual([expect.stringMatching(/^It does not run: Line 7: .*im/)]);
});

test("a launch without end is ended, and said to be", async () => {
  const stopped = { ...machine, ask: () => Promise.reject(new Stopped("The launch had not ended after 20 seconds.")) };
  expect(await reportKernel(galleryKernel("transpose-tiled", "Tiled"), stopped, "p")).toEqual({
    pictures: [],
    counts: ["The launch had not ended after 20 seconds."],
  });
});
