// Copies of plugin files, one folder for each hash. What is run is the copy, so that a plugin that is
// exchanged after its review, or while it is started, is not what runs. They last as long as this
// process: what an earlier one left, killed or not, goes when this one begins.
import { createHash, randomBytes } from 'node:crypto'
import { constants, readdirSync, rmSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { DECLARED_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import type { ReviewedFile } from '../../../contract/plugin/request.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ReviewedCopy } from './powers.ts'

/** A module may have 64 MiB; a program that is larger is no plugin. */
const MAX_BYTES = 256 * 1024 * 1024
/** Modules that are kept in memory. */
const KEPT = 8

export type ReviewedFilesOptions = {
  /** A folder of ours that nobody else may enter, and that holds nothing but these copies. */
  readonly folder: string
  /** Makes a folder that is for programs alone, readable for all: see `makeOwnFolder`. */
  readonly makeFolder: (path: string) => void
}

/** Failures: `plugin.program-missing`, `plugin.changed`. */
export function openReviewedFiles({ folder, makeFolder }: ReviewedFilesOptions) {
  const sweep = (): void => {
    for (const name of readdirSync(folder))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
  // Only one process uses the home, so the process that made these is gone.
  sweep()
  const copies = new Map<string, Promise<Result<ReviewedCopy, Failure>>>()
  const contents = new Map<string, Uint8Array>()

  const copy = async ({ path, sha256 }: ReviewedFile): Promise<Result<ReviewedCopy, Failure>> => {
    const name = basename(path)
    const bytes = await contentOf(path)
    if (!bytes.ok) return bytes
    const found = createHash('sha256').update(bytes.value).digest('hex')
    if (found !== sha256)
      return err(
        failure(
          DECLARED_ERRORS.changed,
          `The file ${path} is not the one that was reviewed.`,
          'Review the plugin again.',
        ),
      )
    const own = join(folder, `${sha256}-${randomBytes(6).toString('hex')}`)
    makeFolder(own)
    await writeFile(join(own, name), bytes.value, { mode: 0o555, flag: 'wx' })
    keep(sha256, bytes.value)
    return ok({
      folder: own,
      name,
      async bytes() {
        const content = contents.get(sha256) ?? (await readFile(join(own, name)))
        keep(sha256, content)
        return content
      },
    })
  }
  const keep = (sha256: string, bytes: Uint8Array): void => {
    contents.delete(sha256)
    contents.set(sha256, bytes)
    const [oldest] = contents.keys()
    if (contents.size > KEPT && oldest !== undefined) contents.delete(oldest)
  }
  return {
    async find(file: ReviewedFile): Promise<Result<ReviewedCopy, Failure>> {
      const key = `${file.sha256} ${basename(file.path)}`
      const copied = copies.get(key) ?? copy(file)
      copies.set(key, copied)
      const result = await copied
      if (!result.ok) copies.delete(key)
      return result
    },
    /** After the last call: nothing runs from a copy any more. */
    dispose: sweep,
  }
}

async function contentOf(path: string): Promise<Result<Uint8Array, Failure>> {
  const missing = (why: string): Result<never, Failure> =>
    err(
      failure(
        DECLARED_ERRORS.program,
        `The file ${path} of the plugin cannot be read (${why}).`,
        'Put it beside its manifest, and check who may read it.',
      ),
    )
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return missing('it is no file')
      if (stat.size > MAX_BYTES) return missing(`it has more than ${MAX_BYTES} bytes`)
      return ok(await file.readFile())
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return missing(String(error.code))
    throw error
  }
}
