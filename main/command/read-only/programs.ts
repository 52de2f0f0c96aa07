// The allow-list of what only reads, put together from its families. A program, a verb or an option
// that is not in it is unknown.
import { FILES } from './files.ts'
import type { Family } from './form.ts'
import { GIT } from './git.ts'
import { RUNTIMES } from './runtimes.ts'
import { SEARCH } from './search.ts'
import { SHELL } from './shell.ts'
import { SYSTEM } from './system.ts'
import { TEXT } from './text.ts'

export const READ_ONLY: Family = {
  ...TEXT,
  ...FILES,
  ...SEARCH,
  ...SYSTEM,
  ...RUNTIMES,
  ...SHELL,
  ...GIT,
}
