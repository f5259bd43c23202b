/** Loads what an open try cell is made of. In a module of its own, because the build puts the list of all files that come with it beside the import: a page need not fetch that list. */
export const loadTry = () => import("./open-try.tsx");
