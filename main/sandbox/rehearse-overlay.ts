// Owns one overlay over the workspace: a mount that lies in a namespace of its own and ends with the process that holds
// it, so nothing stays mounted whatever happens to us. The workspace itself is only ever the layer below, never written.
import { spawn } from 'node:child_process'
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'

const OVERLAY_MAGIC = 0x794c7630
const MOUNT_MS = 5000
const programs = { unshare: '/usr/bin/unshare', nsenter: '/usr/bin/nsenter', mount: '/usr/bin/mount', shell: '/bin/sh' } as const

export type Overlay = {
  /** Where the workspace, as the inside sees it, can be looked at from here. Links in it must not be followed. */
  readonly look: string
  /** Program and words to put before a command line, so that it runs where the overlay lies over the workspace. */
  readonly enter: readonly string[]
  /** Holds what was written, and nothing else. */
  readonly upper: string
  /** Unmounts. Safe to call twice. */
  end(): Promise<void>
}

/**
 * Mounted by relative names from a folder of ours: no path can be taken for an option. The layer below is bound first, so
 * that it is the workspace as it was found. Waits for the end of its input, which comes with our own end too.
 */
const hold = `cd "$1" && "$3" --rbind "$2" lower && "$3" -t overlay -o "lowerdir=lower,upperdir=upper,workdir=work$4" overlay "$2" && echo ready && read -r end`

/** Null where the kernel or the file system does not let us. `folder`: ours, empty, absolute; `workspace`: real path. */
export async function overlayOn(workspace: string, folder: string): Promise<Overlay | null> {
  const root = process.getuid?.() === 0
  if (!(await Promise.all(Object.values(programs).map(runnable))).every(Boolean)) return null
  const [lower, upper, work] = [join(folder, 'lower'), join(folder, 'upper'), join(folder, 'work')]
  for (const each of [lower, upper, work]) await mkdir(each, { mode: 0o700 })
  // A user's own mounts need a user namespace, and there overlay keeps its marks in attributes a user may set.
  const apart = root ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const args = [...apart, '--propagation', 'private', '--', programs.shell, '-c', hold, 'sh', folder, workspace, programs.mount, root ? '' : ',userxattr'] // prettier-ignore
  const holder = spawn(programs.unshare, args, { stdio: ['pipe', 'pipe', 'ignore'], env: {}, cwd: '/' })
  const gone = new Promise<void>((resolve) => {
    holder.once('close', () => resolve())
    holder.once('error', () => resolve())
  })
  const end = async (): Promise<void> => {
    if (holder.pid === undefined) return
    holder.kill('SIGKILL')
    await gone
  }
  holder.stdin.on('error', () => {})
  const ready = await Promise.race([
    once(holder.stdout, 'data', { signal: AbortSignal.timeout(MOUNT_MS) }).then(() => true, () => false),
    gone.then(() => false),
  ]) // prettier-ignore
  const look = join('/proc', String(holder.pid ?? 0), 'root', workspace)
  // Asked of the kernel, not of the script: what is to be written to must be the overlay and nothing else.
  if (!ready || !(await isOverlay(look))) {
    await end()
    return null
  }
  const target = ['-t', String(holder.pid), '--mount', ...(root ? [] : ['--user', '--preserve-credentials'])]
  return { look, enter: [programs.nsenter, ...target, '--'], upper, end }
}

const isOverlay = (path: string): Promise<boolean> => statfs(path).then(({ type }) => type === OVERLAY_MAGIC, () => false) // prettier-ignore
const runnable = (path: string): Promise<boolean> => access(path, constants.X_OK).then(() => true, () => false) // prettier-ignore
