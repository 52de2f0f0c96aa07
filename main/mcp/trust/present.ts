// Pure. What all servers offer, evaluated: which tools can be called, which are closed or refused, and
// why.
import { notPinned, programNotPinned, type OrganisationPins } from './organisation-pins.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type {
  Offer,
  Reviewed,
  ServerConfig,
  ServerListing,
} from '../../../contract/server/server.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { closedBecause, howRefused, oversizedText } from './closed-because.ts'
import { compare, type Compared } from './compare.ts'
import type { Memo } from './scan-memo.ts'
import { storedName, openResourceTools, type ResourceTools } from './resources-and-prompts.ts'
import { itemsOf, keyOf, launchIn, versionIn, withLaunch, type Item } from './items.ts'
import { definitionSigns } from './definition-signs.ts'
import {
  namesOf,
  othersThan,
  refusedServer,
  shadowOf,
  toolName,
  type Named,
  type Names,
} from './names.ts'
import type { Pin } from './pin.ts'
import { openReviewedItems, type EvaluatedTool } from './reviewed-items.ts'
import type { ScanItem } from './scan/scan-item.ts'
import type { Scanners } from './scan/scan.ts'
import { labelledTool, type LabelledTool } from './labels/labelled-tool.ts'
import { namesIn, openTools } from './tool-names.ts'
import type { TrustProfile } from './trust-of.ts'

export type Source = {
  readonly name: string
  readonly config: ServerConfig
  /**
   * Null while it was not asked yet: then what was reviewed takes its place, and is held against
   * the offer before any call.
   */
  readonly offer: Offer | null
  /** What its program is now, where it is not started before a person has looked at that. */
  readonly held?: readonly string[] | null
  readonly pins: readonly Pin[]
}

export type Presented = {
  readonly name: string
  readonly tool: AnyTool | null
  readonly trustProfile: TrustProfile
  readonly state: Reviewed['state']
  readonly closed: { readonly what: string; readonly how: string } | null
}

export type ServerView = {
  readonly name: string
  readonly compared: readonly Compared[]
  /**
   * Made when it is asked for: what is scanned for a person costs nothing to anyone who only calls.
   */
  reviewed(): readonly Reviewed[]
  /** What of it is too long to be looked through at once. */
  unscanned(): readonly ScanItem[]
  /** Names of tools of anybody else. */
  others(): readonly string[]
  /** Names and titles of its own tools. */
  own(): readonly string[]
  /** What waits for a person, without the cost of a scan. */
  readonly review: ServerListing['review']
  readonly tools: readonly Presented[]
  /** What a person has opened beside tools; null where there is nothing. */
  resourcesAndPrompts(): ResourceTools | null
  readonly version: string
  /** Everything of it is closed, and why; null when it is not. */
  readonly shut: string | null
}

export type PresentDeps = {
  readonly memo: Memo
  readonly builtIn: readonly string[]
  readonly scanners: Scanners
  readonly sha256: (text: string) => string
  readonly hidesSecrets: (text: string) => string
  /** What an organisation says of servers; the same object while it is the same. Left out: nothing. */
  readonly organisationPins?: () => OrganisationPins | null
}

/** Two servers change each other's view only by their names. */
export function present(sources: readonly Source[], deps: PresentDeps): readonly ServerView[] {
  const servers = sources.map(({ name, pins }) => ({
    name,
    reviewed: pins.some(({ what, open }) => what === 'server' && open),
  }))
  const all: readonly Named[] = sources.flatMap((source) =>
    namesIn(source).map((tool) => ({
      server: source.name,
      tool,
      reviewed: openTools(source).has(tool),
    })),
  )
  const names = namesOf(all, deps.builtIn)
  const used = new Map<string, LabelledTool>()
  const views = sources.map((source) => {
    const own = servers.find(({ name }) => name === source.name)
    const refused = refusedServer(source.name, own?.reviewed ?? false, servers, deps.builtIn)
    return viewOf(source, refused, all, names, used, deps)
  })
  deps.memo.tools = used
  return views
}

/** Items as they are offered; where nothing is offered yet, as they were reviewed. */
function itemsIn(
  { offer, config, held = null, pins }: Source,
  { memo, hidesSecrets }: PresentDeps,
): readonly Item[] {
  if (offer === null || held !== null)
    return pins.map(({ what, name, text }) => ({
      what,
      name,
      words: '',
      text: what === 'server' && held !== null ? withLaunch(text, held) : text,
    }))
  const before = memo.items.get(offer)
  if (before?.config === config) return before.items
  const items = itemsOf(offer, config, hidesSecrets)
  memo.items.set(offer, { config, items })
  return items
}

function viewOf(
  source: Source,
  refusedName: string | null,
  all: readonly Named[],
  names: Names,
  used: Map<string, LabelledTool>,
  deps: PresentDeps,
): ServerView {
  const { name: server, config, offer, pins } = source
  const items = itemsIn(source, deps)
  const opened = openTools(source)
  const compared = compare(items, pins)
  const stateOf = new Map(compared.map((one) => [keyOf(one), one.state]))
  const own = stateOf.get('server server')
  const managed = deps.organisationPins?.() ?? null
  const itself = items.find(({ what }) => what === 'server')
  const program =
    itself === undefined ? null : programNotPinned(managed, server, launchIn(itself.text))
  const refused = refusedName ?? program?.what ?? null
  const shut =
    refused ??
    (own === 'open'
      ? null
      : own === undefined || own === 'new'
        ? `${server} was not reviewed yet.`
        : `${server} itself changed since you reviewed it.`)
  const version =
    items.flatMap(({ what, text }) => (what === 'server' ? [versionIn(text)] : []))[0] ?? ''
  const spelled = Map.groupBy(namesIn(source), (name) => toolName(server, name, deps.sha256))
  const pinned = new Map(pins.flatMap((pin) => (pin.what === 'tool' ? [[pin.name, pin]] : [])))
  const wayOut = config.transport === 'http' ? 'http' : String(config.hosts.length > 0)
  const make = (name: string, text: string): LabelledTool => {
    const pin = pinned.get(name) ?? null
    const said = canonicalJson(pin === null ? null : [pin.labels, pin.text === text])
    const key = [
      server,
      config.asks ?? 'off',
      config.trust,
      config.timeoutSeconds,
      version,
      wayOut,
      said,
      text,
    ].join('\n')
    const before = used.get(key) ?? deps.memo.tools.get(key)
    const created =
      before ??
      labelledTool(text, pin, {
        server,
        config,
        version,
        sha256: deps.sha256,
        unhide: deps.scanners.unhide,
      })
    used.set(key, created)
    return created
  }
  const evaluated = new Map<string, EvaluatedTool & { readonly presented: Presented }>()
  for (const { what, name, text } of items) {
    if (what !== 'tool') continue
    const { offered, trustProfile, labels, created } = make(name, text)
    const shadow = shadowOf(
      { server, tool: name, reviewed: opened.has(name) },
      names,
      config.trust === 'community',
    )
    const collides = (spelled.get(toolName(server, name, deps.sha256))?.length ?? 0) > 1
    const why =
      offered === null
        ? 'the server offers more than one tool of that name'
        : (oversizedText(offered) ??
          shadow.refused ??
          storedName(name) ??
          (collides ? 'another tool of the server would have the same name here' : null) ??
          trustProfile.refused ??
          (created?.ok === false ? created.error : null))
    const elsewhere = program ?? notPinned(managed, server, { what, name, text }, deps.sha256)
    const refusal = refused ?? (why === null ? (elsewhere?.what ?? null) : `Refused: ${why}.`)
    const tool = created?.ok === true ? created.value : null
    const status = stateOf.get(keyOf({ what, name })) ?? 'new'
    const closed =
      refusal === null
        ? closedBecause(server, shut, status)
        : {
            what: refusal,
            how: refusal === elsewhere?.what ? elsewhere.how : howRefused(server, config.trust),
          }
    const state = refusal === null ? status : 'refused'
    evaluated.set(name, {
      presented: { name, tool, trustProfile, state, closed },
      refusal,
      warnings: [
        ...shadow.warnings,
        ...(refusal !== null || offered === null ? [] : definitionSigns(offered)),
      ],
      equal: shadow.equal,
      labels,
    })
  }

  const refusalOf = ({ what, name, now }: Pick<Compared, 'what' | 'name' | 'now'>): string | null =>
    what === 'server'
      ? refused
      : what === 'tool'
        ? (evaluated.get(name)?.refusal ?? null)
        : now === null
          ? null
          : (notPinned(managed, server, { what, name, text: now }, deps.sha256)?.what ?? null)
  const isRefused = (one: Compared): boolean => one.state !== 'gone' && refusalOf(one) !== null
  const count = (state: Compared['state']): number =>
    compared.filter((one) => one.state === state && !isRefused(one)).length
  const review = {
    fresh: count('new'),
    changed: count('changed'),
    gone: count('gone'),
    refused: compared.filter(isRefused).length,
  }
  const reviewedItems = openReviewedItems(
    {
      compared,
      words: new Map(items.map((item) => [keyOf(item), item.words])),
      offer,
      refusalOf,
      evaluated,
      others: () => othersThan(server, all, deps.builtIn, deps.sha256),
    },
    deps,
  )
  const beside = compared.filter(
    (one) => (one.what === 'resource' || one.what === 'prompt') && refusalOf(one) === null,
  )
  const has = shut === null && beside.some(({ state }) => state === 'open')
  let resourcesAndPrompts: ResourceTools | null = null
  return {
    name: server,
    review,
    compared,
    ...reviewedItems,
    tools: [...evaluated.values()].map(({ presented }) => presented),
    resourcesAndPrompts: () => (has ? (resourcesAndPrompts ??= openResourceTools(beside)) : null),
    version,
    shut,
  }
}
