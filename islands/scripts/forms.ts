/**
 * The script that forms need on every page. It is inlined.
 *
 * 1. Remembers the campaign parameters of the URL that a form asks for.
 * 2. If an earlier page left a submission unsent, fetches the script that sends it, now and whenever the browser is
 *    online again.
 */

import { rememberCampaign } from "../lib/forms/campaign";
import { SUBMISSION_KEY, storages } from "../lib/forms/web-storage";

const { outbox, campaign } = document.getElementById("forms")!.dataset;

function sendWaiting() {
  if (storages().flatMap(Object.keys).some((key) => key.startsWith(SUBMISSION_KEY))) {
    void import(outbox!).then((module: { sendAll: () => void }) => module.sendAll());
  }
}

if (campaign) {
  rememberCampaign(location.search, campaign.split(" "));
}
addEventListener("load", sendWaiting);
addEventListener("online", () => {
  sendWaiting();
  // A network that has just come back often drops the first requests.
  setTimeout(sendWaiting, 5000);
});
