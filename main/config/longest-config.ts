// Also for what only reads the file, and has no use for what parses it.

/** Longer is no configuration but a mistake, or an attack on the parser. Characters. */
export const longestConfig = 1024 * 1024
