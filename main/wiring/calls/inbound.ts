// Opens webhooks with their tables, the jobs that wait for events, and the stored credentials.
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { CountedRows } from '../../journal/counted-rows.ts'
import { openInbound, type Inbound } from '../../inbound/inbound.ts'
import type { InboundDeps } from '../../inbound/inbound-deps.ts'
import { WEBHOOK_PORT } from '../../inbound/webhook-port.ts'
import type { Scheduler } from '../../schedule/scheduler.ts'
import { cleanLarge } from '../../secrets/sanitize/sanitize-slices.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import type { Redactor } from '../../secrets/redact/redactor.ts'
import type { OnDisk } from '../storage/on-disk.ts'

/** More than a body can have. */
const MOST_CHARS = 1_000_000

export type WireInboundDeps = Pick<
  InboundDeps,
  'now' | 'monotonic' | 'record' | 'report' | 'barred'
> & {
  readonly tables: Pick<OnDisk['tables'], 'webhooks' | 'inboundEvents'>
  readonly secrets: Credentials['webhookSecrets']
  readonly scheduler: Pick<Scheduler, 'event'>
  readonly redactor: Pick<Redactor, 'text'>
  readonly counted: Pick<CountedRows, 'note'>
  readonly send: (event: PanelEvent) => void
  /** This process stays, so it can be sent to. */
  readonly listens: boolean
  readonly port: number | null
}

export const wireInbound = ({
  tables,
  redactor,
  counted,
  send,
  listens,
  port,
  ...deps
}: WireInboundDeps): Inbound =>
  openInbound({
    ...deps,
    hooks: tables.webhooks,
    events: tables.inboundEvents,
    start: deps.scheduler.event,
    async clean(text) {
      const cleaned = await cleanLarge(text, { maxChars: MOST_CHARS })
      return { text: (await redactor.text(cleaned.text)).text, flags: cleaned.flags }
    },
    counted: counted.note,
    port: listens ? (port ?? WEBHOOK_PORT) : null,
    changed: () => send({ kind: 'schedules-changed' }),
  })
