import { decodeFragment } from "#classroom/assignment/fragment.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { keepFocus } from "../kept-focus.ts";
import { reasonOf } from "../reason-of.ts";
import { SHARED_KERNEL } from "../share/lab-links.ts";
import { embeddedId } from "../try/embedded-key.ts";
import { openLabCell } from "./open-lab-cell.tsx";

/** A lab cell in a frame of another site. Its kernel comes with the address: `#kernel=…` as the lab shares it, or `?kernel=` and a name of the gallery. */
class EmbeddedLab extends HTMLElement {
  connectedCallback(): void {
    keepFocus(this);
    void this.#show().catch((error: unknown) => this.#refuse(reasonOf(error)));
  }

  async #show(): Promise<void> {
    const kernel = await askedFor();
    const data = this.querySelector("script[data-kernel]");
    if (data === null) throw new Error("an embedded cell needs a place for its kernel");
    data.textContent = JSON.stringify(kernel);
    await openLabCell(this, embeddedId(kernel));
  }

  #refuse(reason: string): void {
    const note = document.createElement("p");
    note.className = "notice wrong";
    note.setAttribute("role", "alert");
    note.textContent = `This kernel can’t be shown: ${reason} Copy its embed code again.`;
    this.replaceChildren(note);
  }
}

/** @throws RangeError where the address holds no kernel, or one that is not in order */
async function askedFor(): Promise<LabKernel> {
  if (location.hash.startsWith(SHARED_KERNEL)) {
    const { parseLabKernel } = await import("../lab/parse-lab-kernel.ts");
    return parseLabKernel(await decodeFragment(location.hash.slice(SHARED_KERNEL.length)));
  }
  const slug = new URLSearchParams(location.search).get("kernel");
  if (slug === null) throw new RangeError("the address must end in #kernel=… or name a kernel of the gallery, ?kernel=transpose-tiled.");
  const { galleryKernel } = await import("../lab/gallery-texts.ts");
  return galleryKernel(slug, slug.replaceAll("-", " "));
}

customElements.define("embedded-lab", EmbeddedLab);
