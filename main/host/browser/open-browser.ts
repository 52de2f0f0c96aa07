// Opens a link in the person's browser, where there is a screen to show it on. Says nothing if it cannot: the link is printed anyway.
import { spawn } from 'node:child_process'

type System = { readonly platform: string; readonly env: Readonly<Record<string, string | undefined>> }

/** Whether a browser opened now would be seen by a person. */
export function canOpenBrowser({ platform, env }: System): boolean {
  if (filled(env['CI']) || filled(env['SSH_CONNECTION'])) return false
  if (platform === 'darwin' || platform === 'win32') return true
  return filled(env['DISPLAY']) || filled(env['WAYLAND_DISPLAY'])
}

export function openBrowser(link: string, platform: string): void {
  const [program, ...words] = openerOf(platform)
  const child = spawn(program, [...words, link], { stdio: 'ignore', detached: true })
  // No opener installed: the printed link is what is left.
  child.on('error', () => undefined)
  child.unref()
}

function openerOf(platform: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}

const filled = (text: string | undefined): boolean => text !== undefined && text !== ''
