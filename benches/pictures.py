#!/usr/bin/env python3
"""Compares the time and the peak memory of encoding AVIF pictures: this generator, and sharp (libvips) in Node.

    mkdir scratch && cd scratch && npm install sharp
    benches/pictures.py --sharp scratch [--count 300] [--site target/release/site]

Each source is a JPEG of 1280 × 800 pixels; of each an AVIF (quality 60) and a JPEG (quality 80) of the same size are made.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile
import time

SOURCES = """
const sharp = require('sharp'), fs = require('fs'), [folder, count] = process.argv.slice(1);
let seed = 1;
const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
(async () => {
  for (let n = 0; n < count; n++) {
    const [width, height] = [1280, 800], pixels = Buffer.alloc(width * height * 3);
    const tint = [random(200), random(200), random(200)];
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let c = 0; c < 3; c++) pixels[at++] = tint[c] + ((x * (c + 1) + y) >> 5) % 50 + random(6);
    for (let box = 0; box < 60; box++) {
      const [left, top, wide, high] = [random(1100), random(760), 20 + random(160), 8 + random(30)];
      const colour = [random(256), random(256), random(256)];
      for (let y = top; y < top + high; y++)
        for (let x = left; x < left + wide; x++) colour.forEach((value, c) => (pixels[(y * width + x) * 3 + c] = value));
    }
    const name = `${folder}/${String(n).padStart(3, '0')}.jpg`;
    await sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality: 90 }).toFile(name);
  }
})();
"""

SHARP = """
const sharp = require('sharp'), fs = require('fs'), [from, to] = process.argv.slice(1);
const open = fs.readdirSync(from);
const work = async () => {
  for (let name; (name = open.pop()); ) {
    await sharp(`${from}/${name}`).avif({ quality: 60 }).toFile(`${to}/${name}.avif`);
    await sharp(`${from}/${name}`).jpeg({ quality: 80 }).toFile(`${to}/${name}`);
  }
};
require('os').cpus().forEach(work);
"""


def run(label, command, out, **options):
    """Runs a command, and prints its time, its peak memory and the AVIF files that it wrote below `out`."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    _, status, used = os.wait4(process.pid, 0)
    took = time.monotonic() - start
    assert status == 0, f"{label} failed"
    sizes = [file.stat().st_size for file in out.rglob("*.avif")]
    print(
        f"{label}: {took:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of processors, at most {used.ru_maxrss / 1024:.0f} MiB;"
        f" {len(sizes)} AVIF files, {sum(sizes) / 1024 / len(sizes):.1f} KB each"
    )


def main():
    """Makes the sources, then encodes them with each of the two."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sharp", required=True, help="a folder in which sharp is installed")
    options.add_argument("--count", type=int, default=300)
    options.add_argument("--site", default="target/release/site")
    given = options.parse_args()
    node = {"env": {**os.environ, "NODE_PATH": str(pathlib.Path(given.sharp, "node_modules").resolve())}}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        images = root / "public/images"
        for name in ["content/pages", "templates", "public/images", "sharp"]:
            (root / name).mkdir(parents=True)
        subprocess.run(["node", "-e", SOURCES, images, str(given.count)], check=True, **node)
        (root / "content/site.yaml").write_text(
            "title: Pictures\nbase_url: https://example.com/\nimages: { widths: [1280], formats: [avif] }\n"
            'assets: { sources: ["images/**"] }\n'
        )
        (root / "content/pages/_collection.yaml").write_text(
            "route: /{slug}/\ntemplate: page.html\nschema: { properties: { title: { type: string } } }\n"
        )
        body = "\n\n".join(f"![Picture {file.stem}](/images/{file.name})" for file in sorted(images.iterdir()))
        (root / "content/pages/home.md").write_text(f"---\ntitle: Pictures\nroute: /\n---\n{body}\n")
        (root / "templates/page.html").write_text(
            '<!doctype html>\n<html lang="en"><head><title>{{ page.title }}</title><meta name="description" content="All"></head>\n'
            "<body><h1>{{ page.title }}</h1>{{ page.content }}</body></html>\n"
        )
        site = [pathlib.Path(given.site).resolve(), "build", "--root", root]
        run("site", site, root / "dist")
        run("sharp", ["node", "-e", SHARP, images, root / "sharp"], root / "sharp", **node)


main()
