// Gives React's files, which are CommonJS, what Node would give them, and the islands' bundle what it imports of them.
((files, process) => {
  const modules = {};
  globalThis.require = function require(name) {
    if (!Object.hasOwn(files, name)) {
      throw new SiteError(
        `"${name}" is no part of React that islands are rendered with\ntake the import out, or import it in an effect`,
      );
    }
    if (!Object.hasOwn(modules, name)) {
      const module = (modules[name] = { exports: {} });
      files[name](module, module.exports, require, process);
    }
    return modules[name].exports;
  };
})
