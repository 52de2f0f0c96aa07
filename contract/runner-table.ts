// What each way of running commands holds: the one source of the table in Settings, in `gatehouse
// doctor` and in docs/runners.md. It says what is built and was seen; what holds on one machine is in
// its protections.
import { z } from 'zod'

/** As columns, in this order. `macos`: what Gatehouse has for a Mac, where it refuses commands. */
export const runnerKinds = ['bubblewrap', 'container', 'landlock', 'macos', 'none'] as const
export const RunnerKind = z.enum(runnerKinds)
export type RunnerKind = z.infer<typeof RunnerKind>

export const runnerTitles: Readonly<Record<RunnerKind, string>> = {
  bubblewrap: 'Sandbox (bubblewrap)',
  container: 'Container',
  landlock: 'Landlock alone',
  macos: 'macOS',
  none: 'No sandbox',
}

/** yes: it holds. part: it holds but for what the note says. no: it does not, or there is none. */
export type Holding = 'yes' | 'part' | 'no'
export type RunnerCell = { readonly holds: Holding; readonly note: string | null }
export type RunnerRow = {
  readonly title: string
  readonly cells: Readonly<Record<RunnerKind, RunnerCell>>
}

const full: RunnerCell = { holds: 'yes', note: null }
const no: RunnerCell = { holds: 'no', note: null }
const part = (note: string): RunnerCell => ({ holds: 'part', note })
/** Nothing runs there, so nothing has to be held. */
const refused: RunnerCell = { holds: 'no', note: 'no command runs' }

const row = (
  title: string,
  bubblewrap: RunnerCell,
  container: RunnerCell,
  landlock: RunnerCell,
  macos: RunnerCell = refused,
): RunnerRow => ({ title, cells: { bubblewrap, container, landlock, macos, none: refused } })

const meant = part('built, never run; commands are refused')

export const runnerRows: readonly RunnerRow[] = [
  {
    title: 'Commands run',
    cells: { bubblewrap: full, container: full, landlock: full, macos: no, none: no },
  },
  row('Nothing but the workspace can be changed', full, full, full, meant),
  row(
    'No other file of yours can be read',
    full,
    full,
    part('whether one exists, its size and times can be asked'),
    meant,
  ),
  row(
    'Places of your STOP list in the workspace are covered',
    full,
    full,
    part('a command is refused beside them'),
  ),
  row(
    'What Git and other programs run automatically is read-only',
    full,
    full,
    part('and nothing new can be made beside it'),
    meant,
  ),
  row('No network, no local sockets', full, full, full, meant),
  row('Single hosts after approval, by the proxy', full, full, no),
  row(
    'Other processes are invisible',
    full,
    full,
    part('cannot be listed, signalled or traced; whether a number is in use can be asked'),
    meant,
  ),
  row('Dangerous system calls are refused', full, full, full),
  row('No privileges, and no way to gain any', full, full, full),
  row(
    'Outside the sandbox, a command is not root',
    part('where the disk can show its files as another user’s'),
    part('not in a workspace of root’s own'),
    part('as root no command runs'),
  ),
  row(
    'Processes, memory and processor time of a whole command are bounded',
    part(
      'all three with control groups of its own, as root; processes and memory with systemd; else each process separately',
    ),
    part('processes and memory, with control groups of your user; processor time of each process'),
    part('each process separately'),
  ),
  row(
    'A stopped command leaves nothing behind',
    full,
    full,
    part('from Linux 6.12 on; below that no command runs'),
  ),
  row(
    'Everything ends when Gatehouse is killed',
    full,
    part('a command that hinders it goes on until its time limit, or the next start'),
    full,
  ),
  row('A kernel of its own', no, part('with a runtime such as krun or kata'), no),
  row('Commands are tried in a copy first', full, part('in the sandbox, where there is one'), no),
  row('Servers and plugins run', full, part('in the sandbox, where there is one'), no),
]

/** A cell in words: `yes`, `partly: …`, `no`. */
export const cellText = ({ holds, note }: RunnerCell): string =>
  `${{ yes: 'yes', part: 'partly', no: 'no' }[holds]}${note === null ? '' : `: ${note}`}`

/** What was found at this machine. */
export const RunnerReport = z.strictObject({
  /** By what commands in the workspace run now. */
  kind: RunnerKind,
  /** About Docker and Podman, whether they are used or not. */
  containers: z.strictObject({ ready: z.boolean(), text: z.string(), how: z.string() }),
})
export type RunnerReport = z.infer<typeof RunnerReport>
