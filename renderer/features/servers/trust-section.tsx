// The trust that a person gives, with what each changes, and how long a call may take.
import { Field } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useEffect, useState } from 'react'
import type { ServerListing } from '../../../contract/server/server.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Section, TroubleText } from '../../ui/panel.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './servers-screen.module.css'
import fields from './fields/fields.module.css'
import trustSection from './trust-section.module.css'
import { strings } from './strings.ts'
import { useAct } from '../../state/use-act.ts'

const words = strings.trust

export function TrustSection({
  server,
  changed,
}: {
  readonly server: ServerListing
  changed(): void
}) {
  const bridge = useBridge()
  const { act, error } = useAct()
  const { name, config } = server
  const change = async (part: {
    readonly trust?: Trust
    readonly timeoutSeconds?: number
    readonly asks?: 'off' | 'ask'
    readonly reviewResults?: boolean
  }): Promise<void> => {
    if ((await act('change', () => bridge.call('servers.change', { name, ...part }))) !== null)
      changed()
  }
  return (
    <Section title={words.title}>
      <div className={css.body}>
        <TrustPick value={config.trust} onChange={(trust) => void change({ trust })} />
        <p className={css.hint}>{words.note}</p>
        <TimeField
          seconds={config.timeoutSeconds}
          save={(timeoutSeconds) => void change({ timeoutSeconds })}
        />
        <div className={trustSection.asks}>
          <ToggleSwitch
            on={config.asks === 'ask'}
            label={words.asks}
            onChange={(on) => void change({ asks: on ? 'ask' : 'off' })}
          />
          <span>
            <b>{words.asks}</b>
            <span className={css.hint}>{words.asksText}</span>
          </span>
        </div>
        <div className={trustSection.asks}>
          <ToggleSwitch
            on={config.reviewResults === true}
            label={words.review}
            onChange={(reviewResults) => void change({ reviewResults })}
          />
          <span>
            <b>{words.review}</b>
            <span className={css.hint}>{words.reviewText}</span>
          </span>
        </div>
        {error === null ? null : (
          <Notice tone="bad" alert>
            <TroubleText {...error} />
          </Notice>
        )}
      </div>
    </Section>
  )
}

export function TrustPick({
  value,
  onChange,
}: {
  readonly value: Trust
  onChange(trust: Trust): void
}) {
  return (
    <RadioGroup
      className={trustSection.trusts}
      aria-label={words.title}
      value={value}
      onValueChange={(next) => onChange(next as Trust)}
    >
      {(['local', 'verified', 'community'] as const).map((trust) => (
        // The radio button is in the label; the rule looks for a plain input.
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control
        <label key={trust} className={trustSection.trust} data-chosen={trust === value}>
          <Radio.Root
            value={trust}
            className={trustSection.radio}
            aria-labelledby={`trust-${trust}`}
            aria-describedby={`trust-text-${trust}`}
          >
            <Radio.Indicator className={trustSection.dot} />
          </Radio.Root>
          <span>
            <b id={`trust-${trust}`}>{strings.trusts[trust].name}</b>
            <span id={`trust-text-${trust}`} className={css.hint}>
              {strings.trusts[trust].text}
            </span>
          </span>
        </label>
      ))}
    </RadioGroup>
  )
}

function TimeField({ seconds, save }: { readonly seconds: number; save(seconds: number): void }) {
  const [text, setText] = useState(String(seconds))
  useEffect(() => setText(String(seconds)), [seconds])
  const number = Number(text)
  const right = Number.isInteger(number) && number >= 1 && number <= 3_600
  const send = (): void => {
    if (right && number !== seconds) save(number)
  }
  return (
    <Field.Root className={fields.field} invalid={!right}>
      <Field.Label className={fields.label}>{words.time}</Field.Label>
      <div className={fields.fieldRow}>
        <Field.Control
          className={fields.input}
          data-short="true"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onValueChange={setText}
          onKeyDown={(event) => event.key === 'Enter' && send()}
        />
        {number === seconds ? null : (
          <Button size="small" aria-disabled={!right} onClick={send}>
            {words.save}
          </Button>
        )}
      </div>
      {right ? null : (
        <Field.Error match className={fields.error}>
          {words.timeWrong}
        </Field.Error>
      )}
    </Field.Root>
  )
}
