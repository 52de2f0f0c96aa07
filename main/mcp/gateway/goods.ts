// Resources and prompts of external servers, as far as a client may have them.
import type { Failure } from '../../../contract/failure.ts'
import type { Json } from '../../../contract/json.ts'
import type { ServerAnswer } from '../../../contract/powers.ts'
import type { Principal } from '../../../contract/principal.ts'
import type { Result } from '../../../contract/result.ts'
import type { OfferedPrompt, OfferedResource } from '../../../contract/server.ts'
import { code } from './protocol.ts'
import { done, failed } from './reply.ts'
import type { Reply } from './reply.ts'

/** What has to be behind it: only what a person has reviewed, and every use over the gate and into the journal. */
export type Goods = {
  resources(principal: Principal): readonly OfferedResource[]
  prompts(principal: Principal): readonly OfferedPrompt[]
  readResource(principal: Principal, uri: string, signal: AbortSignal): Promise<Result<ServerAnswer, Failure>>
  getPrompt(
    principal: Principal,
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Result<ServerAnswer, Failure>>
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

export function resourceReply(uri: string, read: Result<ServerAnswer, Failure>): Reply {
  if (!read.ok) return failed(code.invalidParams, read.error.text, { uri })
  const contents = read.value.content.map((part): Json => {
    if (part.kind === 'resource') return { uri: part.uri, ...mime(part.mimeType), text: part.text }
    if (part.kind === 'image' || part.kind === 'audio') return { uri, mimeType: part.mimeType, blob: part.data }
    return { uri, text: part.kind === 'link' ? part.uri : part.text }
  })
  return contents.length === 0
    ? failed(code.invalidParams, 'There is nothing at this address.', { uri })
    : done(`"contents":${JSON.stringify(contents)}`)
}

const mime = (type: string | null): { readonly mimeType?: string } => (type === null ? {} : { mimeType: type })

export function promptReply(got: Result<ServerAnswer, Failure>): Reply {
  if (!got.ok) return failed(code.invalidParams, got.error.text)
  const messages = got.value.content.flatMap((part): Json[] => {
    if (part.kind === 'image' || part.kind === 'audio')
      return [{ role: 'user', content: { type: part.kind, mimeType: part.mimeType, data: part.data } }]
    const text = part.kind === 'link' ? part.uri : part.text
    return [{ role: 'user', content: { type: 'text', text } }]
  })
  return done(`"messages":${JSON.stringify(messages)}`)
}
