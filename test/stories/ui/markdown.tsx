import { Markdown } from '../../../renderer/ui/text/markdown.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { longPath } from './words.ts'

const all = `# A heading
Some *words*, **strong ones**, ~~gone~~ and \`code\`. A [link](https://example.org/a?b=c) shows where it leads.

## Lists
1. first
2. second
   - inside
   - [x] done
   - [ ] not done

> What was said before, on more than one line, so that it can be seen how the quotation breaks when there is no place left.

\`\`\`ts
export const answer = 42 // ${longPath}
\`\`\`

| Tool | Tier | Calls |
| --- | --- | ---: |
| read_file | R1 | 18,204 |
| exec | R3 | 9,120 |

---

![a picture](https://example.org/track.png) <b>no HTML</b> and bidi \u202etxt.exe
`

export const markdown: Story = {
  name: 'ui-markdown',
  element: () => (
    <Gallery>
      <State name="Everything" block>
        <Markdown text={all} />
      </State>
      <State name="Nothing" block>
        <Markdown text="" />
      </State>
      <State name="A word without end" block>
        <Markdown text={`${longPath}/${longPath}`} />
      </State>
      <State name="Right to left" rtl block>
        <Markdown text={'## שלום\n- `npm test`\n- שני\n\n> ציטוט'} />
      </State>
    </Gallery>
  ),
}
