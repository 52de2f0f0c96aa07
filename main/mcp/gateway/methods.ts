// The methods that both eras have, by name. What only an older client may call is in
// client-session.ts.
import { isObject } from '../../../contract/is-object.ts'
import { code, field, modernVersions, textField, type Fields } from './protocol/protocol.ts'
import type { Context, Listed, Provider } from './provider.ts'
import { done, failed, noMethod, type Reply } from './protocol/reply.ts'

const lists: Readonly<Record<string, Listed>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
}
const belongsTo = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resources',
} as const

/**
 * A client may keep a list for as long as nobody tells it that it changed; it differs from client
 * to client.
 */
const fresh = '"ttlMs":0,"cacheScope":"private"'

/** `context` is made only where somebody needs it. */
export function answerMethod(
  method: string,
  params: Fields | undefined,
  provider: Provider,
  context: () => Context,
): Reply | Promise<Reply> {
  const { capabilities } = provider
  if (Object.hasOwn(lists, method)) {
    const what = lists[method] ?? 'tools'
    if (capabilities[belongsTo[what]] === undefined) return noMethod(method)
    // There is one page, so no cursor is ours.
    if (field(params, 'cursor') !== undefined)
      return failed(code.invalidParams, 'Invalid params: this cursor leads nowhere.')
    const list = `"${what}":${provider.list(what)}`
    return done(context().era === 'modern' ? `${list},${fresh}` : list)
  }
  switch (method) {
    case 'tools/call': {
      const name = textField(params, 'name')
      if (capabilities.tools === undefined) return noMethod(method)
      if (name === null) return missing('name')
      const args = field(params, 'arguments')
      return provider.callTool(name, args === undefined ? {} : args, context())
    }
    case 'resources/read': {
      const uri = textField(params, 'uri')
      if (capabilities.resources === undefined) return noMethod(method)
      return uri === null
        ? missing('uri')
        : withFreshness(provider.readResource(uri, context()), context().era)
    }
    case 'prompts/get': {
      const name = textField(params, 'name')
      if (capabilities.prompts === undefined) return noMethod(method)
      const args = field(params, 'arguments')
      return name === null
        ? missing('name')
        : provider.getPrompt(name, isObject(args) ? args : undefined, context())
    }
    case 'completion/complete':
      return capabilities.completions === undefined || params === undefined
        ? noMethod(method)
        : provider.complete(params, context())
    case 'server/discover': {
      if (context().era === 'legacy') return noMethod(method)
      const instructions =
        provider.instructions === null
          ? ''
          : `,"instructions":${JSON.stringify(provider.instructions)}`
      return done(
        `"supportedVersions":${JSON.stringify(modernVersions)},"capabilities":${JSON.stringify(capabilities)},${fresh}${instructions}`,
      )
    }
    default:
      return noMethod(method)
  }
}

const missing = (name: string): Reply =>
  failed(code.invalidParams, `Invalid params: ${name} is missing.`)

async function withFreshness(reading: Promise<Reply>, era: Context['era']): Promise<Reply> {
  const reply = await reading
  return era === 'modern' && reply.kind === 'done' ? done(`${reply.members},${fresh}`) : reply
}
