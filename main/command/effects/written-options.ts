// Pure. Options whose value is a path that is written.
import { does, together, using, type Verdict } from './partial-part.ts'
import type { Option } from './options.ts'

export const written = (options: readonly Option[]): Verdict =>
  together(
    ...options.map(({ value }) =>
      value === null ? does('writes-outside') : using('write', [value]),
    ),
  )
