import { LabMachine } from "./lab-machine.ts";
import workerAddress from "./lab-worker.ts?worker&url";

/** A machine of the page's own; its worker is started with the first question. */
export function pageMachine(): LabMachine {
  return new LabMachine(startWorker);
}

/**
 * A sandboxed frame of another site has an origin of its own, which may start workers only from blobs, and no modules from there. Built, the
 * worker is one file without imports, so that it runs as a plain script, too.
 */
function startWorker(): Worker {
  if (origin !== "null") return new Worker(workerAddress, { type: "module" });
  const script = `importScripts(${JSON.stringify(new URL(workerAddress, location.href).href)});`;
  return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}
