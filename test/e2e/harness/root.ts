import { join } from 'node:path'

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..', '..', '..')
/**
 * An installed Gatehouse, tried in place of what was built here: its command, and the program of its
 * window. Null: what was built here.
 */
export const installed = (what: 'command' | 'app'): string | null =>
  process.env[what === 'app' ? 'GATEHOUSE_INSTALLED_APP' : 'GATEHOUSE_INSTALLED_COMMAND'] ?? null
export const built = (...names: readonly string[]): string => join(root, 'out', ...names)
