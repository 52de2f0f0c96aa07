// Addresses as tools, models and attackers write them, each with what has to come of it. Data only.

/**
 * Where names lead unless a row says otherwise. A public address; the test puts a server of its
 * own in its place.
 */
export const PUBLIC = '93.184.215.14'

/**
 * `leads`: the addresses of every name in the row. `dials`: the one address and port that is
 * connected to.
 */
export type Harmless = {
  readonly text: string
  readonly opens: string
  readonly dials: string
  readonly leads?: readonly string[]
}

/** `url` and `redirect` say where it ends; nothing is dialled but the first hop of a redirect. */
export type Hostile = {
  readonly text: string
  readonly code: string
  readonly leads?: readonly string[]
}

/** What the person's allowlist names while the table is tried. */
export const listed = [
  'example.org',
  '*.example.com',
  'http://localhost:3000',
  'http://127.0.0.1:8080',
  'http://[::1]:9000',
  'http://192.168.1.5',
  '192.168.1.5',
  'http://nas.local',
  '*.com',
  '*.co.uk',
  '*.github.io',
  '*.localhost',
  '*.local',
  '*.168.1.6',
  '2130706433',
  '0x7f.1',
  'http://com',
  'http://mail.example.net:25',
]

export const open = (
  text: string,
  opens: string,
  dials = `${PUBLIC}:${opens.startsWith('https') ? 443 : 80}`,
  leads?: readonly string[],
): Harmless => ({
  text,
  opens,
  dials,
  ...(leads === undefined ? {} : { leads }),
})

const X = 'https://example.org/'

export const harmless: readonly Harmless[] = [
  // Plain ones.
  open('https://example.org', X),
  open('https://example.org/', X),
  open('http://example.org', 'http://example.org/'),
  open('https://www.example.com/a/b?c=d&e=f', 'https://www.example.com/a/b?c=d&e=f'),
  open('https://docs.rs/tokio/latest/tokio/', 'https://docs.rs/tokio/latest/tokio/'),
  open(
    'https://api.example.com/v1/items?filter[name]=x',
    'https://api.example.com/v1/items?filter[name]=x',
  ),
  open('https://example.org/?', 'https://example.org/?'),
  open('https://example.org/?q=a b', 'https://example.org/?q=a%20b'),
  open('https://example.org/a b', 'https://example.org/a%20b'),
  open('https://example.org/ünd', 'https://example.org/%C3%BCnd'),
  open('https://example.org/%2e%2e/x', 'https://example.org/x'),
  open('https://example.org/a/../b/./c', 'https://example.org/b/c'),
  open('https://example.org/../../etc/passwd', 'https://example.org/etc/passwd'),
  open('https://example.org//double', 'https://example.org//double'),
  open('https://example.org/;p=1', 'https://example.org/;p=1'),
  open('https://example.org/file:///etc/passwd', 'https://example.org/file:///etc/passwd'),
  open('https://shop.co.uk/', 'https://shop.co.uk/'),
  open('https://someone.github.io/', 'https://someone.github.io/'),
  open(
    'https://a.very.deep.name.below.example.com/',
    'https://a.very.deep.name.below.example.com/',
  ),
  open('https://x.museum/', 'https://x.museum/'),
  open('https://_dmarc.example.com/', 'https://_dmarc.example.com/'),
  open('https://a-b--c.example.com/', 'https://a-b--c.example.com/'),
  open('https://123.example.com/', 'https://123.example.com/'),
  open('https://1e100.net/', 'https://1e100.net/'),
  open('https://0x7f.example.com/', 'https://0x7f.example.com/'),
  open('https://127.0.0.1.example.com/', 'https://127.0.0.1.example.com/'),
  open('https://localhost.example.com/', 'https://localhost.example.com/'),
  open(
    'https://metadata.example.com/latest/meta-data/',
    'https://metadata.example.com/latest/meta-data/',
  ),
  open(`https://${'a'.repeat(63)}.example.com/`, `https://${'a'.repeat(63)}.example.com/`),
  open(`https://example.org/${'a'.repeat(8_000)}`, `https://example.org/${'a'.repeat(8_000)}`),
  // Spelled in ways that mean the same.
  open('HTTPS://EXAMPLE.ORG/A', 'https://example.org/A'),
  open('hTtP://eXample.ORG/', 'http://example.org/'),
  open('https://example.org:443/', X),
  open('http://example.org:80/', 'http://example.org/'),
  open('https://example.org:0443/', X),
  open('https://example.org:/', X),
  open('https://example.org./', X),
  open('https:/example.org/', X),
  open('https:example.org', X),
  open('https:////example.org/', X),
  open('https://example%2eorg/', X),
  open('https://%65xample.org/', X),
  open('https://ｅｘａｍｐｌｅ.org/', X),
  open('https://example。org/', X),
  open('https://example．org/', X),
  open('https://example｡org/', X),
  open('https://exa\u00admple.org/', X),
  open('https://exa\u200bmple.org/', X),
  open('https://example.org/#fragment', X),
  open('https://example.org/#@evil.test/', X),
  open('https://example.org#evil.test', X),
  // What merely mentions something bad.
  open(
    'https://example.org/?u=http://169.254.169.254/',
    'https://example.org/?u=http://169.254.169.254/',
  ),
  open('https://example.org/@evil.test', 'https://example.org/@evil.test'),
  open('https://example.org/user:pw@evil.test', 'https://example.org/user:pw@evil.test'),
  open('https://example.org/javascript:alert(1)', 'https://example.org/javascript:alert(1)'),
  open('https://example.org.evil.test/', 'https://example.org.evil.test/'),
  open('https://example.org?x@evil.test', 'https://example.org/?x@evil.test'),
  open('https://@example.org/', X),
  // Names in other scripts, always in their ASCII form.
  open('https://münchen.example.com/', 'https://xn--mnchen-3ya.example.com/'),
  open('https://faß.example.com/', 'https://xn--fa-hia.example.com/'),
  open('https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/'),
  open('https://xn--mnchen-3ya.example.com/', 'https://xn--mnchen-3ya.example.com/'),
  open('https://еxample.org/', 'https://xn--xample-2of.org/'),
  open('https://exаmple.org/', 'https://xn--exmple-4nf.org/'),
  open('https://раураl.example/', 'https://xn--l-7sba6dbr.example/'),
  // Other ports.
  open('https://example.org:8443/', 'https://example.org:8443/', `${PUBLIC}:8443`),
  open('http://example.org:8080/', 'http://example.org:8080/', `${PUBLIC}:8080`),
  open('http://example.org:443/', 'http://example.org:443/', `${PUBLIC}:443`),
  open('https://example.org:65535/', 'https://example.org:65535/', `${PUBLIC}:65535`),
  open('http://mail.example.net:25/', 'http://mail.example.net:25/', `${PUBLIC}:25`),
  // Public addresses.
  open('https://8.8.8.8/', 'https://8.8.8.8/', '8.8.8.8:443'),
  open('http://134744072/', 'http://8.8.8.8/', '8.8.8.8:80'),
  open(
    'http://[2606:4700:4700::1111]/',
    'http://[2606:4700:4700::1111]/',
    '2606:4700:4700::1111:80',
  ),
  open(
    'http://[2606:4700:4700:0:0:0:0:1111]/',
    'http://[2606:4700:4700::1111]/',
    '2606:4700:4700::1111:80',
  ),
  open('http://[::ffff:8.8.8.8]/', 'http://[::ffff:808:808]/', '::ffff:808:808:80'),
  open('https://six.example.com/', 'https://six.example.com/', '2606:4700:4700::1111:443', [
    '2606:4700:4700::1111',
  ]),
  open('https://nat.example.com/', 'https://nat.example.com/', '64:ff9b::808:808:443', [
    '64:ff9b::808:808',
  ]),
  // Local ones that the list writes out.
  open('http://localhost:3000/', 'http://localhost:3000/', '127.0.0.1:3000', ['127.0.0.1']),
  open('http://LOCALHOST.:3000/', 'http://localhost:3000/', '127.0.0.1:3000', ['127.0.0.1']),
  open('http://127.0.0.1:8080/', 'http://127.0.0.1:8080/', '127.0.0.1:8080'),
  open('http://2130706433:8080/', 'http://127.0.0.1:8080/', '127.0.0.1:8080'),
  open('http://[::1]:9000/', 'http://[::1]:9000/', '::1:9000'),
  open('http://192.168.1.5/', 'http://192.168.1.5/', '192.168.1.5:80'),
  open('https://192.168.1.5/', 'https://192.168.1.5/', '192.168.1.5:443'),
  open('http://com/', 'http://com/'),
  open('http://nas.local/', 'http://nas.local/', '192.168.7.7:80', ['192.168.7.7']),
]
