import { describe, expect, it } from 'vitest'
import { keep, outboundOf, site } from './fixtures/ask.ts'
import { serveHttp, serveHttps, testCertificate } from './fixtures/servers.ts'

const causeCode = async (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'answered',
    (thrown: unknown) =>
      thrown instanceof Error &&
      typeof thrown.cause === 'object' &&
      thrown.cause !== null &&
      'code' in thrown.cause
        ? thrown.cause.code
        : thrown,
  )

describe('the fetch of a model client', () => {
  it('reaches a server on this machine that no allowlist names, because the person configured it', async () => {
    const { server, url } = await site((request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"path":"${request.url}"}`),
    )
    const send = outboundOf({ hosts: () => [] }).modelFetch(url('/v1'))
    const answer = await send(url('/v1/chat'), {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: JSON.stringify({ a: 1 }),
    })
    expect(await answer.json()).toEqual({ path: '/v1/chat' })
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat',
      body: '{"a":1}',
      headers: { authorization: 'Bearer k' },
    })
  })

  it('gives the answer out as it comes', async () => {
    let more: () => void = () => undefined
    const { url } = await site((_, response) => {
      response.writeHead(200).write('first')
      more = () => void response.end('second')
    })
    const answer = await outboundOf({ hosts: () => [] }).modelFetch(url('/'))(url('/'))
    const reader = answer.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    more()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second')
    expect((await reader?.read())?.done).toBe(true)
  })

  it('goes nowhere but to its own scheme, host and port', async () => {
    const { url, server } = await site((_, response) => response.end())
    const other = await site((_, response) => response.end())
    const send = outboundOf({ hosts: () => [] }).modelFetch(url('/v1'))
    for (const target of [
      other.url('/'),
      `http://localhost:${server.port}/`,
      `https://127.0.0.1:${server.port}/`,
      'https://api.example.org/',
    ]) {
      expect([target, await causeCode(send(target))]).toEqual([target, 'net.not-permitted'])
    }
    expect([...server.seen, ...other.server.seen]).toEqual([])
  })

  it('follows no redirect', async () => {
    const other = await site((_, response) => response.end('stolen'))
    const { url } = await site((_, response) =>
      response.writeHead(307, { location: other.url('/') }).end(),
    )
    const send = outboundOf({ hosts: () => [] }).modelFetch(url('/v1'))
    expect(
      await causeCode(
        send(url('/v1'), { method: 'POST', body: 'x', headers: { authorization: 'Bearer k' } }),
      ),
    ).toBe('net.redirect-elsewhere')
    expect(other.server.seen).toEqual([])
  })

  it.each<[string, string, string]>([
    ['api.example.org', '127.0.0.1', 'net.address-refused'],
    ['api.example.org', '169.254.169.254', 'net.address-refused'],
    ['api.example.org', 'fe80::1', 'net.address-refused'],
    ['box.lan', '169.254.169.254', 'net.address-refused'],
    ['box.lan', '0.0.0.0', 'net.address-refused'],
  ])('of %s does not dial %s', async (host, address, code) => {
    const send = outboundOf({ hosts: () => [], resolve: async () => [address] }).modelFetch(
      `http://${host}/v1`,
    )
    expect(await causeCode(send(`http://${host}/v1`))).toBe(code)
  })

  it('reaches a local name on this machine or network', async () => {
    const { server } = await site((_, response) => response.end('local model'))
    const base = `http://box.lan:${server.port}`
    const send = outboundOf({ hosts: () => [], resolve: async () => ['127.0.0.1'] }).modelFetch(
      base,
    )
    expect(await (await send(`${base}/v1`)).text()).toBe('local model')
  })

  it('ends when its signal does, before and during the answer', async () => {
    const { url } = await site((_, response) => void response.writeHead(200).write('begun'))
    const send = outboundOf({ hosts: () => [] }).modelFetch(url('/'))
    const stop = new AbortController()
    const answer = await send(url('/'), { signal: stop.signal })
    stop.abort()
    await expect(answer.text()).rejects.toMatchObject({ name: 'AbortError' })
    await expect(send(url('/'), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('says in plain words when the server is down or its address makes no sense', async () => {
    const gone = await serveHttp(() => undefined)
    await gone.close()
    const outbound = outboundOf({ hosts: () => [] })
    const base = `http://127.0.0.1:${gone.port}`
    expect(await causeCode(outbound.modelFetch(base)(base))).toBe('net.connect')
    expect(await causeCode(outbound.modelFetch('ftp://x/')('ftp://x/'))).toBe('net.url')
    expect(await causeCode(outbound.modelFetch('nonsense')(base))).toBe('net.url')
  })

  it('accepts only certificates that are good for the name', async () => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const resolve = async (): Promise<string[]> => ['127.0.0.1']
    const base = `https://localhost:${server.port}`
    expect(
      await (
        await outboundOf({ hosts: () => [], resolve, trust: [testCertificate] }).modelFetch(base)(
          base,
        )
      ).text(),
    ).toBe('secure')
    expect(await causeCode(outboundOf({ hosts: () => [], resolve }).modelFetch(base)(base))).toBe(
      'net.tls',
    )
  })
})
