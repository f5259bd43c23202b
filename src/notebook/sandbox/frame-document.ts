/**
 * The document of the sandbox's frame. It may run scripts and make workers from blobs, and may fetch nothing; its worker
 * inherits that. It takes one message, the worker's script and a port, passes the port on, and is deaf from then on.
 */
export const frameDocument = `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:">
<title>Sandbox</title>
<script>
  addEventListener("message", ({ data, ports }) => {
    const worker = new Worker(URL.createObjectURL(new Blob([data], { type: "text/javascript" })));
    worker.postMessage(null, ports);
  }, { once: true });
</script>`;
