// The command line in this process, beside an app that runs: what a person types, in the words of a
// shell, to an exit code and what was shown.
import { runCli } from '../../main/host/cli/run-cli.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'

export type Typed = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** `line`: begins with the name of the program. Quotes are read as a shell reads them. */
export async function typed(
  line: string,
  home: { readonly folder: string },
  more: Readonly<Record<string, string>> = {},
): Promise<Typed> {
  const context = fakeCliContext({
    env: { GATEHOUSE_HOME: home.folder, ...more },
    homedir: `${home.folder}-person`,
    sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  })
  const [, ...words] = wordsOf(line)
  const code = await runCli(words, context)
  return { code, stdout: context.shown(), stderr: context.noted() }
}

export const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, single, double, bare]) => {
    return single ?? double ?? bare ?? ''
  })
