// The Seatbelt profile of macOS and the command line for it. Pure. It was never run: there was no
// Mac. Its text is read back and asked in the tests, by the rules Apple's own profiles follow:
// everything is denied, the last rule that matches counts.
//
// No path is in the profile: each is handed over as a parameter, so no name of a file can add a
// rule.
import { dirname } from 'node:path'
import { environment } from '../command-environment.ts'

export const SANDBOX_EXEC = '/usr/bin/sandbox-exec'

export type SeatbeltInside = {
  /** Real path (/private/var …, not /var …): Seatbelt compares where a file really is. */
  readonly workspace: string
  /** Real path of an empty folder made for this run. Nothing bounds its size. */
  readonly tmp: string
  /** Below the workspace: files and folders that stay as they are, existing or not. */
  readonly guarded: readonly string[]
  /** Folders of programs beside the system's own, such as /opt/homebrew. Read and executed. */
  readonly programs: readonly string[]
  /** The port of our filtering proxy on this machine; null closes the network. */
  readonly proxyPort: number | null
}

/** Names the profile uses → what they mean. */
export type SeatbeltParameters = Readonly<Record<string, string>>
export type SeatbeltProfile = { readonly text: string; readonly parameters: SeatbeltParameters }

const systemFolders = [
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/usr/libexec',
  '/usr/share',
  '/System',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
]
const systemData = [
  '/private/var/db/dyld',
  '/private/var/db/timezone',
  '/private/var/select',
  '/private/etc/ssl',
]
const systemFiles = [
  '/',
  '/private/etc/localtime',
  '/private/etc/passwd',
  '/private/etc/group',
  '/private/etc/hosts',
  '/dev/random',
  '/dev/urandom',
  '/dev/zero',
  '/dev/null',
]
/**
 * What Node, git, shells and compilers ask of the kernel before they do anything. No list of
 * processes among it.
 */
const facts = [
  'kern.ostype',
  'kern.osrelease',
  'kern.osversion',
  'kern.osproductversion',
  'kern.version',
  'kern.hostname',
  'kern.argmax',
  'kern.maxfilesperproc',
  'kern.secure_kernel',
  'kern.usrstack64',
  'kern.boottime',
  'vm.loadavg',
  'sysctl.proc_cputype',
]

const quoted = (kind: string, names: readonly string[]): string =>
  names.map((name) => `(${kind} "${name}")`).join(' ')
const named = (kind: string, names: readonly string[]): string =>
  names.map((name) => `(${kind} (param "${name}"))`).join(' ')

/** Throws on a port that is none: it is the one thing that is written into the text. */
export function seatbeltProfile(inside: SeatbeltInside): SeatbeltProfile {
  const { workspace, tmp, guarded, programs, proxyPort } = inside
  if (proxyPort !== null && !(Number.isInteger(proxyPort) && proxyPort > 0 && proxyPort < 65_536))
    throw new Error(`no port: ${proxyPort}`)
  const numbered = (prefix: string, values: readonly string[]) =>
    Object.fromEntries(values.map((value, at) => [`${prefix}${at}`, value]))
  const [protectedPaths, holders, extra] = [
    numbered('GUARDED', guarded),
    numbered('HOLDER', holdersOf(workspace, guarded)),
    numbered('PROGRAMS', programs),
  ]
  const [protectedNames, holderNames, extraNames] = [protectedPaths, holders, extra].map((each) =>
    Object.keys(each),
  ) as [string[], string[], string[]]
  const runs = `${quoted('subpath', systemFolders)} ${named('subpath', [...extraNames, 'WORKSPACE', 'TMP'])}`
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    `(allow process-exec ${runs})`,
    `(allow file-map-executable ${runs})`,
    `(allow file-read* ${runs} ${quoted('subpath', systemData)} ${quoted('literal', systemFiles)})`,
    // Only that they are there: programs walk up from where they are.
    '(allow file-read-metadata (literal "/private") (literal "/private/var") (literal "/private/etc") (literal "/private/tmp") (literal "/etc") (literal "/tmp") (literal "/var") (literal "/usr") (literal "/Library") (literal "/Users"))',
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))',
    `(allow file-write* ${named('subpath', ['WORKSPACE', 'TMP'])})`,
    // A set-user-id file would run as its owner outside; a device or a socket file leads out of the
    // sandbox.
    '(deny file-write-setugid)',
    ...(protectedNames.length === 0
      ? []
      : [`(deny file-write* ${named('subpath', protectedNames)})`]),
    // A folder that holds a spot is not moved away and made again; nor is the workspace.
    `(deny file-write-unlink ${named('literal', [...holderNames, 'WORKSPACE', 'TMP'])})`,
    '(allow process-info* (target same-sandbox))',
    '(allow signal (target same-sandbox))',
    `(allow sysctl-read ${quoted('sysctl-name', facts)} (sysctl-name-prefix "hw."))`,
    // Who the account is. Every other service of the machine stays closed, Apple events and the
    // pasteboard among them.
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    ...(proxyPort === null
      ? []
      : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
  ]
  return {
    text: `${lines.join('\n')}\n`,
    parameters: { WORKSPACE: workspace, TMP: tmp, ...protectedPaths, ...holders, ...extra },
  }
}

/** Folders between the workspace and a spot. */
function holdersOf(workspace: string, guarded: readonly string[]): readonly string[] {
  const holders = new Set<string>()
  for (const path of guarded) {
    for (
      let at = dirname(path);
      at.length > workspace.length && at.startsWith(`${workspace}/`);
      at = dirname(at)
    )
      holders.add(at)
  }
  return [...holders].toSorted()
}

/** A command with its wall round it, as it is started. */
export type ConfinedCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/**
 * What to start, and its whole environment. A NUL cannot be in a path, so it cannot be here: spawn
 * refuses it.
 */
export function seatbeltCommand(inside: SeatbeltInside, argv: readonly string[]): ConfinedCommand {
  const { text, parameters } = seatbeltProfile(inside)
  const proxy =
    inside.proxyPort === null ? {} : proxyVariables(`http://localhost:${inside.proxyPort}`)
  return {
    file: SANDBOX_EXEC,
    args: [
      '-p',
      text,
      ...Object.entries(parameters).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      '--',
      ...argv,
    ],
    environment: { ...environment, HOME: inside.tmp, TMPDIR: inside.tmp, ...proxy },
  }
}

const proxyVariables = (url: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [
      name,
      url,
    ]),
  )
