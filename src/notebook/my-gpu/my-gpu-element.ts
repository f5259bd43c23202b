import { PROBE_DATABASE, PROBE_PREFIX } from "./probe-names.ts";

/** The page "My GPU" as it is built. All else comes when a button is pressed, a link brings measurements, or this browser has kept some. */
class MyGpuElement extends HTMLElement {
  #isOpen = false;

  connectedCallback(): void {
    this.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-live] button[data-opens]") : null;
      if (button) void this.#open(button.dataset["opens"] === "measure");
    });
    const follow = (): void => {
      if (location.hash.startsWith(PROBE_PREFIX)) void this.#open(false);
    };
    addEventListener("hashchange", follow);
    follow();
    void hasKept().then((kept) => (kept ? this.#open(false) : undefined));
  }

  async #open(isStarted: boolean): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const host = this.querySelector<HTMLElement>("[data-live]");
    if (!host) throw new Error("the page needs a place for what was measured");
    try {
      const { openMyGpu } = await import("./load-my-gpu.ts");
      openMyGpu(host, this.dataset["base"] ?? "/", isStarted);
    } catch {
      this.#isOpen = false;
      host.querySelector("[role=status]")!.textContent = "This could not be loaded. Check your network connection, and press again.";
    }
  }
}

/** Whether this browser has the database of what was measured. Where it doesn't say, the button shows it. */
async function hasKept(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === PROBE_DATABASE);
  } catch {
    return false;
  }
}

customElements.define("my-gpu", MyGpuElement);
