// The configuration file that a start of the desktop app names.

/** `--config FILE` or `--config=FILE`, among arguments that are Chromium's or a link. */
export function configOf(given: readonly string[]): string | undefined {
  const at = given.findIndex((word) => word === '--config' || word.startsWith('--config='))
  return given[at]?.split('=', 2)[1] ?? (at < 0 ? undefined : given[at + 1])
}
