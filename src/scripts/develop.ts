// npm run dev: serves the course, and updates it as files are edited. PORT and HOST choose the address.
import { astro, endTogether, exitCode } from "./astro.ts";

const server = astro("dev", "--ignore-lock", "--host", process.env.HOST ?? "127.0.0.1", "--port", process.env.PORT ?? "4321");
endTogether(server);
process.exitCode = await exitCode(server);
