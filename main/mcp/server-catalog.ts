// What all servers offer at this moment, held against what was reviewed: made again when anything
// of it changed, the same object until then.
import type { Reviewed, ServerConfig } from '../../contract/server/server.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { RunningServers } from './running-servers.ts'
import { CLOSED } from './server-failures.ts'
import { completeName, completeTool } from './trust/completion-tool.ts'
import {
  promptName,
  promptTool,
  readName,
  readTool,
  type ResourceTools,
} from './trust/resources-and-prompts.ts'
import type { PinStore } from './trust/pin-store.ts'
import { toolName } from './trust/names.ts'
import { steeringIn, type Steering } from './trust/scan/steering.ts'
import {
  present,
  type PresentDeps,
  type Presented,
  type ServerView,
  type Source,
} from './trust/present.ts'

/** A tool as the registry takes it. */
export type OfferedFrom = {
  readonly tool: AnyTool
  readonly source: string
  readonly closed: Presented['closed']
  readonly trust: ServerConfig['trust']
  readonly review: Reviewed['state']
  readonly listed?: false
}

/**
 * What a person has opened of one server beside its tools, and the names of the tools that it is
 * had by.
 */
export type ServerResources = ResourceTools & {
  readonly server: string
  readonly read: string
  readonly prompt: string
  /** Null: its server is not asked what could be filled in. */
  readonly complete: string | null
}

export type ServerCatalog = {
  readonly views: readonly ServerView[]
  readonly external: readonly OfferedFrom[]
  readonly resourcesAndPrompts: readonly ServerResources[]
  /** Made when it is first asked for. */
  steering(): readonly Steering[]
}

export type ServerCatalogDeps = {
  readonly config: () => Readonly<Record<string, ServerConfig>>
  readonly running: Pick<RunningServers, 'get'>
  readonly pinStore: Pick<PinStore, 'of' | 'version' | 'close'>
  readonly presentDeps: PresentDeps
}

/**
 * Looks at every offer as it is at this moment; what differs from its review is closed before
 * anybody is told about it.
 */
export function openServerCatalog({
  config,
  running,
  pinStore,
  presentDeps,
}: ServerCatalogDeps): () => ServerCatalog {
  const sources = (): readonly Source[] =>
    Object.entries(config()).flatMap(([name, own]) =>
      own.enabled
        ? [
            {
              name,
              config: own,
              offer: running.get(name)?.offer() ?? null,
              held: running.get(name)?.heldLaunch() ?? null,
              pins: pinStore.of(name),
            },
          ]
        : [],
    )
  let last: ServerCatalog & { readonly of: readonly unknown[] } = {
    of: [],
    views: [],
    external: [],
    resourcesAndPrompts: [],
    steering: () => [],
  }
  const signature = (): readonly unknown[] => {
    const servers = config()
    const parts: unknown[] = [servers, pinStore.version(), presentDeps.organisationPins?.()]
    for (const name of Object.keys(servers))
      parts.push(running.get(name)?.offer() ?? null, running.get(name)?.heldLaunch() ?? null)
    return parts
  }
  const refresh = (): typeof last => {
    const now = signature()
    if (now.length === last.of.length && now.every((part, at) => part === last.of[at])) return last
    const views = present(sources(), presentDeps)
    let drifted = false
    for (const { name, compared } of views) {
      const refs = compared.filter((one) => one.drifted)
      if (refs.length > 0) {
        pinStore.close(
          name,
          refs.map(({ what, name: own }) => ({ what, name: own })),
          null,
        )
        drifted = true
      }
    }
    if (drifted) return refresh()
    const external = views.flatMap(({ name, tools }) =>
      tools.flatMap(({ tool, closed, state }) =>
        tool === null
          ? []
          : [
              {
                tool,
                source: `mcp:${name}`,
                closed: closed === null ? null : { ...closed, code: CLOSED },
                trust: config()[name]?.trust ?? 'community',
                review: state,
              },
            ],
      ),
    )
    const resourcesAndPrompts = views.flatMap((view) => {
      const open = view.resourcesAndPrompts()
      return open === null
        ? []
        : [
            {
              ...open,
              server: view.name,
              read: readName(view.name),
              prompt: promptName(view.name),
              complete: completes(view.name) ? completeName(view.name) : null,
            },
          ]
    })
    const toResources = resourcesAndPrompts.flatMap(({ server, resources, prompts }) =>
      toolsFor(server, resources.length > 0, prompts.length > 0, views),
    )
    let steering: readonly Steering[] | null = null
    last = {
      of: now,
      views,
      external: [...external, ...toResources],
      resourcesAndPrompts,
      steering: () => (steering ??= steeringIn(views, namesIn(views), presentDeps.scanners)),
    }
    return last
  }
  const namesIn = (views: readonly ServerView[]): Parameters<typeof steeringIn>[1] => [
    { server: null, names: presentDeps.builtIn },
    ...views.map(({ name, tools }) => ({
      server: name,
      names: tools.flatMap((one) => [one.name, toolName(name, one.name, presentDeps.sha256)]),
    })),
  ]
  /**
   * Each letter would be a question to a person, but for servers that are the person's own and may
   * be read without one.
   */
  const completes = (server: string): boolean =>
    config()[server]?.trust === 'local' && running.get(server)?.offer()?.completions === true
  const toolsFor = (
    server: string,
    reads: boolean,
    prompts: boolean,
    views: readonly ServerView[],
  ): readonly OfferedFrom[] => {
    const own = config()[server]
    if (own === undefined) return []
    const from = {
      server,
      config: own,
      version: views.find(({ name }) => name === server)?.version ?? '',
    }
    const tools = [
      ...(reads ? [readTool(from)] : []),
      ...(prompts ? [promptTool(from)] : []),
      ...(completes(server) ? [completeTool(from)] : []),
    ]
    return tools.map((tool) => ({
      tool,
      source: `mcp:${server}`,
      closed: null,
      trust: own.trust,
      review: 'open',
      listed: false,
    }))
  }
  return refresh
}
