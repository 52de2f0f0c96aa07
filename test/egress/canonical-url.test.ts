import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { codePoint } from '../code-point.ts'
import { tries } from '../soak.ts'

const hosts = [
  'example.org',
  '*.example.com',
  'api.example.net:8443',
  'http://plain.example.org',
  'http://plain.example.net:8080',
  'https://both.example.net:8443',
  'http://both.example.net:8443',
  'http://*.plain.example.com',
  'http://localhost:3000',
  'http://127.0.0.1:8080',
  'http://[::1]:9000',
  'http://192.168.1.5',
  'http://nas.local',
  '*.com',
  '*.co.uk',
  '*.github.io',
  '*.localhost',
  '*.local',
  '*.168.1.6',
  '2130706433',
]
const canonical = canonicalUrl({ hosts })

type Want = 'public' | 'local' | 'public listed' | 'local listed'

const opened: readonly [text: string, want: Want, url: string][] = [
  ['https://example.org', 'public listed', 'https://example.org/'],
  ['http://example.org', 'public', 'http://example.org/'],
  ['http://a.example.com/', 'public', 'http://a.example.com/'],
  ['http://plain.example.org/', 'public listed', 'http://plain.example.org/'],
  ['https://plain.example.org/', 'public', 'https://plain.example.org/'],
  ['http://plain.example.org:8080/', 'public', 'http://plain.example.org:8080/'],
  ['http://plain.example.net:8080/', 'public listed', 'http://plain.example.net:8080/'],
  ['https://plain.example.net:8080/', 'public', 'https://plain.example.net:8080/'],
  ['http://both.example.net:8443/', 'public listed', 'http://both.example.net:8443/'],
  ['https://both.example.net:8443/', 'public listed', 'https://both.example.net:8443/'],
  ['http://a.plain.example.com/', 'public listed', 'http://a.plain.example.com/'],
  ['https://localhost:3000/', 'local', 'https://localhost:3000/'],
  ['HTTPS://EXAMPLE.ORG/A?b#c', 'public listed', 'https://example.org/A?b'],
  ['https://example.org:443/', 'public listed', 'https://example.org/'],
  ['http://example.org:80/', 'public', 'http://example.org/'],
  ['https://example.org:80/', 'public', 'https://example.org:80/'],
  ['http://example.org:443/', 'public', 'http://example.org:443/'],
  ['https://example.org:8443/', 'public', 'https://example.org:8443/'],
  ['https://example.org./x', 'public listed', 'https://example.org/x'],
  ['https://ｅｘａｍｐｌｅ.org/', 'public listed', 'https://example.org/'],
  ['https:example.org', 'public listed', 'https://example.org/'],
  ['https://example%2eorg/', 'public listed', 'https://example.org/'],
  ['https://www.example.org/', 'public', 'https://www.example.org/'],
  ['https://example.org.evil.test/', 'public', 'https://example.org.evil.test/'],
  ['https://notexample.org/', 'public', 'https://notexample.org/'],
  [
    'https://evil.test/?u=https://example.org',
    'public',
    'https://evil.test/?u=https://example.org',
  ],
  ['https://evil.test/#@example.org', 'public', 'https://evil.test/'],
  ['https://a.example.com/', 'public listed', 'https://a.example.com/'],
  ['https://a.b.example.com/', 'public listed', 'https://a.b.example.com/'],
  ['https://example.com/', 'public', 'https://example.com/'],
  ['https://badexample.com/', 'public', 'https://badexample.com/'],
  ['https://a.example.com:8443/', 'public', 'https://a.example.com:8443/'],
  ['https://other.com/', 'public', 'https://other.com/'],
  ['https://shop.co.uk/', 'public', 'https://shop.co.uk/'],
  ['https://someone.github.io/', 'public', 'https://someone.github.io/'],
  ['https://api.example.net:8443/v1', 'public listed', 'https://api.example.net:8443/v1'],
  ['https://api.example.net/v1', 'public', 'https://api.example.net/v1'],
  ['http://api.example.net:8443/v1', 'public', 'http://api.example.net:8443/v1'],
  ['https://münchen.example.com/', 'public listed', 'https://xn--mnchen-3ya.example.com/'],
  ['https://еxample.org/', 'public', 'https://xn--xample-2of.org/'],
  ['https://_dmarc.example.com/', 'public listed', 'https://_dmarc.example.com/'],
  ['https://8.8.8.8/', 'public', 'https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/', 'public', 'https://[2606:4700:4700::1111]/'],
  ['https://127.0.0.1.nip.test/', 'public', 'https://127.0.0.1.nip.test/'],
  ['http://localhost:3000/', 'local listed', 'http://localhost:3000/'],
  ['http://LOCALHOST.:3000/', 'local listed', 'http://localhost:3000/'],
  ['http://localhost/', 'local', 'http://localhost/'],
  ['http://localhost:3001/', 'local', 'http://localhost:3001/'],
  ['http://a.localhost:3000/', 'local', 'http://a.localhost:3000/'],
  ['http://127.0.0.1:8080/', 'local listed', 'http://127.0.0.1:8080/'],
  ['http://127.0.0.1/', 'local', 'http://127.0.0.1/'],
  ['http://2130706433:8080/', 'local listed', 'http://127.0.0.1:8080/'],
  ['http://2130706433/', 'local', 'http://127.0.0.1/'],
  ['http://0x7f000001/', 'local', 'http://127.0.0.1/'],
  ['http://0x7f.1/', 'local', 'http://127.0.0.1/'],
  ['http://0177.0.0.1/', 'local', 'http://127.0.0.1/'],
  ['http://0177.0.0.01/', 'local', 'http://127.0.0.1/'],
  ['http://017700000001/', 'local', 'http://127.0.0.1/'],
  ['http://127.1/', 'local', 'http://127.0.0.1/'],
  ['http://127.0.1/', 'local', 'http://127.0.0.1/'],
  ['http://127.0.0.1./', 'local', 'http://127.0.0.1/'],
  ['http://１２７.０.０.１/', 'local', 'http://127.0.0.1/'],
  ['http://127。0。0。1/', 'local', 'http://127.0.0.1/'],
  ['http://①②⑦.0.0.1/', 'local', 'http://127.0.0.1/'],
  ['http://%31%32%37.0.0.1/', 'local', 'http://127.0.0.1/'],
  ['http://0/', 'local', 'http://0.0.0.0/'],
  ['http://0.0.0.0/', 'local', 'http://0.0.0.0/'],
  ['http://10.0.0.1/', 'local', 'http://10.0.0.1/'],
  ['http://0xA9FEA9FE/latest/meta-data/', 'local', 'http://169.254.169.254/latest/meta-data/'],
  ['http://169.254.169.254/', 'local', 'http://169.254.169.254/'],
  ['http://168.63.129.16/', 'local', 'http://168.63.129.16/'],
  ['http://100.64.1.1/', 'local', 'http://100.64.1.1/'],
  ['http://192.168.1.5/', 'local listed', 'http://192.168.1.5/'],
  ['http://192.168.1.6/', 'local', 'http://192.168.1.6/'],
  ['http://255.255.255.255/', 'local', 'http://255.255.255.255/'],
  ['http://224.0.0.1/', 'local', 'http://224.0.0.1/'],
  ['http://[::1]:9000/', 'local listed', 'http://[::1]:9000/'],
  ['http://[0:0:0:0:0:0:0:1]:9000/', 'local listed', 'http://[::1]:9000/'],
  ['http://[::1]/', 'local', 'http://[::1]/'],
  ['http://[::]/', 'local', 'http://[::]/'],
  ['http://[::ffff:127.0.0.1]:8080/', 'local', 'http://[::ffff:7f00:1]:8080/'],
  ['http://[::ffff:7f00:1]/', 'local', 'http://[::ffff:7f00:1]/'],
  ['http://[::127.0.0.1]/', 'local', 'http://[::7f00:1]/'],
  ['http://[64:ff9b::7f00:1]/', 'local', 'http://[64:ff9b::7f00:1]/'],
  ['http://[2002:7f00:1::]/', 'local', 'http://[2002:7f00:1::]/'],
  ['http://[2002:808:808::]/', 'local', 'http://[2002:808:808::]/'],
  ['http://[2001:0:1:2:3:4:80ff:fffe]/', 'local', 'http://[2001:0:1:2:3:4:80ff:fffe]/'],
  ['http://[fe80::1]/', 'local', 'http://[fe80::1]/'],
  ['http://[fd00:ec2::254]/', 'local', 'http://[fd00:ec2::254]/'],
  ['http://router/', 'local', 'http://router/'],
  ['http://com/', 'local', 'http://com/'],
  ['http://nas.local/', 'local listed', 'http://nas.local/'],
  ['http://other.local/', 'local', 'http://other.local/'],
  ['http://metadata.google.internal/', 'local', 'http://metadata.google.internal/'],
  ['http://box.lan/', 'local', 'http://box.lan/'],
  ['http://box.home.arpa/', 'local', 'http://box.home.arpa/'],
  ['http://db.corp/', 'local', 'http://db.corp/'],
]

const refused: readonly string[] = [
  ' https://example.org/',
  'https://example.org/\u00a0',
  'https://example.org/\u0000',
  'https://exam\tple.org/',
  'https://example.org/\n',
  'https://example.org/?q=a\r\nb',
  'https:\\\\example.org\\x',
  'https://evil.test\\@example.org/',
  'https://example.org/?q=a\\b',
  'https://example.org/#\\',
  '',
  ' ',
  'example.org',
  '/etc/passwd',
  '//example.org/',
  'file:///etc/passwd',
  'ftp://example.org/',
  'gopher://example.org/',
  'javascript:alert(1)',
  'data:text/html,x',
  'ws://example.org/',
  'blob:https://example.org/1',
  'view-source:https://example.org',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun/x',
  'http://',
  'http:///',
  'https://user@example.org/',
  'https://user:pass@example.org/',
  'https://example.org@evil.test/',
  'https://example.org:@evil.test/',
  'https://:x@evil.test/',
  'https://exa mple.org/',
  'https://exa<mple.org/',
  'https://example..org/',
  'https://example.org../',
  'https://.example.org/',
  'https://-bad.example.org/',
  'https://*.example.com/',
  'https://a,b.example.com/',
  "https://a'b.example.com/",
  `https://${'a'.repeat(64)}.example.com/`,
  `https://${'a.'.repeat(130)}example.com/`,
  'https://example.org:0/',
  'https://example.org:65536/',
  'https://example.org:x/',
  'http://1.2.3.4.5/',
  'http://256.256.256.256/',
  'http://0x100000000/',
  'http://127.0.0.0x1g/',
  'http://127.0.0.1x/',
  'http://[::1/',
  'http://[::1%25lo]/',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[:::]/',
  'http://[::1]x/',
  'http://[v1.x]/',
  'http://%00/',
  'http://a%2fb/',
  `https://example.org/${'a'.repeat(9_000)}`,
]

describe('canonicalUrl', () => {
  it.each(opened)('reads %j as %s', (text, want, url) => {
    const touch = canonical('GET', text)
    const [reach, listed] = want.split(' ')
    const { hostname, port, protocol } = new URL(url)
    expect(touch).toEqual({
      ok: true,
      value: {
        kind: 'net.fetch',
        method: 'GET',
        url,
        host: hostname,
        port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
        reach,
        listed: listed === 'listed',
      },
    })
  })

  it.each(refused.map((text) => [text.slice(0, 60), text]))(
    'refuses %j and says why',
    (_, text) => {
      const touch = canonical('GET', text)
      expect(touch).toMatchObject({
        ok: false,
        error: { code: 'net.url', hint: expect.any(String) },
      })
      // What comes back is fit for a terminal.
      expect(touch.ok ? '' : touch.error.text).toMatch(/^[\x20-\x7e]{1,400}$/)
    },
  )

  it('lists nothing when the allowlist is empty or unreadable', () => {
    for (const list of [
      [],
      ['*'],
      ['*.'],
      ['.'],
      ['*.*.org'],
      ['example.org:0'],
      ['example.org:99999'],
      ['[::1'],
      ['exa mple.org'],
      [''],
    ]) {
      const touch = canonicalUrl({ hosts: list })('GET', 'https://example.org/')
      expect([list, touch.ok && touch.value.listed]).toEqual([list, false])
    }
  })

  it('never throws, and reads its own answer as the same again', () => {
    const url = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: codePoint }).map((tail) => `http://${tail}`),
      fc.string(),
    )
    fc.assert(
      fc.property(url, (text) => {
        const once = canonical('POST', text)
        expect(once.ok ? canonical('POST', once.value.url) : once).toEqual(once)
      }),
      { numRuns: tries(2_000) },
    )
  })

  it('never lists more when an entry of the list is taken away', () => {
    fc.assert(
      fc.property(fc.subarray(hosts), fc.constantFrom(...opened), (fewer, [text]) => {
        const all = canonical('GET', text)
        const some = canonicalUrl({ hosts: fewer })('GET', text)
        expect(some.ok && some.value.listed && all.ok && !all.value.listed).toBe(false)
      }),
    )
  })
})
