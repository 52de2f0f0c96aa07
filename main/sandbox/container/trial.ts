// Tries the containers of this machine: one harmless command runs in one, looks around, and is ended.
import { writeFileSync } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Protection } from '../../../contract/protection.ts'
import { COMMAND_HOME, COMMAND_TMP } from '../command-environment.ts'
import { bounds } from '../command-bounds.ts'
import { makeOwnFolder } from '../linux/host-user.ts'
import { quoted } from '../linux/job-line.ts'
import { allAre, asRoot, holds, protectionsOf, TRIAL_READY } from '../protections.ts'
import { titles } from './engine.ts'
import { runInContainer, type ContainerDeps } from './run.ts'

const TRIAL_MS = 60_000
const KILL_MS = 20_000

/** Everything else that is mounted is something of this machine. */
const usual: ReadonlySet<string> = new Set([
  '/',
  '/tmp',
  '/run',
  '/run/.containerenv',
  '/.dockerenv',
  COMMAND_HOME,
  COMMAND_TMP,
  ...['/etc/hosts', '/etc/hostname', '/etc/resolv.conf'],
])
const isUsual = (at: string, workspace: string): boolean =>
  usual.has(at) || at === workspace || /^\/(proc|sys|dev)(\/|$)/.test(at)

const lookAround = (canary: string): string => `
while read -r name value; do case $name in Seccomp:|CapEff:|NoNewPrivs:) echo "$name=$value";; esac; done </proc/self/status
while read -r a b soft hard rest; do case "$a $b" in "Max file") echo "fsize=$hard";; esac; done </proc/self/limits
[ -e ${quoted(canary)} ] && echo 'sees=a file outside the workspace'
while read -r id parent device root at rest; do echo "mount=$at"; done </proc/self/mountinfo
for name in net pid mnt ipc uts; do echo "ns-$name=$(readlink /proc/self/ns/$name)"; done
(: >/usr/gatehouse-trial) 2>/dev/null && echo wrote=/usr
(: >/gatehouse-trial) 2>/dev/null && echo wrote=/
(: >./trial) 2>/dev/null && echo works=workspace
for f in /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max; do [ -e $f ] && echo "pids=$(cat $f)"; done
for f in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do [ -e $f ] && echo "memory=$(cat $f)"; done
set -- /proc/[0-9]*; echo "processes=$#"
while read -r name rest; do case $name in lo:|Inter-*|face) ;; *) echo "interface=$name";; esac; done </proc/net/dev
unshare -U true 2>/dev/null && echo gained=userns
(setsid sleep 60 &) ; echo ${TRIAL_READY}; sleep 60
`

/** `passing`: it may hold at another time. */
export async function tryContainer(
  deps: ContainerDeps,
  closing: AbortSignal,
): Promise<{ readonly protections: readonly Protection[]; readonly passing: boolean }> {
  const workspace = join(deps.helperFiles, 'trial')
  const canary = join(deps.helperFiles, 'outside')
  makeOwnFolder(workspace)
  writeFileSync(canary, '')
  const stop = new AbortController()
  let [output, stoppedAt] = ['', Number.NaN]
  const ended = await runInContainer(
    deps,
    {
      command: lookAround(canary),
      cwd: workspace,
      workspace,
      guarded: [],
      covers: [],
      proxy: null,
    },
    {
      timeMs: TRIAL_MS,
      keep: { stdout: 65_536, stderr: 65_536 },
      signal: AbortSignal.any([stop.signal, closing]),
      onOutput(stream, text) {
        if (stream === 'stdout') output += text
        if (!Number.isNaN(stoppedAt) || !output.includes(TRIAL_READY)) return
        stoppedAt = performance.now()
        stop.abort()
      },
    },
  )
  const killedMs = performance.now() - stoppedAt
  if (Number.isNaN(stoppedAt)) {
    const said = ended.ok
      ? ended.value.end.kind === 'timed-out'
        ? 'The trial of the container was not over within a minute.'
        : `The trial of the container ended too early (${ended.value.stderr.trim().split('\n')[0] ?? ''}).`
      : ended.error.text
    const passing = ended.ok && ended.value.end.kind === 'timed-out'
    return { protections: allAre('missing', said, 'Run: gatehouse doctor'), passing }
  }
  const owner = (await lstat(join(workspace, 'trial')).catch(() => null))?.uid ?? null
  const protections = await read({ ...deps, workspace, output, killedMs, owner })
  return { protections, passing: false }
}

type Seen = ContainerDeps & {
  readonly workspace: string
  readonly output: string
  readonly killedMs: number
  /** Of a file that the command made, seen from outside. */
  readonly owner: number | null
}

async function read(seen: Seen): Promise<readonly Protection[]> {
  const said = seen.output.split('\n').flatMap((line) => {
    const at = line.indexOf('=')
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()] as const] : []
  })
  const all = (name: string): readonly string[] =>
    said.flatMap(([key, value]) => (key === name ? [value] : []))
  const own = async (name: string): Promise<boolean> => {
    const inside = all(`ns-${name}`)[0] ?? ''
    // Where this machine is no Linux, there is a machine between.
    const here = await readlink(`/proc/self/ns/${name}`).catch(() => null)
    return inside !== '' && inside !== here
  }
  const strange = all('mount').filter((at) => !isUsual(at, seen.workspace))
  const most = (name: string, limit: number): boolean => {
    const value = Number(all(name)[0] ?? Number.NaN)
    return value > 0 && value <= limit
  }
  const title = titles[seen.engine.program]
  const files =
    all('sees').length === 0 &&
    all('wrote').length === 0 &&
    all('works').length === 1 &&
    strange.length === 0 &&
    (await own('mnt'))
  return protectionsOf({
    files: holds(
      files,
      'A command saw the image and its workspace, and could write in the workspace only.',
      `A command saw or changed more than it should: ${[...all('sees'), ...all('wrote'), ...strange].join(', ') || 'the workspace could not be written'}.`,
    ),
    network: holds(
      (await own('net')) && all('interface').length === 0,
      'A command had a network of its own with nothing in it.',
      'A command could see a network interface.',
    ),
    processes: holds(
      (await own('pid')) && Number(all('processes')[0] ?? Infinity) < 12,
      `A command saw ${all('processes')[0] ?? '?'} processes, all its own.`,
      'A command could see other processes.',
    ),
    seccomp: holds(
      all('Seccomp:')[0] === '2',
      'The filter is on: local sockets, tracing, mounting, kernel interfaces are refused.',
      `${title} did not put the filter on.`,
    ),
    privileges: holds(
      /^0+$/.test(all('CapEff:')[0] ?? '') &&
        all('NoNewPrivs:')[0] === '1' &&
        all('gained').length === 0,
      'A command had no capabilities, could not gain any, and could not make a user namespace.',
      'A command had capabilities or could make a user namespace.',
    ),
    'second-wall': {
      state: 'missing',
      detail: 'It is for servers and plugins, which containers do not run.',
      how: null,
    },
    'outer-user': holds(
      seen.owner !== null && seen.owner !== 0,
      `What a command made belonged to user ${seen.owner ?? '?'}.`,
      ...asRoot,
    ),
    limits: holds(
      most('pids', bounds.processes * 2) && Number(all('fsize')[0] ?? Infinity) > 0,
      `A container is bounded at ${all('pids')[0] ?? '?'} processes, and each of them in open files, file size and processor time.`,
      `${title} does not bound the number of processes here.`,
      'Let your user have control groups: see the documentation of your container program on cgroup delegation.',
    ),
    memory: holds(
      most('memory', bounds.memoryBytes),
      `A container has at most ${bounds.memoryBytes / 1024 ** 3} GiB for all its processes.`,
      `${title} does not bound memory here.`,
      'Let your user have control groups: see the documentation of your container program on cgroup delegation.',
    ),
    kill: holds(
      seen.killedMs <= KILL_MS,
      `A command that had left its session was gone ${Math.ceil(seen.killedMs)} ms after the stop.`,
      `A stopped container was still there after ${KILL_MS / 1000} seconds.`,
    ),
    helper: {
      state: 'enforced',
      detail: `Processes of commands are started by ${title}.`,
      how: null,
    },
  })
}
