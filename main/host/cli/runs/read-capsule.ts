// A capsule out of a file: of this version, whole, and as it was signed.
import { readFile } from 'node:fs/promises'
import { Capsule } from '../../../../contract/agent/capsule.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { capsuleFault } from '../../../journal/receipts/capsule-signature.ts'

const HOW = 'To make one: gatehouse runs capture RUN > FILE'

/** @param key the key that has to have signed it; left out: any */
export async function readCapsule(file: string, key?: string): Promise<Result<Capsule, Failure>> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return err(failure('usage', `${file} cannot be read as a capsule: ${why}.`, HOW))
  }
  if (isOlder(value))
    return err(
      failure(
        'capsule.version',
        `${file} was captured by an earlier version of Gatehouse, whose capsules held no sub-agents.`,
        'Capture the run again: gatehouse runs capture RUN > FILE',
      ),
    )
  const parsed = Capsule.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue?.path.map(String).join('.') || 'the whole'
    return err(failure('usage', `${file} is no capsule: ${at} does not fit.`, HOW))
  }
  const fault = capsuleFault(parsed.data, key)
  return fault === null
    ? ok(parsed.data)
    : err(
        failure(
          'capsule.tampered',
          `${file} is not to be believed: ${fault}.`,
          'Get it again from where it was captured.',
        ),
      )
}

const isOlder = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  value.format === 'gatehouse.capsule.1'
