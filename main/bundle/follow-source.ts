// Asks the source again and again, and says what came of it. The last valid bundle stays, whatever
// the source does.
import type { BundleState } from '../../contract/bundle/state.ts'
import { errorFrom, type Failure } from '../../contract/failure.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { BundleEntry } from '../../contract/journal/outside-entries.ts'
import type { OrganisationConfig } from '../../contract/policy/config/organisation-config.ts'
import type { Surface } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { bundleState, knownTime } from './bundle-state.ts'
import { noOrganisation, type Bundles } from './in-force.ts'
import type { ReadBundle } from './read-bundle.ts'
import type { Fetched } from './source/fetched.ts'

export type FollowDeps = {
  readonly config: () => OrganisationConfig | null
  readonly bundles: Bundles
  readonly fetch: (
    config: OrganisationConfig,
    tag: string | null,
    signal: AbortSignal,
  ) => Promise<Result<Fetched, Failure>>
  readonly record: (entry: BundleEntry) => Promise<Result<unknown, Failure>>
  /** Asks by itself: not where a command asks once. */
  readonly asks: boolean
  readonly now: () => number
  readonly changed: () => void
  readonly report: (fault: unknown) => void
  /** After a failure it is asked sooner; given so that tests need not wait. */
  readonly retryMs?: number
}

export type Following = {
  state(): BundleState
  /** Asks now. Failures: `bundle.no-organisation`. */
  fetchNow(surface: Surface | null): Promise<Result<BundleState, Failure>>
  /**
   * What waits is in force. `may` is asked with what it loosens. Failures: `bundle.none-waiting`,
   * and what `may` says.
   */
  accept(
    digest: string,
    may: (relaxes: readonly string[]) => Promise<Result<unknown, Failure>>,
    surface: Surface,
  ): Promise<Result<BundleState, Failure>>
  /** The configuration may be another one. */
  follow(): void
  dispose(): Promise<void>
}

const RETRY_MS = 5 * 60_000
const TAKES_MS = 60_000

export function followSource(deps: FollowDeps): Following {
  const { config, bundles, now } = deps
  const closing = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let next: number | null = null
  let of = ''
  let slot: Promise<unknown> = Promise.resolve()
  let expiryNoted: string | null = null
  const serialized = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = slot.then(work)
    slot = mine.catch(() => undefined)
    return mine
  }

  const knownNow = (): number => knownTime(bundles, now())

  const write = async (
    change: BundleEntry['change'],
    read: ReadBundle | null,
    text: string,
    surface: Surface | null,
  ): Promise<void> => {
    const summary = read?.summary
    const written = await deps.record({
      kind: 'bundle',
      change,
      organisation: config()?.name ?? '',
      serial: summary?.serial ?? null,
      digest: summary?.digest ?? null,
      text: text.slice(0, 2_000),
      surface,
    })
    if (!written.ok) deps.report(errorFrom(written.error))
  }

  const plan = (ms: number): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    next = null
    if (!deps.asks || closing.signal.aborted || config() === null) return
    next = now() + ms
    timer = setTimeout(() => void ask(null).catch(deps.report), ms).unref()
  }

  const failed = async (why: Failure, surface: Surface | null): Promise<void> => {
    const { trouble } = bundles.seen()
    bundles.note({ trouble: { since: trouble?.since ?? now(), why }, latest: knownNow() })
    const refused = !why.code.startsWith('bundle.unreachable') && !why.code.startsWith('secrets.')
    await write(refused ? 'refused' : 'unreachable', null, why.text, surface)
  }

  const noteExpiry = async (): Promise<void> => {
    const held = bundles.current()
    if (held.kind !== 'bundle') return
    const { digest, expires } = held.read.summary
    if (Date.parse(expires) > knownNow() || expiryNoted === digest) return
    expiryNoted = digest
    await write('expired', held.read, `It expired on ${expires} and stays in force.`, null)
  }

  async function askOnce(surface: Surface | null): Promise<boolean> {
    const organisation = config()
    if (organisation === null) return true
    const { source } = organisation
    const { tag } = bundles.seen()
    const known = bundles.current().kind === 'bundle' && tag?.source === source ? tag.text : null
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TAKES_MS)])
    const fetched = await deps.fetch(organisation, known, signal)
    if (closing.signal.aborted || canonicalJson(config()) !== canonicalJson(organisation))
      return true
    await noteExpiry()
    if (!fetched.ok) {
      await failed(fetched.error, surface)
      return false
    }
    if (fetched.value.kind === 'unchanged') {
      bundles.note({ checked: now(), latest: now(), trouble: null })
      await write('unchanged', null, '', surface)
      return true
    }
    const offered = bundles.offer(fetched.value.bytes)
    if (!offered.ok) {
      await failed(offered.error, surface)
      return false
    }
    const { kind, read, relaxes } = offered.value
    bundles.note({
      checked: now(),
      latest: now(),
      trouble: null,
      tag: fetched.value.tag === null ? null : { source, text: fetched.value.tag },
    })
    await write(kind === 'same' ? 'unchanged' : kind, read, relaxes.join(' '), surface)
    return true
  }

  const ask = (surface: Surface | null): Promise<void> =>
    serialized(async () => {
      const good = await askOnce(surface)
      const everyMs = (config()?.everyMinutes ?? 60) * 60_000
      plan(good ? everyMs : Math.min(everyMs, deps.retryMs ?? RETRY_MS))
      deps.changed()
    })

  const state = (): BundleState => bundleState(config(), bundles, now(), next)

  const follow = (): void => {
    const organisation = config()
    const wanted = organisation === null ? '' : canonicalJson(organisation)
    if (wanted === of) return
    of = wanted
    deps.changed()
    if (organisation === null) plan(0)
    else if (deps.asks) void ask(null).catch(deps.report)
  }

  follow()
  return {
    state,
    follow,
    async fetchNow(surface) {
      if (config() === null) return err(noOrganisation)
      await ask(surface)
      return ok(state())
    },
    accept: (digest, may, surface) =>
      serialized(async () => {
        const waiting = bundles.waiting()
        const permitted =
          waiting?.read.summary.digest === digest ? await may(waiting.relaxes) : ok(null)
        if (!permitted.ok) return permitted
        const accepted = bundles.accept(digest)
        if (!accepted.ok) return accepted
        await write('accepted', accepted.value, waiting?.relaxes.join(' ') ?? '', surface)
        deps.changed()
        return ok(state())
      }),
    async dispose() {
      closing.abort()
      if (timer !== null) clearTimeout(timer)
      await slot
    },
  }
}
