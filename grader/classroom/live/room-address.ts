/** Names that pages and the server of a room share. Pages import them on every visit, so this file imports nothing. */

/** The name that a page's head carries where the page is served in a room: `<meta name="coalesce-live" content="on">`. */
export const LIVE_META = "coalesce-live";

/** The path, below the course's base path, that the room's server answers itself. */
export const ROOM_PATH = "live/room/";

/** The fragment of a link to the question that the room is asked. */
export const ASKED = "#asked";
