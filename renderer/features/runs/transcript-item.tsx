// One thing in a transcript.
import { CircleX, Info } from 'lucide-react'
import { lazy, memo, Suspense, useDeferredValue } from 'react'
import { assertNever } from '../../../contract/never.ts'
import type { RunItem } from '../../../contract/run.ts'
import { Exact } from '../../ui/exact-text.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { CallCard } from './call-card.tsx'
import css from './run-view.module.css'
import type { Lent } from './lent.ts'
import { strings } from './strings.ts'

const Markdown = lazy(() => import('../../ui/markdown.tsx').then((part) => ({ default: part.Markdown })))

type Props = { readonly item: RunItem; readonly lent: Lent }

export const TranscriptItem = memo(function TranscriptItem({ item, lent }: Props) {
  switch (item.kind) {
    case 'user':
      return (
        <div className={css.user}>
          <span className={css.speaker}>{strings.you}</span>
          <p>
            <Exact text={item.text} />
          </p>
        </div>
      )
    case 'assistant':
      return item.text === '' ? null : <Assistant text={item.text} streaming={item.streaming} />
    case 'call':
      return <CallCard item={item} lent={lent} />
    case 'notice':
      return (
        <Notice
          tone={item.tone === 'error' ? 'bad' : 'info'}
          icon={item.tone === 'error' ? <CircleX size={16} aria-hidden="true" /> : <Info size={16} aria-hidden="true" />}
        >
          <TroubleText text={item.text} hint={item.hint} />
        </Notice>
      )
    default:
      return assertNever(item, 'TranscriptItem')
  }
})

function Assistant({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
  // Parsing may fall behind a fast stream; typing and buttons may not.
  const deferred = useDeferredValue(text)
  return (
    <div className={css.assistant} data-streaming={streaming}>
      <Suspense
        fallback={
          <p className={css.plain}>
            <Exact text={deferred} />
          </p>
        }
      >
        <Markdown text={deferred} />
      </Suspense>
    </div>
  )
}
