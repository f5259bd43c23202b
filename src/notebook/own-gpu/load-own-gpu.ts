/** Loads what runs on the reader's GPU. In a module of its own, because the build puts the list of all files that come with it beside the import: a page need not fetch that list. */
export const loadOwnMeasure = () => import("./open-own-measure.tsx");
