// What people write and what they meant: a guess that is a command of ours, never one beside it.
import { expect, it } from 'vitest'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeHome } from './gatehouse.ts'

/** By the words alone: nothing of these reads a home. */
const guesses: readonly (readonly [line: string, meant: string])[] = [
  // A topic is the one that has the subcommand, where two are near.
  ['server list', 'gatehouse servers?'],
  ['sevre', 'gatehouse serve?'],
  ['aproval list', 'gatehouse approvals?'],
  ['help polciy', 'gatehouse policy?'],
  ['stopeverything', 'gatehouse stop-everything?'],
  // A subcommand alone.
  ['receipt', 'gatehouse audit receipt?'],
  ['approve apr_00000000', 'gatehouse approvals approve?'],
  ['export', 'gatehouse servers export or gatehouse audit export?'],
  // Names of two words.
  ['policy bundel status', 'gatehouse policy bundle status?'],
  ['policy bundle statsu', 'gatehouse policy bundle status?'],
  ['policy bundle verfy x', 'gatehouse policy bundle verify?'],
  ['step-up pasphrase', 'gatehouse step-up passphrase?'],
  ['audit reciept x', 'gatehouse audit receipt?'],
  ['audit varify', 'gatehouse audit verify?'],
  // Options: of all, and of the command.
  ['audit tail --josn', '--json?'],
  ['init --dryrun', '--dry-run?'],
  ['clients add x --tool read_file', '--tools?'],
  ['policy explain --comand ls', '--command?'],
  // By one letter, or its beginning; of what this command takes.
  ['audit tail --n 5', '-n?'],
  ['audit tail --limit 5', '-n?'],
  ['audit tail --limt 5', '-n?'],
  ['runs list --lim 5', '-n?'],
  ['policy simulate --rules x -n 5', '--limit?'],
  ['-v', '--version?'],
  ['-V', '--version?'],
  ['audit tail -v', '--version?'],
  ['tools list -j', '--json?'],
  ['tools list -help', '--help?'],
  ['init -y', '--yes?'],
  // A beginning.
  ['ver', 'gatehouse version?'],
  ['stop', 'gatehouse stop-everything?'],
  ['audit rec', 'gatehouse audit receipt?'],
  ['connect vsc', 'vscode?'],
  // Values.
  ['servers add x --trust comunity --url https://a.test', '--trust community?'],
  ['servers export --format VSCode', '--format vscode?'],
  ['servers trust x locl', 'local?'],
  ['connect cluade-code', 'claude-code?'],
  ['accounts connect gogle --client-id x', 'google?'],
  ['completion bsh', 'bash?'],
  ['policy explain --command ls --channel clii', 'cli?'],
]
const said = async (line: string) => {
  const context = fakeCliContext()
  const code = await runCli(line.split(' '), context)
  return { code, text: context.shown() + context.noted() }
}

it.each(guesses)('guesses behind %j: %s', async (line, meant) => {
  const { code, text } = await said(line)
  expect([code, text]).toEqual([2, expect.stringContaining(`Did you mean ${meant}`) as string])
})

it.each([
  ['start', 'gatehouse serve, or the desktop app; for one server: gatehouse servers start NAME'],
  ['start --port 8080', 'gatehouse serve, or the desktop app'],
  ['restart', 'Ctrl+C where gatehouse serve runs'],
  ['status', 'gatehouse doctor'],
  ['ui', 'gatehouse serve'],
  ['logs', 'gatehouse audit tail'],
])('says what to use in place of %j', async (line, use) => {
  const { code, text } = await said(line)
  expect([code, text]).toEqual([2, expect.stringContaining(`Use instead: ${use}`) as string])
})

it.each([
  ['list', 'of nearly every topic'],
  ['audit tail -x', 'a letter'],
  ['audit tail --verbose', 'an option of other programs'],
  ['audit --co x', 'what several begin with'],
  ['audit attention --days 31', 'a number'],
  ['plugins new x --format bash', 'nothing like it'],
])('guesses nothing behind %j: %s', async (line) => {
  const { code, text } = await said(line)
  expect([code, text.includes('Did you mean')]).toEqual([2, false])
})

it('guesses the name of a client @whole', async () => {
  const home = makeHome()
  await home.run('clients', 'add', 'laptop')
  const { code, stderr } = await home.run('clients', 'remove', 'lptop')
  expect([code, stderr]).toEqual([1, expect.stringContaining('Did you mean laptop? See: ')])
  await home.remove()
})
