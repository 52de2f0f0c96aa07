// Writes what the filter finds into a file, a piece at a time, with a count and a way to stop.
import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ExportFormat } from '../../../contract/journal/audit.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import { count } from '../../ui/text/time-text.ts'
import { useDeferredMount } from '../../ui/use-deferred-mount.ts'
import { saveFile } from '../../ui/save-file.ts'
import { SavedProof } from './saved-proof.tsx'
import css from './audit-screen.module.css'
import { strings } from './strings.ts'

const words = strings.export
const types: Readonly<Record<ExportFormat, readonly [type: string, ending: string]>> = {
  jsonl: ['application/x-ndjson', 'jsonl'],
  csv: ['text/csv', 'csv'],
  otel: ['application/x-ndjson', 'otlp.jsonl'],
  proof: ['application/x-ndjson', 'signed.jsonl'],
}
const formats = (['jsonl', 'csv', 'otel', 'proof'] as const).map((value) => ({
  value,
  label: words.formats[value],
}))

const hiding = (['nothing', 'content', 'people'] as const).map((value) => ({
  value,
  label: words.hiding[value],
}))
type Hides = (typeof hiding)[number]['value']
const redacted: Readonly<Record<Hides, string[]>> = {
  nothing: [],
  content: ['content'],
  people: ['content', 'people'],
}

type Work =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy'; readonly rows: number }
  | { readonly kind: 'done'; readonly rows: number }

export function ExportDialog({ query }: { readonly query: string }) {
  const bridge = useBridge()
  // The rows come first.
  const mounted = useDeferredMount()
  const [open, setOpen] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('jsonl')
  const [hides, setHides] = useState<Hides>('nothing')
  const [work, setWork] = useState<Work>({ kind: 'rest' })
  const [error, setError] = useState<Failure | null>(null)
  const turn = useRef(0)

  const write = async (): Promise<void> => {
    turn.current += 1
    const mine = turn.current
    setError(null)
    setWork({ kind: 'busy', rows: 0 })
    // The browser keeps large blobs on disk; no piece stays in the memory of the page.
    let blob = new Blob([], { type: types[format][0] })
    let rows = 0
    const redact = format === 'proof' ? redacted[hides] : []
    for (let from: { after?: number; until?: number; asOf?: number | undefined } = {}; ;) {
      const piece = await bridge.call('audit.export', { format, query, redact, ...from })
      if (mine !== turn.current) return
      if (!piece.ok) {
        setError(piece.error)
        return setWork({ kind: 'rest' })
      }
      rows += piece.value.rows
      blob = new Blob([blob, piece.value.text], { type: types[format][0] })
      setWork({ kind: 'busy', rows })
      if (piece.value.next === null) break
      from = { after: piece.value.next, until: piece.value.seq, asOf: piece.value.asOf }
    }
    saveFile(blob, `gatehouse-audit-${new Date().toISOString().slice(0, 10)}.${types[format][1]}`)
    setWork({ kind: 'done', rows })
  }
  const stop = (): void => {
    turn.current += 1
    setWork({ kind: 'rest' })
  }

  return (
    <>
      <Button
        size="small"
        icon={<Download size={15} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {mounted ? (
        <Modal
          open={open}
          onOpenChange={(next) => {
            if (!next) stop()
            setOpen(next)
          }}
          title={words.title}
          closeLabel={words.close}
          closeIcon={<X size={16} aria-hidden="true" />}
        >
          <div className={css.dialog}>
            <p>{query.trim() === '' ? words.all : words.fitting}</p>
            {query.trim() === '' ? null : <code className={css.asked}>{query}</code>}
            <Pick<ExportFormat>
              label={words.format}
              value={format}
              choices={formats}
              wide
              onChange={setFormat}
            />
            <p className={css.muted}>{words.notes[format]}</p>
            {format === 'proof' ? (
              <>
                <Pick<Hides>
                  label={words.hides}
                  value={hides}
                  choices={hiding}
                  wide
                  onChange={setHides}
                />
                <SavedProof />
              </>
            ) : null}
            {error === null ? null : (
              <Notice tone="bad" alert>
                <TroubleText {...error} />
              </Notice>
            )}
            <div className={css.dialogEnd}>
              <span role="status" className={css.muted}>
                {work.kind === 'busy'
                  ? words.busy(count(work.rows))
                  : work.kind === 'done'
                    ? words.done(count(work.rows))
                    : ''}
              </span>
              {work.kind === 'busy' ? (
                <Button onClick={stop}>{words.stop}</Button>
              ) : (
                <Button tone="strong" onClick={() => void write()}>
                  {words.write}
                </Button>
              )}
            </div>
          </div>
        </Modal>
      ) : null}
    </>
  )
}
