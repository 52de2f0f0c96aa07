// One call that nobody makes, under the text in the editor: built in the form of its tool, or
// pasted.
import { strictJson } from '../../../../contract/strict-json.ts'
import { type SyntheticEvent, useId, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { Supposed, SupposedCall } from '../../../../contract/policy/supposed.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setTesterText, usePolicyDraft } from '../../../state/policy/policy-draft.ts'
import { useToolList } from '../../../state/shared/tool-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { simulator as words } from '../editor/editor-text.ts'
import type { PolicyRenderSlots } from '../render-slots.ts'
import css from '../policy.module.css'

const noTool = ''

/** What was pasted as a call, or what is wrong with it. Main checks the rest. */
export function readCall(text: string): SupposedCall | string {
  const read = strictJson(text)
  if (!read.ok) return words.notJson
  const { value } = read
  const isCall =
    typeof value === 'object' &&
    value !== null &&
    'tool' in value &&
    typeof value.tool === 'string' &&
    'args' in value
  return isCall ? (value as SupposedCall) : words.noCall
}

export function PolicyTester({
  text,
  slots,
}: {
  readonly text: string
  readonly slots: PolicyRenderSlots
}) {
  const bridge = useBridge()
  const tools = useToolList().value ?? []
  const [name, setName] = useState(noTool)
  const pasted = usePolicyDraft((state) => state.testerText)
  const [said, setSaid] = useState<Supposed | null>(null)
  const [bad, setBad] = useState<string | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const id = useId()
  const tool = tools.find((each) => each.name === name)

  const explain = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    const call = readCall(pasted)
    setSaid(null)
    setBad(typeof call === 'string' ? call : null)
    if (typeof call === 'string') return
    const explained = await bridge.call('policy.explain', { calls: [call], text })
    setError(explained.ok ? null : explained.error)
    if (explained.ok) setSaid(explained.value[0] ?? null)
  }
  return (
    <>
      <div>
        <Pick
          label={words.testerTool}
          value={name}
          neutral={noTool}
          choices={[
            { value: noTool, label: words.chooseTool },
            ...tools.map((each) => ({ value: each.name, label: each.name })),
          ]}
          onChange={setName}
        />
      </div>
      {tool === undefined ? null : <div key={tool.name}>{slots.tryCall(tool, text)}</div>}
      <form className={css.field} onSubmit={(event) => void explain(event)}>
        <label htmlFor={id}>{words.paste}</label>
        <textarea
          id={id}
          rows={3}
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          aria-invalid={bad !== null}
          value={pasted}
          onChange={({ target }) => setTesterText(target.value)}
        />
        <p id={`${id}-hint`} className={bad === null ? css.hint : css.bad}>
          {bad ?? words.pasteHint}
        </p>
        <Button type="submit" size="small">
          {words.explain}
        </Button>
      </form>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div role="status">{said === null ? null : slots.verdict(said)}</div>
    </>
  )
}
