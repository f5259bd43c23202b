import { render } from "preact";
import { Projector } from "./projector-view.tsx";

/** The key that came behind the address's # stays in this tab: the address bar, which the room sees too, loses it. */
const STORED = "coalesce.projector-key";

const given = location.hash.slice(1);
if (given !== "") {
  sessionStorage.setItem(STORED, given);
  history.replaceState(history.state, "", location.pathname);
}
const host = document.querySelector("#room");
if (host === null) throw new Error("the page has no place for the room");
host.replaceChildren();
render(<Projector roomKey={sessionStorage.getItem(STORED) ?? ""} />, host);
