/**
 * Old addresses of the site, all of them the home page's: `/#/AboutUs?id=meetourteam` is `/AboutUs/?id=meetourteam` now.
 *
 * Stands before everything that is drawn. It needs no list of pages: the host answers an unknown address with the page that suggests one.
 */

function follow() {
  const { hash, search, pathname } = location;
  if (hash.startsWith("#/")) {
    const [path = "", query] = hash.slice(2).split("?");
    // Without empty parts no path turns into another host's name.
    const parts = path.split(/[\\/]/).filter(Boolean);
    const queries = [query, search.slice(1)].filter(Boolean).join("&");
    document.documentElement.hidden = true;
    location.replace(pathname.replace(/[^/]*$/, "") + parts.map((part) => `${part}/`).join("") + (queries && `?${queries}`));
  }
}

follow();
addEventListener("hashchange", follow);
