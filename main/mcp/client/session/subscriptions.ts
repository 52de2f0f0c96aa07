// Keeps the subscriptions at one server to those resources that somebody here wants to hear of: one
// request each up to 2025-11-25, and one open request for all of them since.
import { letGo } from '../../../../contract/let-go.ts'
import type { Client, McpSubscription } from '@modelcontextprotocol/client'
import { plainText } from '../plain-text.ts'

export type Subscriptions = { follow(uris: readonly string[]): void }

export function openSubscriptions(client: Client, note: (text: string) => void): Subscriptions {
  let now: readonly string[] = []
  let open: McpSubscription | null = null
  let slot: Promise<void> = Promise.resolve()

  const change = async (uris: readonly string[]): Promise<void> => {
    if (client.getServerCapabilities()?.resources?.subscribe !== true) return
    const before = now
    now = uris
    if (client.getProtocolEra() === 'modern') {
      const old = open
      open = uris.length === 0 ? null : await client.listen({ resourceSubscriptions: [...uris] })
      await old?.close()
      return
    }
    for (const uri of uris) if (!before.includes(uri)) await client.subscribeResource({ uri })
    for (const uri of before) if (!uris.includes(uri)) await client.unsubscribeResource({ uri })
  }
  return {
    follow(uris) {
      slot = slot.then(() =>
        change(uris).catch((thrown: unknown) =>
          note(
            `It could not be subscribed to: ${plainText(thrown instanceof Error ? thrown.message : String(thrown), 200)}`,
          ),
        ),
      )
      letGo(slot)
    },
  }
}
