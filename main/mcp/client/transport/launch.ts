// From what the configuration says about a program to what the sandbox is asked to start: its
// place, its environment with the secrets in it, what it may see. And what of it is pinned: the
// command as written, and the content of the files that it names.
import { access, constants, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { Setting, StdioServer } from '../../../../contract/server/server.ts'
import { ownState } from '../../packages/own-state.ts'
import type { ClientDeps, Program } from '../deps.ts'
import { changeOf, marksOf, type FilesChange } from './files-change.ts'

export const PROGRAM_PATH = '/usr/local/bin:/usr/bin:/bin'

/** `server.secret` where one is missing. The values go to the program and nowhere else. */
export async function settingsOf(
  settings: Readonly<Record<string, Setting>>,
  secret: ClientDeps['secret'],
): Promise<Result<Readonly<Record<string, string>>, Failure>> {
  const found: Record<string, string> = {}
  for (const [name, setting] of Object.entries(settings)) {
    if (typeof setting === 'string') {
      found[name] = setting
      continue
    }
    const value = await secret(setting.secret)
    if (!value.ok)
      return err(
        failure(
          'server.secret',
          `${name} is the credential ${setting.secret}: ${value.error.text}`,
          value.error.hint,
        ),
      )
    found[name] = value.value
  }
  return ok(found)
}

/** Where the program is, outside as inside. Null: nowhere that the sandbox shows. */
async function programAt(command: string, path: string): Promise<string | null> {
  const paths = command.includes('/')
    ? [command]
    : path.split(':').map((folder) => join(folder, command))
  for (const candidate of paths) {
    if (!isAbsolute(candidate)) continue
    const found = await access(candidate, constants.X_OK).then(
      () => stat(candidate),
      () => null,
    )
    if (found?.isFile() === true) return candidate
  }
  return null
}

export type Launch = {
  readonly program: Omit<Program, 'proxy' | 'signal'>
  /** As in `Offer.launch`. */
  readonly pinned: readonly string[]
  /** What has become of the files since they were hashed. */
  changed(): Promise<FilesChange>
}

/** Failures: `server.command`, `server.folder`, `server.secret`. */
export async function launchOf(
  config: StdioServer,
  home: string,
  { secret, hashFile, packaged }: Pick<ClientDeps, 'secret' | 'hashFile' | 'packaged'>,
  bounds: Program['limits'],
): Promise<Result<Launch, Failure>> {
  const hashed = async (file: string): Promise<string> =>
    `sha256 ${file} ${(await hashFile(file)) ?? 'cannot be read'}`
  const settings = await settingsOf(config.env, secret)
  if (!settings.ok) return settings
  const from = packaged === undefined ? ok(null) : await packaged(config)
  if (!from.ok) return from
  const env = {
    PATH: [...(from.value?.path ?? []), PROGRAM_PATH].join(':'),
    ...ownState(config, config.package?.name ?? null),
    ...from.value?.env,
    ...settings.value,
  }
  const at = from.value === null ? await programAt(config.command, env.PATH) : from.value.program
  if (at === null) {
    return err(
      failure(
        'server.command',
        `There is no program ${config.command}.`,
        config.command.includes('/')
          ? 'Write its absolute path.'
          : `Gatehouse searches in ${env.PATH}; else write its absolute path.`,
      ),
    )
  }
  const [readOnly, writable]: [string[], string[]] = [[], []]
  for (const { path, write } of config.folders) {
    const real = await realpath(path).catch(() => null)
    if (real === null)
      return err(
        failure(
          'server.folder',
          `There is no folder ${path}.`,
          'Take it out of the configuration, or make it.',
        ),
      )
    ;(write ? writable : readOnly).push(real)
  }
  if (from.value !== null) {
    const { program, args, folder, pinned } = from.value
    const files = await filesIn(args)
    const before = await marksOf(files)
    const hashes = await Promise.all(files.map(hashed))
    const changed = () => changeOf(files, before, hashes, hashed)
    return ok({
      program: {
        argv: [program, ...args],
        env,
        home,
        cwd: null,
        package: folder,
        readOnly: [...readOnly, ...from.value.readOnly],
        writable,
        limits: bounds,
        requires: [],
      },
      pinned: [config.command, ...config.args, ...pinned, ...hashes],
      changed,
    })
  }
  // A program that lies elsewhere is shown by itself: who configured it means it to run. What it
  // reads beside has to be granted.
  const real = await realpath(at)
  const seen = ['/usr', '/bin', '/lib', ...readOnly, ...writable].some(
    (folder) => at === folder || at.startsWith(`${folder}${sep}`),
  )
  if (!seen) readOnly.push(real)
  const files = [real, ...(await filesIn(config.args))]
  const before = await marksOf(files)
  const hashes = await Promise.all(files.map(hashed))
  const changed = () => changeOf(files, before, hashes, hashed)
  return ok({
    program: {
      argv: [seen ? at : real, ...config.args],
      env,
      home,
      cwd: null,
      readOnly,
      writable,
      limits: bounds,
      requires: [],
    },
    pinned: [config.command, ...config.args, ...hashes],
    changed,
  })
}

/** An argument that is a path, or an option that is given one: `--import=/x/y.mjs`. */
const fileNamed = (argument: string): readonly string[] => {
  const path = isAbsolute(argument) ? argument : argument.slice(argument.indexOf('=') + 1)
  return isAbsolute(path) ? [path] : []
}

/** A script is as much of the program as what runs it. */
async function filesIn(args: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    args.flatMap(fileNamed).map(async (path) => {
      const real = await realpath(path).catch(() => null)
      return real !== null && (await stat(real)).isFile() ? real : null
    }),
  )
  return found.filter((path) => path !== null)
}
