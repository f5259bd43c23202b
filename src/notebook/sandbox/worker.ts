// The inside of the page's sandbox.
import { listen } from "./listen.ts";

listen();
