// Reads the files that a call sends to somebody else before it is decided. A person is shown what is in
// them, and the call may read nothing else when it runs.
import { isUtf8 } from 'node:buffer'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouchOf, FileContent, TouchOf } from '../../../contract/call/touch.ts'
import type { Redactor } from '../../secrets/redact/redactor.ts'
import { bytesOf, contentOf, hashOf } from '../../sandbox/files/hash-file.ts'
import type { RealPath } from '../../sandbox/files/resolve-path.ts'

/** Fails with `file.missing`, `file.outside`, `file.too-large`. */
export async function handedOn(
  { path: given, handedOn: limit }: TouchOf<'fs.read'>,
  found: RealPath,
  redactor?: Pick<Redactor, 'text'>,
): Promise<Result<CanonicalTouchOf<'fs.read'>, Failure>> {
  // Nobody looks into a place of the STOP list, and it is refused by itself.
  if (limit === undefined || found.zone === 'stop') return ok({ kind: 'fs.read', ...found })
  if (found.zone !== 'workspace')
    return err(
      failure(
        'file.outside',
        `${given} lies outside the workspace, so it cannot be sent.`,
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
  if (content.bytes > limit.mostBytes) return err(tooMuch(limit.mostBytes))
  if (redactor === undefined) return ok({ kind: 'fs.read', ...found, content })
  const secrets = await secretsIn(found.path, content, redactor)
  return ok({ kind: 'fs.read', ...found, content: { ...content, secrets } })
}

/** A longer text would hold up its card. */
const MOST_LOOKED_THROUGH = 2 * 1024 * 1024

/** Names of what was found, each once; null: it is no text, too long, or was changed meanwhile. */
async function secretsIn(
  path: string,
  { bytes, sha256 }: FileContent,
  redactor: Pick<Redactor, 'text'>,
): Promise<string[] | null> {
  if (bytes > MOST_LOOKED_THROUGH) return null
  const read = await bytesOf(path, bytes)
  if (read === null || hashOf(read) !== sha256 || !isUtf8(read) || read.includes(0)) return null
  const { found } = await redactor.text(new TextDecoder().decode(read))
  return found.toSorted()
}

const tooMuch = (most: number): Failure =>
  failure(
    'file.too-large',
    `The files are larger than ${most} bytes, which is the most that can be sent.`,
    'Send fewer or smaller files.',
  )
