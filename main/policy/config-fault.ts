// Why a text is no configuration, as one failure.
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import { failure, type Failure } from '../../contract/failure.ts'

export const problemLine = ({
  file,
  line,
  column,
  text,
}: Pick<ConfigProblem, 'file' | 'line' | 'column' | 'text'>): string =>
  `${file}:${line}:${column} ${text}`

/** The first of its problems. */
export function configFault([first]: readonly ConfigProblem[]): Failure {
  return failure(
    'config.malformed',
    first === undefined ? 'The configuration cannot be read.' : problemLine(first),
    first?.hint,
  )
}
