// Installing from Debian, with an apt-get of ours that writes down what it is asked for.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const system = join(import.meta.dirname, '..', '..', 'main', 'host', 'launch', 'system.mjs')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-system-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, script: string): Promise<void> {
  await writeFile(
    join(folder, name),
    `#!/bin/sh\necho "${name} $*" >> ${folder}/asked\n${script}\n`,
  )
  await chmod(join(folder, name), 0o755)
}

/**
 * Installs these as root would, one after another: what was said, what came back, and what was
 * asked of the system.
 */
async function install(names: readonly string[], user = 0) {
  const script = `
    process.getuid = () => ${user}
    const { installDebianPackage } = await import(${JSON.stringify(system)})
    const got = []
    for (const name of ${JSON.stringify(names)}) got.push(await installDebianPackage(name, 'for a test'))
    console.log(JSON.stringify(got))`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    {
      env: { PATH: `${folder}:/usr/bin:/bin` },
    },
  )
  const asked = await readFile(join(folder, 'asked'), 'utf8').catch(() => '')
  return {
    got: JSON.parse(stdout) as unknown,
    said: stderr.trim().split('\n'),
    asked: asked.trim().split('\n'),
  }
}

describe('installing a Debian package', () => {
  it('updates the lists first, once, and says which version came', async () => {
    await program('apt-get', 'exit 0')
    await program('dpkg-query', 'printf 156.0-1')
    expect(await install(['chromium', 'socat'])).toEqual({
      got: [true, true],
      said: [
        'gatehouse: updating the package lists …',
        'gatehouse: installing chromium (for a test) …',
        'gatehouse: installed chromium 156.0-1.',
        'gatehouse: installing socat (for a test) …',
        'gatehouse: installed socat 156.0-1.',
      ],
      asked: [
        'apt-get update -q',
        'apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=180 chromium',
        'dpkg-query -W -f ${Version} chromium',
        'apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=180 socat',
        'dpkg-query -W -f ${Version} socat',
      ],
    })
  })

  it('goes on with the old lists where they cannot be updated, and says so', async () => {
    await program('apt-get', 'if [ "$1" = update ]; then echo "no network"; exit 100; fi')
    await program('dpkg-query', 'printf 150.0-1')
    expect(await install(['chromium'])).toMatchObject({
      got: [true],
      said: [
        'gatehouse: updating the package lists …',
        'gatehouse: the package lists could not be updated, going on with those that are here: no network',
        'gatehouse: installing chromium (for a test) …',
        'gatehouse: installed chromium 150.0-1.',
      ],
    })
  })

  it('says why a package could not be installed', async () => {
    await program(
      'apt-get',
      'if [ "$1" = install ]; then echo "E: Unable to locate package"; exit 100; fi',
    )
    expect(await install(['nothing-like-it'])).toMatchObject({
      got: [false],
      said: expect.arrayContaining([
        'gatehouse: nothing-like-it could not be installed: E: Unable to locate package',
      ]) as unknown,
    })
  })

  it('asks nothing of the system for anybody but root', async () => {
    await program('apt-get', 'exit 0')
    expect(await install(['chromium'], 1000)).toEqual({ got: [false], said: [''], asked: [''] })
  })
})
