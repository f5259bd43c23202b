import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { galleryKernel } from "./gallery-texts.ts";
import type { LabKernel } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";
import { openFiles } from "./open-files.ts";

/** A lab that notes what it is asked to do. */
function lab() {
  const done: string[] = [];
  const kernel = signal<LabKernel>(galleryKernel("transpose-tiled", "Tiled"));
  const notice = signal<string | undefined>("an earlier one");
  const show = (opened: LabKernel, kind: string): void => void done.push(`${kind}: ${opened.title}`);
  const measured = { openFile: async ({ name }: File) => void done.push(`report: ${name}`) } as unknown as LabSession["measured"];
  return { session: { kernel, notice, show, keepCopy: () => void done.push("kept"), measured }, done };
}

test("a file becomes a kernel of the learner's own", async () => {
  const { session, done } = lab();
  await openFiles(session, [new File(["__global__ void f() {}"], "f.cu")]);
  expect(done).toEqual(["started: f", "kept"]);
  expect(session.notice.value).toBeUndefined();
});

test("a report of the profiler is opened beside the kernel that comes with it", async () => {
  const { session, done } = lab();
  await openFiles(session, [new File(["NVR"], "my.ncu-rep"), new File(["__global__ void f() {}"], "f.cu")]);
  expect(done).toEqual(["report: my.ncu-rep", "started: f", "kept"]);
});

test.each([
  ["what is no kernel", new File([""], "notes.pdf"), "notes.pdf is neither CUDA (.cu) nor a launch (.json)."],
  ["what is far too large", new File([new Uint8Array(2 ** 20 + 1)], "f.cu"), "f.cu has 1,048,577 bytes; the lab opens 1,048,576 at most."],
])("%s leaves the lab as it is, and the reason is said", async (_, file, reason) => {
  const { session, done } = lab();
  await openFiles(session, [file]);
  expect(done).toEqual([]);
  expect(session.notice.value).toBe(reason);
});
