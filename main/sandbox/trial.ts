// Owns trying the sandbox on this machine at this start: one harmless command runs in it, looks around, and is killed.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Protection } from '../../contract/protection.ts'
import { runInside } from './confine.ts'
import type { Prepared } from './machine.ts'
import { allAre, judge, trialCommand, TRIAL_READY } from './protections.ts'

const TRIAL_MS = 5000
const KILL_MS = 2000

/** Takes about 30 ms where all is well, at most five seconds where nothing is. */
export async function tryOut(prepared: Prepared, closing: AbortSignal): Promise<readonly Protection[]> {
  const { machine, filter, groups } = prepared
  const workspace = join(machine.made, 'trial')
  await mkdir(workspace, { recursive: true })
  const group = (await groups?.make()) ?? null
  const stop = new AbortController()
  let output = ''
  const looked: Promise<boolean>[] = []
  let stoppedAt = 0
  const bounds = {
    timeMs: TRIAL_MS,
    keep: { stdout: 65_536, stderr: 65_536 },
    signal: AbortSignal.any([stop.signal, closing]),
    onOutput: (stream: 'stdout' | 'stderr', text: string) => {
      if (stream === 'stdout') output += text
      if (looked.length > 0 || !output.includes(TRIAL_READY)) return
      const look = group === null ? Promise.resolve(false) : group.inhabited().catch(() => false)
      looked.push(look)
      // Looked at before the stop: a killed command leaves its group at once.
      void look.then(() => {
        stoppedAt = performance.now()
        stop.abort()
      })
    },
  }
  const ended = await runInside(prepared, { command: trialCommand, cwd: workspace, workspace, guarded: [] }, bounds, group)
  // The pipes close only when the last process that holds them is gone, the one that left its session included.
  const killedMs = performance.now() - stoppedAt
  const [cgroup = false] = await Promise.all(looked)
  await group?.remove()
  if (!ended.ok || stoppedAt === 0) {
    const said = ended.ok ? ended.value.stderr.trim().split('\n')[0] : ''
    const detail = ended.ok ? `The sandbox does not start here${said ? ` (${said})` : ''}.` : ended.error.text
    return allAre('missing', detail, 'Allow unprivileged user namespaces for bwrap; see docs/decisions/0003-sandbox.md.')
  }
  return judge(
    {
      output,
      killedMs: killedMs < KILL_MS ? killedMs : null,
      limits: { cgroup, prlimit: machine.prlimit !== null },
      filter: filter !== null,
    },
    process.getuid?.() === 0,
  )
}
