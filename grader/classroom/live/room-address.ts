/** What a page and the server of a room know each other by. Pages import it on every visit: it brings nothing along. */

/** The name that a page's head carries where the page is served in a room: `<meta name="coalesce-live" content="on">`. */
export const LIVE_META = "coalesce-live";

/** Below the course's base path: what the room's server answers itself. */
export const ROOM_PATH = "live/room/";

/** The fragment of a link to the question that the room is asked. */
export const ASKED = "#asked";
