import { BuiltPage } from "../kept/built-page.ts";

/** The playground as the page is built with it: a first sketch with its picture. */
class PlaygroundPage extends BuiltPage {
  protected readonly called = "The playground";
  protected readonly storage = { database: "coalesce-sketches", unsavedPrefix: "coalesce-unsaved-sketch" };

  protected async takeOver() {
    const { openPlayground } = await import("./open-playground.tsx");
    return openPlayground(this);
  }
}

customElements.define("playground-page", PlaygroundPage);
