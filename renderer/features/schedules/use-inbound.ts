// Webhooks and events as the screen shows them, read again whenever one came in.
import type { InboundEvent } from '../../../contract/inbound/event.ts'
import type { WebhooksState } from '../../../contract/inbound/webhook.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { type Read, useRead } from '../../state/use-read.ts'

export type InboundReads = {
  readonly webhooks: Read<WebhooksState>
  readonly events: Read<InboundEvent[]>
  reload(): void
}

export function useInbound(most: number): InboundReads {
  const bridge = useBridge()
  const again = useLive((live) => `${live.schedulesRevision} ${live.journalSeq}`)
  const webhooks = useRead(bridge, 'webhooks.list', {}, again)
  const events = useRead(bridge, 'events.list', { limit: most }, again)
  return {
    webhooks,
    events,
    reload() {
      webhooks.reload()
      events.reload()
    },
  }
}
