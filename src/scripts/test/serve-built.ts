// Serves the built site to the browser tests, as npm start serves it, at the port that it is given.
import path from "node:path";
import { projectRoot } from "../astro.ts";
import { listening, siteServer } from "#classroom/live/static-server.ts";

await listening(siteServer(path.join(projectRoot, "dist")), Number(process.argv[2]), "127.0.0.1");
