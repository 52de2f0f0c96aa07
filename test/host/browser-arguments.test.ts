import { describe, expect, it } from 'vitest'
import { readBrowserArguments } from '../../main/host/browser/arguments.ts'
import { canOpenBrowser } from '../../main/host/browser/open-browser.ts'

describe('the words of gatehouse serve', () => {
  const plain = {
    port: null,
    json: false,
    open: true,
    config: undefined,
    mcpPort: null,
    webhookPort: null,
  }
  const good: readonly [words: string[], want: object][] = [
    [[], plain],
    [['--port', '0'], { ...plain, port: 0 }],
    [['--port=8080'], { ...plain, port: 8080 }],
    [['--json'], { ...plain, json: true, open: false }],
    [['--no-open'], { ...plain, open: false }],
    [['--mcp-port', '4800'], { ...plain, mcpPort: 4800 }],
    [['--webhook-port', '4801'], { ...plain, webhookPort: 4801 }],
    [['--config', '/c.yaml'], { ...plain, config: '/c.yaml' }],
  ]
  it.each(good)('%j', (words, value) => {
    expect(readBrowserArguments(words)).toEqual({ ok: true, value })
  })

  const bad: readonly [words: string[], text: RegExp][] = [
    [['--port', 'http'], /^--port needs a number from 0 to 65535, not "http"\.$/],
    [['--port', '65536'], /not "65536"/],
    [['--port', '-1'], /--port/],
    [['--port', '1e3'], /not "1e3"/],
    [['--port'], /--port/],
    [['--host', '0.0.0.0'], /--host/],
    [['here'], /here/],
  ]
  it.each(bad)('%j is refused', (words, text) => {
    const read = readBrowserArguments(words)
    expect(read).toEqual({
      ok: false,
      error: {
        code: 'usage',
        text: expect.stringMatching(text) as string,
        hint: expect.stringContaining('--port N') as string,
      },
    })
  })
})

describe('whether a browser is opened', () => {
  const cases: readonly [
    name: string,
    platform: string,
    env: Record<string, string>,
    want: boolean,
  ][] = [
    ['on a Linux desktop', 'linux', { DISPLAY: ':0' }, true],
    ['on a Wayland desktop', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['on a server', 'linux', {}, false],
    [
      'over SSH, even with a forwarded display',
      'linux',
      { DISPLAY: 'localhost:10', SSH_CONNECTION: '1 2 3 4' },
      false,
    ],
    ['in CI', 'linux', { DISPLAY: ':0', CI: 'true' }, false],
    ['on macOS', 'darwin', {}, true],
    ['on Windows', 'win32', {}, true],
    ['on macOS over SSH', 'darwin', { SSH_CONNECTION: '1 2 3 4' }, false],
  ]
  it.each(cases)('%s', (_name, platform, env, want) => {
    expect(canOpenBrowser({ platform, env })).toBe(want)
  })
})
