// The manual page, gatehouse(1), as troff reads it.
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { usageOf } from '../usage.ts'
import { longer } from './longer.ts'

const EXITS: Readonly<Record<keyof typeof exit, string>> = {
  done: 'Done.',
  failed: 'Failed; the reason is on standard error.',
  usage: 'Wrong usage.',
  denied: 'Denied.',
  needsPerson: 'Needs approval, and nobody could be asked.',
  limit: 'exec: the command reached its time limit, or wrote too much.',
  notRun:
    'exec: Gatehouse did not run the command, or stopped it. Any other code of exec is that of the command.',
  hungUp: 'Ended because the terminal was closed.',
  interrupted: 'Ended by Ctrl+C.',
  terminated: 'Ended by SIGTERM.',
}

/** Says nothing of the day it is made: the same version gives the same bytes. */
export function manPage(commands: readonly Command[], version: string): string {
  return `${[
    `.TH GATEHOUSE 1 "" "Gatehouse ${version}" "User Commands"`,
    '.SH NAME',
    String.raw`gatehouse \- one gate for every tool call of your agents`,
    '.SH SYNOPSIS',
    '.B gatehouse',
    String.raw`.I command`,
    '[operands] [options]',
    '.SH DESCRIPTION',
    text(
      'Every tool call of an agent goes through one gate. The gate works out what the call would touch, then allows it, denies it, or holds it until a person decides. Approved calls run in a sandbox with only the powers they declared. A hash-chained journal records every step.',
    ),
    '.PP',
    text(
      'The command line uses the running Gatehouse, or does the work itself if none is running. A command cannot approve itself.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap((command) => ['.TP', bold(usageOf(command)), text(described(command))]),
    '.SH OPTIONS',
    text('Every command takes these:'),
    ...[
      ['--json', 'Print one JSON value.'],
      ['--config FILE', 'Use this configuration file.'],
      ['--help', 'Show what the command takes.'],
      ['--version', 'Print the version; without a command.'],
    ].flatMap(([name = '', says = '']) => ['.TP', bold(name), text(says)]),
    '.SH EXIT STATUS',
    ...Object.entries(exit).flatMap(([name, code]) => [
      '.TP',
      `.B ${code}`,
      text(EXITS[name as keyof typeof exit]),
    ]),
    '.SH ENVIRONMENT',
    ...[
      ['GATEHOUSE_HOME', 'Another folder for data and configuration.'],
      ['GATEHOUSE_PASSPHRASE', 'The passphrase, where no terminal can be asked for it.'],
      ['NO_COLOR', 'No colours in the output.'],
    ].flatMap(([name = '', says = '']) => ['.TP', bold(name), text(says)]),
    '.SH FILES',
    text('`gatehouse config path --all` prints where everything is.'),
  ].join('\n')}\n`
}

function described({ name, summary }: Command): string {
  const why = longer[name]
  return why === undefined ? `${summary}.` : `${summary}. ${why}.`
}

/** One line of text: no troff request, hyphens that can be copied, and ASCII only. */
function text(plain: string): string {
  const escaped = plain
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/[^\x20-\x7e]/gu, (letter) => {
      const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      return String.raw`\[u${code}]`
    })
  return /^[.']/.test(escaped) ? String.raw`\&${escaped}` : escaped
}

const bold = (plain: string): string => String.raw`\fB${text(plain)}\fP`
