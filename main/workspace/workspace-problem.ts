// Whether a folder can be the workspace at all, asked when it is chosen: else every call would be
// refused one by one.
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, parse, resolve } from 'node:path'
import type { PolicyFacts } from '../config/facts.ts'
import type { AppPaths } from '../config/paths.ts'
import { foldPath, usuallyFolds } from '../sandbox/files/path-syntax.ts'
import { within } from '../sandbox/files/resolve-path.ts'
import { pathOfWorkspace } from './workspace.ts'

export type WorkspaceProblem = {
  /**
   * refused: no call could work in it, or it would open what has to stay closed. weak: files work,
   * commands are refused.
   */
  readonly kind: 'refused' | 'weak'
  readonly text: string
  readonly hint: string
}

export type WorkspaceFacts = {
  /** Home folder of the person. */
  readonly homedir: string
  /** Gatehouse's own folders. */
  readonly own: readonly string[]
  /** Folders and files that no call may touch; Gatehouse's own may be among them. */
  readonly stop: readonly string[]
  readonly platform: string
}

/**
 * For the check of a configuration: why a folder, as the file names it, is refused. Null when it is
 * not.
 */
export function refusedWorkspace(
  facts: WorkspaceFacts,
): NonNullable<PolicyFacts['workspaceProblem']> {
  return (chosen) => {
    const problem = workspaceProblem(pathOfWorkspace(chosen, chosen), facts)
    return problem?.kind === 'refused' ? problem : null
  }
}

/** The world as it is here, for `paths`. */
export const workspaceFacts = (paths: AppPaths): WorkspaceFacts => ({
  homedir: homedir(),
  own: [paths.home, paths.dataDir, dirname(paths.headFile), paths.runDir],
  stop: paths.stop,
  platform: process.platform,
})

const kernel = ['/proc', '/sys', '/dev', '/boot']
const system = [
  '/usr',
  '/etc',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/opt',
  '/srv',
  '/nix',
  '/var',
  '/run',
  '/System',
  '/Library',
  '/Applications',
  'C:\\Windows',
  'C:\\Program Files',
  'C:\\ProgramData',
]
/** What many share: a workspace below is fine, the folder itself is not one's own. */
const shared = ['/tmp', '/var/tmp', '/home', '/Users', '/mnt', '/media', 'C:\\Users']
const hint = 'Choose a folder of its own, such as one in your home folder.'

/**
 * What is wrong with `path`, absolute, as workspace; null when nothing is. Links are resolved; it
 * need not be there.
 */
export function workspaceProblem(
  path: string,
  { homedir: userHome, own, stop, platform }: WorkspaceFacts,
): WorkspaceProblem | null {
  const key = (each: string): string => (usuallyFolds(platform) ? foldPath(real(each)) : real(each))
  const [here, home] = [key(path), key(userHome)]
  const refused = (text: string): WorkspaceProblem => ({ kind: 'refused', text, hint })
  const weak = (text: string): WorkspaceProblem => ({ kind: 'weak', text, hint })
  if (dirname(here) === here) return refused(`The workspace ${path} is a whole disk.`)
  const closed = [...stop, ...kernel].find((each) => within(here, key(each)))
  if (closed !== undefined)
    return refused(`The workspace ${path} lies in ${closed}, which no call may touch.`)
  if (system.some((each) => here === key(each)))
    return refused(`The workspace ${path} is a folder of the system.`)
  if (here === home)
    return weak(
      `The workspace is your whole home folder, with your keys in it, so commands are refused there.`,
    )
  if (within(home, here)) return refused(`The workspace ${path} holds your home folder.`)
  const held = own.find((each) => within(key(each), here))
  if (held !== undefined)
    return refused(`The workspace ${path} holds ${held}, where Gatehouse keeps its own files.`)
  if (shared.some((each) => here === key(each)))
    return weak(`The workspace ${path} is shared by all programs, so commands are refused there.`)
  const inside = stop.find((each) => exists(each) && within(key(each), here))
  if (inside !== undefined)
    return weak(`The workspace ${path} holds ${inside}, so commands are refused there.`)
  return null
}

/** With the links of what is there resolved; what is missing stays as written. */
function real(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync.native(whole)
  } catch {
    const above = dirname(whole)
    return above === whole || parse(whole).root === whole
      ? whole
      : resolve(real(above), whole.slice(above.length).replace(/^[/\\]+/, ''))
  }
}

function exists(path: string): boolean {
  try {
    realpathSync.native(path)
    return true
  } catch {
    return false
  }
}
