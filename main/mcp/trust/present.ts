// Pure. What is offered by all servers together, judged: which tools can be called, which are closed or refused, and why.
import type { Offer, Reviewed, ServerConfig } from '../../../contract/server.ts'
import type { AnyTool } from '../../../contract/tool.ts'
import { compare } from './compare.ts'
import type { Compared } from './compare.ts'
import { itemsOf, keyOf, toolIn, versionIn } from './items.ts'
import type { Item } from './items.ts'
import { refusedServer, shadowOf, toolName } from './names.ts'
import type { Named } from './names.ts'
import type { Pin } from './pin.ts'
import { warningsOf } from './scan.ts'
import type { Looks } from './scan.ts'
import { standingOf } from './trust-of.ts'
import type { Standing } from './trust-of.ts'
import { toolOf } from './tool-of.ts'

export type Source = {
  readonly name: string
  readonly config: ServerConfig
  /** Null while it was not asked yet: then what was reviewed stands for it, and is held against the offer before any call. */
  readonly offer: Offer | null
  readonly pins: readonly Pin[]
}

export type Presented = {
  readonly name: string
  readonly tool: AnyTool | null
  readonly standing: Standing
  readonly closed: { readonly what: string; readonly how: string } | null
}

export type ServerView = {
  readonly name: string
  readonly compared: readonly Compared[]
  readonly reviewed: readonly Reviewed[]
  readonly tools: readonly Presented[]
  /** Everything of it is closed, and why; null when it is not. */
  readonly shut: string | null
}

export type PresentNeeds = {
  readonly builtIn: readonly string[]
  readonly looks: Looks
  readonly sha256: (text: string) => string
  readonly hidesSecrets: (text: string) => string
}

/** Two servers change each other's view only by their names. */
export function present(sources: readonly Source[], needs: PresentNeeds): readonly ServerView[] {
  const servers = sources.map(({ name, pins }) => ({ name, reviewed: pins.some(({ what, open }) => what === 'server' && open) }))
  const all: readonly Named[] = sources.flatMap((source) =>
    namesIn(source).map((tool) => ({ server: source.name, tool, reviewed: source.pins.some((pin) => pin.what === 'tool' && pin.name === tool && pin.open) })),
  ) // prettier-ignore
  const views = sources.map((source) => {
    const own = servers.find(({ name }) => name === source.name)
    const refused = refusedServer(source.name, own?.reviewed ?? false, servers, needs.builtIn)
    return viewOf(source, refused, all, needs)
  })
  return views
}

const namesIn = ({ offer, pins }: Source): readonly string[] => [
  ...new Set(offer === null ? pins.flatMap(({ what, name }) => (what === 'tool' ? [name] : [])) : offer.tools.map(({ name }) => name)),
]

/** Items as they are offered; where nothing is offered yet, as they were reviewed. */
const itemsIn = ({ offer, config, pins }: Source, hidesSecrets: PresentNeeds['hidesSecrets']): readonly Item[] =>
  offer === null ? pins.map(({ what, name, text }) => ({ what, name, text, words: '' })) : itemsOf(offer, config, hidesSecrets)

function viewOf(source: Source, refused: string | null, all: readonly Named[], needs: PresentNeeds): ServerView {
  const { name: server, config, offer, pins } = source
  const items = itemsIn(source, needs.hidesSecrets)
  const compared = compare(items, pins)
  const stateOf = new Map(compared.map((one) => [keyOf(one), one.state]))
  const own = stateOf.get('server server')
  const shut =
    refused ?? (own === 'open' ? null : own === undefined || own === 'new' ? `${server} was not reviewed yet.` : `${server} itself changed since you reviewed it.`) // prettier-ignore
  const version = items.flatMap(({ what, text }) => (what === 'server' ? [versionIn(text)] : []))[0] ?? ''
  const spelled = Map.groupBy(namesIn(source), (name) => toolName(server, name, needs.sha256))
  const others = [...needs.builtIn, ...all.flatMap((named) => (named.server === server ? [] : [named.tool, toolName(named.server, named.tool, needs.sha256)]))] // prettier-ignore

  const judged = new Map<string, { readonly presented: Presented; readonly refusal: string | null; readonly warnings: readonly string[] }>()
  for (const { what, name, text } of items) {
    if (what !== 'tool') continue
    const offered = toolIn(text)
    const standing = offered === null ? null : standingOf(offered, config.trust)
    const shadow = shadowOf({ server, tool: name, reviewed: pins.some((pin) => pin.what === 'tool' && pin.name === name && pin.open) }, all, needs.builtIn, config.trust === 'community') // prettier-ignore
    const collides = (spelled.get(toolName(server, name, needs.sha256))?.length ?? 0) > 1
    const made = offered === null || standing === null ? null : toolOf(offered, { server, config, version, standing, sha256: needs.sha256 })
    const why =
      offered === null ? 'the server offers more than one tool of that name'
      : (shadow.refused ?? (collides ? 'another tool of the server would have the same name here' : null) ?? standing?.refused ?? (made?.ok === false ? made.error : null)) // prettier-ignore
    const refusal = refused ?? (why === null ? null : `Refused: ${why}.`)
    const tool = made?.ok === true ? made.value : null
    const closed =
      refusal === null
        ? closedBecause(server, shut, stateOf.get(keyOf({ what, name })) ?? 'new')
        : { what: refusal, how: howRefused(config.trust) }
    judged.set(name, { presented: { name, tool, standing: standing ?? strict, closed }, refusal, warnings: shadow.warnings })
  }

  const words = new Map(items.map((item) => [keyOf(item), item.words]))
  const reviewed = compared.map(({ what, name, state, before, now }): Reviewed => {
    const own = what === 'tool' ? judged.get(name) : undefined
    const refusal = what === 'server' ? refused : (own?.refusal ?? null)
    const back = state === 'changed' && before === now ? ['It was changed, gone or closed since your review, and is as it was again.'] : []
    const scanned =
      now === null || offer === null ? [] : warningsOf(`${name}\n${words.get(keyOf({ what, name })) ?? ''}`, others, needs.looks)
    const warnings = [...(refusal === null ? [] : [refusal]), ...back, ...(own?.warnings ?? []), ...scanned]
    return { what, name, state: refusal !== null && state !== 'gone' ? 'refused' : state, before, now, warnings }
  })
  return { name: server, compared, reviewed, tools: [...judged.values()].map(({ presented }) => presented), shut }
}

const strict: Standing = { riskTier: 'R3', effect: 'confirm', subagentAccess: 'denied', sideEffects: true, openWorld: true, refused: null }

const howRefused = (trust: ServerConfig['trust']): string =>
  trust === 'community' ? 'If you know the server, give it more trust in the configuration file.' : 'The server has to mend this.'

function closedBecause(server: string, shut: string | null, state: Compared['state']): Presented['closed'] {
  const how = `Look at it: gatehouse servers review ${server}`
  if (shut !== null) return { what: shut, how }
  switch (state) {
    case 'open':
      return null
    case 'new':
      return { what: 'It was not reviewed yet.', how }
    case 'changed':
      return { what: 'It has changed since you reviewed it, or was closed.', how }
    case 'gone':
      return { what: 'Its server does not offer it any more.', how }
  }
}
