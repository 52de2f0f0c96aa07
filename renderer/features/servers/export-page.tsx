// The servers in the form of another client, to copy. References to secrets, never values.
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { ClientFormat } from '../../../contract/server/server-review.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { ExactBlock } from '../../ui/text/exact-text.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { EmptyState, Notice, Section, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import css from './servers-screen.module.css'
import fields from './fields/fields.module.css'
import { strings } from './strings.ts'

const words = strings.export
const formats = Object.entries(strings.formats).map(([value, label]) => ({
  value: value as ClientFormat,
  label,
}))

export function ExportPage({ names }: { readonly names: readonly string[] }) {
  const bridge = useBridge()
  const [format, setFormat] = useState<ClientFormat>('claude-code')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { copied, copy, forget } = useCopy()
  const chosen = names.filter((name) => !left.has(name))
  const { value, error } = useRead(bridge, 'servers.export', { format, names: chosen })
  return (
    <>
      <h2 className={css.title} tabIndex={-1}>
        {words.title}
      </h2>
      <p className={css.lead}>{words.text}</p>
      {names.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <>
          <div className={css.acts}>
            <Pick
              label={words.format}
              value={format}
              choices={formats}
              wide
              onChange={(next) => {
                setFormat(next)
                forget()
              }}
            />
          </div>
          <fieldset className={fields.field}>
            <legend className={fields.label}>{words.which}</legend>
            <div className={fields.choice}>
              {names.map((name) => (
                <label key={name} className={fields.check}>
                  <input
                    type="checkbox"
                    checked={!left.has(name)}
                    onChange={({ target: { checked } }) => {
                      const next = new Set(left)
                      if (checked) next.delete(name)
                      else next.add(name)
                      setLeft(next)
                      forget()
                    }}
                  />
                  <code>{name}</code>
                </label>
              ))}
            </div>
          </fieldset>
          {error === null ? null : (
            <Notice tone="bad" alert>
              <TroubleText {...error} />
            </Notice>
          )}
          {value === null ? null : (
            <>
              {value.notes.length === 0 ? null : (
                <Notice tone="info">
                  <b>{words.notes}</b>
                  <ul>
                    {value.notes.map((note) => (
                      <li key={note}>{note}</li>
                    ))}
                  </ul>
                </Notice>
              )}
              <Section
                title={words.label}
                aside={
                  <Button
                    size="small"
                    tone="quiet"
                    icon={
                      copied === 'copied' ? (
                        <Check size={14} aria-hidden="true" />
                      ) : (
                        <Copy size={14} aria-hidden="true" />
                      )
                    }
                    onClick={() => void copy(value.text)}
                  >
                    {copied === 'copied' ? strings.copy.copied : words.copy}
                  </Button>
                }
              >
                <ExactBlock text={value.text} label={words.label} tall />
              </Section>
              <p role="status" className={css.hint}>
                {copied === 'refused' ? strings.copy.chosen : ''}
              </p>
            </>
          )}
        </>
      )}
    </>
  )
}
