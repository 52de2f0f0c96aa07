// Writes the files of a new plugin, all or none, and never over what is there.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failure } from '../../contract/failure.ts'
import { fileReason } from '../../contract/file-reason.ts'
import type { Failure } from '../../contract/failure.ts'
import type { PluginListing } from '../../contract/plugin/listing.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { PluginFiles } from './new-plugin.ts'

/** Gives the whole paths, the manifest's first. Failures: `plugins.exists`, `plugins.unwritable`. */
export function writePlugin(
  folder: string,
  files: PluginFiles,
): Result<readonly string[], Failure> {
  const free = freePaths(folder, files)
  if (!free.ok) return free
  const written: string[] = []
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [at, { text, mode }] of files.entries()) {
      const path = free.value[at] ?? ''
      writeFileSync(path, text, { flag: 'wx', mode })
      written.push(path)
    }
    return free
  } catch (error) {
    for (const path of written) rmSync(path, { force: true })
    return err(
      failure(
        'plugins.unwritable',
        `The plugin could not be written: ${fileReason(error)}.`,
        `Check who may write to ${folder}.`,
      ),
    )
  }
}

/**
 * Takes away what was just written where another tool has its name, or one that looks like it: the
 * plugin could never be called. Gives why, which the list says; null: it stays.
 * @param paths of its files, the manifest's first
 */
export function takeBackTaken(
  listed: readonly Pick<PluginListing, 'file' | 'state' | 'reason'>[],
  paths: readonly string[],
): Failure | null {
  const own = listed.find(({ file, state }) => state === 'taken' && file === paths[0])
  if (own === undefined) return null
  for (const path of paths) rmSync(path, { force: true })
  return failure(
    own.reason?.code ?? DECLARED_ERRORS.taken,
    own.reason?.text ?? 'Another tool has its name already.',
    'Nothing was written. Use another name.',
  )
}

/** Where they would go. Fails with `plugins.exists`. */
export function freePaths(folder: string, files: PluginFiles): Result<readonly string[], Failure> {
  const paths = files.map(({ name }) => join(folder, name))
  const there = paths.find((path) => existsSync(path))
  return there === undefined
    ? ok(paths)
    : err(
        failure(
          'plugins.exists',
          `There is a ${there} already.`,
          'Nothing was written. Use another name or folder.',
        ),
      )
}
