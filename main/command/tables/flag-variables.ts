// Variables that are options for a program: of some, an option among them names code to load or run.

/** `CFLAGS`, `MAVEN_OPTS`, `PYTEST_ADDOPTS`: the program that reads it is not known by the name. */
const HOLDS_OPTIONS = /(FLAGS|OPTS?|OPTIONS|ARGS)$/

const LOADS = new RegExp(
  [
    // Compilers and linkers: as in `risks/builds.ts`.
    String.raw`-f(plugin|pass-plugin)[=-]|-fuse-ld=|-wrapper|-B\S|-?-specs|-Xclang|-Xlinker|-Wl,\S*(plugin|dynamic-linker)`,
    // Virtual machines.
    '-javaagent|-agent(lib|path)|-XX:(On|Flags|VMOptions)',
    // Test runners and the like.
    String.raw`-p\s|--(require|import|loader|plugin|preload|config|init-script)\b|-r\s`,
  ]
    .map((each) => `(?:${each})`)
    .join('|')
    .replace(/^/, String.raw`(?:^|\s)(?:`)
    .replace(/$/, ')'),
)

/** @param value null: known only while it runs, as most are that a build hands on. */
export const loadsCode = (name: string, value: string | null): boolean =>
  value !== null && HOLDS_OPTIONS.test(name) && LOADS.test(value)
