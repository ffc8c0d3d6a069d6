/** React for the prerenderer: the prerenderer's script leaves React out, and gets React's modules from `require`. */
export function provide(modules: Record<string, () => unknown>): void {
  const require = (name: string): unknown => {
    const load = Object.hasOwn(modules, name) ? modules[name] : undefined;
    if (!load) {
      throw new SiteError(
        `"${name}" is no part of React during the build\nremove the import, or import it in an effect`,
      );
    }
    return load();
  };
  Object.assign(globalThis, { require });
}
