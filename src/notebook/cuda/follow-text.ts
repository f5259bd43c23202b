import { reasonOf } from "../reason-of.ts";
import type { FollowedText } from "./live-kernel.tsx";

/** Lets the kernel in CUDA of an open cell follow the learner's text from when it is unfolded; until then nothing is loaded for it. */
export function followInCuda(
  cell: HTMLElement,
  loadKernel: () => Promise<{ default: { readonly text: string } }>,
  followed: FollowedText,
): void {
  const panel = cell.querySelector<HTMLDetailsElement>("details.cuda");
  const host = panel?.querySelector<HTMLElement>("[data-cuda]");
  if (!panel || !host) return;
  let isLoaded = false;
  const load = async (): Promise<void> => {
    if (!panel.open || isLoaded) return;
    isLoaded = true;
    try {
      const [{ showLiveKernel }, { default: kernel }] = await Promise.all([import("./live-kernel.tsx"), loadKernel()]);
      showLiveKernel(host, kernel.text, followed);
    } catch (error) {
      // The kernel with empty holes stays; unfolding it anew tries again.
      isLoaded = false;
      console.warn(`The kernel in CUDA cannot follow the code (${reasonOf(error)}).`);
    }
  };
  panel.addEventListener("toggle", () => void load());
  void load();
}
