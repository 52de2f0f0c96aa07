// Chromium reads switches from the command line of a start. Some turn a protection off or let
// another program drive the window, and with it approve calls: a packaged Gatehouse does not start
// with one of them.
import type { CommandLine } from 'electron'

/** Nothing is looked up before it is asked for, and no crash leaves a copy of the memory. */
const SET = ['dns-prefetch-disable', 'no-pings', 'disable-breakpad'] as const

/** Must be called before Electron is ready. */
export function setSwitches(commandLine: Pick<CommandLine, 'appendSwitch'>): void {
  for (const name of SET) commandLine.appendSwitch(name)
}

const DEBUGGING = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
] as const

const WEAKENING = [
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'single-process',
  'no-zygote',
  'in-process-gpu',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-file-access-from-files',
  'load-extension',
  'enable-blink-features',
  'enable-experimental-web-platform-features',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'log-net-log',
] as const

/** How much memory the engine takes: the packages of Linux say it. Every other flag is refused. */
const SIZES = /^(?:--max-(?:semi|old)-space-size=\d+[ ,]?)*$/

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
  const switches = given.flatMap((word) => {
    const [, name, value = ''] = form.exec(word) ?? []
    return name === undefined ? [] : [{ name: name.toLowerCase(), value }]
  })
  const names = new Set(switches.map(({ name }) => name))
  const flags = switches.some(({ name, value }) => name === 'js-flags' && !SIZES.test(value))
  return [
    ...[...(testBuild ? [] : DEBUGGING), ...WEAKENING].filter((name) => names.has(name)),
    ...(flags ? ['js-flags'] : []),
  ]
}
