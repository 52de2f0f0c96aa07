// For a tool of an external server: whose it is, how far it is trusted, and whether it is what was
// reviewed.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ServerConfig, ServerListing } from '../../../../contract/server/server.ts'
import type { ServerPath } from '../../../../contract/call/touch.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Facts, Section, TroubleText } from '../../../ui/panel.tsx'
import css from './approval-card.module.css'
import cardSections from './card-sections.module.css'
import { strings } from '../strings.ts'

export function ServerSection({ approval }: { readonly approval: Approval }) {
  const names = [
    ...new Set(
      approval.decision.touches.flatMap((touch) =>
        touch.kind === 'mcp.call' ? [touch.server] : [],
      ),
    ),
  ]
  return names.map((name) => <OneServer key={name} name={name} approval={approval} />)
}

function OneServer({ name, approval }: { readonly name: string; readonly approval: Approval }) {
  const bridge = useBridge()
  const { value, error } = useRead(bridge, 'servers.list', {}, approval.id)
  const touch = approval.decision.touches.find(
    (each) => each.kind === 'mcp.call' && each.server === name,
  )
  const listing = value?.find((each) => each.name === name)
  const words = strings.serverFacts
  return (
    <Section title={strings.server}>
      <div className={css.inner}>
        <Facts
          facts={[
            { key: words.name, value: <b>{name}</b> },
            ...(touch?.kind === 'mcp.call'
              ? [
                  { key: words.trust, value: strings.serverTrust[touch.trust] },
                  ...(touch.paths ?? []).map(locationFact),
                ]
              : []),
            ...(listing === undefined ? [] : factsOf(listing)),
          ]}
        />
        {value !== null && listing === undefined ? (
          <p className={css.bad}>{strings.serverGone}</p>
        ) : null}
        {error === null ? null : (
          <p className={css.bad}>
            <TroubleText {...error} />
          </p>
        )}
      </div>
    </Section>
  )
}

function factsOf({ config, review, state }: ServerListing) {
  const words = strings.serverFacts
  const waits = review.fresh + review.changed + review.gone
  return [
    {
      key: words.what,
      value: (
        <code>
          <Exact text={whatItIs(config)} />
        </code>
      ),
    },
    {
      key: words.pin,
      value:
        waits === 0 ? (
          strings.serverPin.open
        ) : (
          <b className={cardSections.zone} data-alarm="true">
            {strings.serverPin.waits(waits)}
          </b>
        ),
    },
    { key: words.state, value: strings.serverStates[state.kind] },
  ]
}

/** A place that an argument names, beside what the server was granted there. */
const locationFact = ({ argument, path, granted }: ServerPath) => ({
  key: strings.serverPlace(argument.slice(1)),
  value: (
    <>
      <code>
        <Exact text={path} />
      </code>{' '}
      <span className={cardSections.zone} data-alarm={granted === 'none'}>
        {strings.serverGrants[granted]}
      </span>
    </>
  ),
})

const whatItIs = (config: ServerConfig): string =>
  config.transport === 'http'
    ? strings.serverAddress(config.url)
    : strings.serverProgram([config.command, ...config.args].join(' '))
