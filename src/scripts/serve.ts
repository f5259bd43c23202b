// npm start: builds the course, and serves it compressed until it is stopped. PORT, HOST and BASE_PATH choose the address.
import path from "node:path";
import { astro, endWithParent, exitCode, projectRoot } from "./astro.ts";
import { portProblem } from "./port.ts";
import { compressFolder, listening, siteServer } from "#classroom/live/static-server.ts";

const host = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 4321);
const base = process.env.BASE_PATH ?? "/";
const dist = path.join(projectRoot, "dist");

const problem =
  Number.isInteger(port) && port > 0 && port < 65536
    ? await portProblem(port, host)
    : `PORT is ${process.env.PORT}; it is a number from 1 to 65535`;
if (problem) {
  console.error(`The course cannot be served: ${problem}`);
  process.exit(1);
}

const built = await exitCode(astro("build"));
if (built !== 0) process.exit(built);
await compressFolder(dist);

const server = siteServer(dist, base);
endWithParent(() => {
  server.close();
  server.closeAllConnections();
});
await listening(server, port, host);
const address = `http://${host === "0.0.0.0" ? "localhost" : host}:${port}${base.replace(/\/*$/, "")}/`;
console.log(`\nThe course is at ${address}   (Ctrl+C stops it)`);
