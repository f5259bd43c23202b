import type { KernelInCuda } from "../exercise-data.ts";
import { reasonOf } from "../reason-of.ts";
import type { FollowedText } from "./live-kernel.tsx";

/** Lets the kernel in CUDA of an open cell follow the learner's text from when it is unfolded; until then nothing is loaded for it. */
export function followInCuda(
  cell: HTMLElement,
  loadKernel: () => Promise<{ default: KernelInCuda }>,
  followed: Omit<FollowedText, "base">,
): void {
  const panel = cell.querySelector<HTMLDetailsElement>("details.cuda");
  const host = panel?.querySelector<HTMLElement>("[data-cuda]");
  if (!panel || !host) return;
  // A package for an LMS has no other pages.
  const isAlone = cell.closest("[data-without-course]") !== null;
  let isLoaded = false;
  const load = async (): Promise<void> => {
    if (!panel.open || isLoaded) return;
    isLoaded = true;
    try {
      const [{ showLiveKernel }, { default: kernel }] = await Promise.all([import("./live-kernel.tsx"), loadKernel()]);
      showLiveKernel(host, kernel, { ...followed, base: isAlone ? undefined : (panel.dataset["base"] ?? "/") });
    } catch (error) {
      // The kernel with empty holes stays; unfolding it anew tries again.
      isLoaded = false;
      console.warn(`The kernel in CUDA cannot follow the code (${reasonOf(error)}).`);
    }
  };
  panel.addEventListener("toggle", () => void load());
  void load();
}
