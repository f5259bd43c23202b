import { ROOM_PATH } from "#classroom/live/room-address.ts";
import type { Joined, PageState, RoomMessage, RoomMessageName } from "#classroom/live/room-messages.ts";
import { base } from "#figures/drawing/base-path.ts";

const room = `${base}${ROOM_PATH}`;
/** Where this browser keeps the token that the room gave it. */
const KEY = "coalesce.live-token";
/** Whether the student has left; the token stays, so that whoever comes back is the same to the room. */
const LEFT_KEY = "coalesce.live-left";

/** Storage that cannot be used holds nothing: the token then lasts as long as the page. */
let unsavedToken: string | undefined;

/** The token of this browser; undefined if it has not joined, or has left. */
export function roomToken(): string | undefined {
  try {
    return localStorage.getItem(LEFT_KEY) === null ? (localStorage.getItem(KEY) ?? unsavedToken) : undefined;
  } catch {
    return unsavedToken;
  }
}

/** @throws RoomRefused with the reason, for the student */
export async function joinRoom(code: string, name: string): Promise<void> {
  const former = formerToken();
  const response = await send("join", { code, ...(name !== "" && { name }), ...(former !== undefined && { token: former }) });
  if (!response.ok) throw new RoomRefused(await response.text());
  const { token } = (await response.json()) as Joined;
  unsavedToken = token;
  try {
    localStorage.setItem(KEY, token);
    localStorage.removeItem(LEFT_KEY);
  } catch (error) {
    console.warn("This browser keeps nothing: it is in the room until the page is left.", error);
  }
}

function formerToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? unsavedToken;
  } catch {
    return unsavedToken;
  }
}

/** Leaves the room: nothing is sent any more, whatever the room says. */
export async function leaveRoom(): Promise<void> {
  const token = roomToken();
  unsavedToken = undefined;
  try {
    localStorage.setItem(LEFT_KEY, "");
  } catch {
    // There was nothing kept.
  }
  if (token !== undefined) await send("leave", { token }).catch(() => undefined);
}

/** Why a room refused something. */
export class RoomRefused extends Error {
  override name = "RoomRefused";
}

/** Sends something to the room. Rejects if nobody is there. */
export function send<Name extends RoomMessageName>(name: Name, message: RoomMessage<Name>, headers: HeadersInit = {}): Promise<Response> {
  return fetch(`${room}${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(message),
    cache: "no-store",
    // The reader may go on to another page at once.
    keepalive: true,
  });
}

export interface RoomStream {
  close(): void;
}

/**
 * Follows what the room tells this browser while the page is in sight: a browser holds few connections to a host.
 *
 * @param onLost called when the room cannot be reached; what comes later is told as ever. `isUnknown`: the room is there, and does not
 * know this browser.
 */
export function followRoom(token: string, onState: (state: PageState) => void, onLost: (isUnknown: boolean) => void): RoomStream {
  return follow(`${room}page?token=${encodeURIComponent(token)}`, onState, onLost);
}

/** Follows what the room tells the projector. */
export function follow<State>(address: string, onState: (state: State) => void, onLost: (isUnknown: boolean) => void): RoomStream {
  let source: EventSource | undefined;
  const open = (): void => {
    source?.close();
    source = new EventSource(address);
    source.addEventListener("message", ({ data }) => onState(JSON.parse(data as string) as State));
    // A stream that is refused is closed for good; one that broke off is tried again by the browser.
    source.addEventListener("error", () => onLost(source?.readyState === EventSource.CLOSED));
  };
  const watch = (): void => {
    if (document.visibilityState === "visible") open();
    else source?.close();
  };
  const hide = (): void => source?.close();
  document.addEventListener("visibilitychange", watch);
  addEventListener("pagehide", hide);
  addEventListener("pageshow", watch);
  watch();
  return {
    close() {
      source?.close();
      document.removeEventListener("visibilitychange", watch);
      removeEventListener("pagehide", hide);
      removeEventListener("pageshow", watch);
    },
  };
}

/** Address of the projector's stream. */
export const projectorStream = (key: string): string => `${room}projector?key=${encodeURIComponent(key)}`;
