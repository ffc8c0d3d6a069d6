// The environment of prerendered islands: a fixed clock, time zone and random seed. An island that uses one of them is
// rendered again with other values, to see whether its HTML depends on them. Other languages can't be tried in this
// way, so functions whose results depend on the visitor's language throw. `clock` is the time in milliseconds since
// 1970, `utcOffset` the time zone in minutes east of Greenwich, and `randomShift` is added to all random numbers,
// modulo 1.
(({ clock, utcOffset, randomShift }) => {
  let used = false;
  const markUsed = () => { used = true; };
  const define = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, configurable: true });

  class SiteError extends Error {}
  define(SiteError.prototype, "name", "SiteError");
  define(globalThis, "SiteError", SiteError);
  define(globalThis, "takeUsedEnvironment", () => { const taken = used; used = false; return taken; });

  const RealDate = Date;
  const proto = RealDate.prototype;
  const shift = utcOffset * 60000;
  const shifted = (date) => new RealDate(date.getTime() + shift);
  // Texts with a time zone, and days without a time, name the same moment in every zone. Only an offset after a time or
  // `GMT` is a time zone: the `-2025` at the end of `06-15-2025` is a year.
  const zoned = /(?:Z|GMT|UTC?|(?:GMT|UTC?|:\d\d(?:\.\d+)?(?:\s*[AP]M)?)\s*[+-]\d\d:?\d\d)\s*(?:\(.*\))?$/i;
  const dayOnly = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?$/;
  const parse = (text) => {
    if (zoned.test(text) || dayOnly.test(text)) return RealDate.parse(text);
    markUsed();
    const iso = RealDate.parse(`${text}Z`);
    return (Number.isNaN(iso) ? RealDate.parse(`${text} UTC`) : iso) - shift;
  };
  // Converts an argument of `Date` to a primitive: `new String("2025")` becomes a text.
  const toPrimitive = (value) => {
    if (Object(value) !== value) return value;
    if (value[Symbol.toPrimitive]) return value[Symbol.toPrimitive]("default");
    const own = value.valueOf();
    return Object(own) === own ? String(value) : own;
  };
  // The name `Date` would shadow the built-in here.
  function SandboxDate(...parts) {
    if (!new.target) return new SandboxDate().toString();
    let time;
    if (parts.length === 0) {
      markUsed();
      time = clock;
    } else if (parts.length === 1) {
      const value = parts[0] instanceof RealDate ? parts[0].getTime() : toPrimitive(parts[0]);
      time = typeof value === "string" ? parse(value) : value;
    } else {
      markUsed();
      time = RealDate.UTC(...parts) - shift;
    }
    return Reflect.construct(RealDate, [time], new.target);
  }
  SandboxDate.prototype = proto;
  define(SandboxDate, "name", "Date");
  define(SandboxDate, "length", 7);
  define(SandboxDate, "UTC", RealDate.UTC);
  define(SandboxDate, "parse", (text) => parse(String(text)));
  define(SandboxDate, "now", () => { markUsed(); return clock; });
  define(proto, "constructor", SandboxDate);
  define(globalThis, "Date", SandboxDate);
  for (const field of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    define(proto, `get${field}`, function () {
      markUsed();
      return shifted(this)[`getUTC${field}`]();
    });
    if (field !== "Day") {
      define(proto, `set${field}`, function (...values) {
        markUsed();
        const local = shifted(this);
        local[`setUTC${field}`](...values);
        return this.setTime(local.getTime() - shift);
      });
    }
  }
  define(proto, "getYear", function () { return this.getFullYear() - 1900; });
  define(proto, "getTimezoneOffset", function () { markUsed(); return utcOffset === 0 ? 0 : -utcOffset; });
  const twoDigits = (number) => String(number).padStart(2, "0");
  const dateText = (date) => {
    const [name, number, month, year] = shifted(date).toUTCString().replace(",", "").split(" ");
    return `${name} ${month} ${number} ${year}`;
  };
  const timeText = (date) => {
    const minutes = Math.abs(utcOffset);
    const zone = `${utcOffset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}${twoDigits(minutes % 60)}`;
    return `${shifted(date).toISOString().slice(11, 19)} GMT${zone}`;
  };
  const formatter = (write) => function () {
    markUsed();
    return Number.isNaN(this.getTime()) ? "Invalid Date" : write(this);
  };
  define(proto, "toDateString", formatter(dateText));
  define(proto, "toTimeString", formatter(timeText));
  define(proto, "toString", formatter((date) => `${dateText(date)} ${timeText(date)}`));

  // The same sequence in every sandbox, shifted by a part of the range, so that a comparison with a threshold is
  // true in one sandbox and false in another.
  let seed = 1;
  define(Math, "random", () => {
    markUsed();
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296 + randomShift) % 1;
  });
  define(globalThis, "performance", {
    now: () => { markUsed(); return clock % 100000; },
    get timeOrigin() { markUsed(); return clock; },
  });

  const byLanguage = "goes by the language of the machine it runs on, and the visitor's may be another";
  const refuse = (object, names, hint) => {
    for (const name of names) {
      define(object, name, () => { throw new SiteError(`\`${name}\` ${byLanguage}\n${hint}`); });
    }
  };
  const useFilter = "write it out in the template, which has filters for dates and numbers, and give the text as a prop";
  refuse(proto, ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"], useFilter);
  for (const type of [Number, BigInt, Array]) refuse(type.prototype, ["toLocaleString"], useFilter);
  refuse(String.prototype, ["localeCompare"], "sort in the template, or compare with `<`");
  refuse(String.prototype, ["toLocaleUpperCase", "toLocaleLowerCase"], "use `toUpperCase` or `toLowerCase`");

  const doNothing = () => {};
  const names = ["assert", "debug", "dir", "error", "group", "groupEnd", "info", "log", "table", "trace", "warn"];
  define(globalThis, "console", Object.fromEntries(names.map((name) => [name, doNothing])));
})
