// The plugins of one folder: each `<name>.toml` with the program beside it. What cannot be read is
// kept with its reason and never left out. Nothing follows a link.
import { createHash } from 'node:crypto'
import fs, { constants, createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { fileReason } from '../../contract/file-reason.ts'
import type { PluginManifest } from '../../contract/plugin/manifest.ts'
import type { ManifestProblem } from '../../contract/plugin/manifest-problem.ts'
import type { PluginOrigin } from '../../contract/plugin/plugin-origin.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { LONGEST_MANIFEST, programPosition, readManifest } from './manifest/read-manifest.ts'
import type { InputOf } from './manifest/tried-args.ts'

export type FoundPlugin = {
  /** Of its file. */
  readonly name: string
  readonly origin: PluginOrigin
  readonly file: string
  /** The manifest as text, for a person to review; empty where it cannot be read. */
  readonly text: string
  readonly manifest: PluginManifest | null
  readonly problems: readonly ManifestProblem[]
  readonly program: { readonly path: string; readonly sha256: string } | null
  /** Over manifest and program; null where one of them cannot be read. */
  readonly digest: string | null
}

const MOST_PLUGINS = 1_000
const MIB = 1_048_576
/** What is copied to be run. */
const LARGEST_PROGRAM = 256 * MIB
/** However it is written: somebody who calls it NAME.TOML means it. */
const ENDING = /\.toml$/i

/** A folder that is not there has no plugins. */
export async function readFolder(
  folder: string,
  origin: PluginOrigin,
  inputOf: InputOf,
): Promise<readonly FoundPlugin[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const files = names.filter((name) => ENDING.test(name) && !name.startsWith('.')).toSorted()
  const found: FoundPlugin[] = []
  for (const name of files.slice(0, MOST_PLUGINS))
    found.push(await readPlugin(join(folder, name), origin, inputOf))
  const text = `${folder} has ${files.length} manifests; the first ${MOST_PLUGINS} by name are read, and this one is not.`
  const unread = {
    code: DECLARED_ERRORS.unreadable,
    line: 1,
    column: 1,
    text,
    hint: 'Move some away.',
  }
  for (const name of files.slice(MOST_PLUGINS))
    found.push(brokenPlugin(join(folder, name), origin, '', [unread]))
  return found
}

/** @param file the whole path of a manifest. */
export async function readPlugin(
  file: string,
  origin: PluginOrigin,
  inputOf: InputOf,
): Promise<FoundPlugin> {
  const folder = join(file, '..')
  const name = nameOf(file)
  const broken = (text: string, problems: readonly ManifestProblem[]): FoundPlugin =>
    brokenPlugin(file, origin, text, problems)
  const bytes = await readWhole(file, LONGEST_MANIFEST + 1)
  if (!bytes.ok) return broken('', [problem(DECLARED_ERRORS.unreadable, bytes.error)])
  if (!file.endsWith('.toml'))
    return broken('', [
      {
        ...problem(
          DECLARED_ERRORS.name,
          `A manifest is named NAME.toml, and this file ${basename(file)}.`,
        ),
        hint: 'Name the manifest of the plugin, and write its ending .toml, in lower case.',
      },
    ])
  const text = Buffer.from(bytes.value).toString('utf8').slice(0, LONGEST_MANIFEST)
  const read = readManifest(bytes.value, name, inputOf)
  if (!read.ok) return broken(text, read.error)
  const path = join(folder, read.value.program)
  const sha256 = await hashProgram(path)
  if (!sha256.ok)
    return {
      ...broken(text, [
        { ...problem(DECLARED_ERRORS.program, sha256.error), ...programPosition(text) },
      ]),
      manifest: read.value,
    }
  const digest = createHash('sha256')
    .update(createHash('sha256').update(bytes.value).digest('hex'))
    .update(sha256.value)
    .digest('hex')
  return {
    name,
    origin,
    file,
    text,
    manifest: read.value,
    problems: [],
    digest,
    program: { path, sha256: sha256.value },
  }
}

const nameOf = (file: string): string => basename(file).replace(/\.toml$/, '')

const brokenPlugin = (
  file: string,
  origin: PluginOrigin,
  text: string,
  problems: readonly ManifestProblem[],
): FoundPlugin => ({
  name: nameOf(file),
  origin,
  file,
  text,
  manifest: null,
  problems,
  program: null,
  digest: null,
})

const problem = (code: string, text: string): ManifestProblem => ({
  code,
  line: 1,
  column: 1,
  text,
  hint: hintOf(code, text),
})

function hintOf(code: string, text: string): string {
  const isMissing = text.startsWith(MISSING)
  if (code === DECLARED_ERRORS.program)
    return isMissing
      ? 'Put the program beside its manifest (build it first, where it is built), or name it with program = "…".'
      : 'Put the program itself beside its manifest, or name it with program = "…".'
  return isMissing
    ? 'Check its path. `gatehouse plugins list` says where the folders are.'
    : 'Make it a readable file of its own.'
}

const MISSING = 'There is no '

// The promises of `node:fs` load an editor of lines and a watcher of folders, for each list of plugins.
const [openFile, closeFile, statOf, readInto] = [
  promisify(fs.open),
  promisify(fs.close),
  promisify(fs.fstat),
  promisify(fs.read),
]

/** `fd`: who opened it closes it. */
type Opened = { readonly fd: number; readonly size: number }

async function openPlain(path: string): Promise<Result<Opened, string>> {
  try {
    if ((await lstat(path)).isSymbolicLink())
      return err(`${path} is a link, and links are not followed.`)
    const fd = await openFile(
      path,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const stat = await statOf(fd)
    if (stat.isFile()) return ok({ fd, size: stat.size })
    await closeFile(fd)
    return err(`${path} is no file.`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return err(
      code === 'ENOENT' ? `${MISSING}${path}.` : `${path} cannot be read: ${fileReason(error)}.`,
    )
  }
}

/** At most `most` bytes from its beginning. */
async function readWhole(path: string, most: number): Promise<Result<Uint8Array, string>> {
  const opened = await openPlain(path)
  if (!opened.ok) return opened
  const { fd } = opened.value
  try {
    const buffer = new Uint8Array(most)
    let length = 0
    for (;;) {
      const { bytesRead } = await readInto(fd, buffer, length, most - length, null)
      length += bytesRead
      if (bytesRead === 0 || length === most) return ok(buffer.slice(0, length))
    }
  } catch {
    return err(`${path} cannot be read.`)
  } finally {
    await closeFile(fd)
  }
}

async function hashProgram(path: string): Promise<Result<string, string>> {
  const opened = await openPlain(path)
  if (!opened.ok) return opened
  const { fd, size } = opened.value
  try {
    if (size > LARGEST_PROGRAM)
      return err(`${path} has more than ${LARGEST_PROGRAM / MIB} MiB, too many to check.`)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { fd, autoClose: false }))
      hash.update(chunk as Uint8Array)
    return ok(hash.digest('hex'))
  } catch {
    return err(`${path} cannot be read.`)
  } finally {
    await closeFile(fd)
  }
}
