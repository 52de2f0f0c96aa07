// Finds out, once, what holds commands on this machine: bubblewrap, or else Landlock alone, or
// nothing. Never says that something holds which was not tried.
import { tmpdir } from 'node:os'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Protection } from '../../contract/protection.ts'
import type { Result } from '../../contract/result.ts'
import type { Bounds, Inside } from './processes/confine.ts'
import { tryLandlockAlone, type Alone } from './linux/landlock-only.ts'
import {
  gatherHostFacts,
  prepareHostLayout,
  type HostFacts,
  type Prepared,
} from './linux/host-facts.ts'
import { elsewhere } from './other-systems.ts'
import { allAre, lackingOf } from './protections.ts'
import { childHelper, ownNode, type HelperProgram } from './spawner/child-helper.ts'
import { openSpawner, type ConnectHelper, type Spawner } from './spawner/spawner.ts'
import { tryOut } from './trial.ts'
import { buildIsolationProfiles, type IsolationProfiles } from './linux/isolation-profile.ts'

export type SandboxStatusOptions = {
  /** As `process.platform`, which it is if left out. */
  readonly platform?: string
  /** Absolute path of bubblewrap; null or left out: looked for in the system's folders. */
  readonly bwrap?: string | null
  /** Where a small private folder is made. The system's temporary folder if left out. */
  readonly scratch?: string
  /**
   * Where the helper and the relay are not to be run by our own Node: how to run them, or how else
   * to reach the helper.
   */
  readonly helper?: { readonly spawner: HelperProgram; readonly relay: HelperProgram }
  readonly connect?: ConnectHelper
  /** How long the helper may owe an answer. For tests. */
  readonly silenceMs?: number
  /** The trial's time limit as a part of the usual one. For tests. */
  readonly trialShare?: number
}

type RunHere = (inside: Inside, limits: Bounds) => Promise<Result<ProcessEnd, Failure>>

export type SandboxStatus = {
  readonly protections: readonly Protection[]
  readonly by:
    | { readonly kind: 'bubblewrap'; readonly profiles: IsolationProfiles }
    /** `why`: what keeps bubblewrap from it, one sentence. */
    | { readonly kind: 'landlock'; readonly run: Alone['run']; readonly why: string }
    /** `engine`: its name for people. */
    | { readonly kind: 'container'; readonly engine: string; readonly run: RunHere }
    | { readonly kind: 'nothing' }
  /** The folder of our own small files for the inside, where there is one. */
  readonly helperFiles: string | null
  /**
   * It did not hold, for a reason that may pass: too little time, no descriptors or memory left.
   * Worth another try.
   */
  readonly passing: boolean
  /** Ends the helper and removes the folder. What runs is the caller's to end first. */
  remove(): Promise<void>
}

/** What is before anything was tried, and where nothing can be. */
export const nothing = (protections: readonly Protection[]): SandboxStatus => ({
  protections,
  by: { kind: 'nothing' },
  helperFiles: null,
  passing: false,
  remove: async () => {},
})

/**
 * `timeout`: how many times the usual time the trial may take. At most a minute, where nothing
 * answers; usually 200 ms. Throws what the file system throws.
 */
export async function findSandboxStatus(
  options: SandboxStatusOptions,
  closing: AbortSignal,
  timeout: number,
): Promise<SandboxStatus> {
  const platform = options.platform ?? process.platform
  const scratch = options.scratch ?? tmpdir()
  if (platform !== 'linux') return nothing(await elsewhere(platform, scratch))
  const prepared = await prepareHostLayout({
    bwrap: options.bwrap ?? null,
    scratch,
    arch: process.arch,
  })
  const hostFacts = prepared ?? (await gatherHostFacts(scratch))
  if (hostFacts === null)
    return nothing(allAre('missing', 'There is no shell (/bin/sh).', 'Install a shell.'))
  const helper = options.helper?.spawner ?? ownNode('spawner')
  const spawner = openSpawner(
    options.connect ?? childHelper(helper, prepared?.stages ?? null),
    options.silenceMs,
    options.silenceMs,
  )
  const remove = async (): Promise<void> => {
    await spawner.dispose()
    await hostFacts.remove()
  }
  try {
    const first =
      prepared === null
        ? notFound
        : await tryBubblewrap(prepared, spawner, options, closing, timeout)
    const lacking = lackingOf(first.protections)
    // As root Landlock alone does not hold: modes of the system's files could be changed.
    const rest =
      lacking === null || first.passing || process.getuid?.() === 0 || closing.aborted
        ? first
        : await tryLandlock(hostFacts, spawner, lacking, closing)
    return { ...rest, helperFiles: hostFacts.helperFiles, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

type Found = Pick<SandboxStatus, 'protections' | 'by' | 'passing'>

const notFound: Found = {
  protections: allAre(
    'missing',
    'The program bubblewrap (bwrap) was not found.',
    'apt install bubblewrap',
  ),
  by: { kind: 'nothing' },
  passing: false,
}

async function tryBubblewrap(
  prepared: Prepared,
  spawner: Spawner,
  options: SandboxStatusOptions,
  closing: AbortSignal,
  timeout: number,
): Promise<Found> {
  const profiles = buildIsolationProfiles(
    prepared,
    spawner,
    options.helper?.relay ?? ownNode('relay'),
  )
  return {
    ...(await tryOut(prepared, profiles, closing, timeout)),
    by: { kind: 'bubblewrap', profiles },
  }
}

async function tryLandlock(
  hostFacts: HostFacts,
  spawner: Spawner,
  { detail: why, how }: Protection,
  closing: AbortSignal,
): Promise<Found> {
  const { protections, run } = await tryLandlockAlone(hostFacts, spawner, closing)
  const lacking = lackingOf(protections)
  if (lacking === null) return { protections, by: { kind: 'landlock', run, why }, passing: false }
  const detail = `${why} The fallback, Landlock alone, does not hold either: ${lacking.detail}`
  return { protections: allAre('missing', detail, how), by: { kind: 'nothing' }, passing: false }
}
