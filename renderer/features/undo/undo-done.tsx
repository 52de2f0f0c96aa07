// What came of an undo: what is back, what is not, and the way to take it back again.
import { CircleCheck, Info, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CallId } from '../../../contract/ids.ts'
import type { UndoDone } from '../../../contract/call/undo-preview.ts'
import { Button } from '../../ui/button.tsx'
import { Exact } from '../../ui/text/exact-text.tsx'
import { Notice } from '../../ui/panel.tsx'
import { strings } from './strings.ts'
import css from './undo.module.css'
import { pathWords } from './undo-text.ts'

type Props = { readonly done: UndoDone; close(): void; show(callId: CallId): void; again(): void }

export function UndoDoneView({ done, close, show, again }: Props) {
  const { files, forced, failed, notes, undoId } = done
  const closeRef = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone; without this the focus would be too.
  useEffect(() => closeRef.current?.focus(), [])
  return (
    <div className={css.body}>
      <div role="status" className={css.body}>
        <Notice
          tone={failed.length === 0 ? 'ok' : 'warn'}
          icon={<CircleCheck size={16} aria-hidden="true" />}
        >
          <b>{strings.done(pathWords(files))}</b>
          {forced.length === 0 ? null : (
            <span>
              {' '}
              {strings.doneForced} <PathWords paths={forced} />
            </span>
          )}
        </Notice>
        {failed.length === 0 ? null : (
          <Notice tone="bad" icon={<TriangleAlert size={16} aria-hidden="true" />}>
            <p>
              <b>{strings.failed(failed.length)}</b> {strings.failedText}
            </p>
            <ul className={css.failed}>
              {failed.map(({ path, why }) => (
                <li key={path}>
                  <code>
                    <Exact text={path} />
                  </code>{' '}
                  <Exact text={why} />
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {notes.map((note) => (
          <Notice key={note} tone="info" icon={<Info size={16} aria-hidden="true" />}>
            <Exact text={note} />
          </Notice>
        ))}
      </div>
      <div className={css.acts}>
        <Button ref={closeRef} tone="strong" onClick={close}>
          {strings.close}
        </Button>
        {failed.length === 0 ? null : <Button onClick={again}>{strings.retry}</Button>}
        <Button icon={<Undo2 size={14} aria-hidden="true" />} onClick={() => show(undoId)}>
          {strings.buttonAgain}
        </Button>
      </div>
    </div>
  )
}

function PathWords({ paths }: { readonly paths: readonly string[] }) {
  return paths.map((path, index) => (
    <span key={path}>
      {index === 0 ? '' : ', '}
      <code>
        <Exact text={path} />
      </code>
    </span>
  ))
}
