// Files that a call gives to somebody else, looked at before it is decided: what is in them is what
// a person is shown, and the only thing that may be read when it runs.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouchOf, TouchOf } from '../../../contract/call/touch.ts'
import { contentOf } from '../../sandbox/files/hash-file.ts'
import type { RealPath } from '../../sandbox/files/resolve-path.ts'

/** Fails with `file.missing`, `file.outside`, `file.too-large`. */
export async function handedOn(
  { path: given, handedOn: limit }: TouchOf<'fs.read'>,
  found: RealPath,
): Promise<Result<CanonicalTouchOf<'fs.read'>, Failure>> {
  // Nobody looks into a place of the STOP list, and it is refused by itself.
  if (limit === undefined || found.zone === 'stop') return ok({ kind: 'fs.read', ...found })
  if (found.zone !== 'workspace')
    return err(
      failure(
        'file.outside',
        `${given} lies outside of the workspace, so it cannot be sent.`,
        'Only files of the workspace can be sent. Ask the person to put it there.',
      ),
    )
  const content = found.is === 'file' ? await contentOf(found.path, limit.mostBytes) : null
  if (content === null)
    return err(
      failure(
        'file.missing',
        `There is no file at ${given} that can be sent.`,
        'Use list_dir to see what is there. A folder has to be packed into a file first.',
      ),
    )
  return content.bytes > limit.mostBytes
    ? err(tooMuch(limit.mostBytes))
    : ok({ kind: 'fs.read', ...found, content })
}

const tooMuch = (most: number): Failure =>
  failure(
    'file.too-large',
    `The files are larger than ${most} bytes, which is the most that can be sent.`,
    'Send fewer or smaller files.',
  )
