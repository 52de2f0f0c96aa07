// Keeps what was reviewed: in memory to judge by, in the store to last, in the journal so that an
// edited store is noticed. Closing counts at once, whatever the disk says; opening counts only once
// journal and store have it.
import { openSerialWork } from '../../../contract/serial-work.ts'
import { letGo } from '../../../contract/let-go.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { keyOf } from './items.ts'
import type { Pin, PinsTable } from './pin.ts'

export type ServerEntry = Extract<JournalEntry, { kind: 'server' }>

export type PinStoreDeps = {
  readonly table: PinsTable
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  /** The newest row of the kind `server`; null when there never was one. */
  readonly lastRow: () => ServerEntry | null
  readonly sha256: (text: string) => string
}

type Ref = Pick<Pin, 'what' | 'name'>

export type PinStore = {
  of(server: string): readonly Pin[]
  /** Another number whenever a pin changed. */
  version(): number
  /** Somebody other than Gatehouse changed the store: everything was closed at the start. */
  readonly tampered: boolean
  open(
    server: string,
    put: readonly Pin[],
    removed: readonly Ref[],
    surface: Surface,
    /** What is remarkable in it, for the journal. */
    text?: string,
  ): Promise<Result<null, Failure>>
  /** `surface` null: nobody did, it changed by itself. */
  close(server: string, refs: readonly Ref[], surface: Surface | null): void
  /** Forgets everything about a server. */
  forget(server: string, surface: Surface): Promise<Result<null, Failure>>
  /** `surface` null: it did something itself. */
  note(
    server: string,
    change:
      | 'added'
      | 'started'
      | 'changed'
      | 'request-refused'
      | 'new-behavior'
      | 'misbehaved'
      | 'signing-in'
      | 'asked'
      | 'ended',
    surface: Surface | null,
    text?: string,
  ): Promise<Result<null, Failure>>
  /** Settles when all that was closed is written. */
  whenIdle(): Promise<void>
}

export function openPinStore({ table, record, lastRow, sha256 }: PinStoreDeps): PinStore {
  let pins = table.all()
  let version = 0
  const serialized = openSerialWork()
  const become = (next: readonly Pin[]): void => {
    pins = next
    version += 1
  }
  const digest = (list: readonly Pin[]): string =>
    sha256(
      canonicalJson(
        list
          .map(({ text, labels, ...pin }) => ({
            ...pin,
            hash: sha256(text),
            // As it was before there were labels, where there are none.
            ...(labels === null ? {} : { labels }),
          }))
          .toSorted((a, b) => (`${a.server} ${keyOf(a)}` < `${b.server} ${keyOf(b)}` ? -1 : 1)),
      ),
    )

  const write = async (
    server: string,
    change: ServerEntry['change'],
    next: readonly Pin[],
    refs: readonly Ref[],
    surface: Surface | null,
    text?: string,
  ): Promise<Result<null, Failure>> => {
    const before = table.all()
    const byKey = new Map(
      next.filter((pin) => pin.server === server).map((pin) => [keyOf(pin), pin]),
    )
    const items = refs.map((ref) => {
      const pin = byKey.get(keyOf(ref))
      return { what: ref.what, name: ref.name, hash: pin === undefined ? null : sha256(pin.text) }
    })
    const written = await record({
      kind: 'server',
      server,
      change,
      items,
      before: digest(before),
      after: digest(next),
      surface,
      ...(text === undefined ? {} : { text }),
    })
    if (!written.ok) return written
    try {
      table.change(
        next.filter((pin) => !before.some((old) => samePin(old, pin))),
        before.filter(
          (old) => !next.some((pin) => pin.server === old.server && keyOf(pin) === keyOf(old)),
        ),
      )
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return err(
        failure(
          'server.unwritten',
          `What was reviewed could not be stored: ${why}.`,
          'Free some disk space, then try again.',
        ),
      )
    }
    return ok(null)
  }

  const closedBy = (server: string, refs: readonly Ref[], list: readonly Pin[]): readonly Pin[] => {
    const keys = new Set(refs.map(keyOf))
    return list.map((pin) =>
      pin.server === server && keys.has(keyOf(pin)) ? { ...pin, open: false } : pin,
    )
  }

  // What a kill cut off between journal and store is finished; anything else that does not fit was
  // done by somebody else.
  const last = lastRow()
  const now = digest(pins)
  const tampered = last === null ? pins.length > 0 : last.after !== now && last.before !== now
  if (last !== null && !tampered && last.after !== now) {
    if (last.change === 'closed') become(closedBy(last.server, last.items, pins))
    if (last.change === 'removed') become(pins.filter(({ server }) => server !== last.server))
    letGo(serialized(() => write(last.server, 'repaired', pins, [], null)))
  }
  if (tampered) {
    const all = pins.map((pin) => ({ ...pin, open: false }))
    become(all)
    letGo(serialized(() => write('', 'tampered', all, [], null)))
  }

  return {
    of: (server) => pins.filter((pin) => pin.server === server),
    version: () => version,
    tampered,
    open: (server, put, removed, surface, text) =>
      serialized(async () => {
        const refs = [...put, ...removed]
        const keys = new Set(refs.map(keyOf))
        const next = [
          ...pins.filter((pin) => pin.server !== server || !keys.has(keyOf(pin))),
          ...put,
        ]
        const written = await write(server, 'reviewed', next, refs, surface, text)
        // What was closed while this was written stays closed.
        if (written.ok) become(merged(next, pins, keys, server))
        return written
      }),
    close(server, refs, surface) {
      if (refs.length === 0) return
      become(closedBy(server, refs, pins))
      letGo(serialized(() => write(server, 'closed', pins, refs, surface)))
    },
    forget: (server, surface) =>
      serialized(async () => {
        const next = pins.filter((pin) => pin.server !== server)
        const written = await write(server, 'removed', next, [], surface)
        if (written.ok) become(pins.filter((pin) => pin.server !== server))
        return written
      }),
    note: (server, change, surface, text) =>
      serialized(() => write(server, change, pins, [], surface, text)),
    whenIdle: () => serialized(async () => {}),
  }
}

const merged = (
  next: readonly Pin[],
  live: readonly Pin[],
  keys: ReadonlySet<string>,
  server: string,
): readonly Pin[] => {
  const shut = new Set(live.filter((pin) => !pin.open).map((pin) => `${pin.server} ${keyOf(pin)}`))
  return next.map((pin) => {
    const mine = pin.server === server && keys.has(keyOf(pin))
    return !mine && shut.has(`${pin.server} ${keyOf(pin)}`) ? { ...pin, open: false } : pin
  })
}

const samePin = (a: Pin, b: Pin): boolean =>
  a.server === b.server &&
  a.what === b.what &&
  a.name === b.name &&
  a.text === b.text &&
  a.open === b.open &&
  canonicalJson(a.labels) === canonicalJson(b.labels)
