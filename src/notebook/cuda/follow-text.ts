import { effect } from "@preact/signals";
import type { KernelInCuda } from "../exercise-data.ts";
import { reasonOf } from "../reason-of.ts";
import type { FollowedText } from "./kernel-state.ts";

/**
 * Lets the kernel in CUDA of an open cell follow the learner's text and cursor from when either moves. Until then, and while it is folded,
 * it stays as the page was built with it, and nothing is loaded for it.
 */
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
  let hasMoved = false;
  const load = async (): Promise<void> => {
    if (!panel.open || !hasMoved || isLoaded) return;
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
  const text = followed.text.peek();
  const language = followed.language.peek();
  const line = followed.line.peek();
  const stop = effect(() => {
    const hasText = followed.text.value === text && followed.language.value === language;
    if (hasText && followed.line.value === line) return;
    queueMicrotask(() => stop());
    hasMoved = true;
    void load();
  });
}
