// One overlay over the workspace: a mount that lies in a namespace of its own and ends with the
// process that holds it, so nothing stays mounted whatever happens to us. The workspace itself is
// only ever the layer below, never written.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, chown, constants, lstat, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { hostUser, type HostUser } from '../linux/host-user.ts'

/** From the kernel's magic.h. */
const OVERLAY_MAGIC = 0x794c7630
const MOUNT_MS = 5000
const programs = {
  unshare: '/usr/bin/unshare',
  nsenter: '/usr/bin/nsenter',
  mount: '/usr/bin/mount',
  shell: '/bin/sh',
} as const

export type Overlay = {
  /**
   * Where the workspace, as the inside sees it, can be looked at from here. Links in it must not be
   * followed.
   */
  readonly viewPath: string
  /** Program and words to put before a command line, so that it runs where the overlay is. */
  readonly enter: readonly string[]
  /** Where it lies there; null: over the workspace itself. */
  readonly source: string | null
  /** Where the sandbox's own files lie there; null: where they always are. */
  readonly helperFiles: string | null
  /** Where the socket of the recorder lies there; null: where it always is, or there is none. */
  readonly socket: string | null
  /** Holds what was written, and nothing else. */
  readonly upper: string
  /** Unmounts. Safe to call twice. */
  end(): Promise<void>
}

/**
 * Mounted by relative names from a folder of ours: no path can be taken for an option. The layer
 * below is bound first, so that it is the workspace as it was found. Waits for the end of its
 * input, which comes with our own end too. $1 our folder, $2 workspace, $3 mount
 */
const below = 'cd "$1" && "$3" --rbind "$2" lower'
const over = (options: string, resolved: string): string =>
  `"$3" -t overlay -o lowerdir=lower,upperdir=upper,workdir=work${options} overlay ${resolved}`
const hold = 'echo ready && read -r end'
/**
 * A user's own mounts need a user namespace, and there overlay keeps its marks in attributes that a
 * user may set.
 */
const asUser = [below, over(',userxattr', '"$2"'), hold].join(' && ')
/**
 * The command belongs to somebody else, who can walk neither to our folders nor, maybe, to the
 * workspace. $4 the sandbox's files, $5 a socket or nothing
 */
const STAGE = '/mnt'
const asRoot = [
  below,
  `"$3" -t tmpfs -o size=1m,mode=0711 gatehouse ${STAGE}`,
  `mkdir ${STAGE}/w ${STAGE}/made`,
  `chmod 0711 ${STAGE}/w ${STAGE}/made`,
  // Each on by default in some kernels: moved or half-copied files would not be in the layer whole.
  over(',redirect_dir=off,metacopy=off', `${STAGE}/w`),
  `"$3" --bind "$4" ${STAGE}/made`,
  `if [ -n "$5" ]; then : >${STAGE}/net && "$3" --bind "$5" ${STAGE}/net; fi`,
  hold,
].join(' && ')

/**
 * Null where the kernel or the file system does not let us. `folder`: ours, empty, absolute;
 * `workspace`: real path; `helperFiles`: the sandbox's own files; `socket`: a socket that is to be reached
 * from there.
 */
export async function overlayOn(
  workspace: string,
  folder: string,
  helperFiles: string,
  socket: string | null,
): Promise<Overlay | null> {
  if (!(await Promise.all(Object.values(programs).map(runnable))).every(Boolean)) return null
  const root = process.getuid?.() === 0
  const as = await hostUser(workspace)
  // What root alone owns cannot be given to anybody without being copied.
  if (root && as === null) return null
  const upper = join(folder, 'upper')
  for (const name of ['lower', 'upper', 'work']) await mkdir(join(folder, name), { mode: 0o700 })
  await likeIn(upper, workspace, root)
  const apart = root ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const script = root ? asRoot : asUser
  const words = [
    ...apart,
    '--propagation',
    'private',
    '--',
    programs.shell,
    '-c',
    script,
    'sh',
    folder,
    workspace,
    programs.mount,
    helperFiles,
    socket ?? '',
  ]
  const holder = spawn(programs.unshare, words, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
  })
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
  const said = once(holder.stdout, 'data', { signal: AbortSignal.timeout(MOUNT_MS) }).then(
    () => true,
    () => false,
  )
  const ready = await Promise.race([said, gone.then(() => false)])
  const source = root ? `${STAGE}/w` : null
  const viewPath = join('/proc', String(holder.pid ?? 0), 'root', source ?? workspace)
  // Asked of the kernel, not of the script: what is to be written to must be the overlay and
  // nothing else.
  if (!ready || !(await isOverlay(viewPath))) {
    await end()
    return null
  }
  const enter = [programs.nsenter, '-t', String(holder.pid), '--mount', ...whoEnters(as), '--']
  const staged = {
    helperFiles: root ? `${STAGE}/made` : null,
    socket: root && socket !== null ? `${STAGE}/net` : null,
  }
  return { viewPath, enter, source, ...staged, upper, end }
}

const whoEnters = (as: HostUser | null): string[] =>
  as === null
    ? ['--user', '--preserve-credentials']
    : ['--setuid', String(as.uid), '--setgid', String(as.gid)]

/** The root of an overlay is the root of its upper layer. */
async function likeIn(upper: string, workspace: string, root: boolean): Promise<void> {
  const { mode, uid, gid } = await lstat(workspace)
  if (root) await chown(upper, uid, gid)
  await chmod(upper, mode & 0o7777)
}

const isOverlay = (path: string): Promise<boolean> =>
  statfs(path).then(
    ({ type }) => type === OVERLAY_MAGIC,
    () => false,
  )
const runnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
