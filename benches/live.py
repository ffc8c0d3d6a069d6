#!/usr/bin/env python3
"""Times an edit with `site serve --watch`, from the save until an open page is up to date.

    python3 benches/live.py website                                   # this repository's website
    BENCH=…/bench python3 benches/live.py partial --corpus posts-10000 --gens hugo,site

`website` edits, in a copy of the site, in turn: an island's source, a style sheet, the text of an article, a partial of every
page. A client listens to the events of an open page as a browser does. Two times are taken, from just before the write: until the
reload event, and until the responses to what a browser then requests (the page and its changed scripts, or the style sheet).

`partial` edits a partial that all pages of a corpus show, with the shared harness (`benches/README.md`), and requests one page
every 2 ms until it shows the edit, as the harness's own `incremental.py` does with an article.

Medians of 20 edits after one to warm up, in milliseconds.
"""
import argparse
import http.client
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent
BINARY = os.environ.get("SITE_BIN") or str(ROOT / "target/release/site")
EVENT_TIMEOUT_S = 60

# The edits of the website: the file, the page that is open, a text in the file and its replacement.
EDITS = {
    "island": ("islands/Counter.tsx", "/", 'className="counter-value"', 'className="counter-value edit-{n}"'),
    "style sheet": ("public/css/layout.css", "/", ".section {", ".edit-{n} { color: red } .section {"),
    "partial": ("templates/partials/footer.html", "/", "<footer", '<footer data-edit="{n}"'),
    "article": ("content/articles/ColdEmailingSecrets.md", "/ColdEmailingSecrets/", "\n---\n", "\n---\nEdit {n}.\n\n"),
}


class OpenPage:
    """An open page, with the states that its events tell, each with the time of the event."""

    def __init__(self, port, page):
        self.port, self.states = port, Queue()
        self.client = http.client.HTTPConnection("127.0.0.1", port)
        self.client.request("GET", f"/__site/events?page={page}")
        self.answer = self.client.getresponse()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        try:
            for line in self.answer:
                if line.startswith(b"data: "):
                    self.states.put((time.monotonic(), json.loads(line[6:])))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass

    def next(self):
        return self.states.get(timeout=EVENT_TIMEOUT_S)


class Client:
    def __init__(self, port):
        self.client = http.client.HTTPConnection("127.0.0.1", port)

    def get(self, path):
        self.client.request("GET", path, headers={"Accept": "text/html"})
        answer = self.client.getresponse()
        return answer.status, answer.read()


def scripts(page):
    """Returns the modules that a page names."""
    return set(re.findall(rb'(?:src|data-src)="(/[^"]+\.js)"', page))


def write(path, text):
    """Saves a file as most programs do: open, truncate, write, close."""
    with open(path, "wb", buffering=0) as file:
        file.write(text.encode())


def wait_until_idle(server):
    """Waits until the server has used no processor time for 0.3 seconds."""
    used = lambda: sum(map(int, Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:15]))
    before, quiet = used(), 0
    while quiet < 3:
        time.sleep(0.1)
        now = used()
        quiet = quiet + 1 if now == before else 0
        before = now


def website(a):
    folder = Path(tempfile.mkdtemp(prefix="site-live-"))
    for name in ("content", "templates", "islands", "public"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("package.json", "package-lock.json", "tsconfig.json"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to((ROOT / "node_modules").resolve())
    server = subprocess.Popen([BINARY, "serve", "--watch", "--port", "0", "--root", str(folder)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        port = next(int(found[1]) for found in (re.match(r"Serving on http://[^:]+:(\d+)", line) for line in server.stdout) if found)
        lines = []
        threading.Thread(target=lambda: lines.extend(iter(server.stdout.readline, "")), daemon=True).start()
        print("| edit | event | shown | the server says |\n| --- | ---: | ---: | --- |")
        for name in a.only or EDITS:
            notified, shown = edit_website(server, port, a.edits, folder, *EDITS[name])
            print(f"| {name} | {notified:.0f} | {shown:.0f} | {lines[-1].strip() if lines else ''} |", flush=True)
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(folder)


def edit_website(server, port, edits, folder, file, page, old, new):
    path, client, jitter = folder / file, Client(port), random.Random(1)
    text = path.read_text()
    assert old in text, f"{file} has no {old}"
    opened = OpenPage(port, page)
    _, state = opened.next()
    known = scripts(client.get(page)[1])
    notified, shown = [], []
    for n in range(edits + 1):
        wait_until_idle(server)
        time.sleep(jitter.random() / 5)
        start = time.monotonic()
        write(path, text.replace(old, new.replace("{n}", str(n)), 1))
        at, after = opened.next()
        assert not after["errors"], after["errors"]
        if after["content"] != state["content"]:
            html = client.get(page)[1]
            for script in scripts(html) - known:
                assert client.get(script.decode())[0] == 200, script
            known |= scripts(html)
        else:
            for address, version in after["styles"]:
                if [address, version] not in state["styles"]:
                    assert client.get(f"{address}?{version}")[0] == 200, address
        if n:
            notified.append((at - start) * 1e3)
            shown.append((time.monotonic() - start) * 1e3)
        state = after
    write(path, text)
    opened.next()
    return statistics.median(notified), statistics.median(shown)


# The partial that all pages of a corpus show, a text in it and its replacement.
PARTIALS = {
    "hugo": ("layouts/_partials/footer.html", "All rights", "All {n} rights"),
    "site": ("templates/partials/footer.html", "All rights", "All {n} rights"),
}


def partial(a):
    harness = os.environ.get("BENCH")
    if not harness:
        sys.exit("BENCH names the folder of the shared harness: see benches/README.md")
    sys.path.insert(0, harness)
    os.environ.setdefault("BENCH_ADAPTERS", str(ROOT / "benches/peers"))
    import adapters
    import incremental
    from common import kill_group, work_dir
    from gen_corpus import generate

    work = work_dir(a)
    found = adapters.load(work)
    print("| corpus | server | page shows it | least to most |\n| --- | --- | ---: | ---: |")
    for name in a.corpus.split(","):
        corpus = generate(name, work)
        for server in a.gens.split(","):
            times = edit_partial(a, adapters, incremental, kill_group, corpus, found[server])
            print(f"| {name} | {server} | {statistics.median(times):.0f} | {min(times):.0f} to {max(times):.0f} |", flush=True)


def edit_partial(a, adapters, incremental, kill_group, corpus, server):
    site = server.site_dir(corpus)
    server.prepare(corpus, site)
    server.clean(site, cold=True)
    port = incremental.free_port()
    slug = adapters.meta(corpus)["edit_slug"]
    file, old, new = PARTIALS[server.name]
    path, url, jitter = site / file, server.url_path(slug), random.Random(1)
    text = path.read_text()
    assert old in text, f"{file} has no {old}"
    process = subprocess.Popen(server.serve_cmd(site, port), cwd=site, env={**os.environ, **server.env(site)},
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    times = []
    try:
        client = incremental.Client(port)
        incremental.wait_for(client, url, old.encode(), 300, gap=0.01)
        for n in range(a.edits + 1):
            incremental.settle(process.pid)
            time.sleep(0.3 + jitter.random())
            client.get(url)
            now = new.replace("{n}", str(n))
            start = time.monotonic()
            incremental.write(path, text.replace(old, now).encode())
            end, _ = incremental.wait_for(client, url, now.encode(), 300)
            if n:
                times.append((end - start) * 1e3)
    finally:
        kill_group(process)
    return times


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(dest="command", required=True)
    own = commands.add_parser("website")
    own.add_argument("--only", action="append", choices=EDITS)
    own.set_defaults(run=website)
    peers = commands.add_parser("partial")
    peers.add_argument("--corpus", default="posts-10000")
    peers.add_argument("--gens", default="hugo,site")
    peers.add_argument("--work")
    peers.set_defaults(run=partial)
    for command in (own, peers):
        command.add_argument("--edits", type=int, default=20)
    a = arguments.parse_args()
    a.run(a)


if __name__ == "__main__":
    main()
