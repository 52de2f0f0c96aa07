import { describe, expect, it } from 'vitest'
import { parseFile } from '../../main/config/parse.ts'
import { pinsOf } from '../../main/wiring/execution/servers/pins.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const PIN = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
const parse = (entry: string) =>
  parseFile(
    `allowlist:\n  hosts:\n    - host: pay.example.com\n      ${entry}\n`,
    'c.yaml',
    policyFacts(Date.now),
  )

describe('pins of the allowlist', () => {
  it('reach the outbound client as they are written, and hosts without any do not', () => {
    const text = `allowlist:\n  hosts:\n    - docs.rs\n    - host: b.example.com\n    - host: pay.example.com:8443\n      addresses: [93.184.215.14, '2606:2800:220:1::1']\n    - host: '*.example.org'\n      tlsPin: [${PIN}, ${PIN}]\n`
    const parsed = parseFile(text, 'c.yaml', policyFacts(Date.now))
    expect(parsed.ok ? pinsOf(parsed.value.config) : parsed.error).toEqual([
      {
        host: 'pay.example.com:8443',
        addresses: ['93.184.215.14', '2606:2800:220:1::1'],
        tlsPins: null,
      },
      { host: '*.example.org', addresses: null, tlsPins: [PIN, PIN] },
    ])
  })

  it.each([
    ['addresses: [1.2.3]', 'allowlist.hosts[0].addresses[0] must be an address'],
    ['addresses: [example.org]', 'allowlist.hosts[0].addresses[0] must be an address'],
    ['addresses: [10.0.0.0/8]', 'allowlist.hosts[0].addresses[0] must be an address'],
    ["addresses: ['fe80::1%eth0']", 'allowlist.hosts[0].addresses[0] must be an address'],
    ['addresses: []', 'allowlist.hosts[0].addresses must be at least 1'],
    ['tlsPin: []', 'allowlist.hosts[0].tlsPin must be at least 1'],
    ['tlsPin: [abc]', 'allowlist.hosts[0].tlsPin[0] must be the SHA-256 of a public key in base64'],
    [
      `tlsPin: [sha256/${PIN}]`,
      'allowlist.hosts[0].tlsPin[0] must be the SHA-256 of a public key in base64',
    ],
    [
      `tlsPin: ['${PIN.slice(0, -2)}B=']`,
      'allowlist.hosts[0].tlsPin[0] must be the SHA-256 of a public key in base64',
    ],
    [
      `tlsPin: [${'a'.repeat(64)}]`,
      'allowlist.hosts[0].tlsPin[0] must be the SHA-256 of a public key in base64',
    ],
  ])('are refused as %s, with their place', (entry, text) => {
    const parsed = parse(entry)
    expect(parsed.ok ? [] : parsed.error).toEqual([
      expect.objectContaining({ line: 4, text: expect.stringContaining(text) }),
    ])
  })
})
