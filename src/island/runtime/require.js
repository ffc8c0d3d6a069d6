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
      try {
        files[name].call(module.exports, module, module.exports, require, process);
      } catch (error) {
        delete modules[name];
        throw error;
      }
    }
    return modules[name].exports;
  };
})
