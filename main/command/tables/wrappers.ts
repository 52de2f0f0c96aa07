// Programs that only lead to another. Data only; `unwrap.ts` follows it.
import type { CommandEffect } from '../../../contract/call/command.ts'
import type { Valued } from '../effects/options.ts'
import { splitNames } from '../split-names.ts'

export type Wrapper = {
  readonly effects: readonly CommandEffect[]
  readonly valued: Valued
  /** Operands of its own before the command. */
  readonly skip: number
  /** Its value is a path that is written. */
  readonly writes?: readonly string[]
  /** It takes a text for a shell in this option. */
  readonly script?: readonly string[]
  /** With one of these it leads nowhere, or to what its words do not tell. */
  readonly hides?: readonly string[]
  /** `NAME=value` before the command is set for it. */
  readonly assigns?: true
  /** Without a command it starts a shell. */
  readonly shell?: true
}

const plain: Wrapper = { effects: [], valued: [], skip: 0 }
const rights: Wrapper = { effects: ['privileged'], valued: [], skip: 0 }

export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['nohup', { ...plain, effects: ['writes-inside'] }],
  ['nice', { ...plain, valued: ['n', 'adjustment'] }],
  ['ionice', { ...plain, valued: ['c', 'n', 'p', 'P', 'u', 'class', 'classdata', 'pid'] }],
  ['chrt', { ...plain, skip: 1, valued: ['T', 'P', 'D', 'p'] }],
  ['taskset', { ...plain, skip: 1 }],
  ['time', { ...plain, valued: ['f', 'o', 'format', 'output'], writes: ['o', 'output'] }],
  ['gtime', { ...plain, valued: ['f', 'o', 'format', 'output'], writes: ['o', 'output'] }],
  ['timeout', { ...plain, skip: 1, valued: ['k', 's', 'kill-after', 'signal'] }],
  ['gtimeout', { ...plain, skip: 1, valued: ['k', 's', 'kill-after', 'signal'] }],
  ['stdbuf', { ...plain, valued: ['i', 'o', 'e', 'input', 'output', 'error'] }],
  ['setsid', plain],
  ['caffeinate', { ...plain, valued: ['t', 'w'] }],
  ['unbuffer', plain],
  ['builtin', plain],
  ['busybox', plain],
  ['toybox', plain],
  [
    'env',
    {
      ...plain,
      valued: ['u', 'C', 'unset', 'chdir', 'a', 'argv0'],
      assigns: true,
    },
  ],
  // `-a` gives another name to what runs; busybox takes that for the program itself.
  ['exec', plain],
  [
    'flock',
    {
      ...plain,
      effects: ['writes-inside'],
      skip: 1,
      valued: ['w', 'E', 'c', 'timeout', 'wait', 'command'],
      script: ['c', 'command'],
    },
  ],
  [
    'fakeroot',
    { ...plain, valued: ['l', 's', 'i', 'b'], hides: ['l', 's', 'lib', 'faked'], shell: true },
  ],
  ['setarch', { ...plain, skip: 1 }],
  ...splitNames(`
    linux32 linux64 i386 x86_64 catchsegv dbus-run-session chronic ifne errno eatmydata tini
    dumb-init
  `).map((name): readonly [string, Wrapper] => [name, plain]),
  ...['proxychains', 'proxychains4', 'tsocks', 'torsocks', 'torify', 'proxytunnel'].map(
    (name): readonly [string, Wrapper] => [
      name,
      { ...plain, effects: ['network'], valued: ['f', 'u', 'p'] },
    ],
  ),
  ['prlimit', { ...plain, valued: ['p', 'pid', 'o', 'output'] }],
  [
    'numactl',
    {
      ...plain,
      valued: splitNames('i m N C p interleave membind cpunodebind physcpubind preferred'),
    },
  ],
  [
    'cpulimit',
    { ...plain, valued: ['l', 'p', 'e', 'P', 'c', 'limit', 'pid', 'exe', 'path', 'cpu'] },
  ],
  ['softlimit', { ...plain, valued: ['a', 'c', 'd', 'f', 'l', 'm', 'o', 'p', 'r', 's', 't'] }],
  ['setlock', { ...plain, effects: ['writes-inside'], skip: 1 }],
  ['ssh-agent', { ...plain, valued: ['a', 'E', 'O', 'P', 't'] }],
  ['firejail', { ...rights, shell: true }],
  ['gosu', { ...rights, skip: 1 }],
  ['su-exec', { ...rights, skip: 1 }],
  ['xvfb-run', { ...plain, valued: ['n', 's', 'e', 'f', 'p', 'w', 'l'] }],
  [
    'sudo',
    {
      ...rights,
      valued: splitNames(`
        u g h p C r t T D R U a user group host prompt close-from role type command-timeout chdir
        chroot other-user
      `),
      hides: ['e', 'edit', 'A', 'askpass'],
      assigns: true,
    },
  ],
  ['sudoedit', { ...rights, hides: ['u'] }],
  ['doas', { ...rights, valued: ['u', 'C', 'a'], assigns: true }],
  ['pkexec', { ...rights, valued: ['user'] }],
  [
    'run0',
    {
      ...rights,
      valued: splitNames('u g D user group chdir unit property description slice nice setenv'),
      shell: true,
    },
  ],
  [
    'systemd-run',
    {
      ...rights,
      valued: splitNames('p u t E H M unit property uid gid slice setenv working-directory'),
    },
  ],
  [
    'su',
    {
      ...rights,
      skip: 1_000,
      valued: ['c', 's', 'g', 'G', 'w', 'command', 'shell', 'group'],
      script: ['c', 'command', 'session-command'],
    },
  ],
  [
    'runuser',
    {
      ...rights,
      valued: ['c', 's', 'g', 'G', 'u', 'command', 'shell', 'group', 'user'],
      script: ['c', 'command', 'session-command'],
    },
  ],
  ['machinectl', { ...rights, skip: 2, valued: ['uid', 'setenv', 'E', 'H', 'M'] }],
  ['chroot', { ...rights, skip: 1, valued: ['userspec', 'groups'], shell: true }],
  [
    'unshare',
    { ...rights, valued: ['S', 'G', 'R', 'w', 'setuid', 'setgid', 'root', 'wd'], shell: true },
  ],
  ['nsenter', { ...rights, valued: ['t', 'S', 'G', 'target', 'setuid', 'setgid'], shell: true }],
  [
    'setpriv',
    { ...rights, valued: ['reuid', 'regid', 'groups', 'inh-caps', 'ambient-caps', 'bounding-set'] },
  ],
  ['capsh', { ...rights, hides: ['c'] }],
])
