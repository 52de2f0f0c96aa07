// Says where everything of Gatehouse lies on this system. Pure: makes no folder, opens no file.
import { posix, win32 } from 'node:path'
import { credentialPathsIn } from '../../contract/policy/paths/credential-paths.ts'

export type AppPaths = {
  /** Gatehouse's own home: GATEHOUSE_HOME, or the data folder where that is not set. */
  readonly home: string
  readonly configFile: string
  /** One file for each agent of the person's own. */
  readonly agentsDir: string
  readonly dataDir: string
  readonly databaseFile: string
  /** The journal's head, kept away from the database so that a cut tail shows. */
  readonly headFile: string
  /** Copies of the database, the newest ones. */
  readonly backupDir: string
  /** Where earlier versions kept the journal's newest rows before the database had them. */
  readonly earlierRowsFile: string
  readonly runDir: string
  /** A unix socket, or on Windows the name of a pipe. */
  readonly socketFile: string
  readonly lockFile: string
  readonly defaultWorkspace: string
  /**
   * Folders and files no call may touch. As named, links not resolved: the one who compares
   * resolves them first.
   */
  readonly stop: readonly string[]
}

export type AppPathsInput = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.platform` names it. */
  readonly platform: string
  /** The home folder of the person. */
  readonly homedir: string
  /** What `--config` said. */
  readonly config?: string | undefined
}

type Folders = {
  readonly config: string
  readonly data: string
  readonly state: string
  readonly run: string
}

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with the zero at its end. */
const longestSocketPath = 100

/** Rarely needed, and every program asks where things are: to load it takes 8 ms. */
const hashOf = (text: string): string =>
  process.getBuiltinModule('node:crypto').hash('sha256', text, 'hex').slice(0, 16)

/**
 * XDG folders on Linux, Application Support on macOS, APPDATA and LOCALAPPDATA on Windows, or
 * everything below GATEHOUSE_HOME when it is set. Relative paths count from the working folder.
 */
export function findAppPaths(input: AppPathsInput): AppPaths {
  const { env, platform, homedir } = input
  const path = platform === 'win32' ? win32 : posix
  const own = filled(env['GATEHOUSE_HOME'])
  const folders = foldersOf(input)
  const home = own === null ? folders.data : path.resolve(own)
  const configFile =
    filled(input.config) === null
      ? path.join(folders.config, 'config.yaml')
      : path.resolve(input.config ?? '')
  const socketFile = socketPath(input, home, folders.run)
  const runDir = platform === 'win32' ? folders.run : path.dirname(socketFile)

  const mine = own === null ? [folders.config, folders.data, folders.state, runDir] : [home, runDir]
  const others = credentialPathsIn(homedir, platform, path)
  const agentsDir = path.join(path.dirname(configFile), 'agents')
  return {
    home,
    configFile,
    agentsDir,
    dataDir: folders.data,
    databaseFile: path.join(folders.data, 'gatehouse.db'),
    backupDir: path.join(folders.data, 'backups'),
    earlierRowsFile: path.join(folders.data, 'gatehouse.db-front'),
    headFile: path.join(folders.state, 'journal-head.json'),
    runDir,
    socketFile,
    lockFile: path.join(home, 'gatehouse.lock'),
    // With a home of its own the workspace is its sibling: the home itself is on the STOP list.
    defaultWorkspace: own === null ? path.join(homedir, 'Gatehouse') : `${home}-workspace`,
    stop: [...new Set([...mine, configFile, agentsDir, ...others])],
  }
}

/** The `dataDir` of `findAppPaths`, for who asks for no more before each command. */
export const findDataDir = (input: AppPathsInput): string => foldersOf(input).data

function foldersOf(input: AppPathsInput): Folders {
  const own = filled(input.env['GATEHOUSE_HOME'])
  if (own === null) return systemFolders(input)
  const path = input.platform === 'win32' ? win32 : posix
  return below(path, path.resolve(own))
}

const below = (path: typeof posix, home: string): Folders => ({
  config: home,
  data: path.join(home, 'data'),
  state: path.join(home, 'state'),
  run: path.join(home, 'run'),
})

function systemFolders({ env, platform, homedir }: AppPathsInput): Folders {
  if (platform === 'darwin') {
    const support = posix.join(homedir, 'Library', 'Application Support', 'Gatehouse')
    return {
      config: support,
      data: posix.join(support, 'data'),
      state: posix.join(support, 'state'),
      run: posix.join(support, 'run'),
    }
  }
  if (platform === 'win32') {
    const roaming = win32.join(
      filled(env['APPDATA']) ?? win32.join(homedir, 'AppData', 'Roaming'),
      'Gatehouse',
    )
    const local = win32.join(
      filled(env['LOCALAPPDATA']) ?? win32.join(homedir, 'AppData', 'Local'),
      'Gatehouse',
    )
    return {
      config: roaming,
      data: win32.join(local, 'data'),
      state: win32.join(local, 'state'),
      run: win32.join(local, 'run'),
    }
  }
  // The XDG rules say that a relative path in one of these variables is to be ignored.
  const xdg = (name: string, otherwise: string) => {
    const said = filled(env[name])
    return posix.join(said !== null && posix.isAbsolute(said) ? said : otherwise, 'gatehouse')
  }
  const state = xdg('XDG_STATE_HOME', posix.join(homedir, '.local', 'state'))
  return {
    config: xdg('XDG_CONFIG_HOME', posix.join(homedir, '.config')),
    data: xdg('XDG_DATA_HOME', posix.join(homedir, '.local', 'share')),
    state,
    run:
      filled(env['XDG_RUNTIME_DIR']) === null
        ? posix.join(state, 'run')
        : xdg('XDG_RUNTIME_DIR', state),
  }
}

function socketPath({ env, platform }: AppPathsInput, home: string, run: string): string {
  if (platform === 'win32') return `\\\\.\\pipe\\gatehouse-${hashOf(home.toLowerCase())}`
  const wished = posix.join(run, 'gatehouse.sock')
  if (Buffer.byteLength(wished) <= longestSocketPath) return wished
  const short = (temp: string) => posix.join(temp, `gatehouse-${hashOf(home)}`, 'gatehouse.sock')
  const inTemp = short(filled(env['TMPDIR']) ?? '/tmp')
  return Buffer.byteLength(inTemp) <= longestSocketPath ? inTemp : short('/tmp')
}

const filled = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text
