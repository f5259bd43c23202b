import { createServer, type AddressInfo } from "node:net";

/** Listens on a port of this host for a moment, and returns its number; port 0 means any free port. Rejects if nothing can listen there. */
function listen(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, host, () => {
      const { port: given } = probe.address() as AddressInfo;
      probe.close(() => resolve(given));
    });
  });
}

/** A port that is free at the moment. */
export function freePort(host: string): Promise<number> {
  return listen(0, host);
}

/** Why a server cannot listen on the port; undefined if it can. */
export async function portProblem(port: number, host: string): Promise<string | undefined> {
  try {
    await listen(port, host);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") return `port ${port} is taken; choose another: PORT=${port + 1} npm start`;
    return `cannot listen on port ${port} of ${host} (${code}); choose another: PORT=4321 npm start`;
  }
}
