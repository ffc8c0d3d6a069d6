/**
 * Old addresses of the site, all of them the home page's: `/#/AboutUs?id=meetourteam` is `/AboutUs/?id=meetourteam` now.
 *
 * Stands before everything that is drawn. It needs no list of pages: the host answers an unknown address with the page that suggests one.
 */

function follow() {
  const [, path, query] = /^#\/([^?]*)\??(.*)$/.exec(location.hash) ?? [];
  if (path === undefined) {
    return;
  }
  // Without empty parts no path turns into another host's name.
  const parts = path.split(/[\\/]/).filter(Boolean);
  const queries = [query, location.search.slice(1)].filter(Boolean).join("&");
  if (parts.length > 0) {
    document.documentElement.hidden = true;
  }
  const home = location.pathname.replace(/[^/]*$/, "");
  location.replace(home + parts.map((part) => `${part}/`).join("") + (queries && `?${queries}`));
}

follow();
addEventListener("hashchange", follow);
