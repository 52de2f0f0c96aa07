// Every shape of the shared database, oldest first, and the text that an administrator applies.
import { firstShape } from './first.ts'
import { secondShape } from './second.ts'

const shapes: readonly string[] = [firstShape, secondShape]

/** What this program can speak with: the journal needs the first, second approvals the second. */
export const KNOWN = { oldest: 1, newest: shapes.length }
export const SECOND_APPROVALS = 2

/**
 * Everything from the shape `from` (0: nothing is there yet) to the newest, each shape in a
 * transaction of its own that fails as a whole when it was applied before.
 */
export const schemaSql = (from = 0): string =>
  shapes
    .map((shape, index) => ({ shape, version: index + 1 }))
    .filter(({ version }) => version > from)
    .map(
      ({ shape, version }) =>
        `begin;\n${shape.trim()}\ninsert into gatehouse.schema_version (version) values (${version});\ncommit;\n`,
    )
    .join('\n')
