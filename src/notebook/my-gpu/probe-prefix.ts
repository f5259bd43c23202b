/** What the fragment of an address begins with that holds a GPU's measurements. */
export const PROBE_PREFIX = "#gpu=";
