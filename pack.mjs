// `npm run pack`: makes the packages of electron-builder.yml for the system and the architecture it
// runs on, into out/packages.
//   npm run pack                 every package of this system
//   npm run pack -- deb rpm      these
//   npm run pack -- dir          the folder that packages are made of
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './main/host/launch/build-state.mjs'
import { ensurePackages } from './main/host/launch/packages.mjs'
import { CannotGoOn, runMain, say } from './main/host/launch/say.mjs'

const root = fileURLToPath(new URL('./', import.meta.url))
/** Where the packages of Linux put the app. */
const INSTALLED = '/opt/Gatehouse'

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(async () => {
    const files = await pack(process.argv.slice(2))
    for (const file of files) say(file)
    return 0
  })

/**
 * Gives the files that were made.
 * @param {readonly string[]} targets of electron-builder; none: those of electron-builder.yml
 * @param {Pick<import('electron-builder').Configuration, 'electronDist' | 'directories' | 'compression'>} [others]
 * @returns {Promise<readonly string[]>}
 */
export async function pack(targets, others = {}) {
  const unknown = targets.find((name) => !/^[a-zA-Z.]+$/.test(name))
  if (unknown !== undefined) throw new CannotGoOn(`there is no package ${unknown}.`)
  await ensurePackages(root)
  await ensureBuilt(root)
  linkCommand()
  const { Arch, build, Platform } = await import('electron-builder')
  const platform = { darwin: Platform.MAC, win32: Platform.WINDOWS }[
    /** @type {'darwin'} */ (process.platform)
  ]
  return build({
    projectDir: root,
    targets: (platform ?? Platform.LINUX).createTarget(
      [...targets],
      process.arch === 'arm64' ? Arch.arm64 : Arch.x64,
    ),
    publish: 'never',
    config: { ...published(process.env), ...others },
  })
}

/** The command on the PATH of Linux belongs to the package, so that the package takes it away. */
function linkCommand() {
  if (process.platform !== 'linux') return
  const bin = join(root, 'out', 'share', 'bin')
  rmSync(bin, { recursive: true, force: true })
  mkdirSync(bin, { recursive: true })
  symlinkSync(`${INSTALLED}/resources/cli/bin/gatehouse`, join(bin, 'gatehouse'))
}

/**
 * Where updates come from and which page the packages name: known only where a workflow builds. A
 * package made elsewhere looks for no updates.
 * @param {NodeJS.ProcessEnv} env
 * @returns {import('electron-builder').Configuration}
 */
export function published({ GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server }) {
  const [owner = '', repo = ''] = repository?.split('/') ?? []
  if (owner === '' || repo === '')
    return { publish: null, extraMetadata: { homepage: 'https://gatehouse.invalid/' } }
  return {
    publish: { provider: 'github', owner, repo },
    extraMetadata: { homepage: `${server ?? 'https://github.com'}/${owner}/${repo}` },
  }
}
