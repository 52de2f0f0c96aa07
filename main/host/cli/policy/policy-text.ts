// Reads a configuration file that a command names, and says where the one in force cannot be read.
import type { ConfigProblem } from '../../../../contract/policy/config/config-problem.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { readConfig } from '../../../config/file.ts'
import type { Call } from '../command.ts'
import { visible } from '../output/show.ts'
import type { Session } from '../session/session.ts'

/** Fails where there is no such file. */
export async function textOf(file: string): Promise<Result<string, Failure>> {
  const read = await readConfig(file)
  if (!read.ok) return read
  return read.value === null
    ? err(failure('file.missing', `There is no file ${file}.`, 'Check the path.'))
    : ok(read.value)
}

/** Null where none is named. */
export const rulesText = async (
  file: string | undefined,
): Promise<Result<string | null, Failure>> => (file === undefined ? ok(null) : rulesIn(file))

/** Gatehouse is sent the text alone, so what is wrong with it is said here, by the name of its file. */
export async function rulesIn(file: string): Promise<Result<string, Failure>> {
  const text = await textOf(file)
  if (!text.ok) return text
  const { parseConfig } = await import('../../../config/parse.ts')
  const parsed = parseConfig(text.value, file)
  return parsed.ok ? text : err(broken(file, parsed.error[0]))
}

export const broken = (file: string, problem: ConfigProblem | undefined): Failure =>
  failure(
    'config.broken',
    `${file}:${problem?.line ?? 1}:${problem?.column ?? 1} ${problem?.text ?? 'cannot be read'}`,
    `See: gatehouse policy check ${file}`,
  )

/**
 * Says on standard error that an answer is not that of the configuration, because it cannot be read. A
 * Gatehouse that runs has read its own.
 */
export async function noteUnread({ context, paths }: Call, session: Session): Promise<void> {
  if (session.kind === 'running') return
  const read = await readConfig(paths.configFile)
  if (read.ok) return
  const { text, hint } = read.error
  context.note(
    `gatehouse: ${visible(text)} ${hint ?? ''}\nUntil it can be read, Gatehouse decides by strict settings, and so does this answer.\n`,
  )
}
