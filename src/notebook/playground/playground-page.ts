import { BuiltPage } from "../kept/built-page.ts";

/** The playground as the page is built with it: a first sketch with its picture. With CUDA, the same kernels are open as in the lab. */
class PlaygroundPage extends BuiltPage {
  protected readonly called = "The playground";
  protected readonly storage = { database: "coalesce-sketches", unsavedPrefix: "coalesce-unsaved-sketch" };

  protected async takeOver() {
    if (this.dataset["language"] === "cuda") {
      const { openCudaPlayground } = await import("./open-cuda-playground.tsx");
      return openCudaPlayground(this);
    }
    const { openPlayground } = await import("./open-playground.tsx");
    return openPlayground(this);
  }
}

customElements.define("playground-page", PlaygroundPage);
