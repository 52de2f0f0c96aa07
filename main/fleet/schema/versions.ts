// Every shape of the shared database, oldest first, and the text that an administrator applies.
import { firstShape } from './first.ts'
import { secondShape } from './second.ts'
import { thirdShape } from './third.ts'
import { fourthShape } from './fourth.ts'
import { fifthShape } from './fifth.ts'

const shapes: readonly { readonly version: number; readonly shape: string }[] = [
  { version: 1, shape: firstShape },
  { version: 2, shape: secondShape },
  { version: 3, shape: thirdShape },
  { version: 4, shape: fourthShape },
  { version: 5, shape: fifthShape },
]

/** What this program can speak with: the shape that it makes, and every one before it. */
export const KNOWN = { oldest: 1, newest: shapes.at(-1)?.version ?? 0 }
/** From this one on, the database carries second approvals. */
export const SECOND_APPROVALS = 2
/** From this one on, the database keeps what machines run, and sums of what they did. */
export const REPORTS = 3
/** From this one on, no function lends its rights to a machine's own names. */
export const SAFE_FUNCTIONS = 4
/** From this one on, rows that reached several hosts have an index of their own. */
export const SEVERAL_HOSTS = 5
/** From this one on, a session that keeps others waiting can be ended by them. */
export const ENDS_STUCK = 5

/**
 * Everything from the shape `from` (0: nothing is there yet) to the newest, each shape in a
 * transaction of its own that fails as a whole when it was applied before.
 */
export const schemaSql = (from = 0): string =>
  shapes
    .filter(({ version }) => version > from)
    .map(
      ({ shape, version }) =>
        `begin;\n${shape.trim()}\ninsert into gatehouse.schema_version (version) values (${version});\ncommit;\n`,
    )
    .join('\n')
