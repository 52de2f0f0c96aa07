import { ChangeList, type ListedChange } from '../../../renderer/ui/change-list.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { hidden, longPath, sameLines } from './words.ts'

const words = {
  same: sameLines,
  more: (rows: number) => `Show ${rows} more`,
  diff: (path: string) => `What changes in ${path}`,
}
const changes: readonly ListedChange[] = [
  {
    mark: 'added',
    word: 'added',
    path: 'docs/release.md',
    aside: '1.2 kB',
    diff: { before: null, after: 'Release\n\nRun `npm test` first.\n' },
  },
  {
    mark: 'changed',
    word: 'changed',
    path: 'README.md',
    aside: '4.2 kB → 4.3 kB',
    diff: { before: 'Run `make`.\n', after: 'Run `npm test`.\n' },
  },
  {
    mark: 'deleted',
    word: 'deleted',
    path: longPath,
    aside: '812 B',
    diff: { before: 'old\n', after: '' },
  },
  { mark: 'type', word: 'other kind', path: 'bin/tool', aside: 'file → link', diff: null },
  { mark: 'mode', word: 'other mode', path: 'build.sh', aside: '644 → 755', diff: null },
  { mark: 'added', word: 'added', path: hidden, aside: 'too large to show', diff: null },
]

export const changeList: Story = {
  name: 'ui-change-list',
  acts: [{ click: 'changed README.md' }, { focus: 'added docs/release.md' }],
  element: () => (
    <Gallery>
      <State name="Each kind, one open" block surface>
        <ChangeList changes={changes} label="Files that changed" first={9} words={words} />
      </State>
      <State name="More than are drawn at first" block surface>
        <ChangeList changes={changes} label="Some of them" first={2} words={words} />
      </State>
      <State name="Right to left" rtl block surface>
        <ChangeList changes={changes.slice(2, 5)} label="Other way" first={9} words={words} />
      </State>
    </Gallery>
  ),
}
