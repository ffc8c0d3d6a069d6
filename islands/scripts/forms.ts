/**
 * What forms want done on every page before any is touched; it stands in the page itself.
 *
 * 1. Note what the address tells of an advertisement, as far as a form asks for it.
 * 2. If an earlier page left a lead: fetch what sends it, now and whenever the browser is online again.
 */

import { note } from "../lib/forms/campaign";
import { LEAD, storages } from "../lib/forms/storages";

const { outbox, campaign } = document.getElementById("forms")!.dataset;

function look() {
  if (storages().flatMap(Object.keys).some((key) => key.startsWith(LEAD))) {
    void import(outbox!).then((module: { sendAll: () => void }) => module.sendAll());
  }
}

if (campaign) {
  note(location.search, campaign.split(" "));
}
addEventListener("load", look);
addEventListener("online", () => {
  look();
  // A network that is just back often carries nothing yet.
  setTimeout(look, 5000);
});
