// Addresses as tools, models and attackers write them, each with what has to come of it. Data only.

/** Where names lead unless a row says otherwise. A public address; the test stands a server of its own in its place. */
export const PUBLIC = '93.184.215.14'

/** `leads`: the addresses of every name in the row. `dials`: the one address and port that is connected to. */
export type Harmless = { readonly text: string; readonly opens: string; readonly dials: string; readonly leads?: readonly string[] }

/** `url` and `redirect` say where it ends; nothing is dialled but the first hop of a redirect. */
export type Hostile = { readonly text: string; readonly code: string; readonly leads?: readonly string[] }

/** What the person's allowlist names while the table is judged. */
export const listed = ['example.org', '*.example.com', 'http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:9000', 'http://192.168.1.5', '192.168.1.5', 'http://nas.local', '*.com', '*.co.uk', '*.github.io', '*.localhost', '*.local', '*.168.1.6', '2130706433', '0x7f.1', 'http://com', 'http://mail.example.net:25'] // prettier-ignore

const open = (
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
  open('https://api.example.com/v1/items?filter[name]=x', 'https://api.example.com/v1/items?filter[name]=x'),
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
  open('https://a.very.deep.name.below.example.com/', 'https://a.very.deep.name.below.example.com/'),
  open('https://x.museum/', 'https://x.museum/'),
  open('https://_dmarc.example.com/', 'https://_dmarc.example.com/'),
  open('https://a-b--c.example.com/', 'https://a-b--c.example.com/'),
  open('https://123.example.com/', 'https://123.example.com/'),
  open('https://1e100.net/', 'https://1e100.net/'),
  open('https://0x7f.example.com/', 'https://0x7f.example.com/'),
  open('https://127.0.0.1.example.com/', 'https://127.0.0.1.example.com/'),
  open('https://localhost.example.com/', 'https://localhost.example.com/'),
  open('https://metadata.example.com/latest/meta-data/', 'https://metadata.example.com/latest/meta-data/'),
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
  open('https://example.org/?u=http://169.254.169.254/', 'https://example.org/?u=http://169.254.169.254/'),
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
  open('http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/', '2606:4700:4700::1111:80'),
  open('http://[2606:4700:4700:0:0:0:0:1111]/', 'http://[2606:4700:4700::1111]/', '2606:4700:4700::1111:80'),
  open('http://[::ffff:8.8.8.8]/', 'http://[::ffff:808:808]/', '::ffff:808:808:80'),
  open('https://six.example.com/', 'https://six.example.com/', '2606:4700:4700::1111:443', ['2606:4700:4700::1111']),
  open('https://nat.example.com/', 'https://nat.example.com/', '64:ff9b::808:808:443', ['64:ff9b::808:808']),
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

const bad = (...texts: readonly string[]): readonly Hostile[] => texts.map((text) => ({ text, code: 'net.url' }))
const local = (...texts: readonly string[]): readonly Hostile[] => texts.map((text) => ({ text, code: 'net.address-refused' }))
const leadsTo = (...addresses: readonly string[]): readonly Hostile[] =>
  addresses.map((address) => ({ text: 'https://friendly.example.com/', code: 'net.address-refused', leads: [address] }))

export const hostile: readonly Hostile[] = [
  // No web address.
  ...bad(
    '',
    ' ',
    'example.org',
    '/etc/passwd',
    '//example.org/',
    '?x',
    '#x',
    'http://',
    'https:',
    'http:///',
    'http://#',
    'http://?',
    '::',
    '\0',
  ),
  // What programs read in different ways.
  ...bad(
    '  https://example.org/  ',
    '\thttps://example.org/\n',
    'https://exam\tple.org/',
    'ht\ntps://example.org/',
    'https:\\\\example.org\\x',
    'https://evil.test\\@example.org/',
    'https://evil.test/\\@example.org/',
    'https://\\@evil.test\\x@',
    'http://loc\talhost/',
    'https://example.org/?q=a\\b',
    'https://example.org/\r\nhost: evil.test',
  ),
  // Other schemes.
  ...bad('file:///etc/passwd', 'file://localhost/etc/passwd', 'FILE:///C:/windows/win.ini', 'ftp://example.org/', 'sftp://example.org/', 'gopher://example.org/_x', 'dict://example.org:2628/', 'ldap://example.org/', 'tftp://example.org/x', 'ssh://git@example.org/', 'git://example.org/x', 'jar:https://example.org!/x', 'netdoc:///etc/passwd', 'smb://example.org/c$', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'vbscript:x', 'data:text/html,<script>alert(1)</script>', 'data:text/plain;base64,aGk=', 'blob:https://example.org/1', 'filesystem:https://example.org/x', 'about:blank', 'view-source:https://example.org', 'chrome://settings', 'ws://example.org/', 'wss://example.org/', 'unix:/var/run/docker.sock', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/x', 'httpx://example.org/', 'xhttps://example.org/', 'mailto:a@example.org', 'tel:123', 'vscode://file/etc/passwd'), // prettier-ignore
  // Somebody before the host.
  ...bad('https://user@example.org/', 'https://user:pass@example.org/', 'https://example.org@evil.test/', 'https://example.org:@evil.test/', 'https://:x@evil.test/', 'https://example.org%40evil.test@evil.test/', 'https://a@b@example.org/', 'https://example.org:443@evil.test/', 'https://example.org&@evil.test#@example.org/'), // prettier-ignore
  // Hosts that are none.
  ...bad('https://exa mple.org/', 'https://exa<mple.org/', 'https://exa^mple.org/', 'https://exa|mple.org/', 'https://exa%mple.org/', 'https://exa%zzmple.org/', 'https://example..org/', 'https://example.org../', 'https://.example.org/', 'https://./', 'https://../', 'https://-bad.example.org/', 'https://bad-.example.org/', 'https://*.example.com/', 'https://*/', 'https://a,b.example.com/', "https://a'b.example.com/", 'https://a!b.example.com/', 'https://a$b.example.com/', 'https://a(b).example.com/', 'https://a~b.example.com/', 'https://a;b.example.com/', 'https://a=b.example.com/', 'https://example.org%00.evil.test/', 'https://example.org%0d%0aHost:evil.test/', 'https://example.org%09.evil.test/', 'https://example.org%2f.evil.test/', 'https://example.org%5c.evil.test/', 'https://example.org%3f.evil.test/', 'https://example.org%23.evil.test/', 'https://example.org%40evil.test/', 'https://example.org%3a80/', 'https://ａ％２ｆb.test/', 'https://xn--/', 'https://xn--a.example.com/', 'https://xn--999999999.example.com/', 'https://a.xn--zz-zz.com/', 'https://\u202eexample.org/', `https://${'a'.repeat(64)}.example.com/`, `https://${'a.'.repeat(130)}example.com/`, `https://example.org/${'a'.repeat(9_000)}`, `https://example.org/?${'ü'.repeat(3_000)}`), // prettier-ignore
  // Ports.
  ...bad('https://example.org:0/', 'https://example.org:65536/', 'https://example.org:99999999999/', 'https://example.org:x/', 'https://example.org:-1/', 'https://example.org:80:80/', 'https://example.org:8 0/', 'http://example.org:22/', 'http://example.org:25/', 'https://example.org:465/', 'http://example.org:6667/', 'http://example.org:143/', 'https://mail.example.net:587/', 'http://localhost:11/', 'http://example.org:6000/', 'http://example.org:2049/'), // prettier-ignore
  // Addresses that are none.
  ...bad('http://1.2.3.4.5/', 'http://256.256.256.256/', 'http://1.2.3.256/', 'http://0x100000000/', 'http://4294967296/', 'http://127.0.0.0x1g/', 'http://127.0.0.1x/', 'http://127.0.0.08/', 'http://1.2.3.4../', 'http://127.0.0.1../', 'http://8.8.8.8../', 'http://[::1/', 'http://::1/', 'http://[::1]x/', 'http://[:::]/', 'http://[v1.x]/', 'http://[::127.0.0.256]/', 'http://[1:2:3:4:5:6:7:8:9]/', 'http://[::1%lo]/', 'http://[::1%25lo]/', 'http://[fe80::1%25eth0]/', 'http://[fe80::1%eth0]/', 'http://[]/', 'http://[127.0.0.1]/'), // prettier-ignore
  // This machine, in every dress.
  ...local('http://127.0.0.1/', 'https://127.0.0.1/', 'http://127.0.0.1:3000/', 'http://127.0.0.1./', 'http://127.1/', 'http://127.0.1/', 'http://2130706433/', 'http://017700000001/', 'http://0x7f000001/', 'http://0x7f.1/', 'http://0x7F.0x0.0x0.0x1/', 'http://0177.0.0.1/', 'http://0177.0.0.01/', 'http://127.0.0.0x1/', 'http://127.255.255.254/', 'http://１２７.０.０.１/', 'http://127。0。0。1/', 'http://127．0．0．1/', 'http://①②⑦.0.0.1/', 'http://%31%32%37.0.0.1/', 'http://127.0.0.1%2e/', 'http://0/', 'http://0.0.0.0/', 'http://00/', 'http://0x0/', 'http://[::1]/', 'http://[::1]:80/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]:8080/', 'http://[::ffff:7f00:1]:8080/', 'http://[::127.0.0.1]/', 'http://[::ffff:0:127.0.0.1]/', 'http://localhost/', 'http://LOCALHOST/', 'http://localhost:3001/', 'https://localhost:3443/', 'http://ｌｏｃａｌｈｏｓｔ/', 'http://localhost./', 'http://a.localhost:3000/', 'http://a.localhost/', 'http://localhost.localdomain/'), // prettier-ignore
  // Other places that are not the public net.
  ...local('http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.0.1/', 'http://192.168.1.5:8080/', 'http://192.168.1.6/', 'http://3232235777/', 'http://0xc0a80101/', 'http://100.64.0.1/', 'http://169.254.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://2852039166/', 'http://0xA9FEA9FE/', 'http://0251.0376.0251.0376/', 'http://169.254.43518/', 'http://169.254.170.2/', 'http://169.254.170.23/', 'http://100.100.100.200/', 'http://168.63.129.16/', 'http://192.0.0.192/', 'http://224.0.0.1/', 'http://239.255.255.250/', 'http://240.0.0.1/', 'http://255.255.255.255/', 'http://192.0.2.1/', 'http://198.51.100.1/', 'http://203.0.113.1/', 'http://198.18.0.1/', 'http://192.88.99.1/', 'http://[fe80::1]/', 'http://[fc00::1]/', 'http://[fd00:ec2::254]/', 'http://[fd00:ec2::23]/', 'http://[fd20:ce::254]/', 'http://[fd00:c1::a9fe:a9fe]/', 'http://[fec0::1]/', 'http://[ff02::1]/', 'http://[2001:db8::1]/', 'http://[3fff::1]/', 'http://[100::1]/', 'http://[2001:2::1]/', 'http://[2001:10::1]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[64:ff9b::7f00:1]/', 'http://[64:ff9b:1::808:808]/', 'http://[2002:7f00:1::]/', 'http://[2002:808:808::1]/', 'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', 'http://[::ffff:a9fe:a9fe]/', 'http://[::a9fe:a9fe]/', 'http://[4000::1]/'), // prettier-ignore
  // Names of this network.
  ...local('http://router/', 'http://org/', 'http://intranet/', 'http://other.local/', 'http://a.nas.local/', 'http://metadata/', 'http://metadata.google.internal/computeMetadata/v1/', 'http://METADATA.GOOGLE.INTERNAL./', 'http://host.docker.internal/', 'http://kubernetes.default.svc.cluster.local/', 'http://box.lan/', 'http://box.home/', 'http://box.home.arpa/', 'http://db.corp/', 'http://x.intranet/', 'http://x.private/'), // prettier-ignore
  // Friendly names that lead to bad places.
  ...leadsTo('127.0.0.1', '0.0.0.0', '10.1.2.3', '172.31.0.1', '192.168.1.6', '169.254.169.254', '169.254.170.2', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1', '::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', 'fc00::1', 'ff02::1', '2001:db8::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b:1::8.8.8.8', '2002:7f00:1::1', '2001:0:4136:e378:8000:63bf:f7f7:f7f7', 'nonsense', ''), // prettier-ignore
  { text: 'https://friendly.example.com/', code: 'net.address-refused', leads: [PUBLIC, '10.0.0.1'] },
  { text: 'https://friendly.example.com/', code: 'net.address-refused', leads: ['10.0.0.1', PUBLIC] },
  { text: 'https://example.org/', code: 'net.address-refused', leads: ['127.0.0.1'] },
  { text: 'http://localhost:3000/', code: 'net.address-refused', leads: ['10.0.0.1'] },
  { text: 'http://localhost:3000/', code: 'net.address-refused', leads: ['169.254.169.254'] },
  { text: 'http://nas.local/', code: 'net.address-refused', leads: ['127.0.0.1'] },
  { text: 'http://nas.local/', code: 'net.address-refused', leads: ['169.254.169.254'] },
  { text: 'https://example.org/', code: 'net.dns', leads: [] },
  { text: 'https://example.org/', code: 'net.dns', leads: Array.from({ length: 33 }, (_, n) => `8.8.8.${n}`) },
]

const elsewhere = (...texts: readonly string[]): readonly Hostile[] => texts.map((text) => ({ text, code: 'net.redirect-elsewhere' }))
const senseless = (...texts: readonly string[]): readonly Hostile[] => texts.map((text) => ({ text, code: 'net.protocol' }))

/** Where `http://start.example.com/` may redirect to without harm, and what is opened then. */
export const redirects: readonly Harmless[] = [
  open('/next', 'http://start.example.com/next'),
  open('next?x=1#y', 'http://start.example.com/next?x=1'),
  open('?x=1', 'http://start.example.com/?x=1'),
  open('//start.example.com/next', 'http://start.example.com/next'),
  open('http://start.example.com/next', 'http://start.example.com/next'),
  open('HTTP://START.EXAMPLE.COM.:80/next', 'http://start.example.com/next'),
  open('https://start.example.com/next', 'https://start.example.com/next'),
]

/** And where it may not: another host is another call. */
export const badRedirects: readonly Hostile[] = [
  ...elsewhere('http://evil.test/', 'https://evil.test/', '//evil.test/x', '\\\\evil.test\\x', 'http://example.com/', 'http://a.start.example.com/', 'http://start.example.com.evil.test/', 'http://start.example.com:8080/', 'https://start.example.com:8443/', 'https://start.example.com:80/', 'http://127.0.0.1:8080/', 'http://localhost:3000/', 'http://[::1]:9000/', 'http://192.168.1.5/', 'http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://0xA9FEA9FE/', 'http://[::ffff:169.254.169.254]/', 'http://[fd00:ec2::254]/', 'http://100.100.100.200/', 'http://[fe80::1]/', 'http://[64:ff9b::7f00:1]/', 'http://nas.local/', 'http://metadata.google.internal/', 'http://93.184.215.14/'), // prettier-ignore
  ...senseless('file:///etc/passwd', 'ftp://start.example.com/', 'javascript:alert(1)', 'data:text/html,x', 'blob:http://start.example.com/1', 'unix:/run/x.sock', 'http://', 'http://user@start.example.com/', 'http://start.example.com:22/', 'http://start.example.com:99999/', 'http://[::1', 'http://exa mple.org/'), // prettier-ignore
]
