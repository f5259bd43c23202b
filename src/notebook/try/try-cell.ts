import { preloadSmallEditor } from "../editor/preload-editor.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { TextCell } from "../text-cell.ts";

/** A try cell as the page is built with it: a few lines of TypeScript. */
class TryCell extends TextCell {
  get #id(): string {
    return this.dataset["try"] ?? "";
  }

  protected get key(): string {
    return `try/${this.#id}`;
  }

  protected async preload() {
    preloadSmallEditor();
    return (await import("./load-try.ts")).loadTry();
  }

  protected async load(): Promise<OpenedCell> {
    const { openTry } = await this.preload();
    return openTry(this, this.#id, this.goals);
  }
}

customElements.define("try-cell", TryCell);
