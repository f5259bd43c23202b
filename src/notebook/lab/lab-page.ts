import { BuiltPage } from "../kept/built-page.ts";
import { placeBadges } from "./static-badges.ts";

/** The lab as the page is built with it: a first kernel, profiled. */
class LabPage extends BuiltPage {
  protected readonly called = "The lab";
  protected readonly storage = { database: "coalesce-lab", unsavedPrefix: "coalesce-unsaved-kernel" };

  override connectedCallback(): void {
    super.connectedCallback();
    placeBadges(this);
  }

  protected async takeOver() {
    const { openLab } = await import("./open-lab.tsx");
    return openLab(this);
  }
}

customElements.define("lab-page", LabPage);
