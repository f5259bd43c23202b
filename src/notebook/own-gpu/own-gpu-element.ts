/** A lesson's button "See it on your own GPU" as the page is built with it: all else comes when it's pressed. */
class OwnGpuElement extends HTMLElement {
  #isOpening = false;

  connectedCallback(): void {
    this.addEventListener("click", ({ target }) => {
      if (!(target instanceof Element) || !target.closest("[data-static] button") || this.#isOpening) return;
      this.#isOpening = true;
      void import("./load-own-gpu.ts")
        .then(({ loadOwnMeasure }) => loadOwnMeasure())
        .then(({ openOwnMeasure }) => openOwnMeasure(this))
        .catch(() => {
          this.#isOpening = false;
          this.querySelector(".gpu-note")!.textContent = "This could not be loaded. Check your network connection, and press again.";
        });
    });
  }
}

customElements.define("own-gpu", OwnGpuElement);
