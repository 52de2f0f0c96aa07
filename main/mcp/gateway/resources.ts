// Resources and prompts of external servers, as far as a client may have them. Each use is a call
// over the pipeline, like that of any tool; only the words of its answer are others.
import type { CallResult } from '../../../contract/call/call.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { OfferedPrompt, OfferedResource } from '../../../contract/server/server.ts'
import { code } from './protocol/protocol.ts'
import { done, failed, type Reply } from './protocol/reply.ts'
import { contentJson, openedUris } from './protocol/result-json.ts'
import type { Notifications } from './notifications.ts'

/** The call that a use comes to. */
export type ResourceCall = {
  readonly tool: string
  readonly args: JsonObject
  /** As clients write the address of something at this server. */
  outward(uri: string): string
}

/** By the names and addresses that clients know. */
export type Completing = {
  readonly what: 'prompt' | 'resource'
  readonly name: string
  readonly argument: { readonly name: string; readonly value: string }
  readonly known: Readonly<Record<string, string>>
}

/**
 * What has to be behind it: only what a person has reviewed, by names and addresses that keep
 * servers apart.
 */
export type ResourcesAndPrompts = {
  resources(principal: Principal): readonly OfferedResource[]
  prompts(principal: Principal): readonly OfferedPrompt[]
  /** Null: there is nothing of that address that this client may read. */
  reading(principal: Principal, uri: string): ResourceCall | null
  getting(
    principal: Principal,
    name: string,
    args: Readonly<Record<string, string>>,
  ): ResourceCall | null
  /** none: there is such a thing, and its server is not asked. */
  completing(principal: Principal, wanted: Completing): ResourceCall | 'unknown' | 'none'
  /**
   * Calls back whenever its server says that it is another; the function returned ends that. Null:
   * there is nothing of that address that this client may read.
   */
  watch(principal: Principal, uri: string, listener: () => void): (() => void) | null
  /**
   * An address in the result of a server's tool, as a client could read it here; as it is where
   * it could not.
   */
  linked(principal: Principal, tool: string, uri: string): string
}

export const resourcesJson = (all: readonly OfferedResource[], template: boolean): string =>
  JSON.stringify(
    all
      .filter((one) => one.template === template)
      .map(({ uri, name, title, description, mimeType }) => ({
        ...(template ? { uriTemplate: uri } : { uri }),
        name,
        ...(title === null ? {} : { title }),
        description,
        ...(mimeType === null ? {} : { mimeType }),
      })),
  )

export const promptsJson = (all: readonly OfferedPrompt[]): string =>
  JSON.stringify(
    all.map(({ name, title, description, arguments: args }) => ({
      name,
      ...(title === null ? {} : { title }),
      description,
      arguments: args,
    })),
  )

const wrong = (text: string): Reply => failed(code.invalidParams, text)
/**
 * Held, refused or gone wrong: an error of the request, in the words that a tool's result would
 * have.
 */
const notNow = (text: string): Reply => failed(code.unavailable, text)

/** The newer era has no number of its own for it. */
export const noResource = (uri: string, era: 'legacy' | 'modern'): Reply =>
  failed(
    era === 'legacy' ? code.resourceNotFound : code.invalidParams,
    'There is no such resource.',
    { uri },
  )
export const noPrompt = (name: string): Reply =>
  wrong(`There is no prompt named ${JSON.stringify(name.slice(0, 200))}.`)

export const asResource = (uri: string, outward: ResourceCall['outward']): Notifications => ({
  said: notNow,
  result: (result) => (result.ok ? resourceReply(uri, result, outward) : notNow(result.text)),
})

function resourceReply(
  uri: string,
  { content = [], text }: CallResult,
  outward: ResourceCall['outward'],
): Reply {
  const contents = content.map((part): Json => {
    switch (part.kind) {
      case 'resource':
        return { uri: outward(part.uri), ...mime(part.mimeType), text: part.text }
      case 'blob':
        return { uri: outward(part.uri), ...mime(part.mimeType), blob: part.data }
      case 'image':
      case 'audio':
        return { uri, mimeType: part.mimeType, blob: part.data }
      case 'link':
        return { uri, text: part.uri }
      case 'text':
      case 'left-out':
        return { uri, text: part.text }
    }
  })
  return done(`"contents":${JSON.stringify(contents.length === 0 ? [{ uri, text }] : contents)}`)
}

const mime = (type: string | null): { readonly mimeType?: string } =>
  type === null ? {} : { mimeType: type }

export const asPrompt = (outward: ResourceCall['outward']): Notifications => ({
  said: notNow,
  result: (result) => (result.ok ? promptReply(result, outward) : notNow(result.text)),
})

function promptReply({ content = [], data }: CallResult, outward: ResourceCall['outward']): Reply {
  const given =
    data !== null && typeof data === 'object' && !Array.isArray(data) && 'roles' in data
      ? data.roles
      : []
  const roles = Array.isArray(given) ? given : []
  const messages = openedUris(content, outward).flatMap((part, at): Json[] =>
    contentJson(part).map((one) => ({
      role: roles[at] === 'assistant' ? 'assistant' : 'user',
      content: one,
    })),
  )
  return done(`"messages":${JSON.stringify(messages)}`)
}
