// A bundle in a folder that something else keeps, such as a checkout of Git: only a whole, regular
// file of that folder counts. Who can write a link into it reads nothing else of this machine.
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { constants } from 'node:fs'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { LONGEST } from '../envelope.ts'
import { textOf, unreachable } from './body.ts'
import type { Fetched } from './fetched.ts'

export const BUNDLE_FILE = 'policy-bundle.json'

export async function fromFolder(source: string, home: string): Promise<Result<Fetched, Failure>> {
  const folder = source.startsWith('~/') ? join(home, source.slice(2)) : source
  const file = join(folder, BUNDLE_FILE)
  try {
    const [real, within] = await Promise.all([realpath(file), realpath(folder)])
    if (!real.startsWith(within.endsWith(sep) ? within : within + sep))
      return err(unreachable(file, 'it is a link that leads out of its folder.'))
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stat = await handle.stat()
      if (!stat.isFile()) return err(unreachable(file, 'it is no file.'))
      if (stat.size > LONGEST) return err(unreachable(file, 'it is too large.'))
      return ok({ kind: 'bundle', bytes: await handle.readFile(), tag: null })
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    return err(unreachable(file, `${textOf(thrown)}.`))
  }
}
