/**
 * The redirect from hash routes of the old site: `/#/AboutUs?id=meetourteam` leads to `/AboutUs/?id=meetourteam`.
 *
 * It is inlined before all content. It needs no list of pages: the host answers an unknown path with the 404 page,
 * which suggests a page.
 */

function redirect() {
  const { hash, search } = location;
  const [, path, query] = /^#\/([^?]*)\??(.*)/.exec(hash) ?? [];
  if (path !== undefined) {
    document.documentElement.hidden = true;
    // The leading dot and the removed empty segments keep the path from naming another host, as `//evil.example` would.
    const target = `./${path}/`.replace(/[\\/]+/g, "/");
    location.replace(target + (query ? `?${query}${search.replace("?", "&")}` : search));
  }
}

redirect();
addEventListener("hashchange", redirect);
