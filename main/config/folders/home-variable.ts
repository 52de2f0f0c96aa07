// Sets HOME where it is empty or relative. Else all of Gatehouse's files would lie below the folder a
// program is started in, and an agent that can write there could write the configuration.
import { userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/** Where nobody can write: what asks for a home there says that it cannot be used. */
const NO_HOME = '/nonexistent'

/**
 * Called first by every program. Afterwards `HOME` of `env` is an absolute path, for child processes too.
 */
export function ensureHomeVariable(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
  ofUser: () => string = () => userInfo().homedir,
): void {
  if (platform === 'win32' || (env['HOME'] !== undefined && isAbsolute(env['HOME']))) return
  env['HOME'] = homeOf(ofUser)
}

function homeOf(ofUser: () => string): string {
  try {
    const home = ofUser()
    return isAbsolute(home) ? home : NO_HOME
  } catch {
    // A user that the system has no name for, as in some containers.
    return NO_HOME
  }
}
