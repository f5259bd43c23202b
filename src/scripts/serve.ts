// npm start: builds the course, and serves it until it is stopped. PORT and HOST choose the address.
import { astro, endTogether, exitCode } from "./astro.ts";
import { portProblem } from "./port.ts";

const host = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 4321);

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

// --ignore-lock keeps preview in the foreground: without it, preview may put itself in the background.
const server = astro("preview", "--ignore-lock", "--host", host, "--port", String(port));
endTogether(server);
const address = `http://${host === "0.0.0.0" ? "localhost" : host}:${port}/`;
const served = exitCode(server);
if (await answers(address)) console.log(`\nThe course is at ${address}   (Ctrl+C stops it)`);
process.exitCode = await served;

/** Waits until the address answers; false if the server ends first. */
async function answers(address: string): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    const response = await fetch(address).catch(() => undefined);
    if (response) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
