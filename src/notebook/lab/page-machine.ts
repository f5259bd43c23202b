import { LabMachine } from "./lab-machine.ts";
import workerAddress from "./lab-worker.ts?worker&url";

/** A machine of the page's own; its worker is started with the first question. */
export function pageMachine(): LabMachine {
  return new LabMachine(startWorker);
}

/**
 * A sandboxed frame of another site has an origin of its own, which may start workers only from blobs, and no modules from there. A plain
 * script may import a module, though; what is asked until it is there waits.
 */
function startWorker(): Worker {
  if (origin !== "null") return new Worker(workerAddress, { type: "module" });
  const script = `
    const early = [];
    const keep = ({ data }) => early.push(data);
    addEventListener("message", keep);
    import(${JSON.stringify(new URL(workerAddress, location.href).href)}).then(
      () => {
        removeEventListener("message", keep);
        for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
      },
      (error) => setTimeout(() => { throw error; }),
    );`;
  return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}
