import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { LabKernel } from "./lab-kernel.ts";
import { startFromGallery } from "./start-from-gallery.ts";

/** A lab that notes what it shows. */
function lab() {
  const shown: string[] = [];
  const opened = signal(0);
  const show = ({ title }: LabKernel): void => {
    shown.push(title);
    opened.value++;
  };
  return { session: { opened, show, notice: signal<string | undefined>(undefined) }, shown };
}

test("of two kernels that are asked for one after the other, only the last is shown", async () => {
  const { session, shown } = lab();
  await Promise.all([startFromGallery(session, "matmul-naive", "First"), startFromGallery(session, "copy-strided", "Last")]);
  expect(shown).toEqual(["Last"]);
  await startFromGallery(session, "matmul-naive", "First");
  expect(shown).toEqual(["Last", "First"]);
});

test("a kernel that is opened meanwhile stays", async () => {
  const { session, shown } = lab();
  const started = startFromGallery(session, "copy-strided", "Late");
  session.opened.value++;
  await started;
  expect(shown).toEqual([]);
});

test("one that is not there is said", async () => {
  const { session, shown } = lab();
  await startFromGallery(session, "nothing", "Nothing");
  expect(shown).toEqual([]);
  expect(session.notice.value).toContain('there is no kernel "nothing"');
});
