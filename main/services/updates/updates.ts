// Updates of the app, step by step and each by the person's word: a channel, a check, a download,
// an install. Verifies nothing and installs nothing itself: the source does, which is the host's.
// An install waits until nothing runs or is held, and the database is backed up before it.
import { type Failure, failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type {
  UpdateChannel,
  UpdateOffer,
  UpdateSource,
  UpdateState,
} from '../../../contract/desktop/update.ts'
import { letGo } from '../../../contract/let-go.ts'
import { compareVersions } from './newer.ts'

export type UpdatesDeps = {
  /** A text: updates come in that other way. */
  readonly source: UpdateSource | string
  readonly version: string
  readonly channel: () => UpdateChannel
  /** What must not be cut off: calls that run or are held, and runs at work. */
  readonly busy: () => number
  readonly backup: () => Promise<void>
  readonly changed: (state: UpdateState) => void
  readonly now: () => number
  /** How often it looks whether nothing runs any more, in milliseconds. */
  readonly everyMs?: number
}

export type Updates = {
  state(): UpdateState
  check(): Promise<Result<UpdateState, Failure>>
  /** Answers when it has begun; the state says how it goes on. */
  download(): Result<UpdateState, Failure>
  /** `wait` false: no longer wanted. */
  install(wait: boolean): Result<UpdateState, Failure>
  /** Another configuration is in force. */
  configChanged(): void
  dispose(): void
}

const EVERY_MS = 2_000

export function openUpdates(deps: UpdatesDeps): Updates {
  const { source, channel, busy, now, everyMs = EVERY_MS } = deps
  const rest = (): UpdateState =>
    typeof source === 'string'
      ? { kind: 'elsewhere', text: source }
      : channel() === 'off'
        ? { kind: 'off' }
        : { kind: 'current', checkedAt: null }
  let state = rest()
  /** Of the channel that was asked last: an answer for another one comes too late. */
  let asked = channel()
  let timer: NodeJS.Timeout | null = null

  const become = (next: UpdateState): UpdateState => {
    state = next
    deps.changed(next)
    return next
  }
  const fail = (error: unknown): UpdateState => become({ kind: 'failed', ...whyOf(error) })
  const stopWaiting = (): void => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  async function installFrom(from: UpdateSource, offer: UpdateOffer): Promise<void> {
    stopWaiting()
    become({ kind: 'installing', offer })
    try {
      await deps.backup()
      // Something may have begun meanwhile: it comes first.
      if (busy() > 0) return wait(from, offer)
      await from.install()
    } catch (error) {
      fail(error)
    }
  }

  function wait(from: UpdateSource, offer: UpdateOffer): void {
    become({ kind: 'ready', offer, waiting: true })
    timer ??= setInterval(() => {
      if (busy() === 0) letGo(installFrom(from, offer))
    }, everyMs).unref()
  }

  return {
    state: () => state,
    async check() {
      if (typeof source === 'string') return err(notHere(source))
      const wanted = channel()
      if (wanted === 'off') return err(noChannel)
      if (!['current', 'available', 'failed'].includes(state.kind)) return ok(state)
      asked = wanted
      become({ kind: 'checking' })
      try {
        const offer = await source.check(wanted)
        if (asked !== channel()) return ok(become(rest()))
        if (offer === null) return ok(become({ kind: 'current', checkedAt: now() }))
        if (compareVersions(offer.version, deps.version) <= 0)
          return ok(become({ kind: 'failed', ...older(offer.version, deps.version) }))
        return ok(become({ kind: 'available', offer }))
      } catch (error) {
        return ok(fail(error))
      }
    },
    download() {
      if (typeof source === 'string') return err(notHere(source))
      if (state.kind !== 'available') return err(notNow('There is no update to download.'))
      const { offer } = state
      source
        .download((percent) => {
          if (state.kind === 'downloading')
            become({ kind: 'downloading', offer, percent: Math.min(100, Math.max(0, percent)) })
        })
        .then(
          () =>
            state.kind === 'downloading' ? become({ kind: 'ready', offer, waiting: false }) : state,
          (error: unknown) => (state.kind === 'downloading' ? fail(error) : state),
        )
      return ok(become({ kind: 'downloading', offer, percent: 0 }))
    },
    install(wanted) {
      if (typeof source === 'string') return err(notHere(source))
      if (state.kind !== 'ready') return err(notNow('There is no update to install.'))
      const { offer } = state
      stopWaiting()
      if (!wanted) return ok(become({ kind: 'ready', offer, waiting: false }))
      if (busy() > 0) wait(source, offer)
      else letGo(installFrom(source, offer))
      return ok(state)
    },
    configChanged() {
      // Switched off, or another channel: what the old one offered is not wanted any more.
      if (typeof source === 'string' || channel() === asked || state.kind === 'installing') return
      asked = channel()
      stopWaiting()
      become(rest())
    },
    dispose: stopWaiting,
  }
}

const notHere = (text: string): Failure => failure('update.elsewhere', text)
const notNow = (text: string): Failure =>
  failure('update.not-now', text, 'Check for updates first.')
const noChannel = failure(
  'update.off',
  'Updates are off, so nothing is fetched.',
  'Choose a channel first.',
)

const older = (offered: string, own: string) => ({
  text: `The feed offers ${offered}, which is not newer than this version, ${own}. Gatehouse does not go back.`,
  hint: 'An older version cannot read a newer database. To go back, install it by hand and restore a backup.',
})

const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ERR_INTERNET_DISCONNECTED|ERR_NAME_NOT_RESOLVED|ERR_CONNECTION/

function whyOf(error: unknown): { readonly text: string; readonly hint: string } {
  const said = error instanceof Error ? error.message : String(error)
  if (OFFLINE.test(said))
    return {
      text: 'The update server cannot be reached.',
      hint: 'Check your connection, then try again. Gatehouse itself works without one.',
    }
  return { text: said.split('\n', 1)[0]?.slice(0, 400) ?? '', hint: 'Nothing was installed.' }
}
