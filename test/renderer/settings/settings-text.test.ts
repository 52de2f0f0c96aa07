import { describe, expect, it } from 'vitest'
import {
  type Draft,
  draftOf,
  faultsOf,
  hostsOf,
  isComplete,
} from '../../../renderer/features/settings/credentials/credential-draft.ts'
import {
  commandIn,
  groupsOf,
} from '../../../renderer/features/settings/protection/protection-text.ts'
import { NewCredential } from '../../../contract/credential.ts'
import { report } from '../../fakes/bridge-data.ts'

const whole: Draft = {
  ...draftOf(null),
  name: 'github-token',
  hosts: 'api.github.com',
  value: '12345678',
}

describe('a credential as it is typed', () => {
  it('reads hosts by line, comma or space', () => {
    expect(hostsOf(' A.example.org,\n*.b.example\n c:8080 ')).toEqual([
      'a.example.org',
      '*.b.example',
      'c:8080',
    ])
  })

  const cases: readonly [string, Partial<Draft>, readonly (keyof Draft)[]][] = [
    ['whole', {}, []],
    ['a name in capitals', { name: 'GitHub' }, ['name']],
    ['a name that begins with a digit', { name: '2fa' }, ['name']],
    ['a host with a path', { hosts: 'example.org/x' }, ['hosts']],
    ['a host with a scheme', { hosts: 'https://example.org' }, ['hosts']],
    ['an address with a port', { hosts: '[::1]:8080' }, []],
    ['names below a name', { hosts: '*.example.org' }, []],
    ['a header with a space', { header: 'x api' }, ['header']],
    ['a header in capitals', { header: 'X-Api-Key' }, []],
    ['no place for the value', { template: 'Bearer' }, ['template']],
    ['two places for the value', { template: '{} {}' }, ['template']],
    ['Basic', { template: 'Basic' }, []],
    ['a short value', { value: 'short' }, ['value']],
  ]
  it.each(cases)('%s', (_, part, wrong) => {
    const draft = { ...whole, ...part }
    expect(Object.keys(faultsOf(draft))).toEqual(wrong)
    // The service checks the same: what the page lets through fits the contract, but for the length
    // of the value.
    const given = { ...draft, hosts: [...hostsOf(draft.hosts)], header: draft.header.toLowerCase() }
    expect(isComplete(draft)).toBe(
      NewCredential.safeParse(given).success && draft.value.length >= 8,
    )
  })

  it('is not complete while a field is empty', () => {
    expect(
      (['name', 'hosts', 'value'] as const).map((field) => isComplete({ ...whole, [field]: '' })),
    ).toEqual([false, false, false])
  })
})

describe('protections in order', () => {
  it('what is missing comes first, and none is lost', () => {
    const groups = groupsOf(report.protections)
    expect(groups.map(({ state }) => state)).toEqual(['missing', 'enforced', 'impossible'])
    expect(groups.flatMap(({ items }) => items.map(({ id }) => id)).toSorted()).toEqual(
      report.protections.map(({ id }) => id).toSorted(),
    )
    expect(groupsOf(report.protections.filter(({ state }) => state === 'enforced'))).toHaveLength(1)
  })

  it.each([
    ['apt install util-linux (for prlimit)', 'apt install util-linux'],
    [
      'Run Gatehouse in a session with systemd (systemd-run --user --scope), or as root.',
      'systemd-run --user --scope',
    ],
    ['Install bubblewrap: sudo apt install bubblewrap.', 'sudo apt install bubblewrap'],
    ['Run Gatehouse as an ordinary user.', null],
    ['Update bubblewrap to 0.8 or newer.', null],
  ])('finds the command in “%s”', (how, command) => {
    expect(commandIn(how)).toBe(command)
  })
})
