// What holds now, in plain words.
import { Ban, Check, Hand, KeyRound, TriangleAlert } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Effect } from '../../../contract/policy/decision.ts'
import type { PresetEffect } from '../../../contract/policy/policy-file.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { presetName } from '../../state/policy/use-preset.ts'
import { useManaged } from '../../state/policy/use-managed.ts'
import { useRead } from '../../state/use-read.ts'
import { EffectWord } from '../../ui/marks/effect-word.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { ScrollPage } from '../../ui/page/scroll-page.tsx'
import { TierBadge } from '../../ui/marks/tier-badge.tsx'
import css from './policy.module.css'
import type { PartProps } from './render-slots.ts'
import { LineLink, ProblemList } from './problem-list.tsx'
import { type Part, strings } from './strings.ts'
import { Block } from './block.tsx'
import { ManagedPreset, ManagedRest, ManagedStop } from './managed-overview.tsx'
import { useChange } from './use-change.ts'

const { overview: words } = strings
const icons: Readonly<Record<Effect, ReactNode>> = {
  allow: <Check size={14} aria-hidden="true" />,
  confirm: <Hand size={14} aria-hidden="true" />,
  deny: <Ban size={14} aria-hidden="true" />,
}

export function OverviewPart({ overview, slots, reload, onGo }: PartProps) {
  const bridge = useBridge()
  const untried = useLive((live) => live.app?.untried ?? null)
  const managed = useManaged()
  const leases = useRead(bridge, 'leases.list', {})
  const {
    preset,
    presets,
    clients: askers,
    stop,
    rules,
    hosts,
    tools,
    file,
    exists,
    policyHash,
  } = overview
  const inForce = presets[preset]
  const counts: readonly (readonly [Part, string])[] = [
    ['rules', words.rules(rules.length)],
    ['leases', words.leases(leases.value?.length ?? 0)],
    ['allowlists', words.hosts(hosts.length)],
  ]
  return (
    <ScrollPage label={strings.parts.overview} width="table">
      <ProblemList
        problems={overview.problems}
        warnings={overview.warnings}
        onLine={(line) => onGo('editor', line)}
      />
      <Block
        title={words.inForce}
        text={words.inForceIs(presetName(preset), inForce?.description ?? '')}
      >
        {slots.presets()}
        <ManagedPreset managed={managed} />
        {untried === null ? null : (
          <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
            <TroubleText text={untried.text} hint={untried.how} />
          </Notice>
        )}
        <Effects effects={overview.effects} />
        <ul className={css.bullets}>
          {(inForce === undefined ? [] : words.borders(inForce)).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Block>
      <Block title={words.counts}>
        <p className={css.links}>
          {counts.map(([to, text]) => (
            <Button key={to} size="small" onClick={() => onGo(to)}>
              {text}
            </Button>
          ))}
          {Object.keys(tools).length === 0 ? null : (
            <span className={css.quiet}>{words.tools(Object.keys(tools).length)}</span>
          )}
        </p>
      </Block>
      <Block title={words.askers}>
        {askers.length === 0 ? (
          <p className={css.quiet}>{words.sameForAll}</p>
        ) : (
          <ul className={css.rows}>
            {askers.map((asker) => (
              <li key={asker.name}>
                <code>{asker.name}</code>
                <span>
                  {words.asker(
                    asker.preset === null ? null : presetName(asker.preset),
                    asker.perMinute,
                  )}
                </span>
                {asker.line === null ? null : (
                  <LineLink line={asker.line} onLine={(line) => onGo('editor', line)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Block>
      <Block title={words.stop} text={words.stopText}>
        <Stop builtIn={stop.builtIn} own={stop.own} overview={overview} reload={reload} />
        <ManagedStop managed={managed} />
      </Block>
      <ManagedRest managed={managed} />
      <Block title={words.order} text={words.orderText}>
        <ol className={css.layers}>
          {words.layers.map((layer) => (
            <li key={layer}>{layer}</li>
          ))}
        </ol>
      </Block>
      <Block title={words.file} text={words.hashHint}>
        <p className={css.links}>
          <code className={css.wrap}>{file}</code>
          {exists ? null : <span className={css.quiet}>{words.noFile}</span>}
          <Button size="small" onClick={() => onGo('editor')}>
            {words.edit}
          </Button>
        </p>
        <div>
          <h3>{words.hash}</h3>
          <CopyLine text={policyHash} words={words.copy} />
        </div>
      </Block>
    </ScrollPage>
  )
}

function Effects({ effects }: { readonly effects: readonly PresetEffect[] }) {
  return (
    <ul className={css.tiers} aria-label={words.tiers}>
      {effects.map(({ work, tier, effect }) => {
        const proof = tier === 'R4' && effect === 'confirm'
        return (
          <li key={work}>
            <TierBadge tier={tier} />
            <span>{words.work[work]}</span>
            <EffectWord effect={effect}>
              {proof ? <KeyRound size={14} aria-hidden="true" /> : icons[effect]}
              {proof ? words.stepUp : words.does[effect]}
            </EffectWord>
          </li>
        )
      })}
    </ul>
  )
}

function Stop({
  builtIn,
  own,
  overview,
  reload,
}: Pick<PartProps, 'overview' | 'reload'> & {
  readonly builtIn: readonly string[]
  readonly own: readonly string[]
}) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const change = useChange(overview, reload)
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (typed.trim() === '') return
    const done = await change.change({ kind: 'add-stop', path: typed.trim() }, words.stopAdded)
    if (done === 'saved') setTyped('')
  }
  return (
    <>
      <p className={css.links}>
        <span>{words.stopCount(builtIn.length)}</span>
        <Button size="small" tone="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.stopHide : words.stopShow}
        </Button>
      </p>
      {open ? (
        <ul className={css.places}>
          {builtIn.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      ) : null}
      <h3>{words.stopOwn}</h3>
      {own.length === 0 ? null : (
        <ul className={css.places}>
          {own.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      )}
      <form className={css.addRow} onSubmit={(event) => void add(event)}>
        <input
          aria-label={words.stopAdd}
          placeholder={words.stopPlaceholder}
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" size="small" disabled={change.busy} focusableWhenDisabled>
          {words.stopAdd}
        </Button>
      </form>
      <p className={css.quiet}>{words.stopHint}</p>
      {change.error === null ? null : (
        <p role="alert" className={css.bad}>
          <TroubleText {...change.error} />
        </p>
      )}
      <p role="status" className={css.ok}>
        {change.said}
      </p>
    </>
  )
}
