/** The path that the course is served under, with a slash at its end: "/", or "/coalesce/" where BASE_PATH was set at build time. */
export const base = import.meta.env.BASE_URL.replace(/\/?$/, "/");
