// The whole call, as it would run. Nothing is shortened; what could hide is made visible.
import { diffLines } from 'diff'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Json } from '../../../../contract/json.ts'
import { shortPath } from '../../../../contract/approval/call-title.ts'
import { diffCounts } from '../../../ui/text/diff-rows.ts'
import { DiffView } from '../../../ui/text/diff-view.tsx'
import { Exact, ExactBlock } from '../../../ui/text/exact-text.tsx'
import { Section } from '../../../ui/panel.tsx'
import { hiddenCount } from '../../../ui/text/reveal.ts'
import { bytes } from '../../../ui/text/time-text.ts'
import { CallFacts } from '../facts/call-facts.tsx'
import css from './call.module.css'
import type { CommandPart } from '../../../../contract/call/command.ts'
import { CommandParts } from './command-parts.tsx'
import { strings } from '../strings.ts'

export function ExactlyThis({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  const { facts } = approval
  const shown = showing(approval)
  const hidden = hiddenCount(allText(approval.args))
  const parts = partsOf(approval)
  const notes = [
    ...(shown.kind === 'command' && shown.command.includes('\n')
      ? [strings.lines(shown.command.split('\n').length)]
      : []),
    ...(parts.length < 2 ? [] : [strings.partsCount(parts.length)]),
    ...(hidden === 0 ? [] : [strings.hiddenShown(hidden)]),
  ]
  return (
    <Section
      title={strings.kinds[shown.kind]}
      aside={
        notes.length === 0 ? undefined : (
          <span data-alarm={hidden > 0} className={css.hiddenNote}>
            {notes.join(' · ')}
          </span>
        )
      }
    >
      {shown.kind === 'command' ? (
        <div className={css.command}>
          <ExactBlock text={shown.command} label={strings.exactLabel} />
        </div>
      ) : null}
      {parts.length === 0 ? null : <CommandParts parts={parts} />}
      {shown.kind === 'diff' ? <Diffs approval={approval} workspace={workspace} /> : null}
      {shown.kind === 'facts' && facts !== undefined ? <CallFacts facts={facts} /> : null}
      {shown.kind === 'request' ? <Request {...shown} /> : null}
      {shown.kind === 'json' ? (
        <ExactBlock text={JSON.stringify(approval.args, null, 2)} label={strings.exactLabel} />
      ) : null}
    </Section>
  )
}

/** The parts of its lines; one that is the line itself is left out where there are others. */
function partsOf({ decision }: Pick<Approval, 'decision'>): readonly CommandPart[] {
  return decision.touches.flatMap((touch) => {
    if (touch.kind !== 'proc.run') return []
    const parts = touch.parts ?? []
    const line = touch.command.trim()
    const inner = parts.filter(({ text }) => text.trim() !== line)
    const said = new Set(inner.flatMap(({ effects }) => effects))
    // Only where nothing that is known of the whole is lost.
    const tells = parts.some(
      ({ text, effects, opaque }) =>
        text.trim() === line && (opaque || effects.some((effect) => !said.has(effect))),
    )
    return inner.length === 0 || tells ? parts : inner
  })
}

type Showing =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'diff' }
  | { readonly kind: 'facts' }
  | {
      readonly kind: 'request'
      readonly method: string
      readonly url: string
      readonly host: string
      /** That would leave, where it is known. */
      readonly bytes: number | null
      readonly headers: Json
      readonly body: Json
    }
  | { readonly kind: 'json' }

/** Which view says most about this call. The JSON of all arguments is there in every case. */
export function showing(
  approval: Pick<Approval, 'args' | 'previews' | 'decision'> &
    Partial<Pick<Approval, 'staged' | 'facts'>>,
): Showing {
  const { args, previews, decision, staged = null } = approval
  const command = args['command']
  // Of a command that has run the decision is about the files it changed.
  const runs = staged !== null || decision.touches.some((touch) => touch.kind === 'proc.run')
  if (approval.facts?.kind === 'terminal') return { kind: 'facts' }
  if (runs && typeof command === 'string') return { kind: 'command', command }
  if (previews.length > 0) return { kind: 'diff' }
  if (approval.facts !== undefined) return { kind: 'facts' }
  const net = decision.touches.find((touch) => touch.kind === 'net.fetch')
  if (net?.kind === 'net.fetch') {
    return {
      kind: 'request',
      method: net.method,
      url: net.url,
      host: net.host,
      headers: args['headers'] ?? null,
      bytes: net.bytes ?? null,
      body: args['body'] ?? null,
    }
  }
  return { kind: 'json' }
}

/** Every string in the arguments, keys too: what the count of hidden characters is taken over. */
export function allText(value: Json): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object') return ''
  if (Array.isArray(value)) return value.map((member: Json) => allText(member)).join('\n')
  return Object.entries(value)
    .map(([key, member]) => `${key}\n${allText(member)}`)
    .join('\n')
}

function Diffs({
  approval,
  workspace,
}: {
  readonly approval: Approval
  readonly workspace: string
}) {
  return approval.previews.map((preview) => {
    const { added, removed } = diffCounts(diffLines(preview.before ?? '', preview.after))
    return (
      <figure key={preview.path} className={css.diffFile}>
        <figcaption>
          <code>
            <Exact text={shortPath(preview.path, workspace)} />
          </code>
          <span className={css.counts}>
            {preview.before === null ? <span>{strings.newFile}</span> : null}
            {added === 0 ? null : <span className={css.added}>+{added}</span>}
            {removed === 0 ? null : <span className={css.removed}>−{removed}</span>}
          </span>
        </figcaption>
        {added + removed === 0 ? (
          <p className={css.quietLine}>{strings.noChange}</p>
        ) : (
          <DiffView
            before={preview.before}
            after={preview.after}
            label={`${strings.exactLabel}: ${preview.path}`}
            sameWords={strings.same}
          />
        )}
      </figure>
    )
  })
}

type RequestProps = Extract<Showing, { kind: 'request' }>

function Request({ method, url, host, headers, body, bytes: size }: RequestProps) {
  const at = url.indexOf(host)
  const headerText = headers === null ? '' : plainHeaders(headers)
  const bodyText =
    body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return (
    <>
      <p className={css.requestLine}>
        <b>{method}</b>{' '}
        <span className={css.url}>
          <Exact text={at < 0 ? url : url.slice(0, at)} />
          {at < 0 ? null : <strong className={css.host}>{host}</strong>}
          <Exact text={at < 0 ? '' : url.slice(at + host.length)} />
        </span>
        {size === null || size === 0 ? null : (
          <span className={css.bytesOut}>{strings.bytesOut(bytes(size))}</span>
        )}
      </p>
      {headerText === '' ? null : <Part title={strings.headers} text={headerText} />}
      {bodyText === '' ? null : <Part title={strings.body} text={bodyText} />}
    </>
  )
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={css.piece}>
      <h3>{title}</h3>
      <ExactBlock text={text} label={title} />
    </div>
  )
}

const plainHeaders = (headers: Json): string =>
  typeof headers === 'object' && headers !== null && !Array.isArray(headers)
    ? Object.entries(headers)
        .map(
          ([name, value]) =>
            `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join('\n')
    : JSON.stringify(headers)
