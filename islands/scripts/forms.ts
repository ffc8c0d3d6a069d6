/**
 * The script that forms need on every page. It is inlined.
 *
 * 1. Remembers those campaign parameters of the URL that forms ask for.
 * 2. If an earlier page left a submission unsent, fetches the script that sends it, on load and whenever the browser is
 *    online again.
 */

import { rememberCampaign } from "../lib/forms/campaign";
import { SUBMISSION_PREFIX, storages } from "../lib/forms/web-storage";

const { outbox, campaign } = document.getElementById("forms")!.dataset;

function sendPending() {
  if (storages().flatMap(Object.keys).some((key) => key.startsWith(SUBMISSION_PREFIX))) {
    void import(outbox!).then((module: { sendAll: () => void }) => module.sendAll());
  }
}

if (campaign) {
  rememberCampaign(location.search, campaign.split(" "));
}
addEventListener("load", sendPending);
addEventListener("online", () => {
  sendPending();
  // A network that has just come back often drops the first requests.
  setTimeout(sendPending, 5000);
});
