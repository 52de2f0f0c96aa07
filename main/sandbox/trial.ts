// Tries the sandbox on this machine at this start: one harmless command runs in it, looks around,
// and is killed.
import { letGo } from '../../contract/let-go.ts'
import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failure } from '../../contract/failure.ts'
import type { Protection } from '../../contract/protection.ts'
import { runInside } from './processes/confine.ts'
import { inhabitedGroups } from './linux/control-group.ts'
import { quoted } from './linux/job-line.ts'
import type { Prepared } from './linux/host-facts.ts'
import { makeOwnFolder } from './linux/host-user.ts'
import {
  allAre,
  readTrial,
  trialCommand,
  TRIAL_READY,
  walledCommand,
  type Trial,
} from './protections.ts'
import { findParent } from './processes/parent-lookup.ts'
import type { IsolationProfiles } from './linux/isolation-profile.ts'

/** Long: on a busy machine a trial is slow, and slow is not missing. Calls wait for it meanwhile. */
const TRIAL_MS = 30_000
const KILL_MS = 15_000
/** What the system says when something is used up for the moment. */
const mayPass =
  /EINVAL|EBADF|EMFILE|ENFILE|EAGAIN|ENOMEM|ENOSPC|Too many open files|temporarily unavailable|Cannot allocate memory|helper/i

/**
 * Takes about 100 ms where all is well, at most 30 seconds where nothing answers. As root it is tried
 * as an ordinary user first, and as root where that is not possible here. Where the second wall was
 * not seen to hold, nothing is started with it.
 */
export async function tryOut(
  prepared: Prepared,
  profiles: IsolationProfiles,
  closing: AbortSignal,
  timeout: number,
): Promise<{ readonly protections: readonly Protection[]; readonly passing: boolean }> {
  const root = process.getuid?.() === 0
  const [own, retained] = [
    join(prepared.hostLayout.helperFiles, 'trial'),
    join(prepared.hostLayout.helperFiles, 'trial-as-root'),
  ]
  makeOwnFolder(own)
  const first = await tryIn(own, prepared, profiles, closing, timeout)
  if (!root || first.works || first.passing || closing.aborted) return first
  profiles.keepRoot()
  await mkdir(retained)
  return tryIn(retained, prepared, profiles, closing, timeout)
}

async function tryIn(
  workspace: string,
  prepared: Prepared,
  profiles: IsolationProfiles,
  closing: AbortSignal,
  timeout: number,
) {
  const stop = new AbortController()
  let output = ''
  const scanned: Promise<TrialFacts | null>[] = []
  let stoppedAt = 0
  const limits = {
    timeMs: TRIAL_MS * timeout,
    keep: { stdout: 65_536, stderr: 65_536 },
    signal: AbortSignal.any([stop.signal, closing]),
    onOutput: (stream: 'stdout' | 'stderr', text: string) => {
      if (stream === 'stdout') output += text
      if (scanned.length > 0 || !output.includes(TRIAL_READY)) return
      // Without a free descriptor nothing can be looked at now; the trial is made again.
      const facts = gatherTrialFacts(prepared, workspace).catch(() => null)
      scanned.push(facts)
      // Looked at before the stop: a killed command leaves its group at once.
      letGo(
        facts.then(() => {
          stoppedAt = performance.now()
          stop.abort()
        }),
      )
    },
  }
  const walled = profiles.wrap(
    [{ from: workspace, at: workspace, readOnly: false }],
    [prepared.hostLayout.shell, '-c', walledCommand],
  )
  const command = trialCommand(walled.map(quoted).join(' '))
  const ended = await runInside(
    profiles,
    { command, cwd: workspace, workspace, guarded: [], covers: [], proxy: null },
    limits,
  )
  // The pipes close only when the last process that holds them is gone, the one that left its
  // session included.
  const killedMs = performance.now() - stoppedAt
  const [facts] = await Promise.all(scanned)
  if (facts === null) return { works: false, passing: true, protections: notSeen }
  if (!ended.ok || facts === undefined) {
    const said = ended.ok ? (ended.value.stderr.trim().split('\n')[0] ?? '') : ''
    const late = ended.ok && ended.value.end.kind === 'timed-out'
    const passing = late || (!ended.ok && mayPass.test(ended.error.text))
    return {
      works: false,
      passing,
      protections: late ? tooLate(limits.timeMs) : notThere(ended.ok ? said : ended.error),
    }
  }
  const trial = {
    output,
    killedMs: killedMs < KILL_MS * timeout ? killedMs : null,
    filter: prepared.filter !== null,
    ...facts,
  }
  const protections = await readTrial(trial)
  if (protections.find(({ id }) => id === 'second-wall')?.state !== 'enforced')
    profiles.dropSecond()
  // A tree that was gone late was gone all the same: on a busy machine that takes its time.
  return { works: true, passing: trial.killedMs === null, protections }
}

const notSeen: readonly Protection[] = allAre(
  'missing',
  'The trial of the sandbox could not be looked at, as when no descriptors are left. It is tried again.',
  'Wait a moment. If it stays so, run `gatehouse doctor`.',
)

/** It may well be there: nobody waited long enough to see. */
export function tooLate(ms: number): readonly Protection[] {
  const detail = `The trial of the sandbox was not over within ${Math.round(ms / 1000)} seconds, as on a busy machine. It is tried again with more time.`
  return allAre('missing', detail, 'Wait a moment. If it stays so, run `gatehouse doctor`.')
}

function notThere(said: string | Failure): readonly Protection[] {
  const detail =
    typeof said === 'string'
      ? `The sandbox does not start here${said ? ` (${said})` : ''}.`
      : said.text
  return allAre(
    'missing',
    detail,
    'Allow unprivileged user namespaces for bwrap; see docs/decisions/0003-sandbox.md.',
  )
}

type TrialFacts = Pick<Trial, 'owner' | 'held' | 'helper'>

/** From outside, while it runs. */
async function gatherTrialFacts(
  { groups, scope }: Prepared,
  workspace: string,
): Promise<TrialFacts> {
  const written = await lstat(join(workspace, 'trial')).catch(() => null)
  const starter = await findParent('\0--args\0')
  const grouped = groups === null ? [] : await inhabitedGroups(groups).catch(() => [])
  const scoped = scope === null ? false : (starter?.groups ?? '').includes('.scope')
  const held =
    grouped.length > 0
      ? ({ by: 'group', memory: groups?.memory !== null } as const)
      : scoped
        ? ({ by: 'scope', memory: true } as const)
        : null
  return { owner: written?.uid ?? null, held, helper: starter?.parent ?? null }
}
