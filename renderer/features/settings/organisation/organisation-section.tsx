// The organisation whose policy holds here: which bundle is in force, since when its source is
// silent, and what waits for the person.
import { useEffect, useState } from 'react'
import type { BundleState } from '../../../../contract/bundle/state.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { isRetained } from '../../../state/relaxation.ts'
import { useManaged } from '../../../state/policy/use-managed.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { fullTime } from '../../../ui/text/time-text.ts'
import { SettingsPart } from '../settings-part.tsx'
import css from './organisation-section.module.css'
import { organisationStrings as words } from './strings.ts'

type Following = Extract<BundleState, { kind: 'following' }>

export function OrganisationSection() {
  const bridge = useBridge()
  const [changes, setChanges] = useState(0)
  const read = useRead(bridge, 'organisation.state', {}, changes)
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event?.kind === 'organisation-changed') setChanges((before) => before + 1)
      }),
    [bridge],
  )
  const state = read.value
  return (
    <SettingsPart
      topic="organisation"
      title={words.title}
      text={words.text}
      ready={state !== null || read.error !== null}
    >
      {read.error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...read.error} />
        </Notice>
      )}
      {state === null ? null : state.kind === 'none' ? (
        <p className={css.hint}>{words.none}</p>
      ) : (
        <Followed state={state} changed={read.reload} />
      )}
    </SettingsPart>
  )
}

function Followed({ state, changed }: { readonly state: Following; changed(): void }) {
  const bridge = useBridge()
  const managed = useManaged()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const act = async (work: () => Promise<{ ok: true } | { ok: false; error: Failure }>) => {
    setBusy(true)
    setFailed(null)
    const done = await work()
    setBusy(false)
    if (!done.ok && !isRetained(done.error)) setFailed(done.error)
    changed()
  }
  const { inForce, waiting, trouble, expiredSince, checked, next, organisation, source } = state
  return (
    <div className={css.parts}>
      <p role="status">
        {inForce === null ? words.missing(organisation) : words.inForce(inForce.serial)}
      </p>
      {expiredSince === null ? null : (
        <Notice tone="warn">
          <p>{words.expired(fullTime(expiredSince))}</p>
        </Notice>
      )}
      {trouble === null ? null : (
        <Notice tone="warn">
          <p>{(inForce === null ? words.noneYet : words.trouble)(fullTime(trouble.since))}</p>
          <TroubleText {...trouble.why} />
        </Notice>
      )}
      {waiting === null ? null : (
        <Notice
          tone="warn"
          action={
            <Button
              disabled={busy}
              focusableWhenDisabled
              onClick={() =>
                void act(() =>
                  bridge.call('organisation.accept', { digest: waiting.bundle.digest }),
                )
              }
            >
              {words.accept}
            </Button>
          }
        >
          <b>{words.waiting(waiting.bundle.serial)}</b>
          <p>{words.waitingText}</p>
          <ul>
            {waiting.relaxes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {failed === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...failed} />
        </Notice>
      )}
      <dl className={css.facts}>
        <dt>{words.name}</dt>
        <dd>{organisation}</dd>
        <dt>{words.source}</dt>
        <dd>
          <code>{source}</code>
        </dd>
        {inForce === null ? null : (
          <>
            <dt>{words.issued}</dt>
            <dd>{fullTime(Date.parse(inForce.issued))}</dd>
            <dt>{words.expires}</dt>
            <dd>{fullTime(Date.parse(inForce.expires))}</dd>
            <dt>{words.keys}</dt>
            <dd>
              {inForce.keys.map((key) => (
                <code key={key}>{key.slice(0, 16)}… </code>
              ))}
            </dd>
          </>
        )}
        {managed === null ? null : (
          <>
            <dt>{words.holds}</dt>
            <dd>
              {words.held({
                preset: managed.preset,
                rules: managed.rules.length,
                stop: managed.stop.length,
                tools: Object.keys(managed.tools).length,
                servers: Object.keys(managed.servers).length,
                agents: Object.keys(managed.agents).length,
              })}
            </dd>
          </>
        )}
        {managed === null || managed.revokedKeys.length === 0 ? null : (
          <>
            <dt>{words.revoked}</dt>
            <dd>
              {managed.revokedKeys.map((key) => (
                <code key={key}>{key.slice(0, 16)}… </code>
              ))}
            </dd>
          </>
        )}
        <dt>{words.checked}</dt>
        <dd>{checked === null ? words.notChecked : fullTime(checked)}</dd>
        {next === null ? null : (
          <>
            <dt>{words.next}</dt>
            <dd>{fullTime(next)}</dd>
          </>
        )}
      </dl>
      <div>
        <Button
          disabled={busy}
          focusableWhenDisabled
          onClick={() => void act(() => bridge.call('organisation.fetch', {}))}
        >
          {busy ? words.fetching : words.fetch}
        </Button>
      </div>
    </div>
  )
}
