import { useState } from 'react'
import { LongList } from '../../../renderer/ui/lists/long-list.tsx'
import type { Stop } from '../../../renderer/ui/lists/long-row.tsx'
import type { Story } from '../story.ts'
import css from './long-list.module.css'
import { Gallery, State } from './gallery.tsx'
import { longPath, nothing } from './words.ts'

type Row = string | undefined
const heads = ['No.', 'What', 'How'].map((head) => (
  <span key={head} role="columnheader">
    {head}
  </span>
))

const cells = (row: Row, stop: Stop) => (
  <>
    <span role="cell">{row === undefined ? '…' : row.length}</span>
    <span role="cell">
      <button type="button" className={css.stop} {...stop}>
        {row ?? 'not read yet'}
      </button>
    </span>
    <span role="cell">allowed</span>
  </>
)

type Props = {
  readonly label: string
  readonly count: number
  readonly rowAt: (index: number) => Row
  readonly chosen?: string
}

function Listed({ label, count, rowAt, chosen }: Props) {
  const [active, setActive] = useState(1)
  return (
    <LongList<Row>
      label={label}
      count={count}
      heads={heads}
      rowClass={css.row}
      active={active}
      onActive={setActive}
      onOpen={nothing}
      onView={nothing}
      keyOf={(index) => index}
      rowAt={rowAt}
      renderCells={cells}
      isChosen={(row) => row !== undefined && row === chosen}
    />
  )
}

const rowAt = (index: number): string => (index === 2 ? longPath : `call number ${index}`)

export const longList: Story = {
  name: 'ui-long-list',
  width: 560,
  acts: [
    { table: 'A million', rows: 18 },
    { table: 'Not read', rows: 18 },
    { focus: 'call number 1' },
    { hover: 'call number 4' },
  ],
  element: () => (
    <Gallery>
      <State name="A million rows: under the keys, chosen, under the mouse" tall>
        <Listed label="A million" count={1_000_000} rowAt={rowAt} chosen="call number 3" />
      </State>
      <State name="Not read yet" tall>
        <Listed label="Not read" count={40} rowAt={() => undefined} />
      </State>
      <State name="None" tall>
        <Listed label="None" count={0} rowAt={rowAt} />
      </State>
      <State name="Right to left" rtl tall>
        <Listed label="Other way" count={3} rowAt={rowAt} chosen="call number 1" />
      </State>
    </Gallery>
  ),
}
