import { createContext } from "preact";

/** Whether a request is drawn for a reader who has met lanes, requests and sectors, and no other count: in the first lesson. */
export const IsFirstLook = createContext(false);
