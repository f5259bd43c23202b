import { BuiltPage } from "../kept/built-page.ts";
import { placeBadges } from "./static-badges.ts";

/** The lab as the page is built with it: a first kernel, profiled. */
class LabPage extends BuiltPage {
  protected readonly called = "The lab";
  protected readonly storage = { database: "coalesce-lab", unsavedPrefix: "coalesce-unsaved-kernel" };

  override connectedCallback(): void {
    super.connectedCallback();
    const launch = this.querySelector<HTMLDetailsElement>("details[data-room]");
    if (launch) launch.open = matchMedia(launch.dataset["room"] ?? "").matches;
    placeBadges(this);
    // Before the editor sees them, which would insert a dropped text.
    this.addEventListener("dragover", (event) => this.#offer(event), { capture: true });
    this.addEventListener("dragleave", ({ relatedTarget }) => {
      if (!this.contains(relatedTarget as Node | null)) delete this.dataset["dropping"];
    });
    this.addEventListener("drop", (event) => void this.#take(event), { capture: true });
  }

  #offer(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    this.dataset["dropping"] = "";
  }

  async #take(event: DragEvent): Promise<void> {
    delete this.dataset["dropping"];
    const detail = [...(event.dataTransfer?.files ?? [])];
    if (detail.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    await this.open();
    this.dispatchEvent(new CustomEvent("lab-files", { detail }));
  }

  protected async takeOver() {
    const { openLab } = await import("./open-lab.tsx");
    return openLab(this);
  }
}

customElements.define("lab-page", LabPage);
