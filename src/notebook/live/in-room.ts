import { LIVE_META } from "#classroom/live/room-address.ts";
import { PREDICTION_EVENT, type AnnouncedPrediction } from "./prediction-event.ts";

// Pages that `coalesce live` serves say so in their heads. Anywhere else nothing of a room is loaded, and nothing is asked for.
if (document.querySelector(`meta[name="${LIVE_META}"]`) !== null && window.parent === window) {
  const loaded = import("./room-badge.ts");
  // From now on: a quick reader may answer before the rest is here.
  document.addEventListener(PREDICTION_EVENT, (event) => {
    event.preventDefault();
    const { detail } = event as CustomEvent<AnnouncedPrediction>;
    void loaded.then(
      ({ takePrediction }) => takePrediction(detail),
      () => detail.open(),
    );
  });
}
