import { parseSketch } from "#judge/parse-sketch.ts";
import { reasonOf } from "../reason-of.ts";
import { decodeFragment } from "../share/fragment.ts";
import { openTry } from "./open-try.tsx";

const PREFIX = "#sketch=";

/** A try cell in a frame of another site. Its sketch comes with the address, `#sketch=…`, and runs in the sandbox like every other. */
class EmbeddedCell extends HTMLElement {
  connectedCallback(): void {
    void this.#show().catch((error: unknown) => this.#refuse(reasonOf(error)));
  }

  async #show(): Promise<void> {
    if (!location.hash.startsWith(PREFIX)) throw new RangeError("the address has no cell in it: it must end in #sketch=…");
    const fragment = location.hash.slice(PREFIX.length);
    const sketch = parseSketch(await decodeFragment(fragment));
    const data = this.querySelector("script[data-sketch]");
    if (data === null) throw new Error("an embedded cell needs a place for its sketch");
    data.textContent = JSON.stringify(sketch);
    await openTry(this, `embedded-${await digest(fragment)}`);
  }

  #refuse(reason: string): void {
    const note = document.createElement("p");
    note.className = "notice wrong";
    note.setAttribute("role", "alert");
    note.textContent = `This cell can’t be shown: ${reason}. Copy its embed code again.`;
    this.replaceChildren(note);
  }
}

/** Edits of different cells are kept apart: the first 64 bits of the sketch's hash name it. */
async function digest(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(hash.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

customElements.define("embedded-cell", EmbeddedCell);
