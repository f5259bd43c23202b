/** A page that is read in the dark is printed in the light: ink costs, and paper is white. */
const { dataset } = document.documentElement;
let theme: string | undefined;

addEventListener("beforeprint", () => {
  theme = dataset["theme"];
  dataset["theme"] = "light";
});
addEventListener("afterprint", () => {
  if (theme !== undefined) dataset["theme"] = theme;
});
