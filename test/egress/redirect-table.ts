// Where a page may redirect to and where not. Data only.
import type { Harmless, Hostile } from './url-table.ts'
import { open } from './url-table.ts'

const elsewhere = (...texts: readonly string[]): readonly Hostile[] =>
  texts.map((text) => ({ text, code: 'net.redirect-elsewhere' }))
const senseless = (...texts: readonly string[]): readonly Hostile[] =>
  texts.map((text) => ({ text, code: 'net.protocol' }))

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
  ...elsewhere(
    'http://evil.test/',
    'https://evil.test/',
    '//evil.test/x',
    '\\\\evil.test\\x',
    'http://example.com/',
    'http://a.start.example.com/',
    'http://start.example.com.evil.test/',
    'http://start.example.com:8080/',
    'https://start.example.com:8443/',
    'https://start.example.com:80/',
    'http://127.0.0.1:8080/',
    'http://localhost:3000/',
    'http://[::1]:9000/',
    'http://192.168.1.5/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xA9FEA9FE/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://nas.local/',
    'http://metadata.google.internal/',
    'http://93.184.215.14/',
  ),
  ...senseless(
    'file:///etc/passwd',
    'ftp://start.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://start.example.com/1',
    'unix:/run/x.sock',
    'http://',
    'http://user@start.example.com/',
    'http://start.example.com:22/',
    'http://start.example.com:99999/',
    'http://[::1',
    'http://exa mple.org/',
  ),
]
