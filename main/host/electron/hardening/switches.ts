// Chromium reads switches from the command line of a start. Some turn a protection off or let
// another program drive the window, and with it approve calls: a packaged Gatehouse starts with
// those it knows, and with no other.
import type { CommandLine } from 'electron'
import { failure, type Failure } from '../../../../contract/failure.ts'

/** Nothing is looked up before it is asked for, and no crash leaves a copy of the memory. */
const SET = ['dns-prefetch-disable', 'no-pings', 'disable-breakpad'] as const

/** Must be called before Electron is ready. */
export function setSwitches(commandLine: Pick<CommandLine, 'appendSwitch'>): void {
  for (const name of SET) commandLine.appendSwitch(name)
}

/** What the end-to-end tests drive the window with. */
const DEBUGGING = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
] as const

const ANY = /^[^]*$/
const NONE = /^$/
const FEATURES = '(?:UseOzonePlatform|WaylandWindowDecorations|WaylandLinuxDrmSyncobj)'

/**
 * What a package may be started with, and the values each may have. Everything else is refused, as
 * Chromium has more than a thousand switches and gets new ones.
 */
const KNOWN: ReadonlyMap<string, RegExp> = new Map([
  // Ours, and what the installer of Windows says after an update.
  ['hidden', NONE],
  ['config', ANY],
  ['updated', NONE],
  // How much memory the engine takes: the packages of Linux say it.
  ['js-flags', /^(?:--(?:max-(?:semi|old)-space-size|heap-growing-percent)=\d+[ ,]?)*$/],
  // How the window is drawn, in which language, and where the key of the keychain is kept. Not
  // `basic`: everybody knows that one.
  ['ozone-platform', /^(?:x11|wayland|auto)$/],
  ['ozone-platform-hint', /^(?:x11|wayland|auto)$/],
  ['enable-wayland-ime', NONE],
  ['enable-features', new RegExp(`^${FEATURES}(?:,${FEATURES})*$`)],
  ['gtk-version', /^\d$/],
  ['force-device-scale-factor', /^\d+(?:\.\d+)?$/],
  ['class', /^[\w.-]+$/],
  ['lang', /^[\w-]+$/],
  ['disable-gpu', NONE],
  ['disable-dev-shm-usage', NONE],
  ['password-store', /^(?:gnome-libsecret|kwallet[56]?)$/],
])

/** What macOS itself may put before them. */
const OF_MACOS = /^-(?:psn_\d|NS[A-Z]|Apple[A-Z])/

export type Start = {
  readonly given: readonly string[]
  readonly platform: NodeJS.Platform
  readonly packaged: boolean
  /**
   * A package that was made for the end-to-end tests, which drive the window from outside. Said by
   * a file inside the package, which no command line and no environment can add.
   */
  readonly testBuild: boolean
}

/**
 * The switches of this start that Gatehouse refuses; none in a clone. As Chromium reads them: with
 * one hyphen too, and on Windows with a slash and in any case.
 */
export function refusedSwitches({
  given,
  platform,
  packaged,
  testBuild,
}: Start): readonly string[] {
  if (!packaged) return []
  const form = platform === 'win32' ? /^(?:--?|\/)([^=]+)=?(.*)$/s : /^--?([^=]+)=?(.*)$/s
  const refused = given.flatMap((word) => {
    if (platform === 'darwin' && OF_MACOS.test(word)) return []
    const [, name, value = ''] = form.exec(word) ?? []
    if (name === undefined || word === '--') return []
    const lower = name.toLowerCase()
    if (testBuild && DEBUGGING.some((one) => one === lower)) return []
    return KNOWN.get(lower)?.test(value) === true ? [] : [lower]
  })
  return [...new Set(refused)]
}

/** Why Gatehouse does not start with these. */
export function switchesFailure(names: readonly string[]): Failure {
  return failure(
    'host.switches',
    `Gatehouse does not start with ${names.map((name) => `--${name}`).join(', ')}. An installed Gatehouse takes only switches that cannot weaken its protections.`,
    'Start it without them, or use a clone of the sources for development.',
  )
}
