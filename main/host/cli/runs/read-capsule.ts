// A capsule out of a file: of this version, whole, and as it was signed.
import { readFile } from 'node:fs/promises'
import { Capsule } from '../../../../contract/agent/capsule.ts'
import { failure } from '../../../../contract/failure.ts'
import { fileReason } from '../../../../contract/file-reason.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { strictJson } from '../../../../contract/strict-json.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { capsuleFault } from '../../../journal/receipts/capsule-signature.ts'

const VERSION = 2
const HOW = 'To make one: gatehouse runs capture RUN > FILE'

/** @param key the key that has to have signed it; left out: any */
export async function readCapsule(file: string, key?: string): Promise<Result<Capsule, Failure>> {
  const unreadable = (why: string): Result<never, Failure> =>
    err(failure('capsule.unreadable', `${file} cannot be read as a capsule: ${why}.`, HOW))
  try {
    const value = strictJson(await readFile(file, 'utf8'))
    if (value.ok) return readValue(value.value, file, key)
    return value.error.kind === 'repeated'
      ? err(tampered(file, value.error.text))
      : unreadable('it is not JSON')
  } catch (error) {
    // Also of one that nests too deep to be looked through.
    return unreadable(error instanceof RangeError ? 'it nests too deep' : fileReason(error))
  }
}

function readValue(value: unknown, file: string, key?: string): Result<Capsule, Failure> {
  const version = versionOf(value)
  if (version !== null && version !== VERSION) return err(otherVersion(file, version))
  const parsed = Capsule.safeParse(value)
  if (!parsed.success || !isObject(value)) {
    const issue = parsed.error?.issues[0]
    const at = issue?.path.map(String).join('.') || 'the whole'
    return err(failure('capsule.unreadable', `${file} is no capsule: ${at} does not fit.`, HOW))
  }
  const fault = capsuleFault(parsed.data, key, value)
  return fault === null ? ok(parsed.data) : err(tampered(file, fault))
}

const tampered = (file: string, fault: string): Failure =>
  failure(
    'capsule.tampered',
    `${file} is not to be believed: ${fault}.`,
    'Get it again from where it was captured.',
  )

/** The number of its format; null where that is none of ours. */
function versionOf(value: unknown): number | null {
  const format = isObject(value) ? value['format'] : null
  const found = typeof format === 'string' ? /^gatehouse\.capsule\.(\d{1,9})$/.exec(format) : null
  return found === null ? null : Number(found[1])
}

const otherVersion = (file: string, version: number): Failure =>
  version < VERSION
    ? failure(
        'capsule.version',
        `${file} was captured by an earlier version of Gatehouse, whose capsules held no sub-agents.`,
        'Capture the run again: gatehouse runs capture RUN > FILE',
      )
    : failure(
        'capsule.version',
        `${file} was captured by a later version of Gatehouse: this one reads capsules of format ${VERSION}, and it has format ${version}.`,
        'Read it with that version, or update this one.',
      )
