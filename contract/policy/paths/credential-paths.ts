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
