// The list of protections and the trial behind it: one command in the real sandbox says what it can
// see, and is then killed. Nothing is called enforced that was not tried on this machine at this
// start.
import { readlink } from 'node:fs/promises'
import type { Protection } from '../../contract/protection.ts'
import { bounds } from './command-bounds.ts'

export const protectionIds = [
  'files',
  'network',
  'processes',
  'seccomp',
  'privileges',
  'second-wall',
  'outer-user',
  'limits',
  'memory',
  'kill',
  'helper',
] as const
export type ProtectionId = (typeof protectionIds)[number]

/**
 * Without each of these there is no sandbox; without one of the others it is a weaker one, and says
 * so.
 */
export const indispensable: readonly ProtectionId[] = ['files', 'network', 'processes', 'kill']

/** The first of those that is not enforced; null: there is a sandbox. */
export const lackingOf = (protections: readonly Protection[]): Protection | null =>
  protections.find(
    ({ id, state }) => state !== 'enforced' && indispensable.some((each) => each === id),
  ) ?? null

const titles: Readonly<Record<ProtectionId, string>> = {
  files: 'Only the workspace and system programs are visible',
  network: 'No network',
  processes: 'Other processes are invisible',
  seccomp: 'Dangerous system calls and local sockets are refused',
  privileges: 'No privileges, and no way to gain any',
  'second-wall': 'Second file barrier (Landlock) for servers and plugins',
  'outer-user': 'Commands run as an ordinary user',
  limits: 'The number of processes, open files and the size of files are bounded',
  memory: 'The memory of all processes of a command together is bounded',
  kill: 'A stopped command leaves nothing behind',
  helper: 'Processes are started by a small helper, not by Gatehouse itself',
}

export type Tried = {
  readonly state: Protection['state']
  readonly detail: string
  readonly how: string | null
}

/** `otherwise`: what is so where it does not hold. */
export const holds = (
  held: boolean,
  detail: string,
  otherwise: string,
  how: string | null = null,
): Tried =>
  held ? { state: 'enforced', detail, how: null } : { state: 'missing', detail: otherwise, how }

/** What was not tried is missing. */
export const protectionsOf = (
  tried: Readonly<Partial<Record<ProtectionId, Tried>>>,
): readonly Protection[] =>
  protectionIds.map((id) => ({ id, title: titles[id], ...(tried[id] ?? untried) }))
const untried: Tried = { state: 'missing', detail: 'This was not tried.', how: null }

/** The same answer for each, for machines on which nothing was or could be tried. */
export function allAre(
  state: 'missing' | 'impossible',
  detail: string,
  how: string | null,
): readonly Protection[] {
  return protectionIds.map((id) => ({ id, title: titles[id], state, detail, how }))
}

/**
 * Printed at the end of the trial; from then on it waits to be killed, with a child that left its
 * session.
 */
export const TRIAL_READY = 'ready=yes'

/**
 * What runs behind the second wall: works as usual there, and may not write what the first wall
 * alone would let it write.
 */
export const walledCommand =
  'cat /proc/self/status >/dev/null && : >./walled && ! (echo trial >/proc/self/comm) && echo wall=landlock'

/**
 * What the trial runs: shell words and as few small programs as there can be, since each start of an
 * app waits for it. It prints `name=value` lines.
 * `walled`: shell words, see `walledCommand`.
 */
export const trialCommand = (walled: string): string => `
while read -r name value; do case $name in Seccomp:|CapEff:|NoNewPrivs:|NSpid:) echo "$name=$value";; esac; done </proc/self/status
while read -r a b soft hard rest; do case "$a $b" in "Max processes") echo "nproc=$soft";; "Max file") echo "fsize=$hard";; esac; done </proc/self/limits
for path in /etc/shadow /home /root /var/lib /run/user /opt /srv /mnt /media; do [ -e "$path" ] && echo "sees=$path"; done
ls -l /proc/self/ns/ | while read -r line; do ns=\${line##*-> }; [ "$ns" = "$line" ] || echo "ns-\${ns%%:*}=$ns"; done
(: >/usr/gatehouse-trial) 2>/dev/null && echo wrote=/usr && rm -f /usr/gatehouse-trial
(: >./trial) 2>/dev/null && echo works=workspace
(echo trial >/proc/self/comm) 2>/dev/null && ${walled} 2>/dev/null
set -- /proc/[0-9]*; echo "processes=$#"
while read -r name rest; do case $name in lo:|Inter-*|face) ;; *) echo "interface=$name";; esac; done </proc/net/dev
unshare -U true 2>/dev/null && echo gained=userns
(setsid sleep 60 &) ; echo ${TRIAL_READY}; sleep 60
`

export type Trial = {
  readonly output: string
  readonly killedMs: number | null
  readonly filter: boolean
  /** Owner of a file that the command made, seen from outside; null: it made none. */
  readonly owner: number | null
  /** What held its tree when it was looked at, and whether that holds memory too. */
  readonly held: { readonly by: 'group' | 'scope'; readonly memory: boolean } | null
  /** Process number of the process that started it. */
  readonly helper: number | null
}

/** Reads the trial's answers. */
export async function readTrial(trial: Trial): Promise<readonly Protection[]> {
  const seen = new Map<string, string[]>()
  for (const line of trial.output.split('\n')) {
    const at = line.indexOf('=')
    if (at > 0)
      seen.set(line.slice(0, at), [
        ...(seen.get(line.slice(0, at)) ?? []),
        line.slice(at + 1).trim(),
      ])
  }
  const all = (name: string): readonly string[] => seen.get(name) ?? []
  const own = async (name: string): Promise<boolean> => {
    const inside = all(`ns-${name}`)[0]
    return (
      inside !== undefined && inside !== '' && inside !== (await readlink(`/proc/self/ns/${name}`))
    )
  }
  const filesHold =
    all('sees').length === 0 &&
    all('wrote').length === 0 &&
    all('works').length === 1 &&
    (await own('mnt'))
  const noPrivileges =
    /^0+$/.test(all('CapEff:')[0] ?? '') &&
    all('NoNewPrivs:')[0] === '1' &&
    (await own('user')) &&
    all('gained').length === 0
  return protectionsOf({
    files: holds(
      filesHold,
      'A command saw /usr, a few files of /etc and its workspace, and could write in the workspace only.',
      `A command saw or changed more than it should: ${[...all('sees'), ...all('wrote')].join(', ') || 'the trial did not finish'}.`,
    ),
    network: holds(
      (await own('net')) && all('interface').length === 0,
      'A command had a network of its own with nothing in it.',
      'A command could see a network interface.',
    ),
    processes: holds(
      (await own('pid')) && Number(all('processes')[0] ?? Infinity) < 10,
      `A command saw ${all('processes')[0] ?? '?'} processes, all its own.`,
      'A command could see other processes.',
    ),
    seccomp: holds(
      trial.filter && all('Seccomp:')[0] === '2',
      'The filter is on: local sockets, tracing, mounting, kernel interfaces are refused.',
      trial.filter
        ? 'The filter was not taken by the kernel.'
        : `There is no filter for this processor (${process.arch}); a socket file in the workspace can be reached.`,
    ),
    privileges: holds(
      noPrivileges,
      'A command had no capabilities, could not gain any, and could not make a user namespace.',
      'A command had capabilities or could make a user namespace.',
      'Update bubblewrap to 0.8 or newer.',
    ),
    'second-wall': holds(
      all('wall')[0] === 'landlock',
      'Landlock round a program refused what the first wall lets through, and let its folders be. Commands have the first wall alone.',
      'Landlock is not in this kernel, or there is no perl to switch it on.',
      'Use Linux 5.13 or newer with Landlock (lsm=landlock,… at boot) and install perl.',
    ),
    'outer-user': holds(
      trial.owner !== null && trial.owner !== 0,
      `What a command made belonged to user ${trial.owner ?? '?'}.`,
      ...asRoot,
    ),
    limits: limits(trial, all('nproc')[0]),
    memory: memory(trial),
    helper: holds(
      trial.helper !== null && trial.helper !== process.pid,
      `The trial was started by process ${trial.helper ?? '?'}.`,
      'Gatehouse itself started the trial.',
    ),
    kill: holds(
      trial.killedMs !== null,
      `A command that had left its session was gone ${Math.ceil(trial.killedMs ?? 0)} ms after the stop.`,
      'A stopped command was still alive after two seconds.',
    ),
  })
}

/** Detail and advice where a command has to be root outside. */
export const asRoot = [
  'A command has no capabilities, but it belongs to root outside: files of root that are visible to it can be read.',
  'Run Gatehouse as an ordinary user, or choose a workspace that belongs to one.',
] as const

function limits({ held, owner }: Trial, nproc: string | undefined): Tried {
  if (nproc === undefined || nproc === 'unlimited')
    return {
      state: 'missing',
      detail: 'Nothing bounds the processes and files of a command.',
      how: 'apt install util-linux (for prlimit)',
    }
  // The kernel does not hold root to the process limit, so there a control group must.
  if (owner === 0 && held?.by !== 'group') {
    return {
      state: 'missing',
      detail: 'The number of processes is not bounded: the kernel does not hold root to it.',
      how: 'Run Gatehouse as an ordinary user.',
    }
  }
  const also =
    held === null
      ? ''
      : held.by === 'group'
        ? ', and a control group held its tree'
        : ', and a scope of systemd held its tree'
  return {
    state: 'enforced',
    detail: `A command is bounded at ${nproc} processes, and each of them in open files, file size and memory of its own${also}.`,
    how: null,
  }
}

function memory({ held }: Trial): Tried {
  const most = `${bounds.memoryBytes / 1024 ** 3} GiB`
  if (held?.memory === true) {
    return {
      state: 'enforced',
      detail: `${held.by === 'group' ? 'A control group' : 'A scope of systemd'} held the trial, with at most ${most} for all its processes.`,
      how: null,
    }
  }
  return {
    state: 'missing',
    detail: `Only each process by itself is bounded, at ${bounds.dataBytes / 1024 ** 3} GiB of data.`,
    how: 'Run Gatehouse in a session with systemd (systemd-run --user --scope), or as root with control groups for memory.',
  }
}
