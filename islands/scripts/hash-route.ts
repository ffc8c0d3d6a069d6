/**
 * Old addresses of the site, all of them the home page's: `/#/AboutUs?id=meetourteam` is `/AboutUs/?id=meetourteam` now.
 *
 * Stands before everything that is drawn. It needs no list of pages: the host answers an unknown address with the page that suggests one.
 */

function follow() {
  const { hash, search } = location;
  const [, path, query] = /^#\/([^?]*)\??(.*)/.exec(hash) ?? [];
  if (path !== undefined) {
    document.documentElement.hidden = true;
    // Without empty parts, and behind a dot, no path turns into another host's name.
    const parts = `./${path}/`.replace(/[\\/]+/g, "/");
    location.replace(parts + (query ? `?${query}${search.replace("?", "&")}` : search));
  }
}

follow();
addEventListener("hashchange", follow);
