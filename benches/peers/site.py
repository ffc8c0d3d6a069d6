"""The adapter of `site` for the shared harness that times static-site generators side by side.

The harness finds it when BENCH_ADAPTERS names this folder; SITE_BIN names the release binary.
`corpus_site/` holds the templates and schemas of its `posts-N` and `data-N` corpora, `islands_site/` those that take their place
in `islands` and `islands-N`. The packages that islands need are those of this repository.
"""
import json
import os
import shutil
from pathlib import Path

from . import Adapter, copy_tree, fresh, meta, out_of

HERE = Path(__file__).resolve().parent


class Site(Adapter):
    name = "site"
    kinds = ("posts", "data", "islands")
    modes = ("cold", "warm", "warm-edit")

    def bin(self):
        return os.environ.get("SITE_BIN") or str(HERE.parent.parent / "target/release/site")

    def version(self):
        return out_of([self.bin(), "--version"])

    def prepare(self, corpus, site):
        fresh(self, site)
        about = meta(corpus)
        with_data = about["kind"] == "data"
        copy_tree(HERE / "corpus_site", site)
        copy_tree(corpus / "static", site / "public")
        if about["kind"] == "islands":
            self.prepare_islands(corpus, site, about["variant"])
        else:
            copy_tree(corpus / "content/posts", site / "content/posts")
            shutil.copy(corpus / "content/index.md", site / "content/pages/home.md")
        facts = json.loads((corpus / "site.json").read_text())
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

    def prepare_islands(self, corpus, site, variant):
        shutil.rmtree(site / "content/posts")
        for name in ("atom.xml", "home.html", "post.html", "posts.html"):
            (site / "templates" / name).unlink()
        copy_tree(HERE / "islands_site", site)
        copy_tree(corpus / "content/pages", site / "content/pages")
        shown = {"marketing": ("Accordion", "Carousel", "ContactForm", "Counter"), "product": ("Configurator",)}[variant]
        for schema in (site / "islands").iterdir():
            if schema.name.split(".")[0] not in shown:
                schema.unlink()
        for name in shown:
            shutil.copy(corpus / "components" / f"{name}.jsx", site / "islands" / f"{name}.tsx")
        collection = site / "content/pages/_collection.yaml"
        collection.write_text(collection.read_text().replace("product.html", f"{variant}.html"))
        home = site / "content/pages/home.md"
        if home.exists():
            home.write_text(home.read_text().replace("---\n", "---\nroute: /\n", 1))
        (site / "node_modules").symlink_to(HERE.parent.parent / "node_modules")

    def cache_dirs(self, site):
        return [site / ".site"]

    def build_cmd(self, site):
        return [self.bin(), "build"]

    def out_dir(self, site):
        return site / "dist"

    def serve_cmd(self, site, port):
        return [self.bin(), "serve", "--watch", "--port", str(port)]

    def edit_path(self, site, slug):
        return site / "content/posts" / f"{slug}.md"
