"""The adapter of `site` for the shared harness that times static-site generators side by side.

The harness finds it when BENCH_ADAPTERS names this folder; SITE_BIN names the release binary.
`corpus_site/` holds the templates and schemas of its `posts-N` and `data-N` corpora.
"""
import json
import os
import shutil
from pathlib import Path

from . import Adapter, copy_tree, fresh, meta, out_of

HERE = Path(__file__).resolve().parent


class Site(Adapter):
    name = "site"
    kinds = ("posts", "data")

    def bin(self):
        return os.environ.get("SITE_BIN") or str(HERE.parent.parent / "target/release/site")

    def version(self):
        return out_of([self.bin(), "--version"])

    def prepare(self, corpus, site):
        fresh(self, site)
        copy_tree(HERE / "corpus_site", site)
        copy_tree(corpus / "static", site / "public")
        copy_tree(corpus / "content/posts", site / "content/posts")
        shutil.copy(corpus / "content/index.md", site / "content/pages/home.md")
        facts = json.loads((corpus / "site.json").read_text())
        with_data = meta(corpus)["kind"] == "data"
        # JSON is YAML.
        (site / "content/frame.yaml").write_text(
            json.dumps({"nav": facts["nav"], "footer": facts["footer"], "with_data": with_data}))
        if with_data:
            shutil.copy(corpus / "data/testimonials.json", site / "content/testimonials.yaml")
        else:
            (site / "content/testimonials.yaml").write_text("[]\n")
        settings = site / "content/site.yaml"
        head = {key: facts[key] for key in ("title", "description", "base_url")}
        settings.write_text("".join(f"{key}: {json.dumps(value)}\n" for key, value in head.items()) + settings.read_text())

    def build_cmd(self, site):
        return [self.bin(), "build"]

    def out_dir(self, site):
        return site / "dist"

    def serve_cmd(self, site, port):
        return [self.bin(), "serve", "--watch", "--port", str(port)]

    def edit_path(self, site, slug):
        return site / "content/posts" / f"{slug}.md"
