import { preloadEditor } from "../editor/preload-editor.ts";
import { placeBadges } from "../lab/static-badges.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { TextCell } from "../text-cell.ts";

/** A lab cell as the page is built with it: a CUDA kernel with what one launch of it does. */
class LabCell extends TextCell {
  get #id(): string {
    return this.dataset["lab"] ?? "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    placeBadges(this);
  }

  protected get key(): string {
    return `lab/${this.#id}`;
  }

  protected preload() {
    preloadEditor();
    return import("./open-lab-cell.tsx");
  }

  protected async load(): Promise<OpenedCell> {
    const { openLabCell } = await this.preload();
    return openLabCell(this, this.#id, this.goals);
  }
}

customElements.define("lab-cell", LabCell);
