// What the page of Gatehouse cannot do, in both hosts: the window is where approvals are given, so
// nothing that gets into its page may get any further.
import { expect, shareGatehouse, test } from './harness/test.ts'

/** What the page's CSP reports, once it has reported each of `directives` or never will. */
const violations = (directives: readonly string[]) => `
  // What DevTools evaluates is free of the policy until it first waits.
  await new Promise((resolve) => setTimeout(resolve, 0))
  const seen = []
  const listener = (event) => seen.push(event.effectiveDirective)
  document.addEventListener('securitypolicyviolation', listener)
  const settled = async () => {
    const late = Date.now() + 30_000
    while (!${JSON.stringify(directives)}.every((one) => seen.includes(one)) && Date.now() < late)
      await new Promise((resolve) => setTimeout(resolve, 20))
    document.removeEventListener('securitypolicyviolation', listener)
    return [...new Set(seen)].sort()
  }
`

const tries: readonly [name: string, script: string, directives: readonly string[]][] = [
  [
    'an inline script that was built with markup',
    `document.body.append(document.createRange().createContextualFragment('<script>window.got = 1</' + 'script>'))`,
    ['require-trusted-types-for'],
  ],
  [
    'an inline script that was built by hand',
    `const s = document.createElement('script'); s.append('window.got = 1'); document.body.append(s)`,
    ['require-trusted-types-for'],
  ],
  [
    'markup put in as text',
    `const d = document.createElement('div'); d.innerHTML = '<img src=x onerror="window.got = 1">'; document.body.append(d)`,
    ['require-trusted-types-for'],
  ],
  [
    'an inline handler',
    `const b = document.createElement('button'); b.setAttribute('onclick', 'window.got = 1'); document.body.append(b); b.click()`,
    ['require-trusted-types-for'],
  ],
  [
    'a script from elsewhere',
    `const s = document.createElement('script'); s.src = 'https://example.org/x.js'; document.body.append(s)`,
    ['require-trusted-types-for'],
  ],
  ['text as code', `(0, eval)('window.got = 1')`, ['require-trusted-types-for']],
  ['text as a function', `new Function('window.got = 1')()`, ['require-trusted-types-for']],
  [
    'a picture from elsewhere',
    `const i = new Image(); i.src = 'https://example.org/x.png'; document.body.append(i)`,
    ['img-src'],
  ],
  ['a request to elsewhere', `await fetch('https://example.org/')`, ['connect-src']],
  ['a socket to elsewhere', `new WebSocket('wss://example.org/')`, ['connect-src']],
  ['a beacon to elsewhere', `navigator.sendBeacon('https://example.org/', 'x')`, ['connect-src']],
  [
    'a frame',
    `const f = document.createElement('iframe'); f.src = location.href; document.body.append(f)`,
    ['frame-src'],
  ],
  [
    'a plug-in',
    `const o = document.createElement('object'); o.data = location.href; document.body.append(o)`,
    ['require-trusted-types-for'],
  ],
  [
    'a form sent away',
    `const f = document.createElement('form'); f.action = 'https://example.org/'; document.body.append(f); f.submit()`,
    ['form-action'],
  ],
  [
    'another base for its links',
    `const b = document.createElement('base'); b.href = 'https://example.org/'; document.head.append(b)`,
    ['base-uri'],
  ],
  [
    'a style sheet from elsewhere',
    `const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'https://example.org/x.css'; document.head.append(l)`,
    ['style-src-elem'],
  ],
  [
    'a style sheet written into the page',
    `const s = document.createElement('style'); s.textContent = 'body { background: url(https://example.org/x) }'; document.head.append(s)`,
    ['style-src-elem'],
  ],
  [
    'a style in an attribute',
    `const d = document.createElement('div'); d.setAttribute('style', 'color: red'); document.body.append(d)`,
    ['style-src-attr'],
  ],
]

test.describe('the page', { tag: '@desktop' }, () => {
  const gatehouse = shareGatehouse({ config: '', env: {} })

  test('has no way round its own policy', async () => {
    const { page } = gatehouse()
    for (const [name, script, directives] of tries) {
      const seen: unknown = await page.evaluate(
        `(async () => { ${violations(directives)} try { ${script} } catch {} return settled() })()`,
      )
      expect.soft(seen, name).toEqual(expect.arrayContaining([...directives]))
    }
    expect(await page.evaluate(() => 'got' in window)).toBe(false)
  })

  test('has nothing of Node', async () => {
    const { page } = gatehouse()
    const found = await page.evaluate(() =>
      [
        'require',
        'process',
        'module',
        'global',
        'Buffer',
        '__dirname',
        'ipcRenderer',
        'electron',
        'standInToMain',
        'standInHears',
      ].filter((name) => name in globalThis),
    )
    expect(found).toEqual([])
  })

  test('gets no permission of the system', async () => {
    const { page } = gatehouse()
    const states = await page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'local-fonts',
        'idle-detection',
      ]
      const state = async (name: string): Promise<readonly [string, string]> => {
        const asked = navigator.permissions.query({ name } as unknown as PermissionDescriptor)
        return [
          name,
          await asked.then(
            (status) => status.state,
            () => 'unknown',
          ),
        ]
      }
      return Promise.all(names.map(state))
    })
    expect(states.filter(([, state]) => state === 'granted')).toEqual([])
    const camera = await page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'given',
        (error: Error) => error.name,
      ),
    )
    expect(camera).toMatch(/NotAllowedError|NotFoundError/)
  })

  test('can call what the table allows to a screen, and nothing else', async () => {
    const called = async (channel: string, input: unknown): Promise<unknown> => {
      const result = await gatehouse().call(channel as 'app.state', input as Record<string, never>)
      return result.ok || result.error.code
    }
    expect([
      await called('app.state', {}),
      await called('app.state', { more: 1 }),
      await called('tools.run', { tool: 'exec', args: { command: 'id' }, wait: false }),
      await called('constructor', {}),
      await called('gatehouse:call', {}),
    ]).toEqual([
      true,
      'ipc.bad-input',
      'ipc.not-from-here',
      'ipc.unknown-channel',
      'ipc.unknown-channel',
    ])
  })
})

test(
  'the window needs nothing that its own policy forbids @whole',
  { tag: '@desktop' },
  async ({ gatehouse: { page } }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted|Permissions policy/i.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    for (const spotInPage of ['runs', 'approvals', 'capabilities', 'audit', 'settings']) {
      await page.evaluate((name) => void (location.hash = `#/${name}`), spotInPage)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await page.waitForTimeout(150)
    }
    await page.reload()
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(complaints).toEqual([])
  },
)
