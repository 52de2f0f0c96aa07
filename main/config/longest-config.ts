// How long a configuration file may be. In a file of its own, for code that only reads the file and
// does not parse it.

/** Longer is no configuration but a mistake, or an attack on the parser. Characters. */
export const longestConfig = 1024 * 1024
