// Saves unsent messages and the unsaved policy text for one reload of this page in this tab; they hold
// no secrets. Everything else that was typed prevents an automatic reload.
import { z } from 'zod'
import { currentDraft, setDraft as setPolicyDraft } from './policy/policy-draft.ts'
import { useUi } from './ui.ts'

const KEY = 'gatehouse.put-by'

const PutBy = z.strictObject({
  drafts: z.record(z.string(), z.string()),
  attached: z.record(z.string(), z.array(z.string())),
  sent: z.array(z.string()),
  policy: z.strictObject({ text: z.string(), base: z.string(), baseHash: z.string() }).nullable(),
})

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Does nothing where this browser takes none, or not so much. */
export function putBy(storage: TabStorage): void {
  const { drafts, attached, sent } = useUi.getState()
  try {
    storage.setItem(KEY, JSON.stringify({ drafts, attached, sent, policy: currentDraft() }))
  } catch {
    // Then it is lost, as by any other reload.
  }
}

/** Takes back what was put by, once. */
export function takeBack(storage: TabStorage): void {
  try {
    const text = storage.getItem(KEY)
    storage.removeItem(KEY)
    if (text === null) return
    const { drafts, attached, sent, policy } = PutBy.parse(JSON.parse(text))
    useUi.setState({ drafts, attached, sent })
    setPolicyDraft(policy)
  } catch {
    // Somebody else's, or cut off: then there is nothing to take back.
  }
}
