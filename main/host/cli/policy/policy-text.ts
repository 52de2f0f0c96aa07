// Reads a configuration file that a command names.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { readConfig } from '../../../config/file.ts'

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
): Promise<Result<string | null, Failure>> => (file === undefined ? ok(null) : textOf(file))
