/**
 * The document of the sandbox's frame. It may run scripts and make workers from blobs, and may fetch nothing; its worker
 * inherits that. It takes one message of the page that made it, the worker's script and a port, passes the port on, and takes no further
 * message. What anybody else sends, an extension or a page around this one, is left alone.
 */
export const frameDocument = `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:">
<title>Sandbox</title>
<script>
  addEventListener("message", function start({ data, ports, source }) {
    if (source !== parent || typeof data !== "string" || ports.length !== 1) return;
    removeEventListener("message", start);
    const worker = new Worker(URL.createObjectURL(new Blob([data], { type: "text/javascript" })));
    worker.postMessage(null, ports);
  });
</script>`;
