import { decodeFragment } from "#classroom/assignment/fragment.ts";
import { parseSketch } from "#judge/parse-sketch.ts";
import { reasonOf } from "../reason-of.ts";
import { embeddedId } from "./embedded-key.ts";
import { openTry } from "./open-try.tsx";

const PREFIX = "#sketch=";

/** A try cell in a frame of another site. Its sketch comes with the address, `#sketch=…`, and runs in the sandbox like every other. */
class EmbeddedCell extends HTMLElement {
  connectedCallback(): void {
    void this.#show().catch((error: unknown) => this.#refuse(reasonOf(error)));
  }

  async #show(): Promise<void> {
    if (!location.hash.startsWith(PREFIX)) throw new RangeError("the address has no cell in it: it must end in #sketch=…");
    const sketch = parseSketch(await decodeFragment(location.hash.slice(PREFIX.length)));
    const data = this.querySelector("script[data-sketch]");
    if (data === null) throw new Error("an embedded cell needs a place for its sketch");
    data.textContent = JSON.stringify(sketch);
    await openTry(this, embeddedId(sketch));
  }

  #refuse(reason: string): void {
    const note = document.createElement("p");
    note.className = "notice wrong";
    note.setAttribute("role", "alert");
    note.textContent = `This cell can’t be shown: ${reason}. Copy its embed code again.`;
    this.replaceChildren(note);
  }
}

customElements.define("embedded-cell", EmbeddedCell);
