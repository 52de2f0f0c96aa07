// Writes a file to the path that a person gave.
import { writeFileSync } from 'node:fs'
import { failure, type Failure } from '../../../../../contract/failure.ts'
import { fileReason } from '../../../../../contract/file-reason.ts'
import { err, ok, type Result } from '../../../../../contract/result.ts'

/** `fresh`: nothing that is there is written over, and only its owner reads it. */
export function written(file: string, text: string, fresh = false): Result<null, Failure> {
  try {
    if (fresh) writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    else writeFileSync(file, text)
    return ok(null)
  } catch (error) {
    return err(
      failure(
        'bundle.unwritten',
        `${file} could not be written: ${fileReason(error)}.`,
        'Check the path, its rights and whether the disk is full.',
      ),
    )
  }
}
