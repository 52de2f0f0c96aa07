// Whether a browser that is opened now would be seen by a person.

type System = {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export function canOpenBrowser({ platform, env }: System): boolean {
  if (filled(env['CI']) || filled(env['SSH_CONNECTION'])) return false
  if (platform === 'darwin' || platform === 'win32') return true
  return filled(env['DISPLAY']) || filled(env['WAYLAND_DISPLAY'])
}

const filled = (text: string | undefined): boolean => text !== undefined && text !== ''
