// The facts round the call itself: why it asks, what it reaches, what the run has seen; and what is
// folded: where its values come from, the raw arguments, hashes.
import { CircleAlert, CircleDashed } from 'lucide-react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { Origin, Source } from '../../../../contract/call/origin.ts'
import { shortPath } from '../../../../contract/approval/call-title.ts'
import { touchWords } from '../../../state/call-text.ts'
import type { CanonicalTouch } from '../../../../contract/call/touch.ts'
import { Exact, ExactBlock } from '../../../ui/text/exact-text.tsx'
import { Facts } from '../../../ui/panel.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { AllowHost } from './allow-host.tsx'
import css from './approval-card.module.css'
import cardSections from './card-sections.module.css'
import { showing } from './exactly-this.tsx'
import { isHeldHere } from './held-here.ts'
import { ModelWords } from './model-text.tsx'
import { strings } from '../strings.ts'
import { UndoLine } from './undo-line.tsx'
import { reasonsInOrder } from './why-line.ts'

/** The highest reason in one line; every other behind it. */
export function Why({ approval }: { readonly approval: Approval }) {
  const { reasons, tier } = approval.decision
  const [first, ...others] = reasonsInOrder(reasons)
  if (first === undefined) return null
  return (
    <div className={cardSections.why} data-tier={tier} role="group" aria-label={strings.why}>
      <TierBadge tier={tier} />
      <div>
        <p>
          <Exact text={first.text} />
        </p>
        {others.length === 0 ? null : (
          <details>
            <summary>{strings.moreReasons(others.length)}</summary>
            <ul>
              {others.map((reason) => (
                <li key={`${reason.code} ${reason.text}`}>
                  <Exact text={reason.text} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

/** Beside the call where there is room, else under it. */
export function Side({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  return (
    <aside className={css.side} aria-label={strings.reaches}>
      <Reaches approval={approval} workspace={workspace} />
      <UndoLine undo={approval.undo} />
      <Seen approval={approval} />
    </aside>
  )
}

/** So many are in sight at once; what is worth a warning always is. */
const inSight = 4

function Reaches({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  const { staged } = approval
  // What it changed in the workspace is under it, each path with its lines.
  const touches = approval.decision.touches
    .filter((touch) => staged === null || touch.kind !== 'fs.write' || touch.zone !== 'workspace')
    .map((touch) => ({ touch, words: touchWords(touch, workspace) }))
    .toSorted((one, other) => Number(other.words.alarming) - Number(one.words.alarming))
  const least = Math.max(inSight, touches.filter(({ words }) => words.alarming).length)
  const [first, rest] = [touches.slice(0, least), touches.slice(least)]
  return (
    <section className={cardSections.part} data-reaches="">
      <h3>{strings.reaches}</h3>
      {staged === null ? null : <p>{strings.staged.writes}</p>}
      {touches.length === 0 ? (
        staged !== null ? null : (
          <p>{strings.reachesNothing}</p>
        )
      ) : (
        <Touches touches={first} approval={approval} workspace={workspace} />
      )}
      {rest.length === 0 ? null : (
        <details>
          <summary>{strings.moreTouches(rest.length)}</summary>
          <Touches touches={rest} approval={approval} workspace={workspace} />
        </details>
      )}
    </section>
  )
}

type Touched = {
  readonly touch: CanonicalTouch
  readonly words: ReturnType<typeof touchWords>
}

function Touches({
  touches,
  approval,
  workspace,
}: {
  readonly touches: readonly Touched[]
  readonly approval: Approval
  readonly workspace: string
}) {
  return (
    <dl className={cardSections.reach}>
      {touches.map(({ touch, words }) => (
        <div key={JSON.stringify(touch)}>
          <dt>{words.verb}</dt>
          <dd>
            <code>
              <Exact text={shortPath(words.what, workspace)} />
            </code>
            <span className={cardSections.zone} data-alarm={words.alarming}>
              {words.note}
            </span>
            {touch.kind === 'net.fetch' && !touch.listed && isHeldHere(approval) ? (
              <AllowHost touch={touch} />
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Seen({ approval }: { readonly approval: Approval }) {
  const { privateRead, untrustedRead } = approval.taint
  const out = approval.decision.touches.some(
    (touch) =>
      touch.kind === 'net.fetch' ||
      touch.kind === 'net.connect' ||
      (touch.kind === 'mcp.call' && touch.openWorld),
  )
  const sources = [...privateRead, ...untrustedRead]
  // Of a call that sends nothing, in a run that read nothing, there is nothing to say.
  if (!out && sources.length === 0) return null
  return (
    <section className={cardSections.part}>
      <h3>{strings.seen}</h3>
      <ul className={cardSections.lamps}>
        <Lamp lit={privateRead.length > 0} on={strings.lampPrivate} off={strings.lampNot.private} />
        <Lamp
          lit={untrustedRead.length > 0}
          on={strings.lampUntrusted}
          off={strings.lampNot.untrusted}
        />
        <Lamp lit={out} on={strings.lampOut} off={strings.lampNot.out} />
      </ul>
      {out && privateRead.length > 0 && untrustedRead.length > 0 ? (
        <p className={cardSections.allLit}>{strings.allLit}</p>
      ) : null}
      {sources.length === 0 ? null : (
        <details>
          <summary>{strings.sources}</summary>
          <ul className={cardSections.sources}>
            {sources.map((source) => (
              <SourceLine key={`${source.callId} ${source.from} ${source.label}`} source={source} />
            ))}
          </ul>
        </details>
      )}
    </section>
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
    <li className={cardSections.lamp} data-lit={lit}>
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
      <span className={cardSections.label}>{strings.labels[source.label]}</span>
      <code>
        <Exact text={source.from} />
      </code>
      <span className={css.muted}>{source.tool}</span>
    </li>
  )
}

/** What is there for those who look for it. */
export function Folded({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  return (
    <div className={css.folds}>
      <Origins approval={approval} workspace={workspace} />
      <ModelWords approval={approval} />
      {showing(approval).kind === 'json' ? null : <RawArguments approval={approval} />}
      <Hashes approval={approval} workspace={workspace} />
    </div>
  )
}

function Origins({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  if (approval.origins.length === 0) return null
  return (
    <details>
      <summary>{strings.origins}</summary>
      <Facts
        facts={approval.origins.map(({ pointer, origin }) => ({
          key: pointer === '' ? '/' : pointer.slice(1),
          value: <OriginWords origin={origin} workspace={workspace} />,
        }))}
      />
    </details>
  )
}

function RawArguments({ approval }: { readonly approval: Approval }) {
  return (
    <details>
      <summary>{strings.all}</summary>
      <div className={css.raw}>
        <ExactBlock text={JSON.stringify(approval.args, null, 2)} label={strings.all} />
      </div>
    </details>
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
        <span className={cardSections.originTool} data-alarm={origin.source.label === 'untrusted'}>
          {strings.originTool(origin.source.tool, shortPath(origin.source.from, workspace))} ·{' '}
          {strings.labels[origin.source.label]}
        </span>
      )
    default:
      return assertNever(origin, 'OriginWords')
  }
}

function Hashes({
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
    <details>
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
