// Entry of `gatehouse mcp`: out/main/mcp.js. Small on purpose: a client waits for it at every
// start, so it reads next to nothing and leaves all work to the running app.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findAppPaths } from '../../config/paths.ts'
import { workerFile } from '../../threads/worker-file.ts'
import { engineEnv, engineFlags } from '../launch/engine.mjs'
import { openLastHandler } from '../last-handler.ts'
import { ensureHomeVariable } from '../../config/folders/home-variable.ts'
import { bridge } from './bridge.ts'
import { connectToApp } from './connect-to-app.ts'

const usage = 'Use: gatehouse mcp [--client NAME] [--config FILE]'

function words(
  argv: readonly string[],
): { readonly client: string; readonly config: string | undefined } | string {
  let client = 'mcp'
  let config: string | undefined
  for (let at = 0; at < argv.length; at++) {
    const [name = '', inline] = (argv[at] ?? '').split('=', 2)
    const value = inline ?? argv[++at]
    if (value === undefined) return `${name} needs a value. ${usage}`
    if (name === '--client') client = value
    else if (name === '--config') config = value
    else return `gatehouse mcp does not take ${name}. ${usage}`
  }
  if (!/^[a-z][a-z0-9-]{0,23}$/.test(client))
    return `--client needs a short name such as claude-code: lower-case letters, digits, hyphens.`
  return { client, config }
}

function fail(text: string, code: number): never {
  process.stderr.write(`gatehouse: ${text}\n`)
  process.exit(code)
}

openLastHandler({ once: true })
ensureHomeVariable(process.env, process.platform)

/** Runs until the client closes its end; `argv` without the command's own name. */
export async function runBridge(argv: readonly string[]): Promise<void> {
  const given = words(argv)
  if (typeof given === 'string') return fail(given, 2)
  const { client, config } = given
  const paths = findAppPaths({
    env: process.env,
    platform: process.platform,
    homedir: homedir(),
    config,
  })
  const app = workerFile(import.meta.dirname, join('..', 'headless', 'main.ts'), 'headless.js')
  const start = [
    process.execPath,
    ...engineFlags,
    app,
    ...(config === undefined ? [] : ['--config', paths.configFile]),
  ] as const
  // Node keeps compiled code in this folder. It is Gatehouse's own folder, because a program that can
  // write there can run code as Gatehouse.
  const env = {
    NODE_COMPILE_CACHE: join(paths.dataDir, 'compile-cache'),
    ...engineEnv,
    ...process.env,
  }
  try {
    await bridge({
      input: process.stdin,
      output: process.stdout,
      reach: () =>
        connectToApp({
          socketFile: paths.socketFile,
          runDir: paths.runDir,
          client,
          start: [...start],
          env,
        }),
    })
    process.exit(0)
  } catch (cause) {
    fail(cause instanceof Error ? cause.message : String(cause), 1)
  }
}

await runBridge(process.argv.slice(2).filter((word, at) => at > 0 || word !== 'mcp'))
