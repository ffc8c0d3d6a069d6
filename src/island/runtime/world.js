// The world that islands are rendered in: a clock, a time zone and random numbers that are given, and a note of which of
// them were asked for. What would differ in the visitor's browser without a way to notice throws.
(({ clock, offset, turn }) => {
  const CLOCK = 1, ZONE = 2, RANDOM = 4;
  let touched = 0;
  const touch = (what) => { touched |= what; };
  const define = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, configurable: true });

  class SiteError extends Error {}
  define(SiteError.prototype, "name", "SiteError");
  define(globalThis, "SiteError", SiteError);
  define(globalThis, "takeTouched", () => { const taken = touched; touched = 0; return taken; });

  const Real = Date;
  const proto = Real.prototype;
  const shift = offset * 60000;
  const shifted = (date) => new Real(date.getTime() + shift);
  const zoned = /(?:Z|GMT|UTC?|[+-]\d\d:?\d\d)\s*(?:\(.*\))?$/i;
  const dayOnly = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?$/;
  const parse = (text) => {
    if (zoned.test(text) || dayOnly.test(text)) return Real.parse(text);
    touch(ZONE);
    const iso = Real.parse(`${text}Z`);
    return (Number.isNaN(iso) ? Real.parse(`${text} UTC`) : iso) - shift;
  };
  // The name of the built-in would hide it here.
  function Clocked(...parts) {
    if (!new.target) return new Clocked().toString();
    let time;
    if (parts.length === 0) {
      touch(CLOCK);
      time = clock;
    } else if (parts.length === 1) {
      const value = parts[0] instanceof Real ? parts[0].getTime() : parts[0];
      time = typeof value === "string" ? parse(value) : value;
    } else {
      touch(ZONE);
      time = Real.UTC(...parts) - shift;
    }
    return Reflect.construct(Real, [time], new.target);
  }
  Clocked.prototype = proto;
  define(Clocked, "name", "Date");
  define(Clocked, "length", 7);
  define(Clocked, "UTC", Real.UTC);
  define(Clocked, "parse", (text) => parse(String(text)));
  define(Clocked, "now", () => { touch(CLOCK); return clock; });
  define(proto, "constructor", Clocked);
  define(globalThis, "Date", Clocked);
  for (const field of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    define(proto, `get${field}`, function () {
      touch(ZONE);
      return shifted(this)[`getUTC${field}`]();
    });
    if (field !== "Day") {
      define(proto, `set${field}`, function (...values) {
        touch(ZONE);
        const local = shifted(this);
        local[`setUTC${field}`](...values);
        return this.setTime(local.getTime() - shift);
      });
    }
  }
  define(proto, "getYear", function () { return this.getFullYear() - 1900; });
  define(proto, "getTimezoneOffset", function () { touch(ZONE); return offset === 0 ? 0 : -offset; });
  const two = (number) => String(number).padStart(2, "0");
  const day = (date) => {
    const [name, number, month, year] = shifted(date).toUTCString().replace(",", "").split(" ");
    return `${name} ${month} ${number} ${year}`;
  };
  const time = (date) => {
    const away = Math.abs(offset);
    const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(away / 60))}${two(away % 60)}`;
    return `${shifted(date).toISOString().slice(11, 19)} GMT${zone}`;
  };
  const text = (write) => function () {
    touch(ZONE);
    return Number.isNaN(this.getTime()) ? "Invalid Date" : write(this);
  };
  define(proto, "toDateString", text(day));
  define(proto, "toTimeString", text(time));
  define(proto, "toString", text((date) => `${day(date)} ${time(date)}`));

  // The same numbers in all worlds, turned on by a part of their range: what asks on which side of a bound one is finds both.
  let seed = 1;
  define(Math, "random", () => {
    touch(RANDOM);
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296 + turn) % 1;
  });
  define(globalThis, "performance", {
    now: () => { touch(CLOCK); return clock % 100000; },
    get timeOrigin() { touch(CLOCK); return clock; },
  });

  const byLanguage = "goes by the language of the machine it runs on, and the visitor's may be another";
  const refuse = (object, names, hint) => {
    for (const name of names) {
      define(object, name, () => { throw new SiteError(`\`${name}\` ${byLanguage}\n${hint}`); });
    }
  };
  const written = "write it out in the template, which has filters for dates and numbers, and give the text as a prop";
  refuse(proto, ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"], written);
  for (const type of [Number, BigInt, Array]) refuse(type.prototype, ["toLocaleString"], written);
  refuse(String.prototype, ["localeCompare"], "sort in the template, or compare with `<`");
  refuse(String.prototype, ["toLocaleUpperCase", "toLocaleLowerCase"], "use `toUpperCase` or `toLowerCase`");

  const quiet = () => {};
  const names = ["assert", "debug", "dir", "error", "group", "groupEnd", "info", "log", "table", "trace", "warn"];
  define(globalThis, "console", Object.fromEntries(names.map((name) => [name, quiet])));
})
