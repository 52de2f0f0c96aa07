// Pure. A server's tool that is told to change a file which other programs or agents obey (`AGENTS.md`, a
// workflow, a hook). What a path means there is for the server to say, so it is known by its name, and raises
// only once the session has read text that anyone may have written.
import { guardOf } from '../../../contract/policy/paths/guarded-path.ts'
import type { Json } from '../../../contract/json.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'

export const GUARDED_ARGUMENT = 'path.server-guarded'

const MOST_CHARS = 512

type Asked = Pick<DecisionRequest, 'manifest' | 'args' | 'taint'>

/** Each once, as the call names it. */
export function guardedArguments({
  manifest: { external },
  args,
  taint,
}: Asked): readonly string[] {
  if (external === undefined || !external.changes || taint.untrustedRead.length === 0) return []
  return [...new Set(valuesOf(args).filter(isGuardedName))]
}

/** With a dot before or in a name: a repository called `config` is no file. */
const isGuardedName = (value: string): boolean =>
  value.length <= MOST_CHARS &&
  /^\S*(?:^|\/)(?:\.[^/\s]+|[^/\s]+\.[a-z]+)(?:\/\S*)?$/i.test(value) &&
  !/^[a-z][a-z0-9+.-]*:\/\//i.test(value) &&
  guardOf(`/folder/${value.replaceAll('\\', '/')}`) !== null

function valuesOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...valuesOf(item)])
}

export function guardedArgumentRaises(request: Asked): readonly Raise[] {
  const [source] = request.taint.untrustedRead
  return guardedArguments(request).map((path) =>
    raise(
      'R3',
      GUARDED_ARGUMENT,
      `Other programs or agents obey ${path}, and this session has read text that anyone may have written (${source?.from}).`,
    ),
  )
}
