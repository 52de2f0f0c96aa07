// Says what the second wall allows inside bubblewrap: the same as the first, said again to another
// part of the kernel. So a mount too many still cannot be read, and a folder that should be
// read-only still cannot be written. Pure. Programs that run for long have it; for a command its
// start would cost more than half of bubblewrap's own (decision 8).
import type { HostLayout, Shown } from './bubblewrap.ts'
import type { Launcher } from './landlock-launcher.ts'

/** As bubblewrap's own /dev has them. */
const devices = [
  '/dev/null',
  '/dev/zero',
  '/dev/full',
  '/dev/random',
  '/dev/urandom',
  '/dev/tty',
  '/dev/shm',
]

type LayerOptions = {
  readonly sockets?: boolean
  /** A shell in a terminal of its own asks which program is in front there. */
  readonly terminal?: boolean
  readonly seccompFd?: number | null
}

/**
 * Words that build the wall and then become `argv`. Names can be listed everywhere, since only what
 * is shown has any. What lies read-only in a writable folder is held by its mount alone: Landlock
 * cannot take back a part. The network is held by its namespace; inside that a test suite may talk
 * to itself.
 */
export function landlockLayer(
  launcher: Launcher,
  hostLayout: HostLayout,
  shown: readonly Shown[],
  argv: readonly string[],
  { sockets = false, terminal = false, seccompFd = null }: LayerOptions = {},
): readonly string[] {
  const own = ['/tmp', ...paths(shown, false)]
  const { file, args } = launcher.wrap({
    readOnly: [
      '/usr',
      '/etc',
      '/proc',
      '/dev',
      ...hostLayout.top.map(({ path }) => path),
      ...paths(shown, true),
    ],
    writable: [...devices, ...(sockets ? [] : own)],
    sockets: sockets ? own : [],
    listed: ['/'],
    terminals: terminal ? ['/dev/pts', '/dev/tty'] : ['/dev/pts'],
    tcp: 'open',
    seccompFd,
    argv,
  })
  return [file, ...args]
}

const paths = (shown: readonly Shown[], readOnly: boolean): readonly string[] =>
  shown.filter((each) => each.readOnly === readOnly).map(({ at }) => at)
