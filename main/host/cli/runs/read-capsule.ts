// A capsule out of a file.
import { readFile } from 'node:fs/promises'
import { Capsule } from '../../../../contract/agent/capsule.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'

const HOW = 'To make one: gatehouse runs capture RUN > FILE'

export async function readCapsule(file: string): Promise<Result<Capsule, Failure>> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return err(failure('usage', `${file} cannot be read as a capsule: ${why}.`, HOW))
  }
  const parsed = Capsule.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const at = issue?.path.map(String).join('.') || 'the whole'
  return err(failure('usage', `${file} is no capsule: ${at} does not fit.`, HOW))
}
