// Programs that people run, through the proxy of a sandboxed program. They find it over TCP on
// loopback here, as they will behind the relay in the sandbox; curl also speaks to the socket
// itself.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { keep, site } from './fixtures/ask.ts'
import { proxyFor } from './fixtures/proxy.ts'
import { serveHttps } from './fixtures/servers.ts'

const certificate = fileURLToPath(new URL('fixtures/server-cert.pem', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'gh-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Ran = { readonly code: number; readonly out: string; readonly err: string }

/** With an environment that holds what is given and nothing of the test's own. */
const run = (
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env }, timeout: 25_000 },
      (error, out, err) =>
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          out,
          err,
        }),
    )
  })

/** What the relay in a sandbox is: a loopback port whose connections end at the socket. */
async function relay(socketPath: string): Promise<string> {
  const server = createServer((socket) => {
    const other = connect(socketPath)
    socket.on('error', () => other.destroy()).pipe(other)
    other.on('error', () => socket.destroy()).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await keep(Promise.resolve({ close: async () => void server.close() }))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const has = (program: string): boolean =>
  ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'].some((folder) =>
    existsSync(join(folder, program)),
  )

async function secureSite() {
  const server = await keep(serveHttps((_, response) => response.end('secure')))
  const host = `site.test:${server.port}`
  const proxy = await proxyFor(
    [host],
    [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
  )
  return { server, host, proxy }
}

describe.runIf(has('curl'))('curl (skipped without it)', () => {
  it('gets a granted page over https and http, and a clear refusal for every other', async () => {
    const { host, proxy } = await secureSite()
    const via = ['-sS', '--proxy', await relay(proxy.socketPath)]
    expect(await run('curl', [...via, '--cacert', certificate, `https://${host}/`])).toMatchObject({
      code: 0,
      out: 'secure',
    })
    expect(await run('curl', [...via, 'https://evil.test/'])).toMatchObject({
      code: 56,
      out: '',
      err: expect.stringContaining('403'),
    })
    expect(await run('curl', [...via, 'http://evil.test/'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('not granted to this program'),
    })
    const open = await site((_, response) => response.end('open'))
    const plain = await proxyFor([`site.test:${open.server.port}`], open.hosts)
    const url = `http://site.test:${open.server.port}/`
    expect(await run('curl', ['-sS', '--proxy', await relay(plain.socketPath), url])).toMatchObject(
      { code: 0, out: 'open' },
    )
    expect(
      await run('curl', ['-sS', '--unix-socket', plain.socketPath, '--request-target', url, url]),
    ).toMatchObject({
      code: 0,
      out: 'open',
    })
  })

  it('is not let through when it asks for another host inside the tunnel, or speaks plain HTTP in it', async () => {
    const { server, host, proxy } = await secureSite()
    const via = ['-sS', '-k', '--proxy', await relay(proxy.socketPath)]
    const other = await run('curl', [
      ...via,
      '--connect-to',
      `evil.test:443:site.test:${server.port}`,
      'https://evil.test/',
    ])
    expect(other).toMatchObject({ code: 35, out: '' })
    expect((await run('curl', [...via, '--proxytunnel', `http://${host}/`])).code).toBe(52)
    expect(server.seen).toEqual([])
  })

  it('in a rehearsal is told so', async () => {
    const proxy = await proxyFor('record-only', [])
    const answer = await run('curl', [
      '-sS',
      '--proxy',
      await relay(proxy.socketPath),
      'http://registry.example.org/x',
    ])
    expect(answer.out).toBe(
      'The network is closed in a rehearsal. registry.example.org:80 was written down.\n',
    )
    expect(proxy.attempts).toHaveLength(1)
  })
})

describe('Node', () => {
  it("gets a granted page with its own fetch and its own environment's proxy", async () => {
    const { host, proxy } = await secureSite()
    const env = {
      HTTPS_PROXY: await relay(proxy.socketPath),
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: certificate,
    }
    const script = (url: string): string =>
      `fetch(${JSON.stringify(url)}).then((r) => r.text()).then(console.log, (e) => { console.log('no', String(e.cause ?? e)) })`
    expect((await run(process.execPath, ['-e', script(`https://${host}/`)], env)).out).toBe(
      'secure\n',
    )
    expect((await run(process.execPath, ['-e', script('https://evil.test/')], env)).out).toMatch(
      /^no /,
    )
    expect((await proxy.reported(2)).map(({ failure }) => failure?.code)).toEqual([
      undefined,
      'proxy.not-granted',
    ])
  })
})

describe.runIf(has('git'))('git (skipped without it)', () => {
  it('clones from a granted host over https', async () => {
    const source = join(home, 'source')
    mkdirSync(source)
    const git = (...args: string[]): Promise<Ran> =>
      run('git', [
        '-C',
        source,
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.org',
        '-c',
        'init.defaultBranch=main',
        ...args,
      ])
    writeFileSync(join(source, 'a.txt'), 'from afar')
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'a'],
      ['update-server-info'],
    ])
      expect((await git(...args)).code).toBe(0)
    const server = await keep(
      serveHttps((request, response) => {
        const file = join(
          source,
          '.git',
          (request.url ?? '').split('?')[0]?.replace('/repo.git', '') ?? '',
        )
        if (existsSync(file)) response.end(readFileSync(file))
        else response.writeHead(404).end()
      }),
    )
    const host = `site.test:${server.port}`
    const proxy = await proxyFor(
      [host],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
    )
    const env = {
      HTTPS_PROXY: await relay(proxy.socketPath),
      GIT_SSL_CAINFO: certificate,
      GIT_TERMINAL_PROMPT: '0',
    }
    const copy = join(home, 'copy')
    expect(await run('git', ['clone', '-q', `https://${host}/repo.git`, copy], env)).toMatchObject({
      code: 0,
    })
    expect(readFileSync(join(copy, 'a.txt'), 'utf8')).toBe('from afar')
    expect(
      await run('git', ['clone', '-q', 'https://evil.test/repo.git', join(home, 'no')], env),
    ).toMatchObject({
      code: 128,
      err: expect.stringContaining('403'),
    })
  })
})

describe.runIf(has('npm'))('npm (skipped without it)', () => {
  it('reads from a granted registry through its own proxy agent, and from no other', async () => {
    const server = await keep(
      serveHttps((_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            '{"name":"thing","dist-tags":{"latest":"1.2.3"},"versions":{"1.2.3":{"name":"thing","version":"1.2.3"}}}',
          ),
      ),
    )
    const host = `site.test:${server.port}`
    const proxy = await proxyFor(
      [host],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
    )
    const env = {
      npm_config_https_proxy: await relay(proxy.socketPath),
      npm_config_cafile: certificate,
      npm_config_cache: join(home, 'npm'),
      npm_config_fetch_retries: '0',
      npm_config_update_notifier: 'false',
    }
    expect(
      (
        await run('npm', ['view', 'thing', 'version', '--registry', `https://${host}/`], env)
      ).out.trim(),
    ).toBe('1.2.3')
    const other = await run(
      'npm',
      ['view', 'thing', 'version', '--registry', 'https://evil.test/'],
      env,
    )
    expect([other.code === 0, other.out]).toEqual([false, ''])
    expect((await proxy.reported(2)).map(({ host: name, allowed }) => [name, allowed])).toEqual([
      ['site.test', true],
      ['evil.test', false],
    ])
  })
})
