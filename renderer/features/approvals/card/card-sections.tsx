// The facts under the call itself: reach, reasons, what the run has seen, origins, hashes.
import { CircleAlert, CircleDashed } from 'lucide-react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { Origin, Source } from '../../../../contract/call/origin.ts'
import { shortPath, touchWords } from '../../../state/call-text.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Facts, Section } from '../../../ui/panel.tsx'
import css from './approval-card.module.css'
import { strings } from '../strings.ts'

export function Reaches({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  const { staged } = approval
  // What it changed in the workspace is above, each path with its lines.
  const touches = approval.decision.touches.filter(
    (touch) => staged === null || touch.kind !== 'fs.write' || touch.zone !== 'workspace',
  )
  return (
    <Section title={strings.reaches}>
      {staged === null ? null : <p className={css.quietLine}>{strings.staged.writes}</p>}
      {touches.length === 0 ? (
        staged !== null ? null : (
          <p className={css.quietLine}>{strings.reachesNothing}</p>
        )
      ) : (
        <dl className={css.reach}>
          {touches.map((touch) => {
            const words = touchWords(touch, workspace)
            return (
              <div key={JSON.stringify(touch)}>
                <dt>{words.verb}</dt>
                <dd>
                  <code>
                    <Exact text={words.what} />
                  </code>
                  <span className={css.zone} data-alarm={words.alarming}>
                    {words.note}
                  </span>
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </Section>
  )
}

export function Why({ approval }: { readonly approval: Approval }) {
  return (
    <Section title={strings.why}>
      <ul className={css.why}>
        {approval.decision.reasons.map((reason) => (
          <li key={`${reason.code} ${reason.text}`}>
            <Exact text={reason.text} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Seen({ approval }: { readonly approval: Approval }) {
  const { privateRead, untrustedRead } = approval.taint
  const out = approval.decision.touches.some(
    (touch) =>
      touch.kind === 'net.fetch' ||
      touch.kind === 'net.connect' ||
      (touch.kind === 'mcp.call' && touch.openWorld),
  )
  const sources = [...privateRead, ...untrustedRead]
  if (!out && sources.length === 0) {
    return (
      <Section title={strings.seen}>
        <p className={css.quietLine}>{strings.seenNothing}</p>
      </Section>
    )
  }
  return (
    <Section title={strings.seen}>
      <ul className={css.lamps}>
        <Lamp lit={privateRead.length > 0} on={strings.lampPrivate} off={strings.lampNot.private} />
        <Lamp
          lit={untrustedRead.length > 0}
          on={strings.lampUntrusted}
          off={strings.lampNot.untrusted}
        />
        <Lamp lit={out} on={strings.lampOut} off={strings.lampNot.out} />
      </ul>
      {out && privateRead.length > 0 && untrustedRead.length > 0 ? (
        <p className={css.allLit}>{strings.allLit}</p>
      ) : null}
      {sources.length === 0 ? null : (
        <details className={css.more}>
          <summary>{strings.sources}</summary>
          <ul className={css.sources}>
            {sources.map((source) => (
              <SourceLine key={`${source.callId} ${source.from} ${source.label}`} source={source} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function Lamp({
  lit,
  on,
  off,
}: {
  readonly lit: boolean
  readonly on: string
  readonly off: string
}) {
  return (
    <li className={css.lamp} data-lit={lit}>
      {lit ? (
        <CircleAlert size={15} aria-hidden="true" />
      ) : (
        <CircleDashed size={15} aria-hidden="true" />
      )}
      {lit ? on : off}
    </li>
  )
}

function SourceLine({ source }: { readonly source: Source }) {
  return (
    <li>
      <span className={css.label}>{strings.labels[source.label]}</span>
      <code>
        <Exact text={source.from} />
      </code>
      <span className={css.muted}>{source.tool}</span>
    </li>
  )
}

export function Origins({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  if (approval.origins.length === 0) return null
  return (
    <Section title={strings.origins}>
      <div className={css.padded}>
        <Facts
          facts={approval.origins.map(({ pointer, origin }) => ({
            key: pointer === '' ? '/' : pointer.slice(1),
            value: <OriginWords origin={origin} workspace={workspace} />,
          }))}
        />
      </div>
    </Section>
  )
}

function OriginWords({
  origin,
  workspace,
}: {
  readonly origin: Origin
  readonly workspace: string
}) {
  switch (origin.kind) {
    case 'person':
      return strings.originPerson
    case 'model':
      return strings.originModel
    case 'tool':
      return (
        <span className={css.originTool} data-alarm={origin.source.label === 'untrusted'}>
          {strings.originTool(origin.source.tool, shortPath(origin.source.from, workspace))} ·{' '}
          {strings.labels[origin.source.label]}
        </span>
      )
    default:
      return assertNever(origin, 'OriginWords')
  }
}

export function Hashes({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  const files = Object.entries(approval.fileHashes).map(([path, hash]) => ({
    key: shortPath(path, workspace),
    value: <code>{hash ?? strings.hashNoFile}</code>,
  }))
  return (
    <details className={css.hashes}>
      <summary>{strings.hashes}</summary>
      <Facts
        facts={[
          { key: strings.hashRequest, value: <code>{approval.requestHash}</code> },
          { key: strings.hashDefinition, value: <code>{approval.definitionHash}</code> },
          { key: strings.hashPolicy, value: <code>{approval.policyHash}</code> },
          ...files,
        ]}
      />
    </details>
  )
}
