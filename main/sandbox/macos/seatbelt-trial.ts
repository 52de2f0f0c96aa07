// Tries the Seatbelt profile on a Mac: one command behind it makes real attempts. Written without a
// Mac: what is tested is how its answers are read. Never decides whether commands may run.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import type { Protection } from '../../../contract/protection.ts'
import type { Result } from '../../../contract/result.ts'
import type { Tried } from '../protections.ts'
import { seatbeltCommand, type ConfinedCommand } from './seatbelt.ts'
import { darwinStatement, protectionsFor } from '../platform-statement.ts'

export type SeatbeltRun = (program: ConfinedCommand) => Promise<Result<ProcessEnd, Failure>>

/**
 * `scratch`: real path of a folder of ours. `run` starts it in `/`, waits for its end and keeps its
 * output.
 */
export async function trySeatbelt(
  scratch: string,
  run: SeatbeltRun,
): Promise<readonly Protection[]> {
  const [workspace, tmp, outside] = ['seatbelt', 'seatbelt-tmp', 'seatbelt-outside'].map((name) =>
    join(scratch, name),
  ) as [string, string, string]
  for (const folder of [workspace, tmp, outside]) await mkdir(folder, { recursive: true })
  const guarded = join(workspace, 'guarded')
  for (const file of [join(outside, 'secret'), guarded])
    await writeFile(file, 'secret', { mode: 0o600 })
  const inside = { workspace, tmp, guarded: [guarded], programs: [], proxyPort: null }
  const ended = await run(
    seatbeltCommand(inside, [
      '/bin/sh',
      '-c',
      attempts,
      'sh',
      workspace,
      outside,
      String(process.pid),
    ]),
  )
  if (!ended.ok) return darwinStatement(`It could not be tried: ${ended.error.text}`)
  if (!ended.value.stdout.includes(READY))
    return darwinStatement(`It does not start here (${ended.value.stderr.split('\n')[0] ?? ''}).`)
  return readSeatbeltTrial(ended.value.stdout)
}

const READY = 'ready=yes'
const EPERM = '1'

/**
 * Names and numbers come as arguments. Without a sandbox a closed port answers "refused" (61),
 * behind one "not permitted" (1).
 */
const attempts = `
cd "$1" || exit; O=$2
exec 2>/dev/null
cat "$O/secret" >/dev/null && echo breach=reads
ls "$O" >/dev/null && echo breach=lists
(: >"$O/new") && echo breach=creates
mv "$O/secret" ./moved && echo breach=moves
ln "$O/secret" ./linked && echo breach=links
chmod 644 "$O/secret" && echo breach=mode
(: >guarded) && echo breach=guarded
mv guarded away && echo breach=guarded-moved
(: >trial) && (: >"$TMPDIR/trial") && echo works=workspace
kill -0 "$3" && echo sees=owner
ps -p "$3" && echo sees=list
perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0) and connect(S, sockaddr_in(1, inet_aton("127.0.0.1"))); print "tcp=", $! + 0, "\\n"'
perl -MSocket -e 'socket(S, PF_INET, SOCK_DGRAM, 0) and connect(S, sockaddr_in(9, inet_aton("192.0.2.1"))) and send(S, "x", 0); print "udp=", $! + 0, "\\n"'
perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) and connect(S, sockaddr_un("/var/run/mDNSResponder")); print "unix=", $! + 0, "\\n"'
echo ${READY}
`

/** Pure. Reads what the attempts printed. */
export function readSeatbeltTrial(output: string): readonly Protection[] {
  const lines = output.split('\n').map((line) => line.split('=') as [string, string?])
  const all = (name: string): readonly string[] =>
    lines.flatMap(([key, value = '']) => (key === name ? [value] : []))
  const holds = (held: boolean, detail: string, otherwise: string): Tried =>
    held
      ? { state: 'enforced', detail, how: null }
      : { state: 'missing', detail: otherwise, how: 'Tell us: this should not be so.' }
  const [breaches, sees] = [all('breach'), all('sees')]
  const closed = ['tcp', 'udp', 'unix'].filter((way) => all(way)[0] === EPERM)
  return protectionsFor('darwin', {
    files: holds(
      breaches.length === 0 && all('works').length === 1,
      'A command could open system programs and its workspace only, and not change a guarded file.',
      `A command could reach outside: ${breaches.join(', ') || 'nothing worked'}.`,
    ),
    network: holds(
      closed.length === 3,
      'A command could not connect by TCP, UDP or a local socket.',
      `Only these were closed: ${closed.join(', ') || 'none'}.`,
    ),
    processes: holds(
      sees.length === 0,
      'A command could not signal or list other processes.',
      `A command could see other processes (${sees.join(', ')}).`,
    ),
  })
}
