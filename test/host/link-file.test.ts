import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locationOfFile } from '../../main/host/electron/link-file.ts'
import { makeTemporary } from '../temporary.ts'

let folder: string
const file = (name: string): string => join(folder, name)
const link = 'gatehouse://approvals/apr_0123456789ab'
beforeAll(() => {
  folder = makeTemporary('link')
  writeFileSync(file('good.gatehouse'), `${link}\r\n`)
  writeFileSync(file('more.gatehouse'), `${link}\nrm -rf /\n`)
  writeFileSync(file('web.gatehouse'), 'https://example.org/\n')
  writeFileSync(file('long.gatehouse'), `gatehouse://servers/add?${'a'.repeat(20_000)}`)
  writeFileSync(file('empty.gatehouse'), '')
  writeFileSync(file('good.txt'), link)
  mkdirSync(file('folder.gatehouse'))
  if (process.platform !== 'win32') execFileSync('mkfifo', [file('pipe.gatehouse')])
})
afterAll(() => rmSync(folder, { recursive: true }))

it('leads where the link in the file leads, by path and by address', () => {
  const location = '/approvals/apr_0123456789ab'
  expect(locationOfFile(file('good.gatehouse'))).toBe(location)
  expect(locationOfFile(pathToFileURL(file('good.gatehouse')).href)).toBe(location)
  expect(locationOfFile(file('more.gatehouse'))).toBe(location)
})

it.each(['web', 'long', 'empty', 'folder', 'pipe', 'missing'])(
  '%s.gatehouse leads nowhere',
  (name) => expect(locationOfFile(file(`${name}.gatehouse`))).toBe(null),
)

it.each([
  ['a file of another name', () => file('good.txt')],
  ['a path that counts from somewhere', () => 'good.gatehouse'],
  ['an address that is none', () => 'file://%zz.gatehouse'],
  ['an option', () => '--config=x.gatehouse'],
])('%s leads nowhere', (_what, given) => expect(locationOfFile(given())).toBe(null))
