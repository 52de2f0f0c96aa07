// The grammar is that of codex-rs/apply-patch (parser.rs, streaming_parser.rs, apply_patch.lark) up
// to 0.169.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchFiles } from '../../../main/clients/hook/patch-files.ts'
import { nativeOf } from '../../../main/clients/hook/agents.ts'
import { touchesOf } from '../../../main/clients/hook/touches.ts'

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('the files of a patch', () => {
  it.each<readonly [what: string, text: string, files: readonly string[]]>([
    ['a file that is added', patch('*** Add File: a', '+x'), ['a']],
    [
      'every kind',
      patch(
        '*** Update File: a',
        '*** Move to: b',
        '@@',
        '-x',
        '+y',
        '*** Delete File: c',
        '*** Add File: d',
      ),
      ['a', 'b', 'c', 'd'],
    ],
    ['a space before a header', patch(' *** Update File: a', '@@', ' x'), ['a']],
    [
      'a tab, a form feed and other white space round a header',
      patch('\t\f\u00a0\u0085*** Add File: a\u2003 ', '+x'),
      ['a'],
    ],
    [
      'a space before a target',
      patch('*** Update File: a', '  *** Move to: b', '@@', ' x'),
      ['a', 'b'],
    ],
    [
      'a header in the context of another',
      patch('*** Update File: a', '@@', ' *** Delete File: .git/hooks/x', ' y'),
      ['a', '.git/hooks/x'],
    ],
    [
      'a target that comes late',
      patch('*** Update File: a', '@@', ' y', '*** Move to: b'),
      ['a', 'b'],
    ],
    [
      'added text that looks like a header',
      patch('*** Add File: a', '+*** Add File: b', '+ *** Delete File: c'),
      ['a'],
    ],
    [
      'removed text that looks like a header',
      patch('*** Update File: a', '-*** Add File: b', '+x'),
      ['a'],
    ],
    [
      'white space round the whole and its first and last line',
      `\n  ${patch('*** Add File: a', '+x')}  \n\n`,
      ['a'],
    ],
    [
      'ends of line as on Windows',
      patch('*** Update File: a', '*** Move to: b', '@@', ' x').replaceAll('\n', '\r\n'),
      ['a', 'b'],
    ],
    ['a here-document', `<<EOF\n${patch('*** Add File: a', '+x')}\nEOF\n`, ['a']],
    ['a here-document in quotes', `<<'EOF'\n${patch(' *** Add File: a', '+x')}\nEOF`, ['a']],
    [
      'a here-document in double quotes',
      `<<"EOF"\n${patch('*** Add File: a', '+x')}\nfooEOF`,
      ['a'],
    ],
    [
      'an end of file',
      patch('*** Update File: a', '@@', '+x', '*** End of File', '*** Delete File: b'),
      ['a', 'b'],
    ],
    [
      'what comes after an early end',
      patch('*** Add File: a', '+x', '*** End of File', '*** Add File: b'),
      ['a', 'b'],
    ],
    [
      'Markdown in the context',
      patch(
        '*** Update File: a.md',
        '@@',
        ' ***',
        ' ***Note*** and',
        ' **bold**',
        ' * item',
        ' *** *** ***',
      ),
      ['a.md'],
    ],
    [
      'a name with spaces, dots and another script',
      patch('*** Add File: ../ä b/日本.txt', '+x'),
      ['../ä b/日本.txt'],
    ],
    [
      'other ends of lines in a text, and none of them a marker',
      patch('*** Add File: a', '+x\r+y\u2028z\f*** and more', '- *\u0085* b'),
      ['a'],
    ],
    ['a sign with two looks', patch('*** Add File: \u2764\ufe0f.md', '+x'), ['\u2764\ufe0f.md']],
    ['the same file twice', patch('*** Add File: a', '+x', '*** Delete File: a'), ['a']],
  ])('%s', (_what, text, files) => {
    expect(patchFiles(text)).toEqual({ files, environment: null })
  })

  it.each<readonly [what: string, text: string]>([
    ['no patch', 'nothing'],
    ['no beginning', '*** Add File: a\n+x\n*** End Patch'],
    ['no end', '*** Begin Patch\n*** Add File: a\n+x'],
    ['words round it', `Here it is:\n${patch('*** Add File: a', '+x')}`],
    ['another here-document', `<<X\n${patch('*** Add File: a', '+x')}\nX`],
    ['no file', patch('@@', '+x')],
    ['no name', patch('*** Add File: ')],
    ['a header without its space', patch('*** Add File: a', '+x', '*** Add File:b')],
    ['a header with two spaces', patch('*** Add File: a', '+x', '***  Add File: b')],
    ['a name that begins with a space', patch('*** Add File:  a', '+x')],
    ['an unknown header', patch('*** Add File: a', '+x', '*** Rename File: b')],
    ['an unknown header after a space', patch('*** Add File: a', '+x', ' *** Rename File: b')],
    ['other letters', patch('*** Add File: a', '+x', '*** ADD FILE: b')],
    ['other letters after a space', patch('*** Add File: a', '+x', '  *** delete file: b')],
    ['letters of another width', patch('*** Add File: a', '+x', '\uff0a\uff0a\uff0a Add File: b')],
    ['a mark that cannot be seen', patch('*** Add File: a', '+x', '\ufeff*** Delete File: b')],
    [
      'a mark that cannot be seen between the stars',
      patch('*** Add File: a', '+x', ' **\u200b* Delete File: b'),
    ],
    ['a control character', patch('*** Add File: a', '+x', '\u0000*** Delete File: b')],
    ['an end in the middle', patch('*** Add File: a', '+x', '*** End Patch', '*** Add File: b')],
    ['a beginning in the middle', patch('*** Add File: a', '+x', ' *** Begin Patch')],
    ['two stars', patch('*** Add File: a', '+x', '** Delete File: b')],
    ['a carriage return in a name', patch('*** Add File: a\r*** Add File: b', '+x')],
    ['a line separator in a name', patch('*** Add File: a\u2028b', '+x')],
    ['a name turned round', patch('*** Add File: a\u202eb', '+x')],
    ['half of a character in a name', patch('*** Add File: a\ud800', '+x')],
    ['a letter without a look in a name', patch('*** Add File: a\u3164', '+x')],
    ['a header behind a carriage return', patch('*** Add File: a', '+x\r*** Delete File: b')],
    [
      'a header behind a next line in the context',
      patch('*** Update File: a', '@@', ' x\u0085*** Delete File: b'),
    ],
    [
      'a header behind a line separator',
      patch('*** Update File: a', '-x\u2028 *** Move to: b', '+y'),
    ],
    ['a header behind a form feed', patch('*** Add File: a', '+x\f*** Add File: b')],
    ['a header with a no-break space', patch('*** Add File: a', '+x', '***\u00a0Delete File: b')],
    ['a header with a tab', patch('*** Add File: a', '+x', '***\tDelete File: b')],
    ['a letter of another script', patch('*** Add File: a', '+x', '*** D\u0435lete File: b')],
    ['a soft hyphen', patch('*** Add File: a', '+x', '*** Del\u00adete File: b')],
    [
      'a patch after another',
      `${patch('*** Add File: a', '+x')}\n${patch('*** Add File: b', '+x')}`,
    ],
    ['a mark of its encoding before it', `\ufeff${patch('*** Add File: a', '+x')}`],
    ['an environment without a name', patch('*** Environment ID: ', '*** Add File: a', '+x')],
    ['an environment in the middle', patch('*** Add File: a', '+x', '*** Environment ID: b')],
  ])('of %s are not known', (_what, text) => {
    expect(patchFiles(text)).toBeNull()
  })

  it('include the environment in which Codex would write them, which is no place of this machine', () => {
    const text = patch('*** Environment ID: remote', '*** Add File: a', '+x')
    expect(patchFiles(text)).toEqual({ files: ['a'], environment: 'remote' })
    expect(
      touchesOf(nativeOf('codex', 'apply_patch'), 'codex', 'apply_patch', { command: text }, '/p'),
    ).toEqual([
      { kind: 'fs.write', path: '/p/a' },
      { kind: 'mcp.call', server: 'codex', tool: 'apply_patch in remote' },
    ])
  })

  it('are all those that any version of Codex would write, whatever is around the markers', () => {
    const space = fc.stringMatching(/^[ \t\u00a0\u2003]{0,3}$/)
    const name = fc.stringMatching(/^[a-z./][a-z ./]{0,10}[a-z]$/)
    const header = fc.record({
      kind: fc.constantFrom('Add File', 'Delete File', 'Update File', 'Move to'),
      name,
      before: space,
      after: space,
    })
    const content = fc
      .string({ maxLength: 12, unit: 'grapheme' })
      .map((text) => `+${text.replaceAll(/[\r\n]/g, '')}`)
    fc.assert(
      fc.property(fc.array(fc.oneof(header, content), { minLength: 1, maxLength: 12 }), (parts) => {
        const text = patch(
          ...parts.map((part) =>
            typeof part === 'string'
              ? part
              : `${part.before}*** ${part.kind}: ${part.name}${part.after}`,
          ),
        )
        const names = new Set(
          parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])),
        )
        expect(patchFiles(text)).toEqual(
          names.size === 0 ? null : { files: [...names], environment: null },
        )
      }),
    )
  })
})
