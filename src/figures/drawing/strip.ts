import { createContext } from "preact";

/** Whether a request is drawn as a strip: as low as the room above an on-screen keyboard asks for. */
export const IsStrip = createContext(false);
