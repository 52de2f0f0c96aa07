// The home folder of the person where HOME says none. Without it all of ours would lie below the folder a
// program happens to be started in: an agent that can write there could write our configuration.
import { userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/** Where nobody can write: what asks for a home there says that it cannot be used. */
const NO_HOME = '/nonexistent'

/** For the first line of every program. `HOME` of `env` is an absolute path afterwards, for child processes too. */
export function settleHome(
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
