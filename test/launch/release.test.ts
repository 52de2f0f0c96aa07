import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkMaintainer, checkVersion, dated, notesOf } from '../../release.mjs'

const root = join(import.meta.dirname, '..', '..')
const changelog = `# Changelog

## [Unreleased]

### Added

- A thing.

## [0.1.0] - 2026-11-01

- The first.
`

describe('the version of a release', () => {
  it.each([
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', false],
    ['0.9.0', '0.10.0', false],
    ['0.9.9', '1.0.0', false],
    ['0.2.0', '0.2.0', true],
  ])('after %s may be %s', (current, wanted, tagged) =>
    expect(() => checkVersion(current, wanted, tagged)).not.toThrow(),
  )

  it.each([
    ['0.2.0', '0.1.9', false, 'comes before 0.2.0'],
    ['0.10.0', '0.9.0', false, 'comes before 0.10.0'],
    ['0.1.0', '', false, 'is no version'],
    ['0.1.0', 'v0.2.0', false, 'is no version'],
    ['0.1.0', '0.2', false, 'is no version'],
    ['0.1.0', '0.2.0-beta', false, 'is no version'],
    ['0.1.0', '0.2.0', true, 'the tag says 0.2.0'],
  ])('after %s may not be "%s"', (current, wanted, tagged, why) =>
    expect(() => checkVersion(current, wanted, tagged)).toThrow(why),
  )
})

describe('who maintains the packages of Linux', () => {
  const builder = (maintainer: string): string => `linux:\n  maintainer: ${maintainer}\ndeb:\n`
  it.each([
    'The Gatehouse authors <maintainers@gatehouse.dev>',
    'Ann Example <ann.example+deb@mail.example-works.org>',
  ])('may be %s', (maintainer) => expect(() => checkMaintainer(builder(maintainer))).not.toThrow())

  it.each([
    '',
    'The Gatehouse authors',
    'maintainers@gatehouse.dev',
    'The Gatehouse authors <maintainers@gatehouse.example>',
    'The Gatehouse authors <maintainers@gatehouse>',
    'The Gatehouse authors <root@localhost>',
    'The Gatehouse authors <me@mail.example.com>',
    'The Gatehouse authors <me@gatehouse.invalid>',
  ])('may not be "%s"', (maintainer) =>
    expect(() => checkMaintainer(builder(maintainer))).toThrow('linux.maintainer'),
  )
})

describe('the changelog of a release', () => {
  it('is the part of its version, and gets its day', () => {
    expect(notesOf(changelog, '0.2.0')).toBe('### Added\n\n- A thing.')
    expect(notesOf(changelog, '0.1.0')).toBe('- The first.')
    expect(dated(changelog, '0.2.0', '2026-12-01')).toContain(
      '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n',
    )
  })

  it.each(['0.3.0', '0.1', '0.2'])('has to say something: %s', (version) =>
    expect(() => notesOf(changelog.replace('- A thing.', ''), version)).toThrow(
      'CHANGELOG.md says nothing',
    ),
  )

  it('can be released as it is today', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)).toContain('- ')
  })
})
