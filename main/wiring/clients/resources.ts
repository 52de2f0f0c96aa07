// Joins what servers offer beside tools to the gateway: under names and addresses that keep servers
// apart, for those clients whose view has that server in it.
import type { Principal } from '../../../contract/call/principal.ts'
import type { ResourcesAndPrompts } from '../../mcp/gateway/resources.ts'
import type { ServerResources } from '../../mcp/server-catalog.ts'
import type { Servers } from '../../mcp/servers-port.ts'
import { resourceFor } from '../../mcp/trust/resources-and-prompts.ts'
import { framed, textFor, titleFor } from '../../mcp/trust/model-text.ts'
import { toolName } from '../../mcp/trust/names.ts'
import type { Registry } from '../../registry/registry.ts'
import { scanners } from '../execution/servers/scanners.ts'

export type ResourceDeps = {
  readonly servers: Pick<Servers, 'resourcesAndPrompts' | 'watchResource'>
  readonly registry: Pick<Registry, 'get' | 'sees'>
  readonly sha256: (text: string) => string
}

/**
 * `forge+note://one` is `note://one` of the server forge: an address of any form stays one, and so
 * does a template.
 */
const outward = (server: string, uri: string): string => `${server}+${uri}`

const { unhide } = scanners

export function wireResources({ servers, registry, sha256 }: ResourceDeps): ResourcesAndPrompts {
  const readable = (principal: Principal): readonly ServerResources[] =>
    servers.resourcesAndPrompts().filter(({ read }) => registry.sees(principal, read))
  const promptable = (principal: Principal): readonly ServerResources[] =>
    servers.resourcesAndPrompts().filter(({ prompt }) => registry.sees(principal, prompt))
  const nameOf = (server: string, prompt: string): string => toolName(server, prompt, sha256)

  return {
    resources: (principal) =>
      readable(principal).flatMap(({ server, resources }) =>
        resources.map((one) => ({
          ...one,
          uri: outward(server, one.uri),
          name: titleFor(one.name, unhide),
          title: one.title === null ? null : titleFor(one.title, unhide),
          description: framed(server, one.description, unhide),
        })),
      ),
    prompts: (principal) =>
      promptable(principal).flatMap(({ server, prompts }) =>
        prompts.map((one) => ({
          name: nameOf(server, one.name),
          title: one.title === null ? null : titleFor(one.title, unhide),
          description: framed(server, one.description, unhide),
          arguments: one.arguments.map((argument) => ({
            ...argument,
            description: textFor(argument.description, unhide),
          })),
        })),
      ),
    reading(principal, uri) {
      const border = uri.indexOf('+')
      const own = uri.slice(border + 1)
      const from = readable(principal).find(
        ({ server }) => server === uri.slice(0, Math.max(border, 0)),
      )
      if (from === undefined || resourceFor(from, own) === null) return null
      return {
        tool: from.read,
        args: { uri: own },
        outward: (inner) => outward(from.server, inner),
      }
    },
    getting(principal, name, args) {
      for (const { server, prompt, prompts } of promptable(principal)) {
        const found = prompts.find((one) => nameOf(server, one.name) === name)
        if (found !== undefined)
          return {
            tool: prompt,
            args: { name: found.name, arguments: args },
            outward: (inner) => outward(server, inner),
          }
      }
      return null
    },
    completing(principal, { what, name, argument, known }) {
      for (const from of what === 'prompt' ? promptable(principal) : readable(principal)) {
        const { server, complete, prompts, resources } = from
        const own =
          what === 'prompt'
            ? prompts.find((one) => nameOf(server, one.name) === name)?.name
            : resources.find((one) => one.template && outward(server, one.uri) === name)?.uri
        if (own === undefined) continue
        return complete === null
          ? 'none'
          : {
              tool: complete,
              args: { what, name: own, argument, known },
              outward: (inner) => outward(server, inner),
            }
      }
      return 'unknown'
    },
    watch(principal, uri, listener) {
      const border = uri.indexOf('+')
      const own = uri.slice(border + 1)
      const from = readable(principal).find(
        ({ server }) => server === uri.slice(0, Math.max(border, 0)),
      )
      return from === undefined || resourceFor(from, own) === null
        ? null
        : servers.watchResource(from.server, own, listener)
    },
    linked(principal, tool, uri) {
      const source = registry.get(tool)?.source ?? ''
      if (!source.startsWith('mcp:')) return uri
      const server = source.slice('mcp:'.length)
      const from = readable(principal).find((one) => one.server === server)
      // A page of the web is nobody's. Anything else is the server's own word for something: a client
      // that opens what it is given finds no file, script or resource of another behind it.
      const offered = from !== undefined && resourceFor(from, uri) !== null
      return !offered && /^https?:\/\//i.test(uri) ? uri : outward(server, uri)
    },
  }
}
