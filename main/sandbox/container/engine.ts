// Finds Docker or Podman on this machine and asks it short questions. Never runs a command of
// anybody in it.
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ContainerProgram } from '../../../contract/policy/config/runner-config.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

export type Engine = {
  readonly program: ContainerProgram
  readonly file: string
  /** As it says itself. */
  readonly version: string
  /** The number 0 inside is the person outside, not root. */
  readonly rootless: boolean
  /** For its own start. Nothing of it reaches the inside. */
  readonly env: Readonly<Record<string, string>>
}

export type EngineProgram = Pick<Engine, 'file' | 'env'>

/** Fixed, not PATH: see `host-facts.ts`. */
const usualFolders = (platform: NodeJS.Platform): readonly string[] =>
  platform === 'win32'
    ? ['C:\\Program Files\\Docker\\Docker\\resources\\bin', 'C:\\Program Files\\RedHat\\Podman']
    : [
        ...['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/podman/bin'],
        ...['/Applications/Docker.app/Contents/Resources/bin', '/run/current-system/sw/bin'],
      ]
const ASK_MS = 20_000

/** What the program needs to find its own service and storage. */
const needed = ['HOME', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'DOCKER_HOST']
const neededOnWindows = ['SystemRoot', 'ProgramData', 'ProgramFiles', 'USERPROFILE', 'APPDATA']

/** Podman first: it needs no service of root. Fails with `container.none`, `container.answer`. */
export async function findEngine(
  wanted: ContainerProgram | null,
  {
    platform = process.platform,
    folders = usualFolders(platform),
    env = process.env,
  }: EngineOptions = {},
): Promise<Result<Engine, Failure>> {
  let last = failure(
    'container.none',
    `${wanted === null ? 'Neither Podman nor Docker was' : `${titles[wanted]} was not`} found.`,
    `Install ${wanted === null ? 'one of them' : 'it'}: apt install ${wanted === 'docker' ? 'docker.io' : 'podman'}`,
  )
  const own = envOf(platform, env)
  for (const program of programsOf(wanted)) {
    const file = await executable(filesOf(program, platform, folders))
    if (file === null) continue
    const words =
      program === 'podman'
        ? ['info', '--format', '{{.Version.Version}} {{.Host.Security.Rootless}}']
        : ['info', '--format', '{{.ServerVersion}} {{.SecurityOptions}}']
    const said = await ask({ file, env: own }, words)
    if (said.ok) {
      const [version = '', ...rest] = said.value.trim().split(' ')
      const rootless = program === 'podman' ? rest[0] === 'true' : /rootless/.test(rest.join(' '))
      return ok({ program, file, version, rootless, env: own })
    }
    last = failure(
      'container.answer',
      `${titles[program]} is there and does not answer: ${said.error.text}`,
      `Run: ${program} info`,
    )
  }
  return err(last)
}

/** Podman, where it is wanted and there. Whether it answers is not asked, which takes a while. */
export async function findPodman(
  wanted: ContainerProgram | null,
  {
    platform = process.platform,
    folders = usualFolders(platform),
    env = process.env,
  }: EngineOptions = {},
): Promise<EngineProgram | null> {
  if (!programsOf(wanted).includes('podman')) return null
  const file = await executable(filesOf('podman', platform, folders))
  return file === null ? null : { file, env: envOf(platform, env) }
}

/** For the start of the program itself. */
function envOf(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const names = [...needed, ...(platform === 'win32' ? neededOnWindows : [])]
  return {
    PATH: usualFolders(platform).join(platform === 'win32' ? ';' : ':'),
    HOME: homedir(),
    ...Object.fromEntries(
      names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    ),
  }
}

const programsOf = (wanted: ContainerProgram | null): readonly ContainerProgram[] =>
  wanted === null ? ['podman', 'docker'] : [wanted]
const filesOf = (
  program: ContainerProgram,
  platform: NodeJS.Platform,
  folders: readonly string[],
): readonly string[] =>
  folders.map((folder) => join(folder, platform === 'win32' ? `${program}.exe` : program))

export type EngineOptions = {
  readonly folders?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly platform?: NodeJS.Platform
}

export const titles: Readonly<Record<ContainerProgram, string>> = {
  podman: 'Podman',
  docker: 'Docker',
}

/** One short question. Its standard output, or the last line that it complained with. */
export function ask(
  { file, env }: EngineProgram,
  words: readonly string[],
  timeoutMs = ASK_MS,
): Promise<Result<string, Failure>> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      [...words],
      { env: { ...env }, cwd: '/', timeout: timeoutMs, killSignal: 'SIGKILL' },
      (error, stdout, stderr) =>
        resolve(
          error === null
            ? ok(stdout)
            : err(failure('container.answer', complaint(stderr) ?? error.message)),
        ),
    )
    child.stdin?.end()
  })
}

/** What it says of itself before that are warnings. */
export const complaint = (stderr: string): string | null =>
  stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/level=(?:warning|info|debug)/.test(line))
    .at(-1)
    ?.slice(0, 400) ?? null

async function executable(files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return file
  }
  return null
}
