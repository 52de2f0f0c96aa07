// Owns what the second wall allows inside bubblewrap: the same as the first, said again to another part of the kernel. So a
// mount too many still cannot be read, and a folder that should be read-only still cannot be written. Pure.
import { FIRST, RUN, WHOLE, type Machine, type Shown } from './bubblewrap.ts'
import type { Launcher, WallRequest } from './landlock-launcher.ts'

/** As bubblewrap's own /dev has them. */
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom', '/dev/tty', '/dev/shm']

/**
 * Words that build the wall and then become `argv`. Names can be listed everywhere, since only what is shown has any. What
 * lies read-only in a writable folder is held by its mount alone: Landlock cannot take back a part. The network is held by
 * its namespace; inside that a test suite may talk to itself.
 */
export function secondWall(launcher: Launcher, machine: Machine, shown: readonly Shown[], argv: readonly string[], more: More = {}): readonly string[] {
  const { file, args } = launcher.wrap({
    readOnly: ['/usr', '/etc', '/proc', '/dev', ...machine.top.map(({ path }) => path), ...paths(shown, true)],
    writable: ['/tmp', ...devices, ...paths(shown, false)],
    listed: ['/'],
    terminals: ['/dev/pts'],
    tcp: 'open',
    seccompFd: null,
    argv,
    ...more,
  })
  return [file, ...args]
} // prettier-ignore

type More = Partial<Pick<WallRequest, 'limits' | 'same'>>

/** Perl takes the job itself: a shell before it would only cost time. Lines, with `%` and line ends written as `%25` and `%0A`. */
const take = String.raw`
($ENV{${WHOLE}} // '') eq 'yes' or exit 125;
@ARGV = map { s/%([0-9A-F]{2})/chr hex $1/ger } split /\n/, $ENV{${RUN}}, -1;
delete @ENV{'${FIRST}', '${RUN}', '${WHOLE}'};
`

/** The same in two parts, for `bubblewrapHead` and for the job: what is always the same, and the rest. */
export function directWall(words: readonly string[]): { readonly launch: readonly string[]; readonly job: string } {
  const [file = '', flag = '', program = '', , ...rest] = words
  const job = rest.map((word) => word.replaceAll('%', '%25').replaceAll('\n', '%0A')).join('\n')
  return { launch: [file, flag, take + program], job }
}

const paths = (shown: readonly Shown[], readOnly: boolean): readonly string[] =>
  shown.filter((each) => each.readOnly === readOnly).map(({ at }) => at)
