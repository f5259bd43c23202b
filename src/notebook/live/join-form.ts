import { ASKED, LIVE_META } from "#classroom/live/room-address.ts";
import { base } from "#figures/drawing/base-path.ts";
import { joinRoom, roomToken, followRoom, RoomRefused } from "./room-client.ts";

/** The form by which a student's browser joins the room that the page was served in. */
class JoinForm extends HTMLElement {
  connectedCallback(): void {
    const isInRoom = document.querySelector(`meta[name="${LIVE_META}"]`) !== null;
    this.#part(isInRoom ? "form" : "[data-no-room]").hidden = false;
    if (!isInRoom) return;
    const code = this.#part<HTMLInputElement>('[name="code"]');
    // The link in the QR code has the code behind its #, which is not sent to anybody.
    code.value = decodeURIComponent(location.hash.slice(1)).slice(0, 10);
    this.#part<HTMLFormElement>("form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#join(code.value, this.#part<HTMLInputElement>('[name="name"]').value.trim());
    });
  }

  async #join(code: string, name: string): Promise<void> {
    const problem = this.#part("[role=alert]");
    const button = this.#part<HTMLButtonElement>("button");
    problem.textContent = code.trim() === "" ? "Type the code first: it’s on the projector." : "";
    if (code.trim() === "") return this.#part("input").focus();
    button.disabled = true;
    try {
      await joinRoom(code, name);
      this.#goOn();
    } catch (error) {
      button.disabled = false;
      problem.textContent =
        error instanceof RoomRefused ? error.message : "The room cannot be reached. Is this device still on its network?";
      this.#part("input").focus();
    }
  }

  /** To the question that the room is asked, else to where the student came from, else to the course. */
  #goOn(): void {
    const token = roomToken();
    const from = document.referrer.startsWith(location.origin + base) ? document.referrer : base;
    if (token === undefined) return;
    const stream = followRoom(
      token,
      ({ asked }) => {
        stream.close();
        location.assign(asked === undefined ? from : `${base}${asked.page}${ASKED}`);
      },
      () => location.assign(from),
    );
  }

  #part<Part extends HTMLElement = HTMLElement>(selector: string): Part {
    const part = this.querySelector<Part>(selector);
    if (part === null) throw new Error(`the form has no ${selector}`);
    return part;
  }
}

customElements.define("join-form", JoinForm);
