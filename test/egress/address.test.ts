import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyAddress } from '../../main/egress/address.ts'
import type { AddressClass } from '../../main/egress/address.ts'
import { tries } from '../soak.ts'

const cases: readonly [address: string, is: AddressClass][] = [
  ['8.8.8.8', 'public'],
  ['1.1.1.1', 'public'],
  ['93.184.216.34', 'public'],
  ['9.255.255.255', 'public'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['128.0.0.0', 'public'],
  ['169.253.255.255', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['192.167.255.255', 'public'],
  ['198.17.255.255', 'public'],
  ['198.20.0.0', 'public'],
  ['223.255.255.255', 'public'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.0', 'shared'],
  ['100.127.255.255', 'shared'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['192.0.0.192', 'metadata'],
  ['169.254.170.23', 'metadata'],
  ['fd00:ec2::23', 'metadata'],
  ['fd20:ce::254', 'metadata'],
  ['fd00:c1::a9fe:a9fe', 'metadata'],
  ['64:ff9b:1:ffff::10.0.0.1', 'translated'],
  ['::ffff:100.100.100.200', 'metadata'],
  ['2002:a9fe:a9fe::1', 'metadata'],
  ['192.0.0.1', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['198.18.0.1', 'benchmark'],
  ['198.19.255.255', 'benchmark'],
  ['192.88.99.1', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.254', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['2606:4700:4700::1111', 'public'],
  ['2001:4860:4860::8888', 'public'],
  ['[2a00:1450::5]', 'public'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['[::1]', 'loopback'],
  ['fe80::1', 'link-local'],
  ['febf::1', 'link-local'],
  ['fe80::1%eth0', 'zoned'],
  ['2606:4700:4700::1111%lo', 'zoned'],
  ['127.0.0.1%lo', 'zoned'],
  ['fc00::1', 'unique-local'],
  ['fd12:3456::1', 'unique-local'],
  ['fd00:ec2::254', 'metadata'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['2001:2::1', 'benchmark'],
  ['100::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['2001:10::1', 'reserved'],
  ['2001:20::1', 'reserved'],
  ['::ffff:8.8.8.8', 'public'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:a9fe:a9fe', 'metadata'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:0:10.0.0.1', 'private'],
  ['::ffff:0:8.8.8.8', 'translated'],
  ['::127.0.0.1', 'loopback'],
  ['::10.1.2.3', 'private'],
  ['::8.8.8.8', 'public'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::169.254.169.254', 'metadata'],
  ['64:ff9b:1::8.8.8.8', 'translated'],
  ['2002:7f00:1::', 'loopback'],
  ['2002:a00:1::1', 'private'],
  ['2002:808:808::1', 'tunnel'],
  ['2001:0:4136:e378:8000:63bf:f7f7:f7f7', 'tunnel'],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'loopback'],
  ['2001:0:4136:e378:8000:63bf:3f57:fffe', 'private'],
  ['', 'not-an-address'],
  ['example.org', 'not-an-address'],
  ['0177.0.0.1', 'not-an-address'],
  ['127.1', 'not-an-address'],
  ['2130706433', 'not-an-address'],
  ['1.2.3.4.5', 'not-an-address'],
  ['256.0.0.1', 'not-an-address'],
  [':::1', 'not-an-address'],
]

describe('classifyAddress', () => {
  it.each(cases)('takes %s for %s', (address, is) => {
    expect(classifyAddress(address)).toBe(is)
  })

  it('says the same of an IPv4 address however IPv6 carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const plain = classifyAddress(address)
        expect(classifyAddress(`::ffff:${address}`)).toBe(plain)
        expect(classifyAddress(`64:ff9b::${address}`)).toBe(plain)
      }),
    )
  })

  it('never calls an address public that lies outside the handed-out space', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (classifyAddress(address) !== 'public') return
        const canonical = new URL(`http://[${address}]/`).hostname
        expect(canonical).toMatch(/^\[(?:[23][0-9a-f]{3}:|::ffff:|::[0-9a-f]|64:ff9b::)/)
      }),
      { numRuns: tries(2_000) },
    )
  })
})
