// A tool's manifest, rendered whole, and what is in its way.
import { Link } from 'wouter'
import { labelPhrases } from '../../../../contract/server/label-sentence.ts'
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import { Facts, Notice } from '../../../ui/panel.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { bytes, count } from '../../../ui/text/time-text.ts'
import { TierRange } from '../cells.tsx'
import css from './detail.module.css'
import { SetUpService } from './set-up-service.tsx'
import { strings } from '../strings.ts'
import { callsOf, serverOf, type ToolRow } from '../tool-row.ts'

const { facts } = strings

export function AboutTool({ row }: { readonly row: ToolRow }) {
  const { tool } = row
  const { manifest } = tool
  const server = serverOf(tool)
  const rates = [
    manifest.rateLimits.perMinute === 0 ? null : strings.perMinute(manifest.rateLimits.perMinute),
    manifest.rateLimits.perSession === 0
      ? null
      : strings.perSession(manifest.rateLimits.perSession),
  ].filter((part) => part !== null)
  const redacted = [...manifest.redaction.args, ...manifest.redaction.result]
  const { allowed, confirmed, denied } = row.today
  return (
    <>
      {tool.hiddenBy === null ? null : (
        <Notice tone="info">{strings.hiddenWhy[tool.hiddenBy]}</Notice>
      )}
      {tool.missing.length === 0 ? null : (
        <Notice tone="warn">
          <b>{strings.missingTitle}</b>
          <ul>
            {tool.missing.map(({ what, how }) => (
              <li key={what}>
                {what} {server === null ? how : null}
              </li>
            ))}
          </ul>
          {server === null ? null : (
            <Link href={`/servers/${server}`} className={css.link}>
              {strings.toReview(server)}
            </Link>
          )}
        </Notice>
      )}
      <SetUpService tool={tool} />
      <Facts
        facts={[
          { key: facts.id, value: <code>{manifest.id}</code> },
          ...(server === null
            ? []
            : [
                {
                  key: facts.server,
                  value: (
                    <Link href={`/servers/${server}`} className={css.link}>
                      {server}
                    </Link>
                  ),
                },
                { key: facts.trust, value: strings.trusts[tool.trust ?? 'own'] },
                {
                  key: facts.review,
                  value: tool.review === null ? '' : strings.reviews[tool.review],
                },
              ]),
          { key: facts.category, value: strings.categories[manifest.category] },
          ...(manifest.external === undefined
            ? []
            : [{ key: facts.labels, value: labelPhrases(manifest.external.labels).join(' · ') }]),
          { key: facts.version, value: manifest.version },
          { key: facts.tier, value: <TierRange row={row} /> },
          {
            key: facts.effect,
            value: `${strings.effects[manifest.defaultPolicy.effect]}: ${manifest.defaultPolicy.scope}`,
          },
          {
            key: facts.today,
            value:
              callsOf(row) === 0 ? strings.nothing : strings.figures(allowed, confirmed, denied),
          },
          { key: facts.side, value: manifest.sideEffects ? strings.yes : strings.no },
          { key: facts.outbound, value: manifest.networkOutbound ? strings.yes : strings.no },
          { key: facts.data, value: manifest.dataAccess.join(', ') || strings.nothing },
          {
            key: facts.subagents,
            value: `${strings.subagents[manifest.subagentAccess]}. ${strings.whySubagents[manifest.subagentAccess]}`,
          },
          {
            key: facts.requires,
            value: manifest.requires.map(strings.requirement).join(', ') || strings.nothing,
          },
          {
            key: facts.redacted,
            value: redacted.length === 0 ? strings.nothing : <code>{redacted.join(', ')}</code>,
          },
          { key: facts.rate, value: rates.join(', ') || strings.noLimit },
          { key: facts.limits, value: cutOff(manifest.limits) },
        ]}
      />
      <ActionList title={strings.reads} tool={tool} readOnly />
      <ActionList title={strings.writes} tool={tool} readOnly={false} />
    </>
  )
}

function ActionList({
  title,
  tool,
  readOnly,
}: {
  readonly title: string
  readonly tool: ToolListing
  readonly readOnly: boolean
}) {
  const actions = tool.manifest.actions.filter((action) => action.readOnly === readOnly)
  if (actions.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul className={css.pills}>
        {actions.map((action) => (
          <li key={action.name}>
            <code>{action.name}</code>
            {action.riskTier === undefined ? null : <TierBadge tier={action.riskTier} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Not what a tool cannot have: only a command writes to an output. */
const cutOff = ({
  runTimeMs,
  stdoutBytes,
  resultChars,
}: ToolListing['manifest']['limits']): string =>
  [
    strings.runTime(runTimeMs),
    ...(stdoutBytes === 0 ? [] : [bytes(stdoutBytes)]),
    strings.chars(count(resultChars)),
  ].join(' · ')
