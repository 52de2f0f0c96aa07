// Which bundle is in force here, and what becomes of a new one. Fails closed: an organisation that is
// named and has no valid bundle here holds everything back.
import type { Bundle } from '../../contract/bundle/bundle.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { OrganisationConfig } from '../../contract/policy/config/organisation-config.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { nothingSeen, type StoredBundles, type Seen } from './stored-bundles.ts'
import { expired, misfit, readBundle, type ReadBundle } from './read-bundle.ts'

export type HeldDeps = {
  readonly stored: StoredBundles
  readonly config: () => OrganisationConfig | null
  readonly relaxes: (from: Bundle, to: Bundle) => readonly string[]
  readonly now: () => number
}

/** The same object while it is the same. */
export type Held =
  | { readonly kind: 'none' }
  /** An organisation is named, and no bundle of it is here that can be trusted. */
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'bundle'; readonly name: string; readonly read: ReadBundle }

export type Waiting = { readonly read: ReadBundle; readonly relaxes: readonly string[] }

export type Bundles = {
  current(): Held
  waiting(): Waiting | null
  seen(): Seen
  note(change: Partial<Seen>): void
  /** A bundle came. Failures: those of `readBundle` and `misfit`, and `bundle.unwritten`. */
  offer(bytes: Uint8Array): Result<Offered, Failure>
  /** What waits is in force from now on. Failures: `bundle.none-waiting`, `bundle.expired`, `bundle.unwritten`. */
  accept(digest: string): Result<ReadBundle, Failure>
  onChange(listener: () => void): () => void
}

export type Offered = {
  readonly kind: 'same' | 'applied' | 'waiting'
  readonly read: ReadBundle
  readonly relaxes: readonly string[]
}

const NONE: Held = { kind: 'none' }

export function openBundles({ stored, config, relaxes, now }: HeldDeps): Bundles {
  const listeners = new Set<() => void>()
  let known: { readonly of: string; readonly held: Held; readonly waiting: Waiting | null } | null =
    null

  const signers = (organisation: OrganisationConfig, inForce: Held) => ({
    ...organisation,
    revoked: inForce.kind === 'bundle' ? inForce.read.bundle.revokedKeys : [],
  })
  const load = (organisation: OrganisationConfig): { held: Held; waiting: Waiting | null } => {
    const { name } = organisation
    const read = (which: 'in-force' | 'waiting', after: Held): ReadBundle | null => {
      const bytes = stored.read(which)
      const found = bytes === null ? null : readBundle(bytes, signers(organisation, after))
      return found?.ok === true && found.value.bundle.organisation === name ? found.value : null
    }
    const inForce = read('in-force', NONE)
    const held: Held =
      inForce === null ? { kind: 'missing', name } : { kind: 'bundle', name, read: inForce }
    const next = read('waiting', held)
    if (next === null || inForce === null || next.summary.serial <= inForce.summary.serial)
      return { held, waiting: null }
    return { held, waiting: { read: next, relaxes: relaxes(inForce.bundle, next.bundle) } }
  }
  const state = (): { readonly held: Held; readonly waiting: Waiting | null } => {
    const organisation = config()
    if (organisation === null) return { held: NONE, waiting: null }
    const { name, keys, signatures } = organisation
    const of = canonicalJson({ name, keys, signatures })
    if (known?.of !== of) known = { of, ...load(organisation) }
    return known
  }
  const changed = (): void => {
    known = null
    for (const listener of listeners) listener()
  }
  const seen = (): Seen => {
    const name = config()?.name ?? ''
    return name === '' ? nothingSeen(name) : stored.seen(name)
  }
  const write = (work: () => void): Result<null, Failure> => {
    try {
      work()
      return ok(null)
    } catch (error) {
      return err(
        failure(
          'bundle.unwritten',
          `The bundle could not be stored: ${error instanceof Error ? error.message : String(error)}.`,
          'Free some disk space and check the rights of the data folder.',
        ),
      )
    }
  }
  const putInForce = (read: ReadBundle): Result<null, Failure> => {
    const written = write(() => {
      const { serial, digest } = read.summary
      const before = seen()
      if (serial >= before.highest) stored.note({ ...before, highest: serial, digest })
      stored.write('in-force', read.bytes)
      stored.write('waiting', null)
    })
    if (written.ok) changed()
    return written
  }

  return {
    current: () => state().held,
    waiting: () => state().waiting,
    seen,
    note(change) {
      const before = seen()
      if (before.organisation !== '') write(() => stored.note({ ...before, ...change }))
    },
    offer(bytes) {
      const organisation = config()
      if (organisation === null) return err(noOrganisation)
      const { held, waiting } = state()
      const read = readBundle(bytes, signers(organisation, held))
      if (!read.ok) return read
      const { summary } = read.value
      const { highest, digest } = seen()
      const inForce = held.kind === 'bundle' ? held.read : null
      if (inForce?.summary.digest === summary.digest)
        return ok({ kind: 'same', read: inForce, relaxes: [] })
      const wrong = misfit(read.value, {
        name: organisation.name,
        highest: Math.max(highest, inForce?.summary.serial ?? 0),
        digest:
          highest >= (inForce?.summary.serial ?? 0) ? digest : (inForce?.summary.digest ?? null),
        // No clock of this machine is right that is behind what was signed already.
        now: Math.max(now(), inForce === null ? 0 : Date.parse(inForce.summary.issued)),
      })
      if (wrong !== null) return err(wrong)
      if (waiting?.read.summary.digest === summary.digest) return ok({ kind: 'same', ...waiting })
      const looser = inForce === null ? [] : relaxes(inForce.bundle, read.value.bundle)
      if (looser.length === 0) {
        const applied = putInForce(read.value)
        return applied.ok ? ok({ kind: 'applied', read: read.value, relaxes: [] }) : applied
      }
      const saved = write(() => {
        stored.write('waiting', bytes)
        stored.note({ ...seen(), highest: summary.serial, digest: summary.digest })
      })
      if (!saved.ok) return saved
      changed()
      return ok({ kind: 'waiting', read: read.value, relaxes: looser })
    },
    accept(digest) {
      const { waiting } = state()
      if (waiting === null || waiting.read.summary.digest !== digest)
        return err(
          failure(
            'bundle.none-waiting',
            'This bundle is no longer waiting.',
            'See: gatehouse policy bundle status',
          ),
        )
      const { expires } = waiting.read.summary
      if (Date.parse(expires) <= now()) return err(expired(expires))
      const applied = putInForce(waiting.read)
      return applied.ok ? ok(waiting.read) : applied
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const noOrganisation = failure(
  'bundle.no-organisation',
  'This machine follows no organisation.',
  'Name one under “organisation” in the configuration: docs/guide/organisation.md says how.',
)
