// Where credentials and private histories of other programs lie, system by system. One list for the
// gate's STOP list and the sandbox's own. A list, kept by hand; nothing here reads or opens
// anything.

import { linux, macos, windows } from './credential-paths-by-system.ts'
import { everywhere } from './credential-paths-everywhere.ts'

/**
 * Slash-separated paths below the home folder that no call may touch on `platform`, as
 * `process.platform` names it.
 */
export function credentialPaths(platform: string): readonly string[] {
  if (platform === 'darwin') return [...new Set([...everywhere, ...macos])]
  if (platform === 'win32') return [...new Set([...everywhere, ...windows])]
  return [...everywhere, ...linux]
}

/**
 * The same below a home folder. The folder is put in order once: to join each of a hundred paths is a
 * millisecond of every command.
 * @param path how paths are written on `platform`
 */
export function credentialPathsIn(
  home: string,
  platform: string,
  path: { readonly sep: string; join(...parts: string[]): string },
): readonly string[] {
  const start = path.join(home, 'x').slice(0, -1)
  return credentialPaths(platform).map((one) =>
    path.sep === '/' ? `${start}${one}` : `${start}${one.replaceAll('/', path.sep)}`,
  )
}
