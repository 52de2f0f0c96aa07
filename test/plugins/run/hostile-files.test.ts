// Plugins that do odd things with files, processes and streams: whatever it is, the call has an end with
// its code, and nothing outside of the granted folder is another.
// @module-tag whole
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { processesWith } from '../../escape/fixture.ts'
import { ACTS, PROLOGUE } from '../hostile/scripts.ts'
import { codeOf, limits, openPluginFixture } from './fixture.ts'

const fixture = openPluginFixture('hostile-files')
let files = 0
/** A shell script; `answer DATA_JSON` is the answer of protocol 0. */
const shell = (body: string) =>
  fixture.file(
    `does-${(files += 1)}.sh`,
    `#!/bin/sh
id=call-1
${PROLOGUE}
${body}
`,
  )
const granted = () => {
  const out = fixture.folder('out', 'person')
  return { out, mounts: [{ hostPath: out, guestPath: '/write/out', readOnly: false }] }
}
type More = Partial<PluginRequest>
const run = (body: string, { limits: limit, ...more }: More = {}) =>
  fixture.run({ file: shell(body), ...more, limits: { ...limits, ...limit } })

describe.runIf(process.platform === 'linux')('a program that', () => {
  it.each(ACTS)('%s', async (_what, body, code, limit) => {
    const found = codeOf(await run(body, { limits: { ...limits, ...limit } }))
    expect(code.split('|')).toContain(found)
  })

  it('fills a disk with many files is ended, and is told so', async () => {
    const { mounts } = granted()
    const fills = 'i=0; while :; do i=$((i+1)); head -c 1000000 /dev/zero >/write/out/$i; done'
    const disk = { bytes: 40_000_000, files: 500_000 }
    const result = await fixture.run({ file: shell(fills), mounts }, { disk })
    expect(codeOf(result)).toBe('plugin.disk-overflow')
  })

  it('writes as much as a call may is not ended', async () => {
    const { out, mounts } = granted()
    const writes = 'for i in 1 2 3; do head -c 1000000 /dev/zero >/write/out/$i; done; answer 1'
    expect(codeOf(await run(writes, { mounts }))).toBe('answered 1')
    expect(readdirSync(out).length).toBe(3)
  })

  it('puts a pipe, a link out, a program that runs as its owner and odd names there answers', async () => {
    const { out, mounts } = granted()
    const secret = join(fixture.secret, 'key')
    const body = String.raw`cd /write/out
mkfifo pipe; ln -s ${secret} link; cp /bin/sh shell; chmod 4755 shell
: >"$(printf 'new\nline')"; : >"$(printf 'no\377letter')"; truncate -s 900M sparse
answer "\\\"$(said cat link /proc/1/root${secret})\\\""`
    const result = codeOf(await run(body, { mounts }))
    expect(result).not.toContain('SECRET')
    expect(result).toMatch(/^answered /)
    expect(lstatSync(join(out, 'sparse')).blocks).toBeLessThan(100)
    expect(lstatSync(join(out, 'shell')).uid).toBe(lstatSync(out).uid)
    // The next call over the same folder has an end too.
    expect(codeOf(await run('ls /write/out >/dev/null; answer 2', { mounts }))).toBe('answered 2')
  })

  it('turns a folder into a link again and again reaches nothing behind it', async () => {
    const { out, mounts } = granted()
    writeFileSync(join(out, 'plain'), 'plain')
    const body = `cd /write/out; i=0
while [ $i -lt 300 ]; do i=$((i+1)); rm -rf turn; mkdir turn; rmdir turn; ln -s ${fixture.secret} turn; cat turn/key 2>/dev/null; done >/tmp/got
answer "$(wc -c </tmp/got)"`
    expect(codeOf(await run(body, { mounts }))).toBe('answered 0')
    expect(readFileSync(join(fixture.secret, 'key'), 'utf8')).toBe('SECRET-OF-HOST')
  })

  it('does not hear that its call is cancelled is ended, with its children', async () => {
    const seconds = `86${process.pid}`
    const stopping = new AbortController()
    const file = shell(
      `trap '' TERM INT HUP; sleep ${seconds} & printf '{"kind":"progress","request_id":"call-1","text":"on"}\\n'; while :; do sleep 1; done`,
    )
    const result = await fixture.run(
      { file, protocol: 1, limits },
      { signal: stopping.signal, news: () => stopping.abort() },
    )
    expect([codeOf(result), processesWith(seconds)]).toEqual(['plugin.cancelled', []])
  })
})
