import { describe, expect, it } from 'vitest'
import { canonicalHost } from '../../main/egress/canonical-host.ts'

const read = canonicalHost(['listed.example', '*.wide.example', '10.0.0.1:8080'])

describe('a host to connect to is listed', () => {
  it.each([
    ['http://plain.example', 'plain.example:80', true],
    ['http://plain.example', 'plain.example:443', false],
    ['plain.example', 'plain.example:80', false],
    ['plain.example:8080', 'plain.example:8080', true],
    ['http://plain.example:8080', 'plain.example:8080', true],
    ['[::1]:3000', '[::1]:3000', true],
    ['[::1]:3000', '[0:0:0:0:0:0:0:1]:3000', true],
    ['xn--bcher-kva.example', 'BÜCHER.example.', true],
    ['127.0.0.1:3000', '2130706433:3000', true],
    ['localhost:3000', 'localhost.:3000', true],
    ['localhost:3000', '127.0.0.1:3000', false],
  ] as const)('by %s: %s %s', (entry, host, listed) => {
    expect(canonicalHost([entry])(host)).toMatchObject({ ok: true, value: { listed } })
  })
})

describe('a host to connect to', () => {
  it.each([
    ['a.example', { host: 'a.example', port: 443, reach: 'public', listed: false }],
    ['A.Example.', { host: 'a.example', port: 443, reach: 'public', listed: false }],
    ['listed.example', { host: 'listed.example', port: 443, reach: 'public', listed: true }],
    ['listed.example:8443', { host: 'listed.example', port: 8443, reach: 'public', listed: false }],
    ['x.wide.example:443', { host: 'x.wide.example', port: 443, reach: 'public', listed: true }],
    [
      'bücher.example',
      { host: 'xn--bcher-kva.example', port: 443, reach: 'public', listed: false },
    ],
    ['10.0.0.1:8080', { host: '10.0.0.1', port: 8080, reach: 'local', listed: true }],
    ['0x7f.1', { host: '127.0.0.1', port: 443, reach: 'local', listed: false }],
    ['[::1]:80', { host: '[::1]', port: 80, reach: 'local', listed: false }],
  ])('%s', (text, rest) =>
    expect(read(text)).toEqual({ ok: true, value: { kind: 'net.connect', ...rest } }),
  )

  it.each([
    '',
    ' ',
    '*.example',
    'https://a.example',
    'a.example/x',
    'a.example?x',
    'a.example#x',
    'user@a.example',
    'a.example:0',
    'a.example:99999',
    'a b',
    'a\\b',
    'a\n.example',
    'a.example:443:1',
    '.',
    '%61.example/..',
  ])('refuses %j', (text) => {
    const found = read(text)
    expect(found.ok ? found.value : found.error.code).toBe('net.host')
  })
})
