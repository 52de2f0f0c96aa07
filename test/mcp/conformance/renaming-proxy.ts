// Between the conformance suite and the gateway: the suite calls tools by plain names and comes
// without a token, the gateway has a server's name before each. Changes names and nothing else.
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RenamingProxy = { readonly url: string; close(): Promise<void> }

/** @param server how the gateway calls the server that has all of it. */
export async function openRenamingProxy(
  target: string,
  token: string,
  server: string,
): Promise<RenamingProxy> {
  const to = new URL(target)
  const plain = (text: string): string =>
    text.replaceAll(`${server}__`, '').replaceAll(`${server}+`, '')
  const named = (text: string): string => {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return text
    }
    return JSON.stringify(isFields(message) ? withNames(message, server) : message)
  }
  const serve = async (given: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = named(await textOf(given))
    const headers: Record<string, string | string[]> = {}
    for (const [key, value] of Object.entries(given.headers))
      if (value !== undefined && !['content-length', 'connection'].includes(key))
        headers[key] = value
    const name = headers['mcp-name']
    if (typeof name === 'string')
      headers['mcp-name'] =
        name.startsWith('test://') || name.includes('://')
          ? `${server}+${name}`
          : `${server}__${name}`
    if (isOwn(given.headers.host)) headers['host'] = to.host
    const { origin } = given.headers
    if (origin !== undefined && isOwn(new URL(origin).host)) headers['origin'] = to.origin
    headers['authorization'] = `Bearer ${token}`
    const onward = request(
      {
        host: to.hostname,
        port: to.port,
        path: to.pathname,
        method: given.method,
        headers: {
          ...headers,
          ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (reply) => {
        const { 'content-length': _length, ...rest } = reply.headers
        answer.writeHead(reply.statusCode ?? 500, rest)
        // Lines are whole messages: a name is never cut in two.
        let open = ''
        reply.setEncoding('utf8')
        reply.on('data', (piece: string) => {
          const lines = (open + piece).split('\n')
          open = lines.pop() ?? ''
          for (const line of lines) answer.write(`${plain(line)}\n`)
        })
        reply.on('end', () => answer.end(plain(open)))
        reply.on('error', () => answer.destroy())
      },
    )
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    onward.end(body)
  }
  const http = createServer((given, answer) => void serve(given, answer))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}

const isOwn = (host: string | undefined): boolean => /^(?:127\.0\.0\.1|localhost)/.test(host ?? '')

type Fields = { [key: string]: unknown }
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function withNames(message: Fields, server: string): Fields {
  const { method, params } = message
  if (typeof method !== 'string' || !isFields(params)) return message
  const name = (given: unknown): unknown =>
    typeof given === 'string' ? `${server}__${given}` : given
  const uri = (given: unknown): unknown =>
    typeof given === 'string' ? `${server}+${given}` : given
  switch (method) {
    case 'tools/call':
    case 'prompts/get':
      return { ...message, params: { ...params, name: name(params['name']) } }
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return { ...message, params: { ...params, uri: uri(params['uri']) } }
    case 'completion/complete': {
      const ref = isFields(params['ref']) ? params['ref'] : {}
      const own = {
        ...ref,
        ...('name' in ref ? { name: name(ref['name']) } : {}),
        ...('uri' in ref ? { uri: uri(ref['uri']) } : {}),
      }
      return { ...message, params: { ...params, ref: own } }
    }
    case 'subscriptions/listen': {
      const wanted = isFields(params['notifications']) ? params['notifications'] : {}
      const uris = wanted['resourceSubscriptions']
      return Array.isArray(uris)
        ? {
            ...message,
            params: {
              ...params,
              notifications: { ...wanted, resourceSubscriptions: uris.map(uri) },
            },
          }
        : message
    }
    default:
      return message
  }
}

async function textOf(given: IncomingMessage): Promise<string> {
  given.setEncoding('utf8')
  let text = ''
  for await (const piece of given) text += piece as string
  return text
}
