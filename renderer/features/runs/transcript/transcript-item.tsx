// One thing in a transcript.
import { CircleX, FoldVertical, Info, RotateCcw, TriangleAlert } from 'lucide-react'
import { type ComponentType, lazy, memo, Suspense, useDeferredValue, useState } from 'react'
import { assertNever } from '../../../../contract/never.ts'
import type { RunItem, RunItemOf } from '../../../../contract/agent/run.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setTrouble } from '../../../state/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { CallCard } from './call-card.tsx'
import type { Setting } from './setting.ts'
import css from './transcript.module.css'
import { strings } from '../strings.ts'
import { UserMessage } from './user-message.tsx'

// Where its code cannot be loaded, a transcript is still worth reading.
const Markdown = lazy(() =>
  import('../../../ui/text/markdown.tsx').then(
    (part): { default: ComponentType<{ readonly text: string }> } => ({ default: part.Markdown }),
    () => ({ default: Plain }),
  ),
)

type Props = { readonly item: RunItem; readonly setting: Setting }

export const TranscriptItem = memo(function TranscriptItem({ item, setting }: Props) {
  switch (item.kind) {
    case 'user':
      return <UserMessage item={item} setting={setting} />
    case 'assistant':
      return item.text === '' ? null : <Assistant item={item} setting={setting} />
    case 'call':
      return <CallCard item={item} setting={setting} />
    case 'notice':
      return (
        <Notice
          tone={item.tone === 'error' ? 'bad' : 'info'}
          icon={
            item.tone === 'error' ? (
              <CircleX size={16} aria-hidden="true" />
            ) : (
              <Info size={16} aria-hidden="true" />
            )
          }
        >
          <TroubleText text={item.text} hint={item.hint} />
        </Notice>
      )
    case 'compacted':
      return (
        <Notice tone="info" icon={<FoldVertical size={16} aria-hidden="true" />}>
          <TroubleText
            text={strings.compacted.text(item.steps > 0)}
            hint={strings.compacted.hint(item.tokensBefore, item.tokensAfter)}
          />
        </Notice>
      )
    default:
      return assertNever(item, 'TranscriptItem')
  }
})

function Assistant({
  item,
  setting,
}: {
  readonly item: RunItemOf<'assistant'>
  readonly setting: Setting
}) {
  // Parsing may fall behind a fast stream; typing and buttons may not.
  const deferred = useDeferredValue(item.text)
  return (
    <div className={css.assistant} data-streaming={item.streaming}>
      <Suspense fallback={<Plain text={deferred} />}>
        <Markdown text={deferred} />
      </Suspense>
      {item.unbacked === undefined ? null : (
        <div className={css.unbacked}>
          <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
            <p>{strings.unbacked}</p>
            <ul>
              {item.unbacked.map((sentence) => (
                <li key={sentence}>
                  <Exact text={sentence} />
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {setting.again?.answer === item.id ? <Again setting={setting} again={setting.again} /> : null}
    </div>
  )
}

function Plain({ text }: { readonly text: string }) {
  return (
    <p className={css.plain}>
      <Exact text={text} />
    </p>
  )
}

/** Asks for the last answer again: the same message in a run that goes on from just before it. */
function Again({
  setting,
  again,
}: {
  readonly setting: Setting
  readonly again: NonNullable<Setting['again']>
}) {
  const bridge = useBridge()
  const [busy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    setBusy(true)
    const { message: item, text, attached: attach } = again
    const result = await bridge.call('runs.branch', {
      id: setting.runId,
      item,
      text,
      attach: [...attach],
    })
    setBusy(false)
    setTrouble(result.ok ? null : result.error)
    if (result.ok) setting.onGo(result.value.id)
  }
  return (
    <Button
      tone="quiet"
      size="small"
      className={css.again}
      disabled={busy}
      focusableWhenDisabled
      title={strings.againTip}
      icon={<RotateCcw size={13} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      {strings.again}
    </Button>
  )
}
