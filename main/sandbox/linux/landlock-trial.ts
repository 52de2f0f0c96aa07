// Tries the fallback of `landlock-alone.ts` on this machine: one command behind the wall makes real
// attempts and is then killed. Nothing is called enforced that was not tried. Never decides whether
// commands may run with it.
import { letGo } from '../../../contract/let-go.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import type { Protection } from '../../../contract/protection.ts'
import type { Result } from '../../../contract/result.ts'
import { aloneRequest, type AloneInside } from './landlock-alone.ts'
import type { LandlockRequest } from './landlock-launcher.ts'
import { launcherCalls, LANDLOCK_SAYS } from './landlock-program.ts'
import { allAre, protectionsOf, type Tried } from '../protections.ts'
import { findParent } from '../processes/parent-lookup.ts'

export type AloneTrial = Pick<AloneInside, 'shell' | 'system' | 'devices' | 'seccompFd'> & {
  /** A folder of ours; a few small ones are made in it. */
  readonly scratch: string
  readonly arch: keyof typeof launcherCalls
  /** Gatehouse itself runs as root. */
  readonly root: boolean
  /** Runs it, killed on `signal`; settled when the last process that holds its pipes is gone. */
  run(
    request: LandlockRequest,
    options: {
      readonly signal: AbortSignal
      onOutput(stream: 'stdout' | 'stderr', text: string): void
    },
  ): Promise<Result<ProcessEnd, Failure>>
}

const READY = 'ready=yes'
const KILL_MS = 2000
const HOW =
  'Allow user namespaces for bwrap; see docs/decisions/0003-sandbox.md. The fallback needs Linux 6.12 or newer and perl.'

/**
 * About 40 ms. The answers are for a command without namespaces; with bubblewrap the trial of
 * `trial.ts` counts.
 */
export async function tryAlone(trial: AloneTrial): Promise<readonly Protection[]> {
  const [workspace, tmp, outside] = ['alone', 'alone-tmp', 'alone-outside'].map((name) =>
    join(trial.scratch, name),
  ) as [string, string, string]
  for (const folder of [workspace, tmp, outside]) await mkdir(folder, { recursive: true })
  await writeFile(join(outside, 'secret'), 'secret', { mode: 0o600 })
  const command = attempts(outside, trial.arch)
  const request = await aloneRequest({
    ...trial,
    command,
    cwd: workspace,
    workspace,
    tmp,
    guarded: [],
    word: '',
  })
  if (!request.ok) return allAre('missing', request.error.text, HOW)
  const stop = new AbortController()
  let [output, stoppedAt] = ['', 0]
  const scanned: ReturnType<typeof findParent>[] = []
  const ended = await trial.run(request.value, {
    signal: stop.signal,
    onOutput: (stream, text) => {
      if (stream === 'stdout') output += text
      if (scanned.length > 0 || !output.includes(READY)) return
      const look = findParent(LANDLOCK_SAYS)
      scanned.push(look)
      letGo(
        look.then(() => {
          stoppedAt = performance.now()
          stop.abort()
        }),
      )
    },
  })
  const starter = (await scanned[0])?.parent ?? null
  if (!ended.ok) return allAre('missing', ended.error.text, HOW)
  if (stoppedAt === 0)
    return allAre(
      'missing',
      `The fallback does not start here (${firstLine(ended.value.stderr)}).`,
      HOW,
    )
  return readLandlockTrial(output, {
    killedMs: performance.now() - stoppedAt,
    root: trial.root,
    starter,
  })
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').replace(LANDLOCK_SAYS, '')

/**
 * Shell words and perl; each line it prints is something that should not have been possible, or a
 * fact asked for.
 */
const attempts = (outside: string, arch: keyof typeof launcherCalls): string => `
O='${outside.replaceAll("'", "'\\''")}'
exec 2>/dev/null
cat "$O/secret" >/dev/null && echo breach=reads
ls "$O" >/dev/null && echo breach=lists
ls /proc >/dev/null && echo sees=proc
(: >"$O/new") && echo breach=creates
(: >>"$O/secret") && echo breach=writes
mv "$O/secret" ./moved && echo breach=moves
ln "$O/secret" ./linked && echo breach=links
chmod 644 "$O/secret" && echo breach=mode
perl -e 'utime 1, 1, $ARGV[0] and print "breach=times\\n"' "$O/secret"
(: >./trial) && (: >"$TMPDIR/trial") && mkdir d && mv trial d/ && echo works=workspace
kill -0 ${process.pid} && echo sees=owner
perl -e 'for (1, 2, 10, 16, 17, 38, 40) { for my $type (1, 2, 3) { socket(S, $_, $type, 0) and print "socket=$_\\n" } }'
perl -e 'my ($q, $z) = (39, 0); print "nnp=", syscall(${launcherCalls[arch].prctl}, $q, $z, $z, $z, $z), "\\n"; print "filter=", syscall(${launcherCalls[arch].prctl}, 21, $z, $z, $z, $z), "\\n"'
unshare -U true && echo gained=userns
(setsid sleep 60 &) ; echo ${READY}; sleep 60
`

/**
 * Pure. `output`: what the attempts printed; `killedMs`: from the stop until nothing was left;
 * `starter`: process number of the process that started it.
 */
export function readLandlockTrial(
  output: string,
  {
    killedMs,
    root,
    starter,
  }: { readonly killedMs: number; readonly root: boolean; readonly starter: number | null },
): readonly Protection[] {
  const seen = output.split('\n').map((line) => line.split('=') as [string, string?])
  const all = (name: string): readonly string[] =>
    seen.flatMap(([key, value = '']) => (key === name ? [value] : []))
  const holds = (held: boolean, detail: string, otherwise: string, how: string = HOW): Tried =>
    held ? { state: 'enforced', detail, how: null } : { state: 'missing', detail: otherwise, how }
  const filter = all('filter')[0] === '2'
  const [breaches, sockets, sees] = [all('breach'), all('socket'), all('sees')]
  const breached = `A command could reach outside: ${breaches.join(', ') || 'the trial did not finish'}.`
  return protectionsOf({
    files: root
      ? {
          state: 'missing',
          detail: 'A command of root could change the modes of the system files that it may read.',
          how: 'Run Gatehouse as an ordinary user.',
        }
      : holds(
          breaches.length === 0 && all('works').length === 1,
          'A command could open /usr, a few files of /etc and its workspace only. Of other files it can still ask, by name, whether they exist, their size and times. Its folder for temporary files has no size limit.',
          breached,
        ),
    network: holds(
      sockets.length === 0 && filter,
      'A command could not make a socket of any kind, and TCP is refused a second time by Landlock. There is no network namespace.',
      `A command could make sockets (families ${sockets.join(', ') || 'unknown'}).`,
    ),
    processes: holds(
      sees.length === 0,
      'A command could not list, signal or trace other processes, and does not see /proc. Whether a process number is in use it can find out.',
      `A command could see other processes (${sees.join(', ')}).`,
    ),
    seccomp: holds(
      filter,
      'The stricter filter for a command without namespaces is on.',
      'The filter was not taken by the kernel.',
    ),
    privileges: holds(
      all('nnp')[0] === '1' && all('gained').length === 0 && !root,
      'A command has the rights of your account without any way to gain more.',
      root
        ? 'A command has no capabilities, but it belongs to root.'
        : 'A command could gain privileges.',
      root ? 'Run Gatehouse as an ordinary user.' : HOW,
    ),
    'second-wall': {
      state: 'missing',
      detail: 'Landlock is the only barrier; there is no second one.',
      how: HOW,
    },
    helper: holds(
      starter !== null && starter !== process.pid,
      `The trial was started by process ${starter ?? '?'}.`,
      'Gatehouse itself started the trial.',
    ),
    'outer-user': root
      ? {
          state: 'missing',
          detail: 'A command belongs to root.',
          how: 'Run Gatehouse as an ordinary user.',
        }
      : {
          state: 'enforced',
          detail: 'A command belongs to your account, which is not root.',
          how: null,
        },
    limits: {
      state: 'missing',
      detail:
        'Open files and file size of each process are bounded. The number of processes is not, nor the size of temporary files.',
      how: HOW,
    },
    memory: {
      state: 'missing',
      detail: 'The memory of each process is bounded, that of all together is not.',
      how: HOW,
    },
    kill: holds(
      killedMs < KILL_MS,
      `A command that had left its session was gone ${Math.ceil(killedMs)} ms after the stop: one signal ends all behind the wall.`,
      'A stopped command was still alive after two seconds.',
    ),
  })
}
